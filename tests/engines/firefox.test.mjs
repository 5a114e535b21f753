/** The client and the faults in Firefox, where this machine has it. */
import { openFirefox, withoutFirefox } from "../harness/firefox.mjs";
import { casesIn } from "./cases.mjs";

casesIn("Firefox", { open: openFirefox, skip: withoutFirefox() });

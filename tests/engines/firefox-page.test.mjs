/** The first steps on the dashboard in Firefox, if this machine has it. */
import { openFirefox, withoutFirefox } from "../harness/firefox.mjs";
import { firstStepsIn } from "./first-steps.mjs";

firstStepsIn("Firefox", { open: openFirefox, skip: withoutFirefox() });

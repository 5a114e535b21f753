/** The first steps on the dashboard in WebKit, if this machine has it. */
import { openWebKit, withoutWebKit } from "../harness/webkit.mjs";
import { firstStepsIn } from "./first-steps.mjs";

firstStepsIn("WebKit", { open: openWebKit, skip: withoutWebKit() });

/** The client, the faults and the worker in Firefox, if this machine has it. */
import { describe } from "node:test";

import { openFirefox, withoutFirefox } from "../harness/firefox.mjs";
import { alike } from "../worker/alike.mjs";
import { openPages } from "../worker/page.mjs";
import { casesIn } from "./cases.mjs";

const skip = withoutFirefox();

casesIn("Firefox", { open: openFirefox, skip });
describe("a worker in Firefox", { skip }, () => alike(openPages(openFirefox)));

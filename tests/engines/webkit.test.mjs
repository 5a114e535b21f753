/** The client, the faults and the worker in WebKit, if this machine has it. */
import { describe } from "node:test";

import { openWebKit, withoutWebKit } from "../harness/webkit.mjs";
import { alike } from "../worker/alike.mjs";
import { openPages } from "../worker/page.mjs";
import { casesIn } from "./cases.mjs";

const skip = withoutWebKit();

casesIn("WebKit", {
  open: openWebKit,
  skip,
  isQuiet: true,
  unsure: {
    g8_a_request_that_the_runtime_reads_otherwise_is_not_sent: "code that WebKit has compiled goes on with the Request it knew, most times",
  },
});
describe("a worker in WebKit", { skip }, () => alike(openPages(openWebKit)));

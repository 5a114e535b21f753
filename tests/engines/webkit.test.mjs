/** The client and the faults in WebKit, where this machine has it. */
import { openWebKit, withoutWebKit } from "../harness/webkit.mjs";
import { casesIn } from "./cases.mjs";

casesIn("WebKit", {
  open: openWebKit,
  skip: withoutWebKit(),
  isQuiet: true,
  unsure: {
    g8_a_request_that_the_runtime_reads_otherwise_is_not_sent: "code that WebKit has compiled goes on with the Request it knew, most times",
  },
});

/**
 * Agent scan history: the service's own order, and order by instant whatever the offset.
 */
import { equal } from "../../harness/check.mjs";

export default [
  {
    name: "the history comes in the service's order with every field",
    async run({ client, facts }) {
      equal(await client.agentScans.history({ repo: facts.repo }), facts.history, "the history");
    },
  },
  {
    name: "history is sorted by instant, not by text",
    async run({ client, scanfold, facts }) {
      const answered = await client.agentScans.history({ repo: facts.repo });
      // As a service would answer that does not write all of them in UTC.
      const history = answered.map((scan, at) => ({ ...scan, timestamp: facts.timesWithOffsets[at] }));
      const ids = (scans) => scans.map((scan) => scan.scan_id);
      const byText = [...history].sort((a, b) => (a.timestamp < b.timestamp ? 1 : -1));
      equal(ids(scanfold.sortHistory(byText)), ids(facts.history), "newest first");
      equal(ids(scanfold.sortHistory(byText, { order: "oldest" })), ids(facts.history).reverse(), "oldest first");
    },
  },
];

/**
 * Tests of Node again, in a newer Node: what its `fetch` keeps of an answer, what its `URL` takes, its streams and its signals
 * change from one to the next. `NODE_NEWER` names it.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";

import { below } from "../harness/places.mjs";

const node = process.env.NODE_NEWER;
const skip = node ? false : "no newer Node: NODE_NEWER is not set, and npm has installed none";

const FILES = [
  "client/arguments.test.mjs",
  "client/node.test.mjs",
  "client/signals.test.mjs",
  "client/sources.test.mjs",
  "client/tokens.test.mjs",
  "faults/copies.test.mjs",
  "faults/hostile-values.test.mjs",
  "faults/interruptions.test.mjs",
  "faults/loading.test.mjs",
  "faults/memory.test.mjs",
  "faults/node.test.mjs",
  "faults/platform.test.mjs",
  "faults/traps-in-node.test.mjs",
];

/** Its report as TAP. A failure ends the program with an error, which has the report too. */
async function reported(file) {
  // Else it would report to this test's own runner.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const ran = promisify(execFile)(node, ["--test", "--test-reporter=tap", file], { cwd: below(), env, maxBuffer: 2 ** 26 });
  return (await ran.catch((error) => error)).stdout;
}

for (const file of FILES) {
  test(`${file} holds in a newer Node`, { timeout: 240_000, skip }, async () => {
    const report = await reported(`tests/${file}`);
    assert.deepEqual(report.match(/^ *not ok .*/gm), null);
    assert.match(report, /^# pass [1-9]/m);
  });
}

/**
 * One token that occurs nowhere else goes through every case; afterwards everything that came out is searched for it.
 *
 * It may be found in one place: the `Authorization` headers of the operations that it is for. What the package prints,
 * throws, tells, sends beside that header, and leaves in its memory once its clients are disposed of, must not hold it.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const PROGRAM = fileURLToPath(new URL("canary-run.mjs", import.meta.url));

test("a_token_is_found_nowhere_but_in_its_own_authorization_header", { timeout: 240_000 }, () => {
  const { stdout, stderr, status } = spawnSync(process.execPath, [PROGRAM], { encoding: "utf8", maxBuffer: 1 << 28 });
  assert.equal(status, 0, stderr);
  // The token is made in there; all that is printed about it is whether it was found.
  const report = JSON.parse(stdout.trim().split("\n").at(-1));
  assert.ok(report.requests > 200 && report.errors > 200 && report.events > 400, JSON.stringify(report));
  assert.ok(report.authorized > 100, "it was really sent");
  assert.ok(report.before > 0, "while a client lives, its token is in memory: the search works");
  assert.deepEqual(report.found, []);
  for (const line of [...stdout.split("\n").slice(0, -2), ...stderr.split("\n")]) assert.ok(!/canary-/.test(line), "nothing is printed");
});

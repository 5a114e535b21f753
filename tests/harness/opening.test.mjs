/** What a test opens is closed, also where not all of it could be opened. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { opening } from "./opening.mjs";

test("what was opened is closed once, the last first", async () => {
  const closed = [];
  const opened = await opening(async (closing) => {
    closing(async () => closed.push("site"));
    closing(async () => closed.push("browser"));
    return { page: "page" };
  });
  assert.deepEqual([opened.page, closed], ["page", []]);
  await opened.close();
  await opened.close();
  assert.deepEqual(closed, ["browser", "site"]);
});

test("where a later one cannot be opened, those before are closed and the failure is told", async () => {
  const closed = [];
  const failure = new Error("no page");
  const run = opening(async (closing) => {
    closing(async () => closed.push("site"));
    closing(async () => closed.push("browser"));
    throw failure;
  });
  await assert.rejects(run, failure);
  assert.deepEqual(closed, ["browser", "site"]);
});

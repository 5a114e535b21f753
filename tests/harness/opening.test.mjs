/** Everything that a test opens is closed, even if not all of it could be opened. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { opening } from "./opening.mjs";

test("everything that was opened is closed once, the last first", async () => {
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

test("if a later one cannot be opened, those before it are closed and the failure is reported", async () => {
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

test("one that cannot be closed does not keep the others open, and the first failure is reported", async () => {
  const closed = [];
  const failure = new Error("the browser does not close");
  const opened = await opening(async (closing) => {
    closing(async () => closed.push("site"));
    closing(async () => Promise.reject(new Error("the service does not close")));
    closing(() => {
      throw failure;
    });
  });
  await assert.rejects(opened.close(), (told) => told === failure);
  assert.deepEqual(closed, ["site"]);
  await opened.close();
});

test("if a later one cannot be opened, that failure is reported, whatever cannot be closed", async () => {
  const closed = [];
  const failure = new Error("no page");
  const run = opening(async (closing) => {
    closing(async () => closed.push("site"));
    closing(async () => Promise.reject(new Error("the browser does not close")));
    throw failure;
  });
  await assert.rejects(run, (told) => told === failure);
  assert.deepEqual(closed, ["site"]);
});

/** The client's cases in Chromium. Besides the cases it holds that the page has no problem of its own. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { cases } from "./cases/index.mjs";
import { openClientPage } from "./page.mjs";

describe("the client in Chromium", () => {
  let opened;
  before(async () => {
    opened = await openClientPage();
  });
  after(() => opened?.close());

  for (const [index, { name, needsRunningScan }] of cases.entries()) {
    test(name, { timeout: 60_000 }, async () => {
      if (needsRunningScan) await opened.world.startRunningScan(3);
      await opened.run(index);
    });
  }

  test("the page had no exception and nothing was refused by its policy", () => {
    const expected = /Failed to load resource/; // answers of 401 and 404, which the cases ask for
    assert.deepEqual(opened.problems.filter((problem) => !expected.test(problem)), []);
  });
});

/** A worker answers and fails as the package on the page does, in whatever engine a page is. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { LIMIT } from "./page.mjs";

/** `pageWith` is what `openPages` gives. */
export function alike(pageWith) {
  test("b25_scans_answer_and_fail_as_on_the_page", LIMIT, async (t) => {
    const { page, problems } = await pageWith(t);
    const [there, here] = await page.evaluate(async () => {
      const worker = await workers.startWorker();
      return [await questions.askScans(worker), await questions.askScans(scanfold)];
    });
    assert.ok(Object.keys(here).length > 30);
    assert.deepEqual(there, here);
    // Not every engine's driver hears of them: the page does.
    assert.deepEqual([...(problems ?? []), ...(await page.evaluate(() => globalThis.problems))], []);
  });

  test("clients ask and fail as on the page", LIMIT, async (t) => {
    const { page } = await pageWith(t);
    const [there, here] = await page.evaluate(async () => {
      const worker = await workers.startWorker();
      return [await questions.askClients(worker, "worker"), await questions.askClients(scanfold, "page")];
    });
    assert.deepEqual(here.answers.waitFor.answer.statuses, ["running", "running"]);
    assert.equal(here.answers["a lost removal"].failure.kind, "unconfirmed");
    assert.equal(here.answers["disposed of meanwhile"].failure.outcome, "unknown");
    assert.deepEqual(there, here);
  });
}

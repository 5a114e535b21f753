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
    const told = ["a length", "a length of what is packed", "a length of another origin"].map((name) => here[`announced: ${name}`]);
    assert.deepEqual(told, [true, false, false]);
    assert.deepEqual(there, here);
    // Not every engine's driver hears of them, but the page does. Its own line about an answer that was cut does not count.
    const heard = [...(problems ?? []), ...(await page.evaluate(() => globalThis.problems))];
    const cut = heard.filter((problem) => /Failed to load resource/.test(problem));
    assert.deepEqual(heard.filter((problem) => !cut.includes(problem)), []);
    assert.ok(cut.length <= 4, cut.join("\n"));
  });

  test("clients ask and fail as on the page", LIMIT, async (t) => {
    const { page } = await pageWith(t);
    const [there, here] = await page.evaluate(async () => {
      const worker = await workers.startWorker();
      return [await questions.askClients(worker, "worker"), await questions.askClients(scanfold, "page")];
    });
    assert.deepEqual(here.answers.waitFor.answer.statuses, ["running", "running"]);
    assert.equal(here.answers["a lost removal"].failure.kind, "unconfirmed");
    assert.equal(here.answers["a removal, disposed of meanwhile"].failure.outcome, "unknown");
    assert.equal(here.answers["a read, disposed of meanwhile"].failure.attempts, 1);
    assert.deepEqual(there, here);
  });
}

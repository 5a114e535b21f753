/**
 * The selected scan of the agent history: where it is not to be seen the page says so.
 */
import assert from "node:assert/strict";
import { before, test } from "node:test";

import { oneLine, rowsAre } from "./shown.mjs";
import { openTable, ready } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

suite("agent history: the selected scan", (world) => {
  let scans;
  before(async () => {
    ({ scans } = await world.rawHistory(world.seeded.repo));
  });

  const open = (query) => openTable(world, `?view=history${query}`);
  const unseen = (page) => page.locator(".unseen");
  const focused = (page) => page.evaluate(() => document.activeElement.getAttribute("name"));

  test("a link that names a scan which the history does not have says so, and can be let go", LIMIT, async () => {
    const page = await open("&entry=nosuch");
    assert.equal(oneLine(await unseen(page).innerText()), "Not in this history The link names the scan nosuch, which this history does not have. Dismiss");
    await page.getByRole("button", { name: "Dismiss" }).focus();
    await page.keyboard.press("Enter");
    await unseen(page).waitFor({ state: "detached" });
    assert.equal(await focused(page), "branch");
    await page.waitForFunction(() => !new URLSearchParams(location.search).has("entry"));
  });

  test("a selected scan that a filter hides is named, and shown once the filters are cleared", LIMIT, async () => {
    const [scan] = scans;
    const other = scans.find(({ branch }) => branch !== scan.branch).branch;
    for (const query of [`&branch=${encodeURIComponent(other)}`, "&branch=no-such-branch", "&from=2020-01-01&until=2020-02-01"]) {
      const page = await world.open(`?view=history&entry=${scan.scan_id}${query}`);
      await unseen(page).waitFor();
      const text = oneLine(await unseen(page).innerText());
      assert.match(text, new RegExp(`^Hidden by the filters The selected scan ${scan.scan_id}, on ${scan.branch}, .* ago, does not match them. Clear`));
      await page.getByRole("button", { name: "Clear filters" }).focus();
      await page.keyboard.press("Enter");
      await rowsAre(page, scans.length);
      await page.locator(".row[aria-selected=true]", { hasText: scan.scan_id }).waitFor();
      assert.equal(await unseen(page).count(), 0);
      assert.equal(await focused(page), "branch", query);
    }
  });

  test("a scan that is there, or none, says nothing of the kind", LIMIT, async () => {
    for (const query of ["", `&entry=${scans[0].scan_id}`, `&entry=${scans[0].scan_id}&branch=${encodeURIComponent(scans[0].branch)}`]) {
      const page = await open(query);
      await ready(page);
      assert.equal(await unseen(page).count(), 0, query);
    }
  });
});

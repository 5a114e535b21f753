/**
 * The order of the changes between two scans: by the headers of their table, as the findings of a scan are sorted.
 */
import assert from "node:assert/strict";
import { before, test } from "node:test";

import { linkOf, rowsAre } from "./shown.mjs";
import { ready, rowAt } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

const [NOW, THEN] = ["scan-nightly", "scan-nightly-last-week"];

suite("the order of changes", (world) => {
  let added;
  before(async () => {
    const then = new Set((await world.rawScan(THEN)).findings.map(({ uid }) => uid));
    added = (await world.rawScan(NOW)).findings.filter(({ uid }) => !then.has(uid));
  });

  const compared = async (query = "", options) => {
    const page = await world.open(`?tab=changes&scan=${NOW}&before=${THEN}${query}`, options);
    await ready(page);
    return page;
  };
  const header = (page, name) => page.locator("[role=columnheader]", { hasText: name });
  const press = (page, name) => header(page, name).getByRole("button").click();
  const cells = (page, column) => page.locator(`.row[data-index] .c-${column}`).allTextContents();
  const first = async (page, column, text) => rowAt(page, 0).locator(`.c-${column}`, { hasText: text }).waitFor();

  const packages = () => added.map((finding) => finding.package).sort();

  test("a header sorts, turns the order round, and takes it back, each as a step of the history", LIMIT, async () => {
    const page = await compared();
    const worst = await cells(page, "id");
    await press(page, "Package");
    await first(page, "package", packages()[0]);
    assert.equal(await header(page, "Package").getAttribute("aria-sort"), "ascending");
    const ascending = await cells(page, "package");
    assert.deepEqual(ascending, packages().slice(0, ascending.length));
    assert.match(linkOf(page), /[?&]sort=package(&|$)/);
    assert.ok(await header(page, "Package").locator("button:focus").isVisible(), "the focus stays on the header");

    await press(page, "Package");
    await first(page, "package", packages().at(-1));
    const descending = await cells(page, "package");
    assert.deepEqual(descending, packages().reverse().slice(0, descending.length));
    await press(page, "Package");
    await page.locator("[role=columnheader][aria-sort=none]", { hasText: "Package" }).waitFor();
    assert.deepEqual(await cells(page, "id"), worst);

    await page.goBack();
    await first(page, "package", packages().at(-1));
    await page.goBack();
    await first(page, "package", packages()[0]);
  });

  test("a search leaves the order, and the kinds have it too", LIMIT, async () => {
    const page = await compared("&sort=-id");
    const term = "gateway";
    const found = added.filter((finding) =>
      [finding.id, finding.package, finding.title ?? "", finding.target, finding.image].some((text) => text.toLowerCase().includes(term)),
    );
    await page.locator("#finding-search").fill(term);
    await rowsAre(page, found.length);
    const ids = await cells(page, "id");
    assert.deepEqual(ids, found.map(({ id }) => id).sort().reverse().slice(0, ids.length));
    await page.locator(".change-kinds button", { hasText: "Resolved" }).click();
    await page.locator("[role=grid][aria-label=Resolved]").waitFor();
    assert.equal(await header(page, "Id").getAttribute("aria-sort"), "descending");
  });

  test("the details of a row are those of the finding that was pressed, and a link brings its row into sight", LIMIT, async () => {
    const page = await compared("&sort=-package");
    const last = packages().at(-1);
    await first(page, "package", last);
    await rowAt(page, 0).click();
    await page.locator(".panel").getByText(last, { exact: true }).first().waitFor();
    assert.equal(await rowAt(page, 0).getAttribute("aria-selected"), "true");
    const again = await world.open(linkOf(page));
    await again.locator(".row[aria-selected=true] .c-package", { hasText: last }).waitFor();
  });

  test("what is saved as JSON is in the order of the table, and the menu says that CSV is not", LIMIT, async () => {
    const page = await compared("&sort=package");
    await first(page, "package", packages()[0]);
    await page.locator(".menu summary").click();
    await page.locator(".menu .note", { hasText: "CSV lists them worst first." }).waitFor();
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "JSON", exact: true }).click()]);
    const text = await (await file.createReadStream()).toArray();
    const saved = JSON.parse(Buffer.concat(text).toString());
    assert.deepEqual(saved.map((finding) => finding.package), packages());
  });

  test("on a phone the severity is a header to press", LIMIT, async () => {
    const page = await compared("", { viewport: { width: 390, height: 844 } });
    await press(page, "Severity");
    await page.waitForFunction(() => location.search.includes("sort=-severity"));
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false);
  });
});

/**
 * The order of the changes between two scans: by the headers of their table, as the findings of a scan are sorted.
 */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { openScan } from "scanfold";

import { readCsv } from "../harness/exports.mjs";
import { changeAnswer, RESULTS } from "./answers.mjs";
import { linkOf, mentions, rowsAre, tooWide } from "./shown.mjs";
import { openTable, ready, rowAt, save } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";
import { letTrap } from "./trap.mjs";

const [NOW, THEN] = ["scan-nightly", "scan-nightly-last-week"];

suite("the order of changes", (world) => {
  let added;
  before(async () => {
    const then = new Set((await world.rawScan(THEN)).findings.map(({ uid }) => uid));
    added = (await world.rawScan(NOW)).findings.filter(({ uid }) => !then.has(uid));
  });

  const compared = (query = "", options) => openTable(world, `?tab=changes&scan=${NOW}&before=${THEN}${query}`, options);
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
    assert.match(await linkOf(page), /[?&]sort=package(&|$)/);
    assert.ok(await header(page, "Package").locator("button:focus").isVisible(), "the focus stays on the header");

    await press(page, "Package");
    await first(page, "package", packages().at(-1));
    const descending = await cells(page, "package");
    assert.deepEqual(descending, packages().reverse().slice(0, descending.length));
    await press(page, "Package");
    await page.locator("[role=columnheader][aria-sort=none]", { hasText: "Package" }).waitFor();
    assert.deepEqual(await cells(page, "id"), worst);
    // The address follows what is drawn.
    await page.waitForFunction(() => !location.search.includes("sort="));

    await page.goBack();
    await first(page, "package", packages().at(-1));
    await page.goBack();
    await first(page, "package", packages()[0]);
  });

  test("a row that is opened before the list is sorted is found where it stands then", LIMIT, async () => {
    const page = await world.newPage();
    const five = (number) => String(number).padStart(5, "0");
    const many = Array.from({ length: 20_000 }, (_, at) => ({ ...added[0], uid: `u${at}`, id: `CVE-${five((at * 7919) % 20_000)}`, package: `package-${five(at)}` }));
    await changeAnswer(page, RESULTS, (scan) => ({ ...scan, findings: scan.scan_id === NOW ? many : [] }));
    await world.show(page, `?tab=changes&scan=${NOW}&before=${THEN}`);
    await ready(page);
    // The table is drawn with its new order, and the list takes longer to be sorted.
    const wasSorted = await page.evaluate(async () => {
      const first = () => document.querySelector(".row[data-index='0']").textContent;
      const before = first();
      document.querySelectorAll("[role=columnheader] button")[1].click();
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      const sorted = first() !== before;
      document.querySelector(".row[data-index='5']").click();
      return sorted;
    });
    assert.equal(wasSorted, false);
    await page.locator(".panel h2").waitFor();
    const isSelected = page.locator(".row[aria-selected=true]");
    await page.waitForFunction(() => {
      const ids = [...document.querySelectorAll(".row[data-index] .c-id")].map(({ textContent }) => textContent);
      return ids.every((id, at) => at === 0 || ids[at - 1] < id);
    });
    await isSelected.waitFor();
    const index = Number(await isSelected.getAttribute("data-index"));
    await page.locator(".panel", { hasText: `${(index + 1).toLocaleString("en")} of 20,000` }).waitFor();
    const id = await rowAt(page, index + 1).locator(".c-id").textContent();
    await page.locator("body").press("j");
    await page.locator(".panel h2", { hasText: id }).waitFor();
  });

  test("changes without a chosen order are in the order of findings, on the page and in files", LIMIT, async () => {
    const scan = await openScan((await world.rawScan(NOW)).findings);
    const isNew = new Set(added.map(({ uid }) => uid));
    const wanted = scan.findings({ limit: Infinity }).rows.map(({ uid }) => uid).filter((uid) => isNew.has(uid));
    scan.dispose();
    const page = await compared();
    const saved = JSON.parse((await save(page, "JSON")).text);
    assert.deepEqual(saved.map(({ uid }) => uid), wanted);
    const ids = await cells(page, "id");
    assert.deepEqual(ids, saved.slice(0, ids.length).map(({ id }) => id));
    assert.equal(await header(page, "Severity").getAttribute("aria-sort"), "descending");
  });

  test("the header of the severity reverses the order that applies without a choice", LIMIT, async () => {
    const page = await compared();
    await press(page, "Severity");
    await page.locator("[role=columnheader][aria-sort=ascending]", { hasText: "Severity" }).waitFor();
    await press(page, "Severity");
    await page.locator("[role=columnheader][aria-sort=descending]", { hasText: "Severity" }).waitFor();
    await page.waitForFunction(() => !location.search.includes("sort="));
  });

  test("a search leaves the order, and the kinds have it too", LIMIT, async () => {
    const page = await compared("&sort=-id");
    const term = "gateway";
    const found = added.filter(mentions(term));
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
    const again = await world.open(await linkOf(page));
    await again.locator(".row[aria-selected=true] .c-package", { hasText: last }).waitFor();
  });

  const top = (page) => page.evaluate(() => document.querySelector(".grid").scrollTop);
  const inSight = (page) =>
    page.waitForFunction(() => {
      const [row, grid] = [".row[aria-selected=true]", ".grid"].map((selector) => document.querySelector(selector)?.getBoundingClientRect());
      return row !== undefined && row.top >= grid.top && row.bottom <= grid.bottom;
    });

  test("a link, and a header that is pressed, bring the row of the open change into sight, wherever it is", LIMIT, async () => {
    const sorted = added.toSorted((one, other) => (one.package < other.package ? -1 : 1));
    const { uid } = sorted[Math.floor(sorted.length / 2)];
    const page = await compared(`&sort=package&finding=${uid}`);
    await inSight(page);
    assert.ok((await top(page)) > 0);
    const unsorted = await compared(`&finding=${uid}`);
    await inSight(unsorted);
    await press(unsorted, "Package");
    await unsorted.locator("[role=columnheader][aria-sort=ascending]", { hasText: "Package" }).waitFor();
    await inSight(unsorted);
  });

  test("a sorted table stands where it was left for another view, or another kind", LIMIT, async () => {
    const page = await compared("&sort=package");
    await first(page, "package", packages()[0]);
    for (const [away, back] of [
      [() => page.getByRole("link", { name: "Team", exact: true }).click(), () => page.goBack()],
      [() => page.locator(".change-kinds button", { hasText: "Resolved" }).click(), () => page.locator(".change-kinds button", { hasText: "New" }).click()],
    ]) {
      await page.evaluate(() => document.querySelector(".grid").scrollTo({ top: 1700 }));
      await page.locator(".row[data-index='52']").waitFor();
      await away();
      await page.locator("[role=grid][aria-label=New]").waitFor({ state: "detached" });
      await back();
      await page.waitForFunction(() => document.querySelector(".grid[aria-label=New]")?.scrollTop === 1700);
    }
  });

  test("changes have every order that findings have, that by a column which no table shows too", LIMIT, async () => {
    const page = await compared("&sort=-kind");
    const saved = async () => JSON.parse((await save(page, "JSON")).text);
    assert.deepEqual((await saved()).map(({ kind }) => kind), added.map(({ kind }) => kind).sort().reverse());
  });

  for (const query of ["&sort=package", "&q=e"])
    test(`changes that cannot be read any more are not saved as none: ${query}`, LIMIT, async () => {
      const page = await world.newPage();
      await letTrap(page);
      const files = [];
      page.on("download", (file) => files.push(file.suggestedFilename()));
      await world.show(page, `?tab=changes&scan=${NOW}&before=${THEN}${query}`);
      await ready(page);
      await page.locator("main .menu summary").click();
      const json = page.getByRole("button", { name: "JSON", exact: true });
      await page.waitForFunction(() => [...document.querySelectorAll("main .menu button")].every((button) => !button.disabled));
      await json.evaluate((button) => {
        globalThis.isTrapped = true;
        button.click();
      });
      await page.locator(".failed").waitFor();
      assert.deepEqual(files, []);
      await page.context().close();
    });

  test("a saved file is in the order of the table", LIMIT, async () => {
    const page = await compared("&sort=package");
    await first(page, "package", packages()[0]);
    assert.deepEqual(JSON.parse((await save(page, "JSON")).text).map((finding) => finding.package), packages());
    assert.deepEqual(readCsv((await save(page, "CSV")).text).map((finding) => finding.package), packages());
  });

  test("on a phone the severity is a header to press", LIMIT, async () => {
    const page = await compared("", { viewport: { width: 390, height: 844 } });
    assert.equal(await header(page, "Severity").getAttribute("aria-sort"), "descending");
    await press(page, "Severity");
    await page.waitForFunction(() => location.search.includes("sort=severity"));
    assert.equal(await tooWide(page), 0);
  });
});

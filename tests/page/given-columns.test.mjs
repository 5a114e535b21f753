/** Columns without a value in the whole scan take no room; no filter removes a column, and one that a link sorts by stays. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { changeAnswer, RESULTS } from "./answers.mjs";
import { drawn, oneLine } from "./shown.mjs";
import { openTable, ready } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

const WIDTHS = [1920, 1440, 1280, 1180, 1024, 820, 701, 480, 390];

suite("columns that a scan has something for", (world) => {
  const headers = (page) => page.locator("[role=columnheader]").evaluateAll((all) => all.map((one) => one.textContent.replace(/[↓↑]/, "").trim()));

  /** A scan whose findings have only what `left` leaves of them. */
  const withOnly = async (left, query = "") => {
    const page = await world.newPage();
    await changeAnswer(page, RESULTS, (scan) => ({ ...scan, findings: scan.findings.map(left) }));
    await world.show(page, `?scan=scan-nightly${query}`);
    await ready(page);
    return page;
  };
  const without = (...names) => (finding) => Object.fromEntries(Object.entries(finding).filter(([name]) => !names.includes(name)));

  test("a scan without scores and exploits has no column of them, and its table fits at every width", LIMIT, async () => {
    const page = await withOnly(without("epss_details", "public_exploit"));
    assert.deepEqual(await headers(page), ["Severity", "Id", "Package", "Installed", "Fixed in", "Image", "Title"]);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await drawn(page);
      const { out, last, box } = await page.evaluate(() => {
        const grid = document.querySelector(".grid");
        const cells = [...document.querySelectorAll(".head .cell")].filter((cell) => cell.checkVisibility());
        return { out: grid.scrollWidth - grid.clientWidth, last: cells.at(-1).getBoundingClientRect().right, box: grid.getBoundingClientRect().right };
      });
      assert.ok(out <= 0, `${width}: ${out} pixels are out of sight`);
      assert.ok(box - last < 40, `${width}: the last column ends ${box - last} pixels before the table`);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    assert.ok(await page.locator("[role=columnheader].c-title").isVisible(), "titles have the room");
  });

  test("a scan without scores says so in the rail, in place of bounds that nothing reaches, unless one of them is set", LIMIT, async () => {
    const facet = (page) => page.locator(".rail fieldset", { has: page.locator("legend", { hasText: "EPSS probability" }) });
    const page = await withOnly(without("epss_details"));
    await facet(page).waitFor();
    assert.equal(oneLine(await facet(page).innerText()), "EPSS probability No EPSS scores are known");
    await page.goto(`${page.url()}&epss=0.1`);
    await page.getByRole("heading", { name: "No finding matches these filters" }).waitFor();
    await facet(page).getByRole("radio", { name: "any" }).click();
    await facet(page).getByText("No EPSS scores are known").waitFor();
    const scored = await openTable(world, "?kind=npm");
    await facet(scored).getByRole("radio").first().waitFor();
  });

  test("a scan that has only one of the two shows that one", LIMIT, async () => {
    assert.ok((await headers(await withOnly(without("epss_details")))).includes("Exploit"));
    const scored = await headers(await withOnly(without("public_exploit")));
    assert.deepEqual([scored.includes("EPSS"), scored.includes("Exploit")], [true, false]);
  });

  test("a score of zero is a score", LIMIT, async () => {
    const page = await withOnly((finding, at) => ({ ...without("epss_details", "public_exploit")(finding), ...(at === 7 ? { epss_details: { epss: "0" } } : {}) }));
    assert.ok((await headers(page)).includes("EPSS"));
  });

  test("a filter that leaves no scores and no exploits leaves the columns", LIMIT, async () => {
    const page = await openTable(world, "?exploit=no&kind=npm");
    const all = await headers(page);
    assert.ok(all.includes("EPSS") && all.includes("Exploit"), all.join());
  });

  test("a column that a link sorts or filters by is in sight, and says so", LIMIT, async () => {
    const page = await withOnly(without("epss_details", "public_exploit"), "&sort=-epss&exploit=no");
    assert.equal(await page.locator("[role=columnheader].c-epss").getAttribute("aria-sort"), "descending");
    assert.ok((await headers(page)).includes("Exploit"));
    await page.locator("[role=columnheader].c-id button").click();
    await page.locator("[role=columnheader].c-epss").waitFor({ state: "detached" });
  });

  test("changes without a score have no column of it", LIMIT, async () => {
    const page = await withOnly(without("epss_details"), "&tab=changes&before=scan-nightly-last-week");
    assert.ok(!(await headers(page)).includes("EPSS"));
    assert.ok((await headers(page)).includes("Exploit"));
    const scored = await openTable(world, "?scan=scan-nightly&tab=changes&before=scan-nightly-last-week");
    assert.ok((await headers(scored)).includes("EPSS"));
  });

  test("if only changes of another kind have a score, the column and the bounds in the rail stay", LIMIT, async () => {
    const then = new Set((await world.rawScan("scan-nightly-last-week")).findings.map(({ uid }) => uid));
    const page = await withOnly((finding) => (then.has(finding.uid) ? finding : without("epss_details")(finding)), "&tab=changes&before=scan-nightly-last-week");
    await page.locator(".rail input[name=minEpss]").first().waitFor();
    assert.ok((await headers(page)).includes("EPSS"));
    assert.equal(await page.locator(".rail", { hasText: "No EPSS scores" }).count(), 0);
  });
});

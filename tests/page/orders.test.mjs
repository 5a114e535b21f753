/** Groups and upgrades sorted by their columns: by header and by link, worst first by default; and the ids of an upgrade. */
import assert from "node:assert/strict";
import { before, test } from "node:test";

import { changeAnswer, RESULTS } from "./answers.mjs";
import { digits, SEVERITIES } from "./shown.mjs";
import { openTable, ready, rowAt } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

suite("orders of groups and upgrades", (world) => {
  let nightly;
  before(async () => {
    nightly = (await world.rawScan("scan-nightly")).findings;
  });

  const header = (page, id) => page.locator(`[role=columnheader].c-${id}`);
  const press = (page, id) => header(page, id).getByRole("button").click();
  const cells = (page, id) => page.locator(`.row[data-index] .c-${id}`).allTextContents();
  const isSorted = (values) => values.every((value, at) => at === 0 || values[at - 1] <= value);
  const orderIs = (page, name, value) => page.waitForURL((url) => url.searchParams.get(name) === value);

  /** Every header of the groups that sorts, what its cells show, and its name in a link. */
  const COLUMNS = [...SEVERITIES.map((severity) => [`sev.s-${severity}`, severity]), ["total", "findings"], ["ids", "ids"], ["fixable", "fixable"]];

  test("each column of numbers sorts the groups by what it shows, the greatest first, and the other way round", LIMIT, async () => {
    const page = await openTable(world, "?tab=image");
    for (const [id, name] of COLUMNS) {
      await press(page, id);
      await orderIs(page, "groups", `-${name}`);
      assert.equal(await header(page, id).getAttribute("aria-sort"), "descending");
      assert.ok(isSorted((await cells(page, id)).map(digits).reverse()), `${id}: ${await cells(page, id)}`);
      await press(page, id);
      await orderIs(page, "groups", name);
      assert.equal(await header(page, id).getAttribute("aria-sort"), "ascending");
      assert.ok(isSorted((await cells(page, id)).map(digits)), `${id}: ${await cells(page, id)}`);
      assert.equal(await page.locator("[aria-sort=ascending], [aria-sort=descending]").count(), 1);
    }
    const total = new Set(nightly.map(({ image }) => image)).size;
    assert.equal((await cells(page, "total")).length, total);
  });

  test("names sort from the first letter on, and the third press is worst first again, which no link says", LIMIT, async () => {
    const page = await openTable(world, "?tab=package");
    const worst = await cells(page, "name");
    assert.equal(await header(page, "bar").getAttribute("aria-sort"), "descending");
    assert.match(await page.locator(".legend").innerText(), /Worst first\./);
    const all = [...new Set(nightly.map((finding) => finding.package))].sort();
    for (const [order, expected] of [["name", all], ["-name", all.toReversed()]]) {
      await press(page, "name");
      await orderIs(page, "groups", order);
      const shown = await cells(page, "name");
      assert.deepEqual(shown, expected.slice(0, shown.length));
      assert.doesNotMatch(await page.locator(".legend").innerText(), /Worst first/);
    }
    await press(page, "name");
    await orderIs(page, "groups", null);
    assert.deepEqual(await cells(page, "name"), worst);
    await press(page, "bar");
    await orderIs(page, "groups", "severity");
    await page.waitForFunction((worst) => document.querySelector(".row[data-index='0'] .c-name").textContent !== worst, worst[0]);
    await rowAt(page, 0).focus();
    await page.keyboard.press("End");
    assert.equal(await rowAt(page, all.length - 1).locator(".c-name").textContent(), worst[0]);
  });

  test("a link opens the order it names, a step back takes it back, and another view keeps it", LIMIT, async () => {
    const page = await openTable(world, "?tab=image&groups=-fixable");
    const fixable = (await cells(page, "fixable")).map(digits);
    assert.ok(isSorted(fixable.toReversed()), String(fixable));
    await press(page, "name");
    await orderIs(page, "groups", "name");
    await page.goBack();
    await orderIs(page, "groups", "-fixable");
    await page.waitForFunction(() => document.querySelector("[role=columnheader].c-fixable").ariaSort === "descending");
    await page.getByRole("tab", { name: "By kind" }).click();
    await page.locator("[role=grid][aria-label='Findings by kind']").waitFor();
    assert.equal(await header(page, "fixable").getAttribute("aria-sort"), "descending");
    // What no order is called is worst first.
    const other = await openTable(world, "?tab=image&groups=-colour");
    assert.equal(await header(other, "bar").getAttribute("aria-sort"), "descending");
    await orderIs(other, "groups", null);
  });

  test("a header is pressed by key and keeps the focus, and the table begins at its top", LIMIT, async () => {
    const page = await openTable(world, "?scan=scan-fleet&tab=image");
    await page.locator(".grid").evaluate((grid) => (grid.scrollTop = 3000));
    await page.locator(".row[data-index='90']").waitFor();
    await header(page, "name").getByRole("button").focus();
    await page.keyboard.press("Enter");
    await orderIs(page, "groups", "name");
    await rowAt(page, 0).waitFor();
    assert.equal(await page.locator(".grid").evaluate((grid) => grid.scrollTop), 0);
    assert.ok(await header(page, "name").getByRole("button").evaluate((button) => button === document.activeElement));
  });

  test("the buttons that sort by the count of a severity are read aloud by its word", LIMIT, async () => {
    const page = await openTable(world, "?tab=image");
    const names = [];
    for (const severity of SEVERITIES) names.push(await header(page, `sev.s-${severity}`).ariaSnapshot());
    assert.deepEqual(names.map((text) => /button "([^"]*)"/.exec(text)?.[1]), ["C Critical", "H High", "M Medium", "L Low", "? Unknown"]);
  });

  test("the direction shows even if the severity's header has room for a short name only", LIMIT, async () => {
    const page = await openTable(world, "?scan=scan-nightly", { viewport: { width: 390, height: 844 } });
    const arrow = header(page, "severity").locator(".arrow");
    for (const direction of ["↑", "↓"]) {
      await press(page, "severity");
      await arrow.filter({ hasText: direction }).waitFor();
      const [seen, next] = [await arrow.boundingBox(), await header(page, "id").boundingBox()];
      assert.ok(seen.width > 4 && seen.height > 8 && seen.x + seen.width <= next.x, JSON.stringify({ seen, next }));
    }
  });

  test("upgrades are sorted by how many they clear, by package and by image", LIMIT, async () => {
    const page = await openTable(world, "?tab=upgrades");
    const worst = await cells(page, "package");
    await press(page, "clears");
    await orderIs(page, "upgrades", "-clears");
    assert.ok(isSorted((await cells(page, "clears")).map(digits).reverse()));
    for (const id of ["package", "image"]) {
      await press(page, id);
      await orderIs(page, "upgrades", id);
      assert.ok(isSorted(await cells(page, id)), id);
      assert.equal(await header(page, id).getAttribute("aria-sort"), "ascending");
      assert.doesNotMatch(await page.locator(".legend").innerText(), /worst first/);
    }
    await press(page, "worst");
    await orderIs(page, "upgrades", null);
    assert.deepEqual(await cells(page, "package"), worst);
    assert.match(await page.locator(".legend").innerText(), /; worst first\./);
    // A row is the upgrade that it shows, in this order as in the other.
    await press(page, "image");
    await orderIs(page, "upgrades", "image");
    const [name, image] = await Promise.all(["package", "image"].map((id) => rowAt(page, 3).locator(`.c-${id}`).textContent()));
    await rowAt(page, 3).click();
    await page.waitForURL((url) => url.searchParams.get("pkg") === name && url.searchParams.get("image") === image);
  });

  test("the ids that an upgrade clears are never cut, and their number and all of them are readable", LIMIT, async () => {
    const page = await world.newPage();
    const one = { ...nightly[0], image: "image", package: "kernel", kind: "debian", installed_version: "1.0", fixed_version: "2.0" };
    const ids = Array.from({ length: 12 }, (_, at) => (at === 1 ? "GHSA-xxxx-yyyy-zzzz" : `CVE-2024-${10_000 + at}`));
    const findings = [...ids.map((id, at) => ({ ...one, uid: `u-${at}`, id })), { ...one, uid: "single", package: "single", id: "CVE-2024-1" }];
    await changeAnswer(page, RESULTS, (scan) => ({ ...scan, findings }));
    await world.show(page, "?tab=upgrades&upgrades=-clears");
    await ready(page);
    for (const width of [1920, 1440, 1280, 1024]) {
      await page.setViewportSize({ width, height: 800 });
      const { cut, seen } = await page.locator(".row[data-index] .ids").evaluateAll((all) => {
        const parts = all.flatMap((list) => [...list.children].map((part) => [list.getBoundingClientRect(), part.getBoundingClientRect(), part]));
        const seen = parts.filter(([list, part]) => part.top < list.bottom - 1);
        return { seen: seen.length, cut: seen.filter(([list, box, part]) => box.right > list.right + 1 || part.scrollWidth > part.clientWidth).map(([, , part]) => part.textContent) };
      });
      assert.deepEqual(cut, [], String(width));
      assert.ok(seen >= (width >= 1440 ? 3 : 2), `${width}: ${seen}`);
    }
    const cell = rowAt(page, 0).locator(".ids");
    assert.deepEqual((await cell.getAttribute("title")).split(", ").sort(), ids.toSorted());
    assert.match(await cell.textContent(), /^12 ids: /);
    assert.equal(await rowAt(page, 1).locator(".ids").textContent(), "CVE-2024-1");
  });
});

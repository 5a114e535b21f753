/**
 * What has room in a table and in the details beside it: no table is wider than its place at any width, the columns that matter are in
 * sight, and details that open leave the table where it is.
 */
import assert from "node:assert/strict";
import { before, test } from "node:test";

import { changeAnswer, RESULTS } from "./answers.mjs";
import { drawn, oneLine } from "./shown.mjs";
import { openTable, rowAt } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";
import { WIDTHS } from "./widths.mjs";

suite("what has room in a table", (world) => {
  let uid;
  before(async () => {
    uid = (await world.rawScan("scan-nightly")).findings.find(({ severity }) => severity === "critical").uid;
  });

  for (const tab of ["findings", "id", "image", "package", "upgrades", "changes&before=scan-nightly-last-week", "changes&before=scan-nightly-last-week&change=severityChanged"]) {
    test(`nothing of the table is out of sight, with the details open or not: ${tab}`, LIMIT, async () => {
      for (const finding of ["", `&finding=${encodeURIComponent(uid)}`]) {
        const page = await openTable(world, `?tab=${tab}${finding}`);
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          await drawn(page);
          const out = await page.evaluate(() => {
            const grid = document.querySelector(".grid");
            return { table: grid.scrollWidth - grid.clientWidth, page: document.documentElement.scrollWidth - document.documentElement.clientWidth };
          });
          assert.deepEqual({ table: Math.max(0, out.table), page: Math.max(0, out.page) }, { table: 0, page: 0 }, `${width} ${finding}`);
        }
      }
    });
  }

  test("nothing of the findings is out of sight at the widths between those either", LIMIT, async () => {
    const page = await openTable(world, "?scan=scan-fleet");
    const wider = [];
    for (let width = 1440; width > 700; width -= 7) {
      await page.setViewportSize({ width, height: 900 });
      await drawn(page);
      const [needed, there] = await page.locator(".grid").evaluate((grid) => [grid.scrollWidth, grid.clientWidth]);
      if (needed > there) wider.push(`${width}: ${needed} in ${there}`);
    }
    assert.deepEqual(wider, []);
  });

  test("the table of changes takes what the window has, with the details open or not", LIMIT, async () => {
    const page = await openTable(world, "?tab=changes&before=scan-nightly-last-week", { viewport: { width: 1440, height: 1080 } });
    const height = () => page.locator(".grid").evaluate((grid) => [grid.clientHeight, innerHeight - grid.getBoundingClientRect().bottom]);
    const [tall, below] = await height();
    assert.ok(tall > 500 && below < 40, `${tall} high, ${below} below it`);
    await rowAt(page, 9).click();
    await page.locator(".panel").waitFor();
    assert.deepEqual(await height(), [tall, below]);
  });

  test("columns grow with the browser's text", LIMIT, async () => {
    const page = await openTable(world);
    await page.evaluate(() => (document.documentElement.style.fontSize = "24px"));
    await drawn(page);
    for (const column of ["severity", "id", "epss"]) {
      const cut = await page.locator(`.row[data-index] .c-${column}`).evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length);
      assert.equal(cut, 0, column);
    }
    const out = await page.locator(".grid").evaluate((grid) => grid.scrollWidth - grid.clientWidth);
    assert.ok(out <= 0, `${out} pixels are out of sight`);
  });

  test("the arrow of the order is whole with larger text in the browser", LIMIT, async () => {
    const page = await openTable(world, "?tab=target");
    await page.evaluate(() => (document.documentElement.style.fontSize = "32px"));
    for (const width of [1440, 700]) {
      await page.setViewportSize({ width, height: 900 });
      await drawn(page);
      const isCut = await page.locator(".head .arrow:not(:empty)").evaluate((arrow) => arrow.scrollWidth > arrow.clientWidth);
      assert.equal(isCut, false, String(width));
    }
  });

  for (const list of ["scans", "groups", "latest"])
    test(`no column of a history is out of sight: ${list}`, LIMIT, async () => {
      const page = await openTable(world, `?view=history&list=${list}`);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await drawn(page);
        const out = await page.locator(".grid").evaluate((grid) => grid.scrollWidth - grid.clientWidth);
        assert.ok(out <= 0, `${width}: ${out} pixels are out of sight`);
      }
    });

  test("groups have their bars where their legend is, on the narrowest screens", LIMIT, async () => {
    const page = await openTable(world, "?tab=image");
    for (const width of [1440, 768, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await drawn(page);
      const isSeen = (selector) => page.locator(selector).first().isVisible();
      assert.deepEqual([await isSeen(".legend .line"), await isSeen(".row[data-index] .c-bar svg")], [true, true], String(width));
    }
  });

  test("on a phone the bar of a group lies under its name, which has the room of both", LIMIT, async () => {
    const page = await world.newPage({ viewport: { width: 390, height: 844 } });
    const target = "images/web.tar.gz (alma 8.5)";
    await changeAnswer(page, RESULTS, (scan) => ({ ...scan, findings: scan.findings.map((finding) => ({ ...finding, target })) }));
    await world.show(page, "?tab=target");
    const row = rowAt(page, 0);
    await row.waitFor();
    assert.deepEqual(await row.locator(".path").evaluate((path) => [path.innerText, path.scrollWidth > path.clientWidth]), [target, false]);
    const edges = (locator) => locator.evaluate((one) => one.getBoundingClientRect()).then(({ top, bottom }) => [top, bottom]);
    const [around, name, bar] = [await edges(row), await edges(row.locator(".c-name")), await edges(row.locator(".c-bar svg"))];
    assert.ok(around[0] <= name[0] && name[1] <= bar[0] && bar[1] <= around[1], JSON.stringify({ around, name, bar }));
    const heads = await page.locator(".head :is(.c-name, .c-bar)").evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length);
    assert.equal(heads, 0, "no heading is cut");
  });

  test("how many findings an upgrade clears has its heading whole, sorted by it too", LIMIT, async () => {
    const page = await openTable(world, "?tab=upgrades&upgrades=-clears");
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await drawn(page);
      const seen = await page.locator(".head .c-clears").evaluate((cell) => {
        const [button, box, grid] = [cell.querySelector("button"), cell, cell.closest(".grid")].map((one) => one.getBoundingClientRect());
        const isCut = getComputedStyle(cell).overflowX !== "visible" && (button.left < box.left || button.right > box.right + 2);
        return { isCut, isBeside: button.right <= box.right + 2, isInside: button.left >= grid.left };
      });
      assert.deepEqual(seen, { isCut: false, isBeside: true, isInside: true }, String(width));
    }
  });

  test("the text beside a legend is one sentence on a phone too", LIMIT, async () => {
    for (const width of [414, 390, 320]) {
      const page = await openTable(world, "?tab=image", { viewport: { width, height: 800 } });
      const [ended, goesOn] = await page.locator(".legend > :last-child").evaluate((caption) => {
        const text = document.createRange();
        text.selectNodeContents([...caption.childNodes].find(({ data }) => data?.includes("Select a row")));
        const note = caption.querySelector(".left-out-note");
        return [[...text.getClientRects()].at(-1), note.getClientRects()[0]].map(({ top }) => Math.round(top));
      });
      assert.ok(goesOn >= ended - 2, `${width}: ${ended} ${goesOn}`);
    }
  });

  test("on a wide screen the title has what other columns leave over", LIMIT, async () => {
    const page = await openTable(world, "", { viewport: { width: 2560, height: 1300 } });
    const cut = await page.locator(".row[data-index] .c-title").evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent));
    assert.deepEqual(cut, []);
  });

  test("on a tablet findings of several images are told apart", LIMIT, async () => {
    const page = await openTable(world, "", { viewport: { width: 768, height: 1024 } });
    assert.ok(await rowAt(page, 0).locator(".c-image").isVisible());
  });

  test("a known exploit has its column down to a laptop with the details open", LIMIT, async () => {
    const page = await world.open(`?finding=${encodeURIComponent(uid)}`);
    await page.locator(".panel").waitFor();
    for (const width of [1440, 1280, 1024, 960]) {
      await page.setViewportSize({ width, height: 900 });
      await drawn(page);
      assert.ok(await page.locator("[role=columnheader].c-exploit").isVisible(), String(width));
    }
  });

  test("each severity of an upgrade or of a group is a letter or a word too, on every width", LIMIT, async () => {
    for (const tab of ["upgrades", "image"]) {
      const page = await world.open(`?tab=${tab}`);
      await rowAt(page, 0).waitFor();
      assert.match(await page.locator(".legend").innerText(), /C Critical.*H High.*M Medium.*L Low.*\? Unknown/s);
      for (const width of [1440, 1024, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await drawn(page);
        const row = oneLine(await rowAt(page, 0).innerText());
        const counts = width > 1000 && tab === "image";
        if (counts) assert.match(oneLine(await page.locator(".grid .head").innerText()), / C H M L \? /);
        else assert.match(row, /(^| )[CHML?] /, `${tab} ${width}`);
      }
    }
  });

  test("changes have their titles where there is room, and EPSS where there is less", LIMIT, async () => {
    for (const change of ["added", "severityChanged"]) {
      const page = await openTable(world, `?tab=changes&before=scan-nightly-last-week&change=${change}`);
      for (const [width, column] of [[1600, "title"], [1440, "title"], [1280, "epss"]]) {
        await page.setViewportSize({ width, height: 900 });
        await drawn(page);
        assert.ok(await page.locator(`[role=columnheader].c-${column}`).isVisible(), `${change}, ${width}`);
        assert.notEqual(await rowAt(page, 0).locator(`.c-${column}`).innerText(), "");
        const cut = await page.locator(".row[data-index] :is(.c-severity, .c-id)").evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length);
        assert.equal(cut, 0, `${change}, ${width}`);
      }
    }
  });

  test("the heading of the details is larger than their text", LIMIT, async () => {
    const page = await world.open(`?finding=${encodeURIComponent(uid)}`);
    await page.locator(".panel h2").waitFor();
    const [heading, text] = await page.evaluate(() => [".panel h2", ".panel .title"].map((selector) => Number.parseFloat(getComputedStyle(document.querySelector(selector)).fontSize)));
    assert.ok(heading > text, `${heading} and ${text}`);
  });

  test("the word of a severity is whole at the head of the details, whose buttons give way", LIMIT, async () => {
    for (const query of [`?finding=${encodeURIComponent(uid)}`, "?tab=changes&before=scan-nightly-last-week&change=severityChanged"]) {
      const page = await openTable(world, query);
      if (query.includes("changes")) await rowAt(page, 0).click();
      await page.locator(".panel .badge").waitFor();
      for (const width of [1440, 1280, 1181, 1180, 1100, 1024, 960, 900, 820, 701, 390, 320]) {
        await page.setViewportSize({ width, height: 900 });
        await drawn(page);
        const [lines, out] = await page.evaluate(() => {
          const word = document.createRange();
          word.selectNodeContents(document.querySelector(".panel .badge .word"));
          const { right } = document.querySelector(".panel").getBoundingClientRect();
          const parts = [word, ...document.querySelectorAll(".panel > header button")];
          return [word.getClientRects().length, parts.filter((part) => part.getBoundingClientRect().right > right).length];
        });
        assert.deepEqual([lines, out], [1, 0], `${width} ${query}`);
      }
    }
  });

  test("details that are no dialog cover nothing that the keyboard reaches", LIMIT, async () => {
    for (const width of [701, 760, 980, 1000, 1180, 1280]) {
      const page = await openTable(world, "", { viewport: { width, height: 760 } });
      const top = () => page.locator(".grid").evaluate((grid) => grid.getBoundingClientRect().top);
      const before = await top();
      await rowAt(page, 2).click();
      await page.locator("aside.panel").waitFor();
      const covered = await page.evaluate(() => {
        const panel = document.querySelector(".panel");
        const box = panel.getBoundingClientRect();
        const all = [...document.querySelectorAll("a, button, input, select, summary, .row[data-index]")];
        const others = all.filter((one) => !panel.contains(one) && one.checkVisibility());
        return others
          .map((one) => [one, one.getBoundingClientRect()])
          .filter(([, { left, right, top, bottom }]) => right > box.left && left < box.right && bottom > box.top && top < box.bottom)
          .map(([one]) => one.outerHTML.slice(0, 80));
      });
      assert.deepEqual(covered, [], String(width));
      assert.equal(await top(), before, `${width}: the table stays where it is`);
    }
  });

  test("details that cover the page are no wider than it, whatever their buttons say", LIMIT, async () => {
    const { findings } = await world.rawScan("scan-nightly");
    const repeated = findings.find(({ id, uid }) => uid && findings.some((other) => other.id === id && other.uid !== uid));
    for (const width of [320, 340, 390]) {
      const page = await world.open(`?finding=${encodeURIComponent(repeated.uid)}`, { viewport: { width, height: 700 } });
      await page.locator("dialog.panel").getByRole("button", { name: "Filter the table by this id" }).waitFor();
      const [whole, room] = await page.locator("dialog.panel").evaluate((panel) => [panel.scrollWidth, panel.clientWidth]);
      assert.ok(whole <= room, `${width}: ${whole} of ${room}`);
    }
  });

  test("details leave the table where it is, however many filters stand above it", LIMIT, async () => {
    const filters = "?sev=critical&sev=high&fixable=yes&exploit=no&kind=debian&q=a";
    for (const width of [701, 760, 900, 1100, 1180, 1181, 1280, 1440, 1920]) {
      const page = await openTable(world, filters, { viewport: { width, height: 800 } });
      const places = () => page.evaluate(() => [".set-filters", ".grid"].map((part) => Math.round(document.querySelector(part).getBoundingClientRect().top + scrollY)));
      const before = await places();
      await rowAt(page, 1).click();
      await page.locator("aside.panel").waitFor();
      assert.deepEqual(await places(), before, String(width));
    }
  });

  test("on a small screen the table of changes stays in its place, and nothing above it lies over something else", LIMIT, async () => {
    for (const [width, height] of [[1366, 768], [1280, 720], [1440, 700], [1024, 768], [701, 900], [820, 900]])
      for (const change of ["resolved", "severityChanged"]) {
        const page = await openTable(world, `?tab=changes&scan=scan-nightly&before=scan-nightly-last-week&change=${change}`, { viewport: { width, height } });
        await page.locator("facet-rail label").first().waitFor();
        const out = await page.evaluate(() => {
          const at = (part) => document.querySelector(part).getBoundingClientRect();
          const [grid, rail, outer, net, bar] = [".grid", ".rail", "#scan-tab > .columns", ".net", "#scan-tab .filter-bar"].map(at);
          const inNet = Math.max(...[...document.querySelectorAll(".net > *")].map((part) => part.getBoundingClientRect().bottom));
          return { grid: grid.bottom - outer.bottom, rail: Math.abs(rail.bottom - outer.bottom), net: inNet - net.bottom, bar: net.bottom - bar.top };
        });
        for (const [part, by] of Object.entries(out)) assert.ok(by <= 1, `${width} × ${height}, ${change}: ${part} by ${by}`);
        await page.close();
      }
  });

  test("details leave the table of changes where it is", LIMIT, async () => {
    for (const width of [701, 900, 1180, 1280, 1440]) {
      const page = await openTable(world, "?tab=changes&scan=scan-nightly&before=scan-nightly-last-week", { viewport: { width, height: 800 } });
      // In the page: to be clicked, a row may be scrolled into the window.
      const places = () => page.evaluate(() => [".net", ".set-filters", ".grid"].map((part) => Math.round(document.querySelector(part).getBoundingClientRect().top + scrollY)));
      const before = await places();
      await rowAt(page, 2).click();
      await page.locator("aside.panel").waitFor();
      assert.deepEqual(await places(), before, String(width));
      const height = await page.locator("aside.panel").evaluate((panel) => panel.clientHeight);
      assert.ok(height >= 290, `${width}: the details are ${height} px high`);
    }
  });

  test("the version that is installed is in sight beside the facets of an ordinary window", LIMIT, async () => {
    const page = await openTable(world, "", { viewport: { width: 1280, height: 800 } });
    for (const column of ["installed", "fixed", "image", "epss"]) assert.ok(await page.locator(`[role=columnheader].c-${column}`).isVisible(), column);
  });
});

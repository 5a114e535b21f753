/** A printed view: everything that it says, light whatever the screen is, and no wider than the paper. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { changeTeam } from "./answers.mjs";
import { oneLine } from "./shown.mjs";
import { askToRemove, chooseScan, openConnection, openTable, openTeam, plainMember, ready } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

/** What an upright sheet of A4 has room for between margins of a centimetre, in pixels of CSS. */
const PAPER = { width: 718, height: 1047 };

suite("print", (world) => {
  const print = async (page) => {
    await page.emulateMedia({ media: "print" });
    await page.setViewportSize(PAPER);
  };

  test("the rows that were in sight are printed one under the other, wherever the table was scrolled to", LIMIT, async () => {
    const page = await openTable(world, "?scan=scan-nightly");
    assert.equal(await page.locator(".on-paper").isVisible(), false);
    await page.locator(".grid").evaluate((grid) => grid.scrollTo({ top: 3400 }));
    await page.locator("[data-index='100']").waitFor();
    await print(page);
    const rows = await page.locator(".row[data-index]").evaluateAll((all) => all.map((row) => [Number(row.dataset.index), row.getBoundingClientRect().top, row.getBoundingClientRect().height]));
    const hundredth = rows.findIndex(([index]) => index === 100);
    assert.ok(hundredth > 0 && rows.length > hundredth + 5);
    for (const [at, [index, top, height]] of rows.entries()) {
      if (at === 0) continue;
      assert.ok(index > rows[at - 1][0]);
      assert.ok(height > 20 && Math.abs(top - rows[at - 1][1] - height) < 1, `row ${index}`);
    }
    const grid = await page.locator(".grid").boundingBox();
    assert.ok(grid.height > rows.length * rows[1][2], "nothing of them is cut");
    assert.equal(await page.locator("data-grid .on-paper").innerText(), "Of 2,581 rows, those that were in sight and next to them.");
  });

  test("a dialog that is open leaves no mark on paper, and is there afterwards", LIMIT, async () => {
    const dialogs = {
      connection: async () => {
        const page = await openTable(world, "?scan=scan-nightly");
        await openConnection(page);
        return page;
      },
      removal: async () => {
        const { team } = await world.rawTeam(world.seeded.teams[1].id);
        const page = await openTeam(world, team.id);
        await askToRemove(page, plainMember(team).user_login);
        return page;
      },
      filters: async () => {
        const page = await openTable(world, "?scan=scan-nightly", { viewport: { width: 390, height: 844 } });
        await page.getByRole("button", { name: "Filters" }).click();
        return page;
      },
    };
    for (const [name, open] of Object.entries(dialogs)) {
      const page = await open();
      const dialog = page.locator("dialog[open]");
      await dialog.waitFor();
      const sayings = () => page.locator("main :is(h1, h2), .grid .row, .members tbody tr").evaluateAll((all) => all.filter((one) => one.closest("dialog") === null && one.checkVisibility()).length);
      const said = await sayings();
      await page.emulateMedia({ media: "print" });
      assert.equal(await dialog.isVisible(), false, name);
      assert.ok(said > 1 && (await sayings()) >= said, `${name}: what lies below it is printed`);
      const backdrop = await page.evaluate(() => getComputedStyle(document.querySelector("dialog[open]"), "::backdrop").display);
      assert.equal(backdrop, "none", name);
      await page.emulateMedia({ media: "screen" });
      assert.ok(await dialog.isVisible(), name);
    }
  });

  test("no tab is cut", LIMIT, async () => {
    const page = await openTable(world, "?scan=scan-fleet");
    await print(page);
    const [needed, there] = await page.locator("#main .tabs").first().evaluate((tabs) => [tabs.scrollWidth, tabs.clientWidth]);
    assert.ok(needed <= there, `${needed} in ${there}`);
  });

  test("each figure is printed with its value", LIMIT, async () => {
    const page = await openTable(world, "?scan=scan-nightly");
    const values = () => page.locator(".figures dd").evaluateAll((all) => all.map((value) => value.innerText.trim()));
    const seen = await values();
    assert.ok(seen.length > 3 && seen.every((value) => /\d/.test(value)), seen.join());
    await print(page);
    assert.deepEqual(await values(), seen);
  });

  test("of changes it is printed how many there are of each kind, and which are listed", LIMIT, async () => {
    const page = await openTable(world, "?scan=scan-nightly&tab=changes&before=scan-nightly-last-week&change=severityChanged&moved=rose");
    const said = (part) => page.locator(part).innerText();
    const onScreen = await said(".moves");
    await print(page);
    assert.match(await said(".change-kinds"), /New\s+\d+\s+Resolved\s+\d+\s+Severity changed\s+\d+/);
    assert.equal((await said(".moves")).replace(/\s+/g, " "), onScreen.replace(/\s+/g, " "));
    const edges = await page.locator(".moves button").evaluateAll((all) => all.map((one) => getComputedStyle(one).borderColor));
    assert.notEqual(edges[0], edges[1]);
  });

  test("the details are printed whole, and filters that can only be pressed are not", LIMIT, async () => {
    const page = await openTable(world, "?scan=scan-nightly&theme=dark");
    await page.locator(".row[data-index='0']").click();
    await page.locator(".panel h2").waitFor();
    await print(page);
    const panel = await page.locator(".panel").evaluate((panel) => [panel.scrollHeight - panel.clientHeight, panel.getBoundingClientRect().top - document.querySelector(".grid").getBoundingClientRect().bottom]);
    assert.ok(panel[0] <= 0 && panel[1] > 0, String(panel));
    for (const pressed of [".rail", ".rail-toggle", "nav", "header .menu", ".open-scan", "input"]) assert.equal(await page.locator(pressed).first().isVisible(), false, pressed);
    const { background, letter } = await page.evaluate(() => ({
      background: getComputedStyle(document.documentElement).backgroundColor,
      letter: getComputedStyle(document.querySelector(".badge b")).printColorAdjust,
    }));
    const [red, green, blue] = background.match(/\d+/gu).map(Number);
    assert.ok(Math.min(red, green, blue) > 230, background);
    assert.equal(letter, "exact");
  });

  test("times are printed in full, and controls are not printed", LIMIT, async () => {
    const visible = (page, selector) => page.locator(selector).evaluateAll((all) => all.filter((node) => node.checkVisibility()).map((node) => node.textContent.trim()));
    const written = (page, selector) => page.locator(selector).first().evaluate((time) => getComputedStyle(time, "::after").content);
    const scan = await openTable(world, "?scan=scan-nightly");
    await print(scan);
    assert.match(await written(scan, ".facts time"), / UTC/);
    const history = await openTable(world, "?view=history&branch=main");
    await print(history);
    assert.match(await written(history, ".row time"), /\d{4}, \d\d:\d\d/);
    assert.ok((await visible(history, ".card")).length > 3);
    const team = await world.newPage();
    const members = Array.from({ length: 60 }, (_, at) => ({ user_login: `person-${at}`, role: "member" }));
    await changeTeam(team, (now) => ({ ...now, members }));
    await world.show(team, "?view=team");
    await team.locator(".members td").first().waitFor();
    await print(team);
    assert.ok((await visible(team, ".members th")).length > 3);
    const filtered = await openTable(world, "?scan=scan-nightly&sev=high");
    await chooseScan(filtered, "scan-nightly-last-week");
    await filtered.getByRole("button", { name: "Use the filters of scan-nightly" }).waitFor();
    await print(filtered);
    const still = await openTable(world, "?scan=scan-nightly&sev=high");
    await print(still);
    assert.deepEqual(await visible(still, ".set-filters .pill"), ["Severity High ×"]);
    const compared = await openTable(world, "?tab=changes&scan=scan-nightly&before=scan-nightly-last-week&images=ignored&q=lib");
    assert.equal((await visible(compared, "main .note.on-paper")).length, 0, "the fields say it on a screen");
    await print(compared);
    const [said] = await visible(compared, "main .note.on-paper");
    assert.equal(oneLine(said), "Compared with scan-nightly-last-week, matched across image names.");
    assert.deepEqual(await visible(compared, ".set-filters .pill"), ["Search lib ×"]);
    for (const page of [scan, history, team, filtered, still, compared]) {
      const shown = await visible(page, "main :is(button, input, form)");
      assert.deepEqual(shown.filter((text) => /Remove|Copy|Show|Read again|Clear|Compare|Add|^Use |^$/.test(text)), []);
    }
  });

  test("the times of a history have the room that they need, in any zone, and its table is no wider than the paper", LIMIT, async () => {
    for (const size of [PAPER, { width: PAPER.height, height: PAPER.width }])
      for (const list of ["scans", "groups", "latest"]) {
        const page = await openTable(world, `?view=history&list=${list}&zone=%2B05:30`);
        await page.emulateMedia({ media: "print" });
        await page.setViewportSize(size);
        const cells = await page.locator(".row[data-index] .c-time").evaluateAll((all) => {
          const pen = document.createElement("canvas").getContext("2d");
          return all.map((cell) => {
            const time = cell.querySelector("time");
            const { fontWeight, fontSize, fontFamily } = getComputedStyle(time, "::after");
            pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
            return { room: cell.clientWidth, needed: pen.measureText(time.title).width };
          });
        });
        assert.ok(cells.length > 0 && cells.every(({ room, needed }) => needed > 100 && room >= needed), `${list}: ${JSON.stringify(cells[0])}`);
        assert.ok(await page.evaluate(() => document.querySelector(".grid").scrollWidth <= document.documentElement.clientWidth), `${list}, ${size.width} px`);
      }
  });

  test("a timeline that was drawn for a wide window is printed whole, with the names of its lanes", LIMIT, async () => {
    const page = await world.newPage({ viewport: { width: 1920, height: 900 } });
    await world.show(page, "?view=history");
    await page.locator(".mark").first().waitFor();
    await ready(page);
    // The width of paper is not told to the page as one of a window is.
    await page.emulateMedia({ media: "print" });
    const { width } = await page.locator(".timeline svg").boundingBox();
    assert.ok(width > 300 && width < PAPER.width - 100, `${width} pixels: the names have the rest of the sheet`);
    const names = await page.locator(".lane-names li").evaluateAll((all) => all.map((name) => name.checkVisibility() && name.innerText.trim() !== ""));
    assert.ok(names.length > 1 && names.every(Boolean), String(names));
  });
});

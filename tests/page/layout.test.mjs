/**
 * What has room where: no table of a scan is wider than its place at any width, names give way at their front and stay one piece,
 * the views are in sight, and a part that is loading stands where it will be.
 */
import assert from "node:assert/strict";
import { before, test } from "node:test";

import { changeAnswer, hold, json, reply, RESULTS } from "./answers.mjs";
import { drawn, oneLine } from "./shown.mjs";
import { askToRemove, membersReady, openConnection, openTable, ready, rowAt } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

const WIDTHS = [1920, 1440, 1280, 1181, 1180, 1024, 1000, 901, 768, 720, 701, 700, 480, 390, 320];

/** For names in their places, what is visible of each and what is copied; runs in the page. */
const measured = (paths) =>
  paths.map((path) => {
    // What is left out to be seen has no size.
    const walker = document.createTreeWalker(path.querySelector("bdi"), NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) if (walker.currentNode.data !== "" && !walker.currentNode.parentElement.matches(".left-out > *")) texts.push(walker.currentNode);
    const [first, last, whole, box] = [document.createRange(), document.createRange(), document.createRange(), path.getBoundingClientRect()];
    const [shown, ending] = [texts[0], texts.at(-1)];
    first.setStart(shown, 0);
    first.setEnd(shown, 1);
    last.setStart(ending, ending.data.length - 1);
    last.setEnd(ending, ending.data.length);
    whole.selectNodeContents(path);
    getSelection().removeAllRanges();
    getSelection().addRange(whole);
    const end = last.getBoundingClientRect();
    return {
      name: path.title,
      copied: getSelection().toString(),
      cut: path.scrollWidth > path.clientWidth + 1,
      frontCut: first.getBoundingClientRect().left < box.left - 1,
      joined: /[/:]/.test(path.title),
      endInSight: end.left >= box.left - 1 && end.right <= box.right + 1 && end.top >= box.top - 1 && end.bottom <= box.bottom + 1,
      parts: path.querySelectorAll("bdi *:not(bdi > :only-child, .left-out, .left-out > *)").length,
      width: box.width,
    };
  });

/** From now on names are drawn as browsers that hang punctuation draw them. Runs in the page. */
function drawLikeWebKit() {
  const all = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]);
  const block = all.find((rule) => rule instanceof CSSSupportsRule && rule.conditionText.includes("hanging-punctuation"));
  const sheet = new CSSStyleSheet();
  sheet.replaceSync([...block.cssRules].map(({ cssText }) => cssText).join("\n"));
  document.adoptedStyleSheets.push(sheet);
}

suite("what has room where", (world) => {
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

  test("versions of the usual length are seen whole on a desk", LIMIT, async () => {
    const page = await openTable(world, "?q=libssl3");
    const cut = await page.locator(".row[data-index] :is(.c-installed, .c-fixed)").evaluateAll((cells) => cells.filter((cell) => (cell.querySelector("[title]")?.title ?? cell.textContent).length <= 16 && (cell.querySelector(".front")?.scrollWidth ?? 0) > (cell.querySelector(".front")?.clientWidth ?? 0)).length);
    assert.equal(cut, 0);
  });

  test("so are those that fix what changed, with the details open or not, and the targets of groups", LIMIT, async () => {
    const versions = (at) => ({ installed_version: `1.4.2-${at % 9}.el6_7.1`, fixed_version: `1.4.2-${at % 9}.el6_10.1` });
    const target = "images/team-seventeen.tar.gz (debian 10.2)";
    const page = await world.newPage();
    await changeAnswer(page, RESULTS, (scan) => ({ ...scan, findings: scan.findings.map((finding, at) => ({ ...finding, ...versions(at), target })) }));
    await world.show(page, "?tab=changes&before=scan-nightly-last-week&change=severityChanged");
    await ready(page);
    const cut = () => page.locator(".row[data-index] :is(.c-installed .front, .c-fixed .front, .c-name .path)").evaluateAll((parts) => parts.filter((part) => part.scrollWidth > part.clientWidth).length);
    for (const width of [1440, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await drawn(page);
      assert.equal(await cut(), 0, String(width));
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await rowAt(page, 0).click();
    await page.locator(".panel").waitFor();
    await drawn(page);
    assert.equal(await cut(), 0, "beside the details");
    await world.show(page, "?tab=target");
    await page.locator(".grid-groups .row[data-index='0']").waitFor();
    assert.equal(await cut(), 0, "targets");
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

  test("the version to upgrade to is not cut before the installed one has hardly any room left", LIMIT, async () => {
    const page = await openTable(world, "?tab=upgrades");
    const cut = [];
    for (let width = 1440; width > 700; width -= 40) {
      await page.setViewportSize({ width, height: 900 });
      await drawn(page);
      const found = await page.locator(".row[data-index] .upgrade").evaluateAll((all) =>
        all.flatMap((one) => {
          const [from, to] = [one.querySelector(".from"), one.querySelector(".to")];
          const text = document.createRange();
          text.selectNodeContents(to);
          const least = parseFloat(getComputedStyle(from).minWidth) + 1;
          const [needed, has] = [text, to].map((part) => part.getBoundingClientRect().width);
          return from.getBoundingClientRect().width > least && needed > has ? [`${one.title}: ${needed} in ${has}`] : [];
        }),
      );
      cut.push(...found.map((text) => `${width}: ${text}`));
    }
    assert.deepEqual(cut, []);
  });

  test("a small laptop shows both versions of an ordinary upgrade whole, and a group's name has the room of its ids", LIMIT, async () => {
    const versions = { installed_version: "7.61.1-4.ph3", fixed_version: "7.61.1-5.ph3" };
    const target = "images/seventeen.tar.gz (alpine 3.9)";
    const page = await world.newPage();
    await changeAnswer(page, RESULTS, (scan) => ({ ...scan, findings: scan.findings.map((finding) => ({ ...finding, ...versions, target })) }));
    await world.show(page, "?tab=upgrades");
    await ready(page);
    for (const width of [1440, 1280, 1180, 1100, 1024]) {
      await page.setViewportSize({ width, height: 800 });
      await drawn(page);
      const cut = await page.locator(".row[data-index] .upgrade :is(.from, .to)").evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length);
      assert.equal(cut, 0, String(width));
    }
    await page.getByRole("tab", { name: "By target" }).click();
    await page.locator(".grid-groups .row[data-index='0']").waitFor();
    assert.equal(await rowAt(page, 0).locator(".path").evaluate((path) => path.scrollWidth > path.clientWidth), false);
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

  test("a menu is as wide while it is busy, so that nothing beside it moves", LIMIT, async () => {
    const page = await openTable(world);
    const [idle, busy] = await page.locator("main .menu").evaluate((menu) => {
      const width = () => menu.getBoundingClientRect().width;
      const idle = width();
      menu.ariaBusy = "true";
      return [idle, width()];
    });
    assert.equal(busy, idle);
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

  test("a name that has no room ends in sight behind an ellipsis, and is copied as it is", LIMIT, async () => {
    const page = await openTable(world, "?scan=scan-fleet");
    const names = await page.locator(":is(.rail, .row) .path").evaluateAll(measured);
    assert.ok(names.some(({ cut, joined }) => cut && joined), "some have no room");
    for (const { name, copied, cut, joined, endInSight, parts, width } of names) {
      assert.equal(copied, name);
      assert.equal(parts, 0, name);
      if (joined) assert.ok(endInSight, `the end of ${name} is in sight`);
      if (cut) assert.ok(width > 50, `${name} has room for more than an ellipsis`);
    }
    const targets = page.locator(".rail fieldset", { hasText: "Target" }).locator(".path", { hasText: "app/" });
    assert.equal(await targets.first().evaluate((path) => path.scrollWidth > path.clientWidth), false, "a short path is shown whole");
  });

  test("a Maven package without room shows its artifact, among changes too", LIMIT, async () => {
    for (const query of ["?kind=jar", "?tab=changes&before=scan-nightly-last-week&change=severityChanged&find=commons-text"]) {
      const page = await openTable(world, query, { viewport: { width: 1250, height: 900 } });
      const names = await page.locator(".row .c-package .path").evaluateAll(measured);
      const cut = names.filter(({ name, cut }) => cut && name.includes(":"));
      assert.ok(cut.length > 0, `${query}: some have no room`);
      for (const { name, endInSight } of cut) assert.ok(endInSight, `the end of ${name} is in sight`);
    }
  });

  test("changes have their titles where there is room", LIMIT, async () => {
    const page = await openTable(world, "?tab=changes&before=scan-nightly-last-week");
    for (const width of [1440, 1340]) {
      await page.setViewportSize({ width, height: 900 });
      await drawn(page);
      assert.ok(await page.locator("[role=columnheader].c-title").isVisible(), String(width));
      assert.notEqual(await rowAt(page, 0).locator(".c-title").innerText(), "");
    }
  });

  test("a name that has no room ends in sight in WebKit too, and has an ellipsis only then", LIMIT, async () => {
    const page = await openTable(world, "?scan=scan-fleet");
    await page.evaluate(drawLikeWebKit);
    const paths = page.locator(":is(.rail, .row) .path.ends");
    const names = await paths.evaluateAll(measured);
    for (const { name, copied, endInSight } of names) {
      assert.ok(endInSight, `the end of ${name} is in sight`);
      assert.equal(copied, name);
    }
    const dots = (visibility) =>
      page.evaluate((visibility) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(`.path.ends::before { visibility: ${visibility}; }`);
        document.adoptedStyleSheets.push(sheet);
      }, visibility);
    for (const cut of [true, false]) {
      const at = names.findIndex(({ frontCut }) => frontCut === cut);
      assert.ok(at >= 0, `some have ${cut ? "no " : ""}room`);
      await dots("visible");
      const whole = await paths.nth(at).screenshot();
      await dots("hidden");
      assert.equal((await paths.nth(at).screenshot()).equals(whole), !cut, names[at].name);
    }
  });

  test("the bar stands where it is, whether a view is longer than the window or not", LIMIT, async () => {
    const page = await openTable(world);
    const places = () => page.locator(".bar").evaluate((bar) => [...bar.querySelectorAll("nav a, .connection button, .menu summary")].map((one) => one.getBoundingClientRect().left));
    const [before, isLong] = [await places(), () => page.evaluate(() => document.documentElement.scrollHeight > innerHeight)];
    assert.equal(await isLong(), false);
    await page.getByRole("link", { name: "Agent history" }).click();
    await page.locator(".history-table .row[data-index]").first().waitFor();
    assert.equal(await isLong(), true);
    assert.deepEqual((await places()).map(Math.round), before.map(Math.round));
  });

  test("a small laptop has the fields for another scan and for the earlier one beside the head, on one line", LIMIT, async () => {
    const page = await openTable(world, "?tab=changes&before=scan-nightly-last-week");
    for (const width of [1180, 1024, 900]) {
      await page.setViewportSize({ width, height: 900 });
      await drawn(page);
      const middles = (selector) => page.locator(selector).evaluateAll((all) => all.map((one) => (one.getBoundingClientRect().top + one.getBoundingClientRect().bottom) / 2));
      const head = await middles(".open-scan select, .open-scan input, .open-scan button, .scan-head h1");
      assert.ok(Math.max(...head) - Math.min(...head) < 6, `${width}: ${head}`);
      if (width < 1000) continue;
      const picker = await middles("#scan-tab > form.line :is(select, input, button)");
      assert.ok(Math.max(...picker) - Math.min(...picker) < 6, `${width}: ${picker}`);
    }
  });

  test("a phone has the controls that open another scan on one line, each with room to be read", LIMIT, async () => {
    const page = await openTable(world, "", { viewport: { width: 390, height: 844 } });
    for (const width of [690, 430, 390, 375]) {
      await page.setViewportSize({ width, height: 844 });
      await drawn(page);
      const parts = await page.locator(".open-scan :is(select, input, button)").evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ top, width }) => [top, width]));
      assert.equal(new Set(parts.map(([top]) => top)).size, 1, `${width}: ${JSON.stringify(parts)}`);
      assert.ok(parts.every(([, wide]) => wide >= 60), `${width}: ${JSON.stringify(parts)}`);
    }
  });

  test("the text about an empty list stands clear of the tiles above it, and opened summaries of the status", LIMIT, async () => {
    const between = (page, above, below) =>
      page.evaluate((pair) => {
        const [upper, lower] = pair.map((selector) => document.querySelector(selector).getBoundingClientRect());
        return lower.top - upper.bottom;
      }, [above, below]);
    const page = await openTable(world);
    await page.locator("details.aside summary").first().click();
    assert.ok((await between(page, ".status", "details.aside[open]")) >= 6);
    const empty = await world.newPage();
    await changeAnswer(empty, RESULTS, (scan) => ({ ...scan, status: "queued", findings: [] }));
    await world.show(empty);
    await empty.getByRole("button", { name: "Ask again" }).waitFor();
    assert.ok((await between(empty, ".state > .tiles", ".state h2")) >= 12);
  });

  test("on a phone the figures end where the tiles do", LIMIT, async () => {
    const page = await openTable(world);
    for (const width of [690, 414, 390, 360]) {
      await page.setViewportSize({ width, height: 844 });
      await drawn(page);
      const [tiles, figures] = await page.evaluate(() => {
        const last = document.querySelector(".figures > :last-child");
        const out = parseFloat(getComputedStyle(last.querySelector("button"), "::after").right);
        return [document.querySelector(".tiles").getBoundingClientRect().right, last.getBoundingClientRect().right - out];
      });
      assert.ok(figures <= tiles + 0.5, `${width}: ${figures} and ${tiles}`);
    }
  });

  test("how long ago each member joined is on one line, whatever else the row says, on a desk and a tablet", LIMIT, async () => {
    const page = await world.newPage({ viewport: { width: 1280, height: 800 } });
    await world.show(page, `?view=team&team=${world.seeded.teams[2].id}`);
    await membersReady(page);
    for (const width of [1440, 1280, 1024, 900]) {
      await page.setViewportSize({ width, height: 800 });
      await drawn(page);
      const broken = await page.locator("td[data-label=Joined] > *").evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().height > 30).map((one) => one.textContent));
      assert.deepEqual(broken, [], String(width));
    }
  });

  test("the views are in sight at every width", LIMIT, async () => {
    const page = await openTable(world);
    for (const width of [1440, 1024, 981, 980, 900, 768, 720, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const cut = await page.locator(".bar nav").evaluate((nav) => nav.scrollWidth - nav.clientWidth);
      assert.equal(cut, 0, String(width));
    }
  });

  test("a share is beside its count, at the tile's end, or hidden: alike in all tiles of a row, on a phone in all", LIMIT, async () => {
    for (const scan of ["scan-nightly", "scan-fleet"]) {
      const page = await openTable(world, `?scan=${scan}`);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        const torn = await page.locator(".tile .amount").evaluateAll((amounts) =>
          amounts.filter((amount) => {
            const [count, share] = [...amount.children].map((part) => part.getBoundingClientRect());
            const box = amount.getBoundingClientRect();
            const end = amount.nextElementSibling.getBoundingClientRect().right;
            const beside = share.left >= count.right && share.height < 24 && Math.abs(share.right - end) <= 1;
            const hidden = share.top >= box.bottom - 1;
            return !(beside || hidden) || count.right > box.right + 1;
          }).length,
        );
        assert.equal(torn, 0, `${scan} ${width}`);
        const shown = await page.locator(".tile .share").evaluateAll((shares) => {
          const rows = new Map();
          for (const share of shares) {
            const { top, bottom } = share.parentElement.getBoundingClientRect();
            rows.set(top, [...(rows.get(top) ?? []), share.getBoundingClientRect().top < bottom - 1]);
          }
          return [...rows.values()];
        });
        const together = width <= 480 ? [shown.flat()] : shown;
        assert.ok(together.every((tiles) => new Set(tiles).size === 1), `${scan} ${width}: ${JSON.stringify(shown)}`);
      }
    }
  });

  for (const times of [1, 100])
    test(`no tile is cut and the page fits the window, however large the text, with counts ${times} times as large`, LIMIT, async () => {
      const page = await world.newPage();
      await page.addInitScript((times) => {
        const Own = Intl.NumberFormat;
        Intl.NumberFormat = class extends Own {
          get format() {
            const format = super.format;
            return (value) => format(times * value);
          }
        };
      }, times);
      await world.show(page, "?scan=scan-fleet");
      await page.locator(".row[data-index]").first().waitFor();
      assert.equal(await page.locator(".tile .count").first().textContent(), times === 1 ? "3,510" : "351,000");
      const session = await page.context().newCDPSession(page);
      for (const size of [16, 20, 24, 32]) {
        await session.send("Page.setFontSizes", { fontSizes: { standard: size, fixed: size } });
        for (const width of [1440, 1190, 1024, 720, 701, 480, 390, 320]) {
          await page.setViewportSize({ width, height: 900 });
          await drawn(page);
          const seen = await page.evaluate(() => ({
            size: parseFloat(getComputedStyle(document.documentElement).fontSize),
            wider: document.documentElement.scrollWidth > innerWidth,
            cut: [...document.querySelectorAll(".tile :is(.count, .name, .name b), .row[data-index] .badge b")]
              .filter((one) => {
                const [text, box] = [document.createRange(), (one.closest(".amount") ?? one).getBoundingClientRect()];
                text.selectNodeContents(one);
                const { left, right, top, bottom } = text.getBoundingClientRect();
                const tall = one.matches(".count") ? 0 : bottom - top - box.height;
                return left < box.left - 1 || right > box.right + 1 || tall > 1;
              })
              .map((one) => one.textContent),
          }));
          assert.deepEqual(seen, { size, wider: false, cut: [] }, `text of ${size} pixels, ${width} wide`);
        }
      }
    });

  for (const view of ["tab=image", "tab=upgrades", "tab=changes&before=scan-nightly-last-week", "view=history", "view=team"])
    test(`no view is wider than the narrowest window with the browser's text twice as large: ${view}`, LIMIT, async () => {
      const page = await world.newPage({ viewport: { width: 320, height: 900 } });
      const session = await page.context().newCDPSession(page);
      await session.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 32 } });
      await world.show(page, `?${view}`);
      await page.locator(view === "view=team" ? ".compare button" : ".row[data-index]").first().waitFor();
      const [room, wide] = await page.evaluate(() => [document.documentElement.clientWidth, document.documentElement.scrollWidth]);
      assert.ok(wide <= room, `${wide} pixels, and there are ${room}`);
    });

  test("no dialog is wider than its window, and no words in it overlap, with the browser's text twice as large", LIMIT, async () => {
    for (const width of [1280, 390, 320]) {
      const page = await world.newPage({ viewport: { width, height: 800 } });
      const session = await page.context().newCDPSession(page);
      await session.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 32 } });
      const dialog = page.locator("dialog[open]");
      const wider = () => dialog.evaluate((one) => Math.max(0, one.scrollWidth - one.clientWidth));
      const covered = (words) =>
        page.locator(words).evaluateAll((all) =>
          all
            .filter((one) => {
              const text = document.createRange();
              text.selectNodeContents(one);
              const [own, next] = [text.getBoundingClientRect(), one.nextElementSibling.getBoundingClientRect()];
              return own.right > next.left && own.bottom > next.top;
            })
            .map((one) => one.textContent),
        );
      await world.show(page, "?view=team");
      await membersReady(page);
      await askToRemove(page, "osprey");
      assert.deepEqual([await wider(), await covered(".fields dt, .diff .what")], [0, []], `removal, ${width}`);
      await page.keyboard.press("Escape");
      await openConnection(page);
      await dialog.locator("summary").click();
      assert.equal(await wider(), 0, `connection, ${width}`);
      await world.show(page, `?finding=${encodeURIComponent(uid)}`);
      await page.locator(".panel .fields dt").first().waitFor();
      assert.deepEqual(await covered(".panel .fields dt"), [], `details, ${width}`);
    }
  });

  test("the letter of a tile is as wide as high while the scan is running, on the narrowest screen too", LIMIT, async () => {
    for (const width of [390, 360, 320]) {
      const page = await world.newPage({ viewport: { width, height: 800 } });
      await changeAnswer(page, RESULTS, ({ findings, ...scan }) => ({ ...scan, status: "running", completed_at: undefined }));
      await world.show(page, "?scan=scan-nightly");
      // Tiles are there while it arrives too, and are others then.
      await page.locator(".running .wait").waitFor();
      const boxes = await page.locator(".tile .name b").evaluateAll((all) => all.map((one) => [one.clientWidth, one.clientHeight]));
      assert.deepEqual(boxes, Array(5).fill([18, 18]), String(width));
    }
  });

  test("the text about a scan that is loading has the width of a phone", LIMIT, async () => {
    const page = await world.newPage({ viewport: { width: 390, height: 800 } });
    const release = await hold(page, RESULTS);
    await world.show(page, "?scan=scan-nightly");
    const text = page.locator("scan-view [aria-busy] .progress > span");
    await text.waitFor();
    const lines = await text.evaluate((one) => Math.round(one.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(one).lineHeight)));
    assert.ok(lines <= 2, `${await text.innerText()}: ${lines} lines`);
    release();
  });

  test("the tiles of a scan are where they were while it was loading", LIMIT, async () => {
    for (const width of [1440, 1024, 720]) {
      const page = await world.newPage({ viewport: { width, height: 900 } });
      const release = await hold(page, RESULTS);
      await world.show(page, "?scan=scan-nightly");
      // The page's own start is busy too, and has no tiles.
      await page.locator("scan-view [aria-busy] .progress").waitFor();
      const places = () =>
        page.evaluate(() =>
          ["h1", ".tile:nth-child(1)", ".tile:nth-child(5)"].map((selector) => {
            const { x, y, width, height } = document.querySelector(selector).getBoundingClientRect();
            // A heading is as wide as its text; on a narrow screen the facts about a scan may need a second line.
            return [selector, Math.round(x), innerWidth > 1000 ? Math.round(y) : 0, selector === "h1" ? 0 : Math.round(width), Math.round(height)];
          }),
        );
      const before = await places();
      release();
      await ready(page);
      assert.deepEqual(await places(), before, String(width));
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

  test("a history that is filtered by something long is no wider than the page", LIMIT, async () => {
    for (const query of [`&commit=${"0123456789".repeat(4)}`, `&branch=${"feature-".repeat(9)}`]) {
      const page = await world.open(`?view=history${query}`, { viewport: { width: 320, height: 700 } });
      await page.locator(".pill").waitFor();
      for (const width of [320, 390, 414]) {
        await page.setViewportSize({ width, height: 700 });
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0, `${width} ${query}`);
      }
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

  test("details leave the table of changes where it is, and what stands above it as wide as it is", LIMIT, async () => {
    for (const width of [701, 900, 1180, 1280, 1440]) {
      const page = await openTable(world, "?tab=changes&scan=scan-nightly&before=scan-nightly-last-week", { viewport: { width, height: 800 } });
      // In the page: to be clicked, a row may be scrolled into the window.
      const places = () => page.evaluate(() => [Math.round(document.querySelector(".grid").getBoundingClientRect().top + scrollY), document.querySelector("#scan-tab > .filter-bar").clientWidth]);
      const before = await places();
      await rowAt(page, 2).click();
      await page.locator("aside.panel").waitFor();
      assert.deepEqual(await places(), before, String(width));
      const height = await page.locator("aside.panel").evaluate((panel) => panel.clientHeight);
      assert.ok(height >= 290, `${width}: the details are ${height} px high`);
    }
  });

  test("a long scan id is whole, and runs under nothing", LIMIT, async () => {
    const long = "0123456789abcdef".repeat(4);
    for (const width of [1440, 1280, 1181, 1180, 701, 390, 320]) {
      const page = await world.newPage({ viewport: { width, height: 900 } });
      await page.route(RESULTS, async (route) => {
        const asked = { ...route.request().postDataJSON(), scan_id: "scan-nightly" };
        const answer = await (await route.fetch({ postData: JSON.stringify(asked) })).json();
        await reply(route, json({ ...answer, scan_id: long }));
      });
      await world.show(page, `?scan=${long}`);
      await ready(page);
      const [head, form, wide] = await page.evaluate(() => [
        ...[".scan-head .titled > :last-child", ".open-scan"].map((selector) => document.querySelector(selector).getBoundingClientRect().toJSON()),
        document.documentElement.scrollWidth,
      ]);
      assert.ok(head.right <= form.left || head.top >= form.bottom, `${width}: ${head.right} under ${form.left}`);
      assert.ok(wide <= width, `${width}: ${wide}`);
      assert.equal(await page.locator(".scan-head h1").innerText(), long);
    }
  });

  test("a version without room gives way in its middle, and is whole in its tooltip and when it is copied", LIMIT, async () => {
    const page = await world.newPage({ viewport: { width: 1280, height: 800 } });
    const [installed_version, fixed_version] = ["2:8.2.2637-20.el9_1~20240101.with-a-long-suffix+build.0041", "2:8.2.2637-20.el9_1~20240101.with-a-long-suffix+build.0042"];
    await changeAnswer(page, RESULTS, (scan) => ({ ...scan, findings: [{ ...scan.findings[0], installed_version, fixed_version }] }));
    await world.show(page, "?scan=scan-nightly");
    await ready(page);
    for (const [cell, version] of [["installed", installed_version], ["fixed", fixed_version]]) {
      const seen = await page.locator(`.row[data-index='0'] .c-${cell}`).evaluate((cell) => {
        const version = cell.querySelector(".inside");
        const [front, end] = [version.querySelector(".front"), document.createRange()];
        end.selectNodeContents(front.nextSibling);
        getSelection().selectAllChildren(cell);
        return {
          title: version.title,
          copied: getSelection().toString(),
          cut: front.scrollWidth > front.clientWidth,
          over: cell.scrollWidth - cell.clientWidth,
          outside: end.getBoundingClientRect().right - cell.getBoundingClientRect().right,
        };
      });
      assert.deepEqual([seen.title, seen.copied.trim(), seen.cut], [version, version, true]);
      assert.ok(seen.over <= 0 && seen.outside <= 0, JSON.stringify(seen));
    }
  });

  test("ids that differ at their end can be told apart without room", LIMIT, async () => {
    const page = await world.newPage({ viewport: { width: 1024, height: 768 } });
    const ids = ["openSUSE-SU-2020:0804-1", "openSUSE-SU-2020:0804-2", "GHSA-jf85-cpcp-j695", "CVE-2024-12345"];
    await changeAnswer(page, RESULTS, (scan) => ({ ...scan, findings: ids.map((id, at) => ({ ...scan.findings[0], uid: `u-${at}`, id })) }));
    await world.show(page, "?scan=scan-nightly");
    await ready(page);
    const seen = await page.locator(".row[data-index] .c-id").evaluateAll((cells) =>
      cells.map((cell) => {
        const end = document.createRange();
        const text = cell.querySelector(".inside .front")?.nextSibling ?? cell.querySelector(".mono").firstChild;
        end.selectNodeContents(text);
        return { id: cell.querySelector(".mono").title, in: end.getBoundingClientRect().right <= cell.getBoundingClientRect().right + 0.1, cut: cell.querySelector(".inside") !== null };
      }),
    );
    assert.deepEqual(new Map(seen.map((one) => [one.id, [one.in, one.cut]])), new Map(ids.toSorted().map((id) => [id, [true, !id.startsWith("CVE")]])));
  });

  test("the version that is installed is in sight beside the facets of an ordinary window", LIMIT, async () => {
    const page = await openTable(world, "", { viewport: { width: 1280, height: 800 } });
    for (const column of ["installed", "fixed", "image", "epss"]) assert.ok(await page.locator(`[role=columnheader].c-${column}`).isVisible(), column);
  });
});

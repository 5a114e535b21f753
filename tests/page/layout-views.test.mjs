/**
 * What has room around the tables: the bar and its views, tiles, fields and dialogs are whole in a narrow window and with larger text
 * too, and a part that is loading stands where it will be.
 */
import assert from "node:assert/strict";
import { before, test } from "node:test";

import { changeAnswer, hold, RESULTS } from "./answers.mjs";
import { drawn, tooWide } from "./shown.mjs";
import { askToRemove, membersReady, openConnection, openTable, ready } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";
import { WIDTHS } from "./widths.mjs";

suite("what has room around the tables", (world) => {
  let uid;
  before(async () => {
    uid = (await world.rawScan("scan-nightly")).findings.find(({ severity }) => severity === "critical").uid;
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

  test("the place of the scrollbar is as dark as the page beside it while a dialog is open, in both themes", LIMIT, async () => {
    for (const colorScheme of ["light", "dark"]) {
      const page = await openTable(world, "", { colorScheme });
      const colours = () =>
        page.evaluate(() => {
          const numbers = (colour) => colour.match(/[\d.]+/g).map((part) => Number(part) * (colour.startsWith("color(") ? 255 : 1));
          const dialog = document.querySelector("dialog:modal");
          const over = dialog === null ? null : getComputedStyle(dialog, "::backdrop").backgroundColor;
          return [document.documentElement, document.body].map((one) => numbers(getComputedStyle(one).backgroundColor)).concat([over && numbers(over.replace(/ [\d.]+\)$/, ")"))]);
        });
      const [root, body] = await colours();
      assert.deepEqual(root, body);
      await openConnection(page);
      await page.locator("dialog[open]").waitFor();
      const [dimmed, , over] = await colours();
      body.forEach((part, at) => assert.ok(Math.abs(dimmed[at] - (0.55 * over[at] + 0.45 * part)) < 1, `${colorScheme}: ${dimmed}`));
      await page.keyboard.press("Escape");
      await page.locator("dialog[open]").waitFor({ state: "detached" });
      assert.deepEqual((await colours())[0], root);
    }
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

  test("no view is wider than a screen of 320 pixels", LIMIT, async () => {
    for (const query of ["?view=history", "?view=history&list=groups&by=day&prompt=bug_finding&from=2020-01-01", "?view=team", "?view=scan"]) {
      const page = await world.open(query, { viewport: { width: 320, height: 720 } });
      await page.locator(query.includes("team") ? ".members tbody tr" : ".row[data-index]").first().waitFor();
      const overflow = await tooWide(page);
      assert.ok(overflow <= 0, `${query}: ${overflow} pixels`);
    }
  });

  test("a history that is filtered by something long is no wider than the page", LIMIT, async () => {
    for (const query of [`&commit=${"0123456789".repeat(4)}`, `&branch=${"feature-".repeat(9)}`]) {
      const page = await world.open(`?view=history${query}`, { viewport: { width: 320, height: 700 } });
      await page.locator(".pill").waitFor();
      for (const width of [320, 390, 414]) {
        await page.setViewportSize({ width, height: 700 });
        assert.equal(await tooWide(page), 0, `${width} ${query}`);
      }
    }
  });
});

/**
 * What a screen reader reads of a severity: its word, at every width, also where a letter is all that there is room for; and what
 * is seen of one that changed, which is both.
 */
import assert from "node:assert/strict";
import { test } from "node:test";

import { drawn } from "./shown.mjs";
import { openTable, rowAt } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

const WIDTHS = [390, 480, 800, 1024, 1440];
const CHANGES = "?scan=scan-nightly&before=scan-nightly-last-week&tab=changes";
const WORD = "(Critical|High|Medium|Low|Unknown)";

suite("severities, read aloud", (world) => {
  for (const [name, query, cell] of [
    ["findings", "", `"${WORD}"`],
    ["changes", CHANGES, `"${WORD}"`],
    ["changed severities", `${CHANGES}&change=severityChanged`, `"${WORD} to ${WORD}"`],
    ["upgrades", "?tab=upgrades", `"${WORD}"`],
  ])
    test(`${name}: each row has its word at every width`, LIMIT, async () => {
      const page = await openTable(world, query);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        await drawn(page);
        for (const index of [0, 3]) {
          const read = await rowAt(page, index).ariaSnapshot();
          assert.match(read, new RegExp(`gridcell ${cell}`), `${width}`);
        }
        const head = await page.locator(".grid .head .row").ariaSnapshot();
        assert.match(head, name === "upgrades" ? /columnheader "Worst"/ : /columnheader "Severity"/, `${width}`);
      }
    });

  test("a severity that changed shows both on a phone, all of them in sight", LIMIT, async () => {
    const page = await openTable(world, `${CHANGES}&change=severityChanged`);
    for (const width of [320, 390, 480, 768]) {
      await page.setViewportSize({ width, height: 800 });
      await drawn(page);
      const cell = rowAt(page, 0).locator(".c-severity");
      const seen = await cell.evaluate((one) => {
        const box = one.getBoundingClientRect();
        const parts = [...one.querySelectorAll(".badge b, [aria-hidden]:not(b)")].map((part) => [part.textContent, part.getBoundingClientRect()]);
        return parts.filter(([, { width, left, right }]) => width > 5 && left >= box.left && right <= box.right).map(([text]) => text);
      });
      assert.match(seen.join(""), /^[CHML?]→[CHML?]$/, `${width}`);
    }
  });

  test("a word that is only read is neither seen, nor selected, nor wider than its letter", LIMIT, async () => {
    const page = await openTable(world, "", { viewport: { width: 390, height: 800 } });
    const seen = await rowAt(page, 0).locator(".c-severity").evaluate((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      getSelection().removeAllRanges();
      getSelection().addRange(range);
      const { width, height } = cell.querySelector(".word").getBoundingClientRect();
      return { selected: getSelection().toString().trim().length, wide: cell.scrollWidth > cell.clientWidth, size: Math.max(width, height) };
    });
    assert.deepEqual({ ...seen, size: seen.size <= 1 }, { selected: 1, wide: false, size: true });
  });

  test("differences of severities are read aloud by their words, and a menu without its sign", LIMIT, async () => {
    const page = await openTable(world, "?tab=changes&before=scan-nightly-last-week");
    const session = await page.context().newCDPSession(page);
    const { nodes } = await session.send("Accessibility.getFullAXTree");
    const heard = nodes.filter(({ ignored }) => !ignored).map(({ name }) => name?.value ?? "");
    assert.equal(await page.locator(".delta [aria-hidden=true]").count(), 5);
    assert.deepEqual(await page.locator(".delta .sr").allTextContents(), ["Critical", "High", "Medium", "Low", "Unknown"]);
    assert.ok(heard.includes("Settings"), heard.filter((name) => name.startsWith("Settings")).join());
  });
});

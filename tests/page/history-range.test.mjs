/**
 * The agent history under a range of days, and what it says about branches: a branch that nobody scans is never hidden by the
 * range, and no branch covers for another. Figures are compared with plain loops over the service's answer.
 */
import assert from "node:assert/strict";
import { before, test } from "node:test";

import { DAY_MS } from "./days.mjs";
import { digits, drawn, oneLine, rowCount, rowsAre, stepsOf } from "./shown.mjs";
import { ready } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

const WEEK_MS = 7 * DAY_MS;

suite("agent history: ranges and branches", (world) => {
  let scans;
  before(async () => {
    ({ scans } = await world.rawHistory(world.seeded.repo));
  });

  const open = async (query = "") => {
    const page = await world.open(`?view=history${query}`);
    await page.locator(".history-filters").waitFor();
    return page;
  };
  const card = (page, label) => page.locator(".card", { has: page.locator("dt", { hasText: label }) });
  const dayOf = (ms) => new Date(ms).toISOString().slice(0, 10);
  const instants = () => {
    const branches = new Map();
    for (const { branch, timestamp } of scans) branches.set(branch, [...(branches.get(branch) ?? []), Date.parse(timestamp)]);
    for (const list of branches.values()) list.sort((a, b) => a - b);
    return branches;
  };
  const stalest = () => [...instants()].map(([branch, list]) => [branch, list.at(-1)]).sort(([, a], [, b]) => a - b)[0];
  const focused = (page) => page.evaluate(() => document.activeElement.getAttribute("name") ?? document.activeElement.textContent.trim());

  test("a branch without a scan in the range keeps its lane, its count and its warning, and leads to its scans", LIMIT, async () => {
    const [branch, last] = stalest();
    const page = await open(`&from=${dayOf(last + 2 * DAY_MS)}`);
    await ready(page);
    assert.ok(Date.now() - last > WEEK_MS, "the demo has an abandoned branch");
    const lane = page.locator(".lane-names li", { hasText: branch });
    assert.match(await lane.textContent(), /none in range.*stale/s);
    assert.match(await card(page, "Stale branches").textContent(), new RegExp(`1 of ${instants().size}.*${branch}`, "s"));
    assert.equal(await card(page, "Stale branches").evaluate((one) => one.classList.contains("warn")), true);
    const warning = page.locator(".history-warnings").getByRole("button", { name: `Show branch ${branch}` });
    await warning.click();
    await rowsAre(page, instants().get(branch).length);
    assert.equal(await focused(page), branch);
  });

  test("a branch that began after the range has no lane in it", LIMIT, async () => {
    const began = [...instants()].map(([branch, list]) => [branch, list[0]]).sort(([, a], [, b]) => b - a)[0];
    const page = await open(`&until=${dayOf(began[1] - DAY_MS)}`);
    await ready(page);
    assert.ok(!(await page.locator(".lane-names button").allTextContents()).includes(began[0]));
  });

  test("the longest gap is the longest that the timeline draws, and names its branch", LIMIT, async () => {
    const gaps = [...instants()].flatMap(([branch, list]) =>
      [...list.slice(1), Date.now()].map((ms, at) => ({ branch, ms: ms - list[at] })).filter(({ ms }) => ms > WEEK_MS),
    );
    const longest = gaps.reduce((a, b) => (b.ms > a.ms ? b : a));
    const page = await open();
    await ready(page);
    const text = oneLine(await card(page, "Longest gap").textContent());
    assert.match(text, new RegExp(`^Longest gap ?${Math.floor(longest.ms / DAY_MS)} d( \\d+ h)? ?${longest.branch}, .*\\. ${gaps.length} gaps`));
    assert.equal(await page.locator(".lanes rect.gap").count(), gaps.length);
  });

  test("a gap that a range begins in is drawn from the range's first day on, as long as it is there", LIMIT, async () => {
    const gaps = [...instants()].flatMap(([branch, list]) => list.slice(1).map((until, at) => ({ branch, from: list[at], until, last: list.at(-1) })));
    const { branch, from, until, last } = gaps.reduce((a, b) => (b.until - b.from > a.until - a.from ? b : a));
    const first = dayOf((from + until) / 2);
    const page = await open(`&branch=${encodeURIComponent(branch)}&from=${first}&until=${dayOf(last)}`);
    await ready(page);
    const [band, lane] = await page.locator(".lanes rect.gap.pause").first().evaluate((rect) => [rect.width.baseVal.value, rect.closest("svg").clientWidth]);
    const share = (until - Date.parse(first)) / (Date.parse(dayOf(last)) + DAY_MS - Date.parse(first));
    assert.ok(Math.abs(band / lane - share) < 0.05, `${band} of ${lane} pixels for ${share} of the range`);
  });

  test("a range that ends before it begins says so, and can be turned round", LIMIT, async () => {
    const [first, last] = [0, -1].map((at) => dayOf(scans.map(({ timestamp }) => Date.parse(timestamp)).sort((a, b) => a - b).at(at)));
    const page = await open(`&from=${last}&until=${first}`);
    await page.getByText("the range ends before it begins").waitFor();
    await page.getByRole("button", { name: "Swap the two days" }).click();
    await ready(page);
    assert.equal(await rowCount(page), scans.length);
    assert.equal(await focused(page), "from");
  });

  test("typing a day is one step of the history, and no year on the way counts as meant", LIMIT, async () => {
    const page = await open();
    await ready(page);
    const steps = await stepsOf(page);
    const [, last] = stalest();
    // Of a leap year's last of February the year after has no day.
    const wanted = [dayOf(last), dayOf(last - DAY_MS)].find((day) => !day.endsWith("-02-29"));
    const [year, month, day] = wanted.split("-");
    await page.locator("input[name=from]").focus();
    const seen = [];
    await page.exposeFunction("sawPill", (text) => seen.push(text));
    await page.evaluate(() =>
      new MutationObserver(() => {
        for (const pill of document.querySelectorAll(".filters .pill")) globalThis.sawPill(pill.textContent.trim());
      }).observe(document.body, { childList: true, subtree: true, characterData: true }),
    );
    for (const key of `${month}${day}${year}`) {
      await page.keyboard.press(key);
      await page.waitForTimeout(300);
    }
    await page.waitForFunction((wanted) => new URLSearchParams(location.search).get("from") === wanted, wanted);
    await page.keyboard.press("ArrowUp");
    await page.waitForFunction((given) => new URLSearchParams(location.search).get("from") !== given, wanted);
    assert.equal(await stepsOf(page), steps + 1);
    assert.ok(seen.length > 0 && seen.every((text) => !/ 0/.test(text)), seen.join(" | "));
    await page.goBack();
    await page.waitForFunction(() => !location.search.includes("from="));
  });

  test("a day counts once it is whole, even if an engine reports a change only after the field was left", LIMIT, async () => {
    const page = await open();
    await page.locator("input[name=from]").evaluate((field) => {
      field.focus();
      field.value = "2026-11-01";
      field.dispatchEvent(new Event("input", { bubbles: true }));
      field.blur();
      field.dispatchEvent(new Event("change", { bubbles: true }));
    });
    await page.waitForURL(/from=2026-11-01/);
    await page.locator(".pill", { hasText: "2026-11-01" }).waitFor();
    assert.equal(await page.locator("input[name=from]").inputValue(), "2026-11-01");
  });

  test("a year of five digits does not count as meant", LIMIT, async () => {
    const page = await open();
    await ready(page);
    const field = page.locator("input[name=from]");
    // A browser accepts it from its own picker, or if it does not support `max`.
    await field.evaluate((input) => {
      input.removeAttribute("max");
      input.value = "20266-11-01";
      input.dispatchEvent(new Event("change", { bubbles: true }));
    });
    await drawn(page);
    assert.equal(await page.locator(".filters .pill").count(), 0);
  });

  test("a day typed after going back is a step of its own, and takes none away", LIMIT, async () => {
    const page = await open();
    await ready(page);
    const [{ prompt }] = scans;
    await page.locator("select[name=prompt]").selectOption(prompt);
    await page.waitForURL(/prompt=/);
    for (const day of ["2026-01-05", "2026-01-06"]) {
      await page.locator("input[name=from]").fill(day);
      await page.waitForURL(new RegExp(`from=${day}`));
      await page.goBack();
      await page.waitForURL((url) => !url.search.includes("from=") && url.search.includes("prompt="));
      assert.equal(await focused(page), "from");
    }
  });

  test("the focus goes on when its filter goes", LIMIT, async () => {
    const [{ branch, prompt }] = scans;
    const query = `&branch=${encodeURIComponent(branch)}&prompt=${encodeURIComponent(prompt)}`;
    const page = await open(query);
    await ready(page);
    await page.getByRole("button", { name: /Remove filter Branch/ }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: /Remove filter Branch/ }).waitFor({ state: "detached" });
    assert.match(await focused(page), /Prompt/);
    await page.keyboard.press("Enter");
    await page.locator(".filters").waitFor({ state: "detached" });
    assert.equal(await focused(page), "branch");
    const empty = await open("&branch=no-such-branch");
    await empty.getByRole("button", { name: "Clear all filters" }).focus();
    await empty.keyboard.press("Enter");
    await ready(empty);
    assert.equal(await focused(empty), "branch");
    const lane = empty.locator(".lane-names button").nth(1);
    const name = await lane.textContent();
    await lane.focus();
    await empty.keyboard.press("Enter");
    await empty.locator(".filters").waitFor();
    assert.equal(await focused(empty), name);
  });

  test("the row of a scan is in sight and marked, whether a link or a mark selected it", LIMIT, async () => {
    const oldest = [...scans].sort((a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp));
    const inSight = (page, id) =>
      page.waitForFunction((wanted) => {
        const row = document.querySelector(".row[aria-selected=true]");
        if (row?.querySelector(".c-scan").textContent !== wanted) return false;
        const [box, grid] = [row, document.querySelector(".grid")].map((one) => one.getBoundingClientRect());
        return box.top >= grid.top && box.bottom <= grid.bottom;
      }, id);
    const middle = oldest[Math.floor(oldest.length / 2)];
    const page = await open(`&entry=${middle.scan_id}`);
    await inSight(page, middle.scan_id);
    await page.getByRole("tab", { name: "Groups" }).click();
    await page.locator(".grid-history-groups").waitFor();
    const label = new RegExp(`on ${oldest[0].branch}, `);
    const mark = page.locator(".mark").filter({ hasText: label }).first();
    await mark.focus();
    // The oldest is the last of those that share its mark.
    const count = Number(await mark.getAttribute("data-count"));
    for (let press = 0; press < count; press += 1) await page.keyboard.press("Enter");
    await page.locator(".grid-history").waitFor();
    await inSight(page, oldest.filter(({ branch }) => branch === oldest[0].branch)[0].scan_id);
  });

  test("the axis is written in one form", LIMIT, async () => {
    const page = await open();
    await ready(page);
    const texts = await page.locator(".tick text").allTextContents();
    assert.ok(texts.length > 1);
    const shape = (text) => text.replace(/\d+/g, "0").replace(/[A-Z][a-z]+/g, "M");
    assert.deepEqual([...new Set(texts.map(shape))], ["0 M"]);
    const [day] = texts;
    assert.ok(digits(day) > 0);
  });
});

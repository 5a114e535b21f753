/**
 * The timeline as it is drawn: no two marks touch, each branch stands at its lane, and nothing of it is cut off, at any width.
 */
import assert from "node:assert/strict";
import { test } from "node:test";

import { agentScan, answerWith, HISTORY, json } from "./answers.mjs";
import { contrast, lookOf } from "./shown.mjs";
import { goTo, openHistory, openTable, ready, rowAt } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

const WIDTHS = [1440, 1024, 768, 760, 730, 701, 700, 390];

suite("the timeline as it is drawn", (world) => {
  /** The timeline at a width, once it is drawn for it. */
  const at = async (page, width) => {
    await page.setViewportSize({ width, height: 900 });
    await page.waitForFunction(() => {
      const [svg, band] = [document.querySelector(".lanes"), document.querySelector(".timeline")].map((one) => one.getBoundingClientRect());
      return Math.abs(svg.right - band.right) < 3;
    });
  };

  test("no two marks of a branch touch, and none is outside the timeline", LIMIT, async () => {
    const page = await openTable(world, "?view=history");
    for (const width of WIDTHS) {
      await at(page, width);
      const { touching, outside, marks } = await page.evaluate(() => {
        const frame = document.querySelector(".band").getBoundingClientRect();
        const lanes = Map.groupBy([...document.querySelectorAll(".mark")], ({ dataset }) => dataset.lane);
        const boxes = [...lanes.values()].map((marks) => marks.map((mark) => mark.querySelector("rect, path:last-child").getBoundingClientRect()));
        const pairs = boxes.flatMap((row) => row.slice(1).map((box, index) => box.left - row[index].right));
        const all = boxes.flat();
        return {
          touching: pairs.filter((gap) => gap < 0.5).length,
          outside: all.filter(({ left, right }) => left < frame.left || right > frame.right).length,
          marks: all.length,
        };
      });
      assert.ok(marks > 20, `${marks} marks at ${width}`);
      assert.deepEqual({ touching, outside }, { touching: 0, outside: 0 }, String(width));
    }
  });

  test("the legend explains a number in place of a mark if there is one", LIMIT, async () => {
    const key = (page) => page.locator(".legend span", { has: page.locator(".count-key") });
    const apart = (scans) => openHistory(world, scans.map((days, at) => agentScan(world.seeded.repo, at, days)));
    assert.equal(await key(await apart([1, 1.0001, 5])).textContent(), "2 scans drawn together");
    assert.equal(await key(await apart([1, 3, 5])).count(), 0);
  });

  test("each prompt has a shape of its own, which the legend explains", LIMIT, async () => {
    const prompts = ["one", "two", "three", "four", "five", "six", "seven"];
    const page = await openHistory(world, prompts.map((prompt, at) => agentScan(world.seeded.repo, at, 3 * at + 1, { prompt })));
    const legend = await page.locator(".legend span:has(> .shape > path)").evaluateAll((all) => all.map((one) => [one.textContent.trim(), one.querySelector("path").getAttribute("d")]));
    assert.deepEqual(legend.map(([prompt]) => prompt).sort(), prompts.toSorted());
    assert.equal(new Set(legend.map(([, shape]) => shape)).size, prompts.length);
    const marks = await page.locator(".mark").evaluateAll((all) => all.map((one) => [one.getAttribute("aria-label"), one.querySelector("path[class^=prompt-]").getAttribute("d")]));
    assert.equal(marks.length, prompts.length);
    for (const [label, shape] of marks) assert.equal(shape, new Map(legend).get(prompts.find((prompt) => new RegExp(`\\b${prompt}\\b`).test(label))), label);
  });

  test("each branch stands at the lane of its scans", LIMIT, async () => {
    const page = await openTable(world, "?view=history");
    for (const width of WIDTHS) {
      await at(page, width);
      const apart = await page.evaluate(() => {
        const lines = [...document.querySelectorAll(".lanes .lane")].map((line) => line.getBoundingClientRect().y);
        const names = [...document.querySelectorAll(".lane-names li")].map((name) => name.getBoundingClientRect());
        return names.map(({ top, bottom }, index) => lines[index] >= top && lines[index] <= bottom);
      });
      assert.ok(apart.length > 1 && apart.every((inside) => inside), `${width}: ${apart}`);
    }
  });

  test("names of branches stand clear of each other and of the lanes with the browser's text twice as large", LIMIT, async () => {
    const page = await world.newPage();
    const session = await page.context().newCDPSession(page);
    await session.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 32 } });
    await world.show(page, "?view=history");
    await ready(page);
    for (const width of WIDTHS) {
      await at(page, width);
      const close = await page.evaluate(() => {
        const boxes = (selector) => [...document.querySelectorAll(selector)].map((one) => [one.textContent, one.getBoundingClientRect()]);
        const names = [...boxes(".lane-names button"), ...boxes(".lane-names .note")];
        const others = [...names, ...boxes(".mark, .lanes rect.gap")];
        const apart = (one, other) => one.right <= other.left || other.right <= one.left || one.bottom <= other.top + 1 || other.bottom <= one.top + 1;
        return names.filter(([, box]) => others.some(([, other]) => other !== box && !apart(box, other))).map(([text]) => text.trim());
      });
      assert.deepEqual(close, [], String(width));
    }
  });

  test("names take the room that the longest needs, up to a quarter, and what is cut is whole in a tooltip", LIMIT, async () => {
    const page = await world.newPage();
    const branches = ["main", `feature/${"a".repeat(20)}`, `feature/${"b".repeat(52)}`];
    const answer = (count) => json({ scans: branches.slice(0, count).map((branch, at) => agentScan(world.seeded.repo, at, at + 1, { branch })) });
    const cut = async (count) => {
      await answerWith(page, HISTORY, answer(count));
      await world.show(page, "?view=history");
      await ready(page);
      return page.locator(".lane-names button").evaluateAll((names) => names.map((name) => name.firstElementChild.scrollWidth > name.firstElementChild.clientWidth));
    };
    await page.setViewportSize({ width: 1440, height: 900 });
    assert.deepEqual(await cut(2), [false, false]);
    assert.deepEqual((await cut(3)).filter((isCut) => isCut).length, 1);
    const { right, title } = await page.locator(".lane-names button").last().evaluate((name) => {
      return { right: name.getBoundingClientRect().right / document.querySelector(".timeline").getBoundingClientRect().right, title: name.title };
    });
    assert.ok(right < 0.3, `${right}`);
    assert.match(title, new RegExp(`^${branches[2]}: `));
    await page.context().close();
  });

  for (const colorScheme of ["light", "dark"])
    test(`the border of a gap stands out from what is around it: ${colorScheme}`, LIMIT, async () => {
      const page = await openTable(world, "?view=history", { colorScheme });
      const gaps = page.locator(".lanes rect.gap");
      assert.ok((await gaps.count()) > 0);
      for (const gap of [gaps.first(), page.locator(".legend rect.gap")]) {
        const { stroke, opacity, around } = await lookOf(gap);
        assert.equal(opacity, 1);
        assert.ok(contrast(stroke, around) >= 3, `${stroke} on ${around}: ${contrast(stroke, around)}`);
      }
    });

  /** A branch a scan, all of them stale. */
  const branches = (count) => openHistory(world, Array.from({ length: count }, (_, at) => agentScan(world.seeded.repo, at, 40 + at, { branch: `feature/${at}` })));

  test("the first of three hundred branches have a lane, so has the selected one, and a hundred on demand", LIMIT, async () => {
    const page = await branches(300);
    const names = page.locator(".lane-names li");
    assert.equal(await names.count(), 20);
    assert.ok((await page.evaluate(() => document.documentElement.scrollHeight)) < 3000);
    await rowAt(page, 0).focus();
    await page.keyboard.press("End");
    await page.waitForFunction(() => document.activeElement.dataset.index === "299");
    await page.keyboard.press("Enter");
    await names.filter({ hasText: "feature/299" }).waitFor();
    assert.equal(await names.count(), 21);
    assert.match(await page.locator(".mark.chosen").getAttribute("aria-label"), /feature\/299/);
    await page.getByRole("button", { name: "The first 100 of 300 branches" }).click();
    await page.getByText("These are the first 100 of 300 branches. The filter by branch shows any of them.").waitFor();
    assert.equal(await names.count(), 101);
    assert.match(await names.last().innerText(), /feature\/299/, "the selected one is not among the first");
    await page.getByRole("button", { name: "Show fewer branches" }).click();
    await names.nth(21).waitFor({ state: "detached" });
  });

  test("all of a hundred branches have a lane on demand, after another view too", LIMIT, async () => {
    const page = await branches(100);
    await page.getByRole("button", { name: "All 100 branches" }).click();
    await page.locator(".lane-names li").nth(99).waitFor();
    assert.equal(await page.getByText("These are the first").count(), 0);
    await goTo(page, "Team");
    await page.locator("team-view").waitFor();
    await goTo(page, "Agent history");
    await ready(page);
    assert.equal(await page.locator(".lane-names li").count(), 100);
  });

  test("all of three hundred stale branches that are not shown at first are counted", LIMIT, async () => {
    const page = await branches(300);
    const warnings = page.locator(".history-warnings");
    assert.equal(await warnings.locator("h2 .n").textContent(), "301", "each of them, and that none was scanned");
    const shown = await warnings.locator("> ul > li").count();
    assert.equal(await warnings.locator("summary").textContent(), `${301 - shown} more`);
    await warnings.locator("summary").click();
    const listed = await warnings.locator("details li").count();
    assert.match(await warnings.locator("details p").textContent(), new RegExp(`^and ${301 - shown - listed} more`));
  });
});

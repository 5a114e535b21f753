/**
 * With the colours of the system in place of the page's own: which view and which tab is chosen can still be seen, a
 * severity keeps its colour wherever it has one, and a drawing takes those of the system too.
 */
import assert from "node:assert/strict";
import { test } from "node:test";

import { agentScan, HISTORY, hold } from "./answers.mjs";
import { contrast, lookOf } from "./shown.mjs";
import { openHistory, openTable } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

suite("forced colours", (world) => {
  const open = async () => {
    const page = await openTable(world);
    await page.emulateMedia({ forcedColors: "active" });
    return page;
  };
  /** Of each element: whether it is the chosen one, and what is seen of its borders and outline. */
  const marks = (page, selector) =>
    page.locator(selector).evaluateAll((all) => {
      const probe = document.createElement("i");
      document.body.append(probe);
      probe.style.color = "Canvas";
      const canvas = getComputedStyle(probe).color;
      probe.remove();
      return all.map((one) => {
        const style = getComputedStyle(one);
        const borders = ["Top", "Bottom"].map((side) => style[`border${side}Color`]);
        return {
          chosen: one.matches("[aria-current=page], [aria-selected=true]"),
          bars: borders.some((colour) => colour !== canvas),
          outlined: style.outlineStyle === "solid",
        };
      });
    });

  for (const [name, selector] of [["views", ".bar nav a"], ["tabs", "[role=tab]"]])
    test(`only the chosen one of the ${name} is marked`, LIMIT, async () => {
      const all = await marks(await open(), selector);
      assert.equal(all.filter(({ chosen }) => chosen).length, 1, `of ${all.length}`);
      for (const { chosen, bars, outlined } of all) {
        assert.ok(chosen || !bars, "no border of another one has a colour of its own");
        assert.equal(outlined, chosen);
      }
    });

  test("the page draws progress, and the browser does if the system chooses the colours", LIMIT, async () => {
    const page = await world.newPage();
    await hold(page, HISTORY);
    await world.show(page, "?view=history");
    const bar = page.locator("history-view progress");
    await bar.waitFor();
    const look = () =>
      bar.evaluate((one) => {
        const { appearance, backgroundImage, animationName } = getComputedStyle(one);
        return [appearance, backgroundImage !== "none", animationName !== "none"];
      });
    assert.deepEqual(await look(), ["none", true, true], "it moves");
    await page.emulateMedia({ reducedMotion: "reduce" });
    assert.deepEqual(await look(), ["none", true, false], "it stands still, striped");
    await page.emulateMedia({ forcedColors: "active" });
    assert.deepEqual(await look(), ["auto", false, false]);
  });

  test("letters, bars and what explains them keep the colour of their severity", LIMIT, async () => {
    for (const [query, parts] of [
      ["", [".tile.sev-critical .name b", ".tile.sev-critical .track span", ".row .sev-critical b"]],
      ["?tab=image", [".legend .swatch.fill-critical", ".row .c-bar .fill-critical"]],
    ]) {
      const page = await openTable(world, query);
      const colours = () =>
        page.evaluate(
          (parts) => parts.map((part) => [part, getComputedStyle(document.querySelector(part))]).map(([part, { fill, backgroundColor }]) => [part, fill, backgroundColor]),
          parts,
        );
      const own = await colours();
      await page.emulateMedia({ forcedColors: "active" });
      assert.deepEqual(await colours(), own);
    }
  });

  for (const colorScheme of ["light", "dark"])
    test(`the timeline's texts are the system's, and a gap stands out from the page: ${colorScheme}`, LIMIT, async () => {
      const scans = [10, 20, 20.001, 40].map((days, at) => agentScan(world.seeded.repo, at, days));
      const page = await openHistory(world, scans, "", { forcedColors: "active", colorScheme });
      const [canvas, text] = await page.evaluate(() =>
        ["Canvas", "CanvasText"].map((name) => {
          document.body.style.setProperty("column-rule-color", name);
          return getComputedStyle(document.body).columnRuleColor;
        }),
      );
      const fills = await page.locator(".lanes text").evaluateAll((all) => all.map((one) => [one.getAttribute("class"), getComputedStyle(one).fill]));
      assert.ok(fills.length > 5, `${fills.length} texts`);
      for (const [name, fill] of fills) assert.equal(fill, text, name);
      const { stroke, opacity, around } = await lookOf(page.locator(".lanes rect.gap").first());
      assert.equal(around, canvas);
      assert.equal(opacity, 1);
      assert.ok(contrast(stroke, around) >= 3, `${stroke} on ${around}`);
    });

  test("light or dark is the system's choice, whatever the link says", LIMIT, async () => {
    const page = await openTable(world, "?theme=light");
    const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
    assert.equal(await scheme(), "light");
    await page.emulateMedia({ forcedColors: "active" });
    assert.equal(await scheme(), "light dark");
  });

  test("what looks like a link is underlined", LIMIT, async () => {
    const page = await open();
    const line = () => page.locator(".rail button.link").first().evaluate((one) => getComputedStyle(one).textDecorationLine);
    assert.equal(await line(), "underline");
    await page.emulateMedia({ forcedColors: "none" });
    assert.equal(await line(), "none", "its colour says so");
  });
});

/**
 * What the agent history says under a filter is true of the repository too: if scans of a branch are left out, it says
 * which scans it means.
 */
import assert from "node:assert/strict";
import { test } from "node:test";

import { agentScan } from "./answers.mjs";
import { dayAgo } from "./days.mjs";
import { oneLine } from "./shown.mjs";
import { openHistory } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

suite("agent history: words", (world) => {
  const scan = (...given) => agentScan(world.seeded.repo, ...given);
  const other = { prompt: "bug-hunt" };
  /** `main` is scanned with one prompt all the time, with the other now and then; nobody scans `old` any more. */
  const scans = () => [
    ...[0.1, 1, 2, 3].map((days, at) => scan(at, days)),
    ...[20, 21, 60].map((days, at) => scan(10 + at, days, other)),
    ...[90, 91].map((days, at) => scan(20 + at, days, { branch: "old" })),
  ];
  const open = (query) => openHistory(world, scans(), query);
  const cards = async (page) => {
    const texts = await page.locator(".card").allInnerTexts();
    return Object.fromEntries(texts.map((text) => [text.split("\n")[0].trim(), oneLine(text)]));
  };
  const main = async (page) => oneLine(await page.locator("main").innerText());
  const titles = (page) => page.locator(".lanes g:has(> rect.gap) > title").allTextContents();

  test("under a prompt, the last scan that matches it is long ago, not the last scan of all", LIMIT, async () => {
    const page = await open("&prompt=bug-hunt");
    const figures = await cards(page);
    assert.match(figures["Last matching scan"], /2 weeks ago 3 scans$/);
    assert.match(figures["Stale under this filter"], /1 of 1 main$/);
    assert.match(figures["Median interval"], /between matching scans, all branches together$/);
    assert.match(figures["Longest gap"], /between matching scans on main, \d/);
    assert.match(oneLine(await page.locator(".history-warnings").innerText()), /Stale under this filter main had its last matching scan 2 weeks ago/);
    assert.match(await page.locator(".lane-names li").innerText(), /stale here/);
    const bands = await titles(page);
    assert.equal(bands.length, 2);
    for (const title of bands) assert.match(title, /^main: no matching scan from /);
    assert.match(await page.locator("rect.silence + text").textContent(), /without a matching scan, until now/);
    assert.match(await page.locator(".legend").innerText(), /no matching scan for more than a week/);
    assert.doesNotMatch(await main(page), /Stale branches|last scan|without a scan|no scan/i);
  });

  test("the figures of one branch count all of its scans, and no others", LIMIT, async () => {
    const page = await open("&branch=main");
    const figures = await cards(page);
    assert.match(figures["Last scan"], /2 hours ago 7 scans$/);
    assert.match(figures["Stale branches"], /0 of 1$/);
    assert.match(figures["Median interval"], /between scans of this branch$/);
    assert.doesNotMatch(await main(page), /matching scan|stale here/);
    const both = await cards(await open("&branch=main&prompt=bug-hunt"));
    assert.match(both["Median interval"], /between matching scans of this branch$/);
  });

  test("branches are called stale as of the end of the range", LIMIT, async () => {
    const page = await open(`&until=${dayAgo(10)}`);
    const figures = await cards(page);
    assert.match(figures["Last scan in the range"], /2 weeks ago/);
    assert.match(figures["Stale under this filter"], /2 of 2 main, old$/);
    assert.match(oneLine(await page.locator(".history-warnings").innerText()), /Stale under this filter main had gone (9|10) d( \d+ h)? without a scan by the end of the range; the last one before that was 2 weeks ago/);
  });

  test("without a filter the words are about all scans", LIMIT, async () => {
    const page = await open("");
    const figures = await cards(page);
    assert.match(figures["Last scan"], /2 hours ago 9 scans$/);
    assert.match(figures["Stale branches"], /1 of 2 old$/);
    assert.match(figures["Median interval"], /between scans, all branches together$/);
    assert.match(oneLine(await page.locator(".history-warnings").innerText()), /Stale old had its last scan [23] months ago/);
    assert.doesNotMatch(await main(page), /matching scan|stale here/);
  });

  test("the lengths after which a branch counts as stale are offered in order", LIMIT, async () => {
    const page = await open("");
    const choices = await page.locator("select[name=stale] option").allTextContents();
    assert.deepEqual(choices.map((text) => text.trim()), ["1 day", "3 days", "a week", "14 days", "30 days", "90 days"]);
    assert.equal(await page.locator("select[name=stale]").inputValue(), "0");
  });

  test("nothing is claimed up to now about scans that are all dated in the future", LIMIT, async () => {
    const page = await openHistory(world, [scan(1, -3)]);
    const figures = await cards(page);
    assert.match(figures["Last scan"], /not known/);
    assert.match(figures["Longest gap"], /not known no scan is dated before now/);
  });

  test("a group says once what it groups, and its columns fill the table", LIMIT, async () => {
    const labels = { branch: ["Branch", "Scans", "Latest UTC", "Latest prompt", "Files", "Scan id"], prompt: ["Prompt", "Scans", "Latest UTC", "Latest on", "Files", "Scan id"] };
    for (const [by, wanted] of Object.entries(labels)) {
      const page = await open(`&list=groups&by=${by}`);
      const heads = page.locator(".grid .head [role=columnheader]");
      assert.deepEqual((await heads.allInnerTexts()).map((text) => text.replace(/[^A-Za-z ]/g, "").trim()), wanted);
      for (const width of [1440, 900, 768, 702, 390]) {
        await page.setViewportSize({ width, height: 900 });
        const { apart, left } = await page.locator(".grid").evaluate((grid) => {
          const boxes = [...grid.querySelectorAll(".head [role=columnheader]")].map((one) => one.getBoundingClientRect()).filter((box) => box.width > 0);
          const head = grid.querySelector(".head").getBoundingClientRect();
          return { apart: new Set(boxes.map(({ top }) => top)).size, left: head.right - boxes.at(-1).right };
        });
        assert.equal(apart, 1, `${by} ${width}: one line`);
        assert.ok(left >= 0 && left < 24, `${by} ${width}: ${left} pixels are left`);
      }
    }
    const days = await open("&list=groups&by=day");
    assert.deepEqual(await days.locator(".grid .head [role=columnheader]").count(), 7);
  });
});

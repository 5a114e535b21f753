/**
 * Going through findings with their details open: by key and by button, in the order of the table, whose row follows. What is open
 * is told, the focus stays where it was, and a step back goes past all of them.
 */
import assert from "node:assert/strict";
import { before, test } from "node:test";

import { changeAnswer, RESULTS } from "./answers.mjs";
import { hears, linkOf, oneLine, rowCount, stepsOf } from "./shown.mjs";
import { openSettings, openTable, ready, rowAt } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

const PHONE = { viewport: { width: 390, height: 844 } };

suite("from one finding to the next", (world) => {
  let nightly;
  before(async () => {
    nightly = (await world.rawScan("scan-nightly")).findings;
  });

  const way = (page, word) => page.locator(".panel").getByRole("button", { name: `${word} finding` });
  const isOpen = (page, index, total = nightly.length) =>
    page.waitForFunction(
      ([index, text]) => document.querySelector(`.row[data-index='${index}'][aria-selected=true]`) !== null && document.querySelector(".panel .place")?.textContent === text,
      [index, `${(index + 1).toLocaleString("en")} of ${total.toLocaleString("en")}`],
    );
  const isInSight = (page, index) =>
    rowAt(page, index).evaluate((row) => {
      const [box, grid] = [row.getBoundingClientRect(), row.closest(".grid").getBoundingClientRect()];
      return box.top >= grid.top + 33 && box.bottom <= grid.bottom + 1;
    });
  const focused = (page, selector) => page.waitForFunction((selector) => document.activeElement.matches(selector), selector);

  test("“j” and “k” open the finding below and above, whose row is marked and in sight", LIMIT, async () => {
    const page = await openTable(world);
    await rowAt(page, 0).click();
    await isOpen(page, 0);
    for (let index = 1; index <= 30; index += 1) {
      await page.keyboard.press("j");
      await isOpen(page, index);
      assert.ok(await isInSight(page, index), String(index));
      assert.equal(await page.locator(".panel h2").textContent(), await rowAt(page, index).locator(".c-id").textContent());
    }
    for (let index = 29; index >= 20; index -= 1) {
      await page.keyboard.press("k");
      await isOpen(page, index);
    }
    // The focus stayed in the details, and goes to the row of the one that is open.
    await focused(page, ".panel");
    await page.keyboard.press("Escape");
    await focused(page, ".row[data-index='20']");
  });

  test("the buttons do the same, keep the focus, and lead nowhere at the ends", LIMIT, async () => {
    const page = await world.newPage();
    await changeAnswer(page, RESULTS, (scan) => ({ ...scan, findings: scan.findings.slice(0, 3) }));
    await world.show(page, "?scan=scan-nightly");
    await ready(page);
    await rowAt(page, 0).click();
    await isOpen(page, 0, 3);
    const disabled = async () => [await way(page, "Previous").getAttribute("aria-disabled"), await way(page, "Next").getAttribute("aria-disabled")];
    assert.deepEqual(await disabled(), ["true", "false"]);
    await way(page, "Next").focus();
    for (const index of [1, 2]) {
      await page.keyboard.press("Enter");
      await isOpen(page, index, 3);
      await focused(page, "[aria-keyshortcuts=j]");
    }
    assert.deepEqual(await disabled(), ["false", "true"]);
    await hears(page);
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => globalThis.heard.includes("That is the last finding"));
    await isOpen(page, 2, 3);
    await way(page, "Previous").click();
    await isOpen(page, 1, 3);
  });

  test("the details of another finding begin at their top", LIMIT, async () => {
    const page = await openTable(world, "", { viewport: { width: 1440, height: 500 } });
    await rowAt(page, 0).click();
    await isOpen(page, 0);
    const panel = page.locator(".panel");
    await panel.evaluate((one) => one.scrollTo(0, one.scrollHeight));
    assert.ok((await panel.evaluate((one) => one.scrollTop)) > 0);
    await page.keyboard.press("j");
    await isOpen(page, 1);
    await page.waitForFunction(() => document.querySelector(".panel").scrollTop === 0);
  });

  test("a screen reader hears which finding of how many is open, and what it is", LIMIT, async () => {
    const page = await openTable(world);
    await rowAt(page, 3).click();
    await isOpen(page, 3);
    await hears(page);
    await page.keyboard.press("j");
    await isOpen(page, 4);
    const [id, name] = await Promise.all(["id", "package"].map((cell) => rowAt(page, 4).locator(`.c-${cell}`).textContent()));
    await page.waitForFunction((text) => globalThis.heard.includes(text), `5 of 2,581: Critical, ${id} in ${name}`);
  });

  test("going on from a finding that a link opened follows the order and the filter of the link", LIMIT, async () => {
    const page = await openTable(world, "?sort=-epss&kind=npm");
    await page.locator(".grid").evaluate((grid) => (grid.scrollTop = 1400));
    await rowAt(page, 44).click();
    await page.waitForURL(/finding=/);
    const total = nightly.filter(({ kind }) => kind === "npm").length;
    const linked = await world.open(await linkOf(page));
    await isOpen(linked, 44, total);
    await linked.keyboard.press("j");
    await isOpen(linked, 45, total);
    assert.ok(await isInSight(linked, 45));
    // In another order it stands elsewhere, and is gone on from there.
    await linked.locator("[role=columnheader].c-id button").click();
    await linked.waitForURL(/sort=id/);
    await linked.locator(".row[aria-selected=true]").waitFor();
    const index = Number(await linked.locator(".row[aria-selected=true]").getAttribute("data-index"));
    await isOpen(linked, index, total);
    await linked.keyboard.press("k");
    await isOpen(linked, index - 1, total);
  });

  test("going through many is one step of the history, and a row that has the focus gives it to the next", LIMIT, async () => {
    const page = await openTable(world);
    await rowAt(page, 1).click();
    await isOpen(page, 1);
    const steps = await stepsOf(page);
    await rowAt(page, 1).focus();
    for (const index of [2, 3, 4]) {
      await page.keyboard.press("j");
      await isOpen(page, index);
      await focused(page, `.row[data-index='${index}']`);
    }
    assert.equal(await stepsOf(page), steps);
    assert.ok(await page.evaluate(() => document.querySelector(".panel").textContent.includes(new URLSearchParams(location.search).get("finding"))));
    await page.goBack();
    await page.locator(".panel").waitFor({ state: "detached" });
  });

  test("on a phone one goes through the details in their dialog", LIMIT, async () => {
    const page = await openTable(world, "", PHONE);
    await rowAt(page, 0).click();
    await page.locator("dialog.panel[open]").waitFor();
    await page.keyboard.press("j");
    await isOpen(page, 1);
    await way(page, "Next").click();
    await isOpen(page, 2);
    const out = await page.locator("dialog.panel").evaluate((panel) => panel.scrollWidth - panel.clientWidth);
    assert.ok(out <= 0, `${out} pixels are out of sight`);
    await page.keyboard.press("Escape");
    await focused(page, ".row[data-index='2']");
  });

  test("one can go through changes too, resolved ones as what they are", LIMIT, async () => {
    const page = await openTable(world, "?tab=changes&before=scan-nightly-last-week&change=resolved");
    const total = await rowCount(page);
    await rowAt(page, 0).click();
    await isOpen(page, 0, total);
    await page.keyboard.press("j");
    await isOpen(page, 1, total);
    assert.match(oneLine(await page.locator(".panel").innerText()), /Resolved: scan-nightly-last-week had it/);
  });

  test("going on after changes are compared in another way starts from where the open one then stands", LIMIT, async () => {
    const page = await openTable(world, "?tab=changes&before=scan-nightly-last-week&change=severityChanged");
    const before = await rowCount(page);
    await rowAt(page, 2).click();
    await isOpen(page, 2, before);
    await page.getByLabel("Across image names").check();
    await page.waitForURL(/images=/);
    await page.waitForFunction(() => {
      const [selected, place] = [document.querySelector(".row[aria-selected=true]"), document.querySelector(".panel .place")];
      const total = Number(document.querySelector("[role=grid]").getAttribute("aria-rowcount")) - 1;
      return selected !== null && place !== null && place.textContent.trim() === `${Number(selected.dataset.index) + 1} of ${total.toLocaleString("en")}`;
    });
  });

  test("the ways to the findings beside it are there only where findings are listed", LIMIT, async () => {
    const page = await openTable(world);
    await rowAt(page, 0).click();
    await isOpen(page, 0);
    const ways = page.locator(".panel .tools").getByRole("button", { name: /finding$/ });
    assert.equal(await ways.count(), 2);
    await page.getByRole("tab", { name: "Changes" }).click();
    await page.getByRole("heading", { name: "Nothing compared yet" }).waitFor();
    await page.locator(".panel h2").waitFor();
    assert.equal(await ways.count(), 0);
    await page.keyboard.press("j");
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    await ready(page);
    await ways.nth(1).waitFor();
    await page.getByRole("tab", { name: "Findings" }).click();
    await isOpen(page, 0);
  });

  test("a text that is typed keeps its letters, and without details they do nothing", LIMIT, async () => {
    const page = await openTable(world);
    await rowAt(page, 0).focus();
    await page.keyboard.press("j");
    assert.equal(await page.locator(".panel").count(), 0);
    await rowAt(page, 0).click();
    await isOpen(page, 0);
    await page.locator(".open-scan input[name=scan]").focus();
    await page.keyboard.type("jk");
    assert.equal(await page.locator(".open-scan input[name=scan]").inputValue(), "jk");
    await isOpen(page, 0);
    // A letter chooses from a list, and with another key it is the browser's.
    await page.locator(".open-scan select").focus();
    await page.keyboard.press("j");
    await rowAt(page, 0).focus();
    await page.keyboard.press("Control+j");
    await page.keyboard.press("Alt+j");
    await page.keyboard.press("Meta+j");
    await isOpen(page, 0);
  });

  test("keys of one character can be switched off: then they do nothing, nothing speaks of them, and the others work", LIMIT, async () => {
    const page = await openTable(world);
    await page.locator(".tile.sev-critical").click();
    await page.waitForURL(/sev=critical/);
    await rowAt(page, 0).click();
    await page.locator(".panel").waitFor();
    const spoken = () => page.locator("main [aria-keyshortcuts]").evaluateAll((all) => all.map((one) => one.getAttribute("aria-keyshortcuts")));
    const caps = () => page.locator("main kbd").allTextContents();
    assert.deepEqual([await spoken(), await caps()], [["/", "k", "j"], ["/", "k", "j", "Esc"]]);
    const title = await page.locator(".panel h2").textContent();
    const off = page.getByRole("checkbox", { name: "Single-key shortcuts" });
    await openSettings(page);
    await off.uncheck();
    await page.waitForURL(/keys=off/);
    assert.deepEqual([await spoken(), await caps()], [[], ["Esc"]]);
    await rowAt(page, 0).focus();
    for (const key of ["j", "k", "/"]) await page.keyboard.press(key);
    assert.equal(await page.locator(".panel h2").textContent(), title);
    await focused(page, ".row[data-index='0']");
    await page.keyboard.press("Escape");
    await page.locator(".panel").waitFor({ state: "detached" });
    await page.waitForURL((url) => !url.search.includes("finding="));
    // It is not of a step.
    await page.goBack();
    await page.waitForURL((url) => url.search.includes("finding=") && url.search.includes("keys=off"));
    await page.reload();
    await ready(page);
    await rowAt(page, 0).focus();
    await page.keyboard.press("/");
    await focused(page, ".row[data-index='0']");
    await openSettings(page);
    await off.check();
    await page.waitForURL((url) => !url.search.includes("keys="));
    await rowAt(page, 0).focus();
    await page.keyboard.press("/");
    await focused(page, "#finding-search");
  });

  test("there is no way to another finding beside a table that lists none", LIMIT, async () => {
    const page = await openTable(world, `?tab=image&finding=${encodeURIComponent(nightly[0].uid)}`);
    await page.locator(".panel h2").waitFor();
    assert.equal(await way(page, "Next").count(), 0);
    await page.keyboard.press("j");
    assert.equal(await page.locator(".panel h2").textContent(), nightly[0].id);
  });

  test("there is none before the first finding, and the page says so", LIMIT, async () => {
    const page = await openTable(world, "?scan=scan-nightly");
    await rowAt(page, 0).click();
    await page.locator(".panel").waitFor();
    await page.keyboard.press("k");
    await page.locator("[aria-live=polite]", { hasText: "That is the first finding" }).waitFor({ state: "attached" });
    await rowAt(page, 0).and(page.locator("[aria-selected=true]")).waitFor();
  });
});

/**
 * Where the keyboard is after each step of the scan view: the same place each time, and never the document itself.
 */
import assert from "node:assert/strict";
import { before, test } from "node:test";

import { answerWith, changeAnswer, hold, RESULTS, unfinished } from "./answers.mjs";
import { addressOf, drawn } from "./shown.mjs";
import { chooseScan, goTo, membersReady, openCleanScan, openConnection, openTable, ready, rowAt } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

suite("focus in the scan view", (world) => {
  let nightly;
  before(async () => {
    nightly = (await world.rawScan("scan-nightly")).findings;
  });

  const focused = (page, selector) => page.waitForFunction((selector) => document.activeElement.matches(selector), selector);

  for (const width of [1440, 390]) {
    test(`at ${width} px the details take the focus, the first time as the second, and give it back`, LIMIT, async () => {
      const page = await openTable(world, "", { viewport: { width, height: 844 } });
      await rowAt(page, 0).focus();
      for (const row of [0, 1, 2]) {
        await page.keyboard.press("Enter");
        await focused(page, ".panel");
        await page.keyboard.press("Escape");
        await focused(page, `.row[data-index='${row}']`);
        await page.keyboard.press("ArrowDown");
        await focused(page, `.row[data-index='${row + 1}']`);
      }
    });
  }

  for (const width of [1440, 390]) {
    test(`at ${width} px details that a step back closes give the focus to their row`, LIMIT, async () => {
      const page = await openTable(world, "", { viewport: { width, height: 844 } });
      await rowAt(page, 2).focus();
      await page.keyboard.press("Enter");
      await focused(page, ".panel");
      await page.waitForURL(/finding=/);
      await page.goBack();
      await page.locator(".panel").waitFor({ state: "detached" });
      await focused(page, ".row[data-index='2']");
    });
  }

  // In Firefox every scrolling area is one, unless it opts out.
  test("a scrolling area is no tab stop of its own", LIMIT, async () => {
    const page = await openTable(world);
    for (const scroller of [".grid", "section.rail"]) assert.equal(await page.locator(scroller).getAttribute("tabindex"), "-1", scroller);
    await page.locator(".grid .head button").last().focus();
    await page.keyboard.press("Tab");
    await focused(page, ".row[data-index='0']");
  });

  test("keys lead along the tabs, round at both ends, and one of them is a stop of the Tab key", LIMIT, async () => {
    const page = await openTable(world);
    const names = await page.locator("[role=tab]").evaluateAll((all) => all.map((tab) => tab.dataset.tab));
    await page.locator("[role=tab][aria-selected=true]").focus();
    for (const [key, at] of [["ArrowLeft", -1], ["ArrowRight", 0], ["ArrowRight", 1], ["ArrowLeft", 0], ["End", -1], ["Home", 0]]) {
      await page.keyboard.press(key);
      await focused(page, `[data-tab=${names.at(at)}][aria-selected=true][tabindex="0"]`);
      assert.equal(await page.locator("[role=tab][tabindex='0']").count(), 1, key);
    }
  });

  test("one key leads past the filters to the search, and the address stays as it is", LIMIT, async () => {
    const page = await openTable(world);
    await page.getByRole("tab", { name: /^Findings/ }).focus();
    await page.keyboard.press("Tab");
    await focused(page, ".rail .skip");
    const { x, y } = await page.locator(".rail .skip").boundingBox();
    const rail = await page.locator("section.rail").boundingBox();
    assert.ok(x >= rail.x && y >= rail.y, "it is seen, in its place");
    const address = await addressOf(page);
    await page.keyboard.press("Enter");
    await focused(page, "#finding-search");
    assert.equal(await addressOf(page), address);
    assert.equal(await page.evaluate(() => document.querySelector(".rail .skip").getBoundingClientRect().right < 0), true, "else it is not seen");
  });

  test("a control that takes no typing leaves “/” to the search and Escape to the details", LIMIT, async () => {
    const page = await openTable(world);
    for (const selector of [".rail input[type=checkbox]", ".rail input[type=radio]", ".open-scan select"]) {
      const control = page.locator(selector).first();
      await control.focus();
      await page.keyboard.press("/");
      await focused(page, "#finding-search");
      await rowAt(page, 2).click();
      await focused(page, ".panel");
      await control.focus();
      await page.keyboard.press("Escape");
      await page.locator(".panel").waitFor({ state: "detached" });
      await focused(page, ".row[data-index='2']");
    }
  });

  test("a text that is typed keeps “/” and Escape for itself", LIMIT, async () => {
    const page = await openTable(world);
    await rowAt(page, 2).click();
    await focused(page, ".panel");
    for (const selector of ["#finding-search", ".open-scan input[name=scan]"]) {
      await page.locator(selector).fill("a");
      await page.keyboard.press("/");
      assert.equal(await page.locator(selector).inputValue(), "a/");
      await page.keyboard.press("Escape");
    }
    assert.equal(await page.locator(".panel").count(), 0, "a search that changes the rows closes the details");
    await page.locator(".open-scan input[name=scan]").fill("");
    await page.locator("#finding-search").fill("");
    await rowAt(page, 2).click();
    await focused(page, ".panel");
    await page.locator(".open-scan input[name=scan]").focus();
    await page.keyboard.press("Escape");
    await page.waitForTimeout(300);
    assert.equal(await page.locator(".panel").count(), 1);
  });

  test("the arrow down leads from the search to what it found, among findings and among changes", LIMIT, async () => {
    for (const query of ["", "?tab=changes&before=scan-nightly-last-week"]) {
      const page = await openTable(world, query);
      await rowAt(page, 3).click();
      await focused(page, ".panel");
      await page.keyboard.press("/");
      await page.keyboard.type("lib");
      await page.keyboard.press("Shift+ArrowDown");
      // With it, an input method chooses among the words that it offers.
      await page.locator("#finding-search").dispatchEvent("keydown", { key: "ArrowDown", isComposing: true, bubbles: true, cancelable: true });
      await focused(page, "#finding-search");
      await page.keyboard.press("ArrowDown");
      await focused(page, ".row[data-index='0']");
      await page.keyboard.press("ArrowDown");
      await focused(page, ".row[data-index='1']");
      await page.keyboard.press("/");
      await page.keyboard.type("open");
      assert.equal(await page.locator("#finding-search").inputValue(), "open", "what is typed takes the place of what was searched for");
      await page.locator("#finding-search").fill("no such finding");
      await page.getByRole("heading", { name: /matches th/ }).waitFor();
      await page.keyboard.press("ArrowDown");
      await focused(page, "#finding-search");
    }
  });

  test("a step back that closes details leaves the focus where it is, if it is not in them", LIMIT, async () => {
    const page = await openTable(world);
    await rowAt(page, 2).click();
    await focused(page, ".panel");
    await page.waitForURL(/finding=/);
    await page.locator("#finding-search").focus();
    await page.goBack();
    await page.locator(".panel").waitFor({ state: "detached" });
    await focused(page, "#finding-search");
  });

  test("on a narrow screen keys that follow Escape at once open the next finding", LIMIT, async () => {
    const page = await openTable(world, "", { viewport: { width: 390, height: 844 } });
    await rowAt(page, 0).focus();
    await page.keyboard.press("Enter");
    await focused(page, ".panel");
    await Promise.all(["Escape", "ArrowDown", "Enter"].map((key) => page.keyboard.press(key)));
    await focused(page, ".panel");
    // Nothing closes it afterwards.
    await page.waitForTimeout(500);
    assert.equal(await page.locator("dialog.panel[open]").count(), 1);
    await page.keyboard.press("Escape");
    await focused(page, ".row[data-index='1']");
  });

  test("a long list of a facet that is opened is searched at once, and its button has the focus when it is closed", LIMIT, async () => {
    const page = await openTable(world, "?scan=scan-fleet");
    await page.locator(".rail button", { hasText: /^\s*All \d/ }).first().focus();
    await page.keyboard.press("Enter");
    await focused(page, ".rail input[type=search]");
    await page.locator(".rail button", { hasText: "Show fewer" }).focus();
    await page.keyboard.press("Enter");
    await page.locator(".rail input[type=search]").waitFor({ state: "detached" });
    await focused(page, ".rail button[aria-expanded=false]");
  });

  test("the set values of a facet are in sight, even in an opened list that is longer than its room", LIMIT, async () => {
    const page = await world.newPage();
    const findings = Array.from({ length: 200 }, (_, at) => ({ ...nightly[0], uid: `u${at}`, package: `package-${String(at).padStart(3, "0")}` }));
    await changeAnswer(page, RESULTS, (scan) => ({ ...scan, findings }));
    await world.show(page, "?scan=scan-nightly&pkg=package-150");
    await ready(page);
    const set = page.locator(".rail input[name=package]:checked");
    assert.equal(await set.count(), 1);
    await page.getByRole("button", { name: "All 200" }).click();
    await page.locator(".rail input[type=search]").waitFor();
    assert.equal(await set.count(), 1);
  });

  test("a facet that is set keeps its place under the focus, and so when it is taken back", LIMIT, async () => {
    const page = await openTable(world);
    const names = () => page.locator(".rail fieldset").first().locator(".value").allTextContents();
    const before = await names();
    const state = () =>
      page.evaluate(() => {
        const { checked } = document.activeElement;
        return [document.activeElement.closest("label")?.querySelector(".value").textContent, checked];
      });
    await page.locator(".rail fieldset").first().locator("input").nth(2).focus();
    await page.keyboard.press("Space");
    await page.locator(".pill").waitFor();
    assert.deepEqual(await state(), [before[2], true]);
    assert.deepEqual(await names(), before);
    await page.keyboard.press("Space");
    await page.locator(".pill").waitFor({ state: "detached" });
    assert.deepEqual(await state(), [before[2], false]);
  });

  test("a facet from the depth of a list stays in sight when it is taken back", LIMIT, async () => {
    const images = [...new Set(nightly.map(({ image }) => image))];
    const counts = new Map(images.map((image) => [image, nightly.filter((finding) => finding.image === image).length]));
    const rare = images.sort((a, b) => counts.get(a) - counts.get(b))[0];
    const page = await openTable(world, `?image=${encodeURIComponent(rare)}`);
    const box = page.locator(".rail label").filter({ has: page.locator(`.path[title="${rare}"]`) }).locator("input");
    await box.focus();
    await page.keyboard.press("Space");
    await page.locator(".pill").waitFor({ state: "detached" });
    assert.equal(await box.evaluate((input) => document.activeElement === input && !input.checked), true);
  });

  const ofImage = (page, image) => page.locator(".rail label").filter({ has: page.locator(`.path[title="${image}"]`) }).locator("input");
  const isFocused = (box) => box.evaluate((input) => document.activeElement === input);
  /** The facets come a frame behind the rest. */
  const facetsDrawn = (page) =>
    page.evaluate(async () => {
      for (const view of ["dashboard-app", "scan-view", "facet-rail"]) await document.querySelector(view).updateComplete;
    });
  const kindsOf = (image) => new Set(nightly.filter((finding) => finding.image === image).map(({ kind }) => kind));

  test("values without a finding keep their order, and the focus, when one is taken back", LIMIT, async () => {
    const images = [...new Set(nightly.map(({ image }) => image))];
    const [kind, without] = [...new Set(nightly.map(({ kind }) => kind))]
      .map((kind) => [kind, images.filter((image) => !kindsOf(image).has(kind))])
      .find(([, without]) => without.length >= 3);
    const page = await openTable(world, `?kind=${kind}&${[...without, images.find((image) => kindsOf(image).has(kind))].map((image) => `image=${encodeURIComponent(image)}`).join("&")}`);
    const list = page.locator(".rail fieldset").filter({ has: page.locator("legend", { hasText: "Image" }) });
    const names = () => list.locator(".value").allTextContents();
    const before = await names();
    const box = ofImage(page, without[0]);
    await box.focus();
    for (const isChecked of [false, true]) {
      await page.keyboard.press("Space");
      await facetsDrawn(page);
      assert.deepEqual([await names(), await isFocused(box), await box.isChecked()], [before, true, isChecked]);
    }
  });

  test("a step back that re-sorts the facets leaves the focus on its value, or in its list if that value goes", LIMIT, async () => {
    const images = [...new Set(nightly.map(({ image }) => image))];
    const counts = (kind) => new Map(images.map((image) => [image, nightly.filter((finding) => finding.image === image && finding.kind === kind).length]));
    const page = await openTable(world, "?kind=npm");
    await page.locator(".rail label", { hasText: "npm" }).locator("input").click();
    await page.locator(".pill").waitFor({ state: "detached" });
    await page.waitForURL((url) => !url.search.includes("kind="));
    const npm = counts("npm");
    let stayed = 0;
    // Each value in its turn: which ones the browser moves depends on the others.
    for (const image of [...images].sort((a, b) => npm.get(b) - npm.get(a)).slice(0, 7)) {
      const box = ofImage(page, image);
      if ((await box.count()) === 0) continue;
      await box.focus();
      await page.evaluate(() => history.back());
      await page.locator(".pill").waitFor();
      await facetsDrawn(page);
      if ((await box.count()) === 0) await focused(page, ".rail input[name=image]");
      else {
        assert.equal(await isFocused(box), true, image);
        stayed += 1;
      }
      await page.evaluate(() => history.forward());
      await page.locator(".pill").waitFor({ state: "detached" });
      await facetsDrawn(page);
    }
    assert.ok(stayed > 3, `${stayed} values were in the list before and after`);
  });

  test("a filter that is taken back leaves the focus on the next one, at last in the search", LIMIT, async () => {
    const page = await openTable(world, "?sev=critical&sev=high&fixable=yes");
    await page.locator(".pill").nth(1).focus();
    await page.keyboard.press("Enter");
    await focused(page, ".pill:nth-of-type(n)[aria-label*=Fix]");
    await page.keyboard.press("Enter");
    await focused(page, ".pill[aria-label*=Severity]");
    await page.keyboard.press("Enter");
    await focused(page, "#finding-search");
  });

  for (const [name, query] of [
    ["Clear all", "?sev=critical"],
    ["Clear all filters", "?q=no-such-thing-anywhere"],
    ["Clear all filters", "?tab=upgrades&fixable=no"],
  ]) {
    test(`“${name}” of ${query} leaves the focus in the search`, LIMIT, async () => {
      const page = await world.open(query);
      await page.getByRole("button", { name, exact: true }).focus();
      await page.keyboard.press("Enter");
      await ready(page);
      await focused(page, "#finding-search");
    });
  }

  for (const tab of ["package", "upgrades"]) {
    test(`a row of ${tab} leads to the first finding that it stands for`, LIMIT, async () => {
      const page = await world.open(`?tab=${tab}`);
      await rowAt(page, 0).focus();
      await page.keyboard.press("Enter");
      await page.locator(".grid-findings").waitFor();
      await focused(page, ".grid-findings .row[data-index='0']");
    });
  }

  for (const tab of ["image", "package", "upgrades"]) {
    test(`a step back from what a row of ${tab} led to leaves the focus in the table`, LIMIT, async () => {
      const page = await world.open(`?tab=${tab}`);
      await rowAt(page, 0).focus();
      await page.keyboard.press("Enter");
      await page.locator(".grid-findings").waitFor();
      await focused(page, ".grid-findings .row[data-index='0']");
      await page.waitForURL((url) => !url.search.includes(`tab=${tab}`));
      await page.goBack();
      await page.locator(".grid-findings").waitFor({ state: "detached" });
      await focused(page, ".row[data-index='0']");
      await page.goForward();
      await page.locator(".grid-findings").waitFor();
      await focused(page, ".grid-findings .row[data-index='0']");
    });
  }

  test("details that become a dialog, and are beside the table again, keep the focus", LIMIT, async () => {
    const page = await openTable(world);
    await rowAt(page, 2).click();
    await focused(page, "aside.panel");
    await page.setViewportSize({ width: 600, height: 844 });
    await focused(page, "dialog.panel, dialog.panel *");
    await page.setViewportSize({ width: 1200, height: 844 });
    await focused(page, "aside.panel");
    await page.keyboard.press("Escape");
    await focused(page, ".row[data-index='2']");
  });

  for (const [how, narrow] of [["a window that is made narrow", true], ["a scan that arrives late", false]]) {
    test(`${how} opens details behind the connection dialog, in which somebody types`, LIMIT, async () => {
      const page = await world.newPage();
      const release = narrow ? null : await hold(page, RESULTS);
      if (!narrow) await page.setViewportSize({ width: 500, height: 844 });
      await world.show(page, narrow ? "" : `?finding=${encodeURIComponent(nightly[3].uid)}`);
      if (narrow) {
        await ready(page);
        await rowAt(page, 2).click();
        await focused(page, "aside.panel");
      }
      await openConnection(page);
      const field = page.locator("connection-dialog input[name=apiToken]");
      await field.click();
      await page.keyboard.type("one");
      if (narrow) await page.setViewportSize({ width: 600, height: 844 });
      else release();
      await page.locator("dialog.panel").waitFor({ state: "attached" });
      await drawn(page);
      await page.keyboard.type("jk");
      assert.equal(await field.inputValue(), "onejk");
      await page.keyboard.press("Escape");
      await focused(page, "dialog.panel:modal, dialog.panel:modal *");
      await page.keyboard.press("Escape");
      await focused(page, ".row[data-index]");
    });
  }

  test("a control that a narrow window hides gives the focus to the table", LIMIT, async () => {
    const page = await openTable(world);
    for (const [hidden, from, to] of [[".rail input[type=checkbox]", 1440, 600], ["[role=columnheader] button:text-is('EPSS')", 1440, 400], [".rail-toggle", 600, 1440]]) {
      await page.setViewportSize({ width: from, height: 844 });
      await page.locator(hidden).first().focus();
      await page.setViewportSize({ width: to, height: 844 });
      await page.waitForFunction(() => document.activeElement !== document.body && document.activeElement.checkVisibility());
    }
  });

  test("so does one whose focus is gone before the page hears of the window, and one that was left does not", LIMIT, async () => {
    const page = await openTable(world);
    const tile = page.locator(".tile").first();
    /** As WebKit does it: what is hidden has lost the focus when the page is told. */
    const hide = () =>
      tile.evaluate(async (tile) => {
        tile.style.display = "none";
        const frame = () => new Promise(requestAnimationFrame);
        while (document.activeElement === tile) await frame();
        dispatchEvent(new Event("resize"));
        await frame();
        await new Promise((resolve) => setTimeout(resolve, 50));
        tile.style.display = "";
        return document.activeElement.localName;
      });
    await tile.focus();
    assert.notEqual(await hide(), "body");
    await tile.focus();
    await tile.evaluate((tile) => tile.blur());
    assert.equal(await hide(), "body", "nobody is led back to where they went away from");
  });

  test("a sheet of filters that the window has outgrown gives the focus to the search", LIMIT, async () => {
    const page = await openTable(world, "", { viewport: { width: 600, height: 844 } });
    await page.locator(".rail-toggle").click();
    await focused(page, ".sheet-head button");
    await page.setViewportSize({ width: 1200, height: 844 });
    await page.keyboard.press("Escape");
    await focused(page, "#finding-search");
  });

  test("closing details leaves the focus in the view if there is no row to go to", LIMIT, async () => {
    const page = await world.open("?finding=nowhere&q=no-such-thing-anywhere");
    await page.locator(".panel").getByRole("button", { name: /Close/ }).click();
    await page.locator(".panel").waitFor({ state: "detached" });
    await focused(page, "[role=tab][aria-selected=true]");
  });

  test("comparing the other way round keeps the focus at the head of the scan that is then open", LIMIT, async () => {
    const page = await world.open("?scan=scan-nightly-last-week&before=scan-nightly&tab=changes");
    const turn = page.getByRole("button", { name: "Compare the other way round" });
    await turn.focus();
    await page.keyboard.press("Enter");
    await turn.waitFor({ state: "detached" });
    await page.locator(".change-kinds").waitFor();
    await focused(page, "h1");
  });

  test("the button that stops waiting gives its place and the focus to the one that waits again", LIMIT, async () => {
    const page = await openCleanScan(world);
    await answerWith(page, RESULTS, unfinished("scan-nightly"));
    await chooseScan(page, "scan-nightly");
    const focusedText = (text) => page.waitForFunction((text) => document.activeElement.textContent.trim() === text, text);
    await page.getByRole("button", { name: "Stop waiting" }).focus();
    await page.keyboard.press("Enter");
    await focusedText("Wait for it");
    await page.keyboard.press("Enter");
    await focusedText("Stop waiting");
  });

  test("the first stop of the Tab key leads past the bar, and the address stays", LIMIT, async () => {
    const page = await openTable(world, "?scan=scan-nightly");
    const address = await addressOf(page);
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "Skip to content");
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate(() => document.activeElement.id), "main");
    assert.equal(await addressOf(page), address);
  });

  test("a step back under the focus on a row leaves it on a row", LIMIT, async () => {
    const page = await openTable(world, "?scan=scan-nightly");
    await page.locator("[role=columnheader].c-package button").click();
    await page.locator("[role=columnheader].c-package[aria-sort=ascending]").waitFor();
    await rowAt(page, 3).focus();
    await page.goBack();
    await page.locator("[role=columnheader].c-severity[aria-sort=descending], [role=columnheader].c-severity[aria-sort=other]").waitFor();
    await facetsDrawn(page);
    assert.equal(await page.evaluate(() => document.activeElement.dataset.index), "0");
  });

  test("a step back to another view takes the focus along into it", LIMIT, async () => {
    const page = await openTable(world, "?scan=scan-nightly");
    await goTo(page, "Team");
    await membersReady(page);
    await page.waitForURL(/view=team/);
    await page.locator(".members tbody button").first().focus();
    await page.goBack();
    await ready(page);
    await focused(page, "#main");
  });
});

/**
 * What must not be cut off: the chosen tab on a phone, and the end of a text that has no room beside others.
 */
import assert from "node:assert/strict";
import { test } from "node:test";

import { agentScan, changeAnswer, changeTeam, RESULTS } from "./answers.mjs";
import { tooWide } from "./shown.mjs";
import { goTo, membersReady, openHistory, openTable, ready } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

const PHONE = { viewport: { width: 360, height: 740 } };

suite("in sight", (world) => {
  /** Resolves once all of an element is between the edges of its row. */
  const within = (page, selector, place) =>
    page.waitForFunction(
      ([selector, place]) => {
        const one = document.querySelector(selector);
        const [inner, outer] = [one, one.closest(place)].map((element) => element.getBoundingClientRect());
        return inner.left >= outer.left - 1 && inner.right <= outer.right + 1;
      },
      [selector, place],
    );
  const CHOSEN = "[role=tab][aria-selected=true]";

  test("the chosen tab is in its row on a phone, by a link, by key and by a step back, and the page stays where it is", LIMIT, async () => {
    for (const tab of ["changes", "target"]) {
      const page = await world.open(`?tab=${tab}`, PHONE);
      await page.locator(CHOSEN).waitFor();
      await within(page, CHOSEN, "[role=tablist]");
      assert.deepEqual(await page.evaluate(() => [scrollX, scrollY]), [0, 0]);
    }
    const page = await openTable(world, "", PHONE);
    await page.locator(CHOSEN).focus();
    await page.keyboard.press("End");
    await page.locator("[data-tab=changes][aria-selected=true]").waitFor();
    await within(page, CHOSEN, "[role=tablist]");
    await page.keyboard.press("Home");
    await within(page, CHOSEN, "[role=tablist]");
    // A step back brings no focus along, which would bring the tab into sight.
    await page.waitForURL((url) => !url.search.includes("tab="));
    await page.goBack();
    await page.locator("[data-tab=changes][aria-selected=true]").waitFor();
    await within(page, CHOSEN, "[role=tablist]");
  });

  test("the chosen view is in sight on the narrowest phone, by a link, a press or a step back, and a shade shows that a row goes on", LIMIT, async () => {
    const page = await world.open("?view=team", { viewport: { width: 320, height: 640 } });
    const current = ".bar nav [aria-current=page]";
    await membersReady(page);
    await within(page, current, "nav");
    await goTo(page, "Container scan");
    await ready(page);
    await within(page, current, "nav");
    await goTo(page, "Team");
    await within(page, current, "nav");
    await page.waitForURL(/view=team/);
    await page.goBack();
    await page.locator(current, { hasText: "Container scan" }).waitFor();
    await within(page, current, "nav");
    for (const row of [".bar nav", ".tabs"]) {
      const seen = await page.locator(row).evaluate((one) => [one.scrollWidth > one.clientWidth, getComputedStyle(one).backgroundAttachment]);
      assert.deepEqual(seen, [true, "local, local, scroll, scroll"], row);
    }
  });

  test("a row that does not go on has no shade, however fine the screen", LIMIT, async () => {
    for (const deviceScaleFactor of [1, 1.25, 2]) {
      const page = await openTable(world, "", { deviceScaleFactor });
      for (const row of [".bar nav", ".tabs"]) {
        const shade = await page.locator(row).screenshot();
        await page.locator(row).evaluate((one) => one.style.setProperty("--shade", "transparent"));
        assert.ok((await page.locator(row).screenshot()).equals(shade), `${row}, ${deviceScaleFactor}`);
      }
    }
  });

  test("texts are as large as the browser is set to, and parts without room for them give way", LIMIT, async () => {
    for (const [width, query] of [[1280, ""], [375, ""], [320, ""], [1280, "?view=history"], [390, "?view=history"], [1280, "?view=team"], [390, "?view=team"]]) {
      const page = await world.newPage({ viewport: { width, height: 800 } });
      const session = await page.context().newCDPSession(page);
      await session.send("Page.setFontSizes", { fontSizes: { standard: 24 } });
      await world.show(page, query);
      await page.locator(".row[data-index='0'], .members tbody tr").first().waitFor();
      const text = await page.locator(".row[data-index='0'], .members td").first().evaluate((one) => getComputedStyle(one).fontSize);
      assert.equal(text, "19.5px", "1.5 of what it is else");
      assert.ok((await tooWide(page)) <= 0, `${query} ${width}`);
      const over = await page.locator(".row[data-index] .cell").evaluateAll((cells) => cells.filter((cell) => cell.offsetHeight > cell.parentElement.clientHeight).length);
      assert.equal(over, 0, "rows have room for them");
    }
  });

  test("a severity that the interface does not name ends in an ellipsis, and says its word on hover", LIMIT, async () => {
    const page = await world.newPage();
    await changeAnswer(page, RESULTS, (scan) => ({ ...scan, findings: scan.findings.map((one) => ({ ...one, severity: "BANANAS AND PEARS" })) }));
    await world.show(page);
    await ready(page);
    const badge = page.locator(".row[data-index='0'] .badge");
    assert.equal(await badge.getAttribute("title"), "Unknown (BANANAS AND PEARS)");
    const [inner, outer] = await badge.evaluate((one) => [one, one.closest(".cell")].map((element) => element.getBoundingClientRect().right));
    assert.ok(inner <= outer, `${inner} and ${outer}`);
    const [word, sent] = [badge.locator(".word > span").first(), badge.locator(".sent")];
    assert.equal(await sent.evaluate((one) => getComputedStyle(one).textOverflow), "ellipsis");
    assert.equal(await word.textContent(), "Unknown");
    const [end, room] = [await word.evaluate((one) => one.getBoundingClientRect().right), await badge.evaluate((one) => one.getBoundingClientRect().right)];
    assert.ok(end <= room + 0.5, `the word is whole: ${end} of ${room}`);
  });

  test("a severity that the interface does not name is read whole in the details, and “Close” stays in sight beside it", LIMIT, async () => {
    const severity = "DEFERRED-UNTIL-THE-NEXT-QUARTERLY-REVIEW-OF-THE-PLATFORM";
    const whole = `Unknown (${severity})`;
    for (const viewport of [{ width: 1440, height: 900 }, PHONE.viewport]) {
      const page = await world.newPage({ viewport });
      await changeAnswer(page, RESULTS, (scan) => ({ ...scan, findings: scan.findings.map((one) => ({ ...one, severity })) }));
      await world.show(page);
      await ready(page);
      assert.equal(await page.locator(".row[data-index='0'] .badge").getAttribute("title"), whole);
      await page.locator(".row[data-index='0'] .c-id").click();
      const panel = page.locator(".panel");
      assert.equal(await panel.locator(".badge .word").innerText(), whole);
      const cut = (locator) => locator.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
      assert.deepEqual([await cut(panel), await cut(panel.locator(".badge .word"))], [0, 0], `${viewport.width}`);
    }
  });

  test("inactive is one word beside the longest name of a team", LIMIT, async () => {
    const page = await world.newPage(PHONE);
    await changeTeam(page, (team) => ({ ...team, is_active: false, name: "a team of people who have given themselves a long name ".repeat(2) }));
    await world.show(page, `?view=team&team=${world.seeded.teams[0].id}`);
    const { height, right } = await page.locator("#team-name .tag").evaluate((tag) => tag.getBoundingClientRect());
    assert.ok(height < 30 && right <= 360, `${height} high, until ${right}`);
  });

  test("the legend of the timeline keeps a prompt without spaces in its card", LIMIT, async () => {
    const prompt = "x".repeat(60);
    const page = await openHistory(world, [1, 2].map((days) => agentScan(world.seeded.repo, days, days, { prompt })), "", PHONE);
    const cut = await page.locator(".band .legend").evaluate((legend) => legend.scrollWidth - legend.clientWidth);
    assert.ok(cut <= 0, `${cut} pixels are cut off`);
  });

  test("an upgrade shows the version to go to, whatever room there is for the one that is installed", LIMIT, async () => {
    const page = await openTable(world, "?tab=upgrades");
    for (const width of [1440, 768, 360]) {
      await page.setViewportSize({ width, height: 900 });
      const { short, cut } = await page.locator(".row[data-index] .to").evaluateAll((all) => {
        const short = all.filter((to) => to.clientWidth > 0 && to.textContent.length <= 17);
        return { short: short.length, cut: short.filter((to) => to.scrollWidth > to.clientWidth).map((to) => to.textContent) };
      });
      assert.ok(short > 0, `no version is in sight at ${width}`);
      assert.deepEqual(cut, [], String(width));
    }
  });
});

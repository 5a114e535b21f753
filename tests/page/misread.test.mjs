/**
 * A link that names filters in words the page does not know: what is understood applies, and the page says what does not.
 */
import assert from "node:assert/strict";
import { test } from "node:test";

import { violations } from "./axe.mjs";
import { linkOf, oneLine } from "./shown.mjs";
import { goTo, openTable, openTeam, ready, rowAt } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

suite("links that are not understood", (world) => {
  const note = (page) => page.locator(".misread [role=status]");
  const left = async (page) => oneLine(await note(page).innerText()).split(": ")[1];

  test("filters in unknown words are named, and the others apply", LIMIT, async () => {
    const page = await openTable(world, "?scan=scan-nightly&sev=critcal&sev=high&fixable=true&epss=90%25&tab=nowhere");
    assert.equal(await left(page), "severity, fix available, EPSS.");
    const pills = (await page.locator(".pill").allInnerTexts()).map(oneLine);
    assert.deepEqual(pills.map((text) => text.replace("×", "").trim()), ["Severity High"]);
    const query = new URLSearchParams(await linkOf(page));
    assert.deepEqual(["sev", "fixable", "epss"].map((name) => query.getAll(name)), [["high"], [], []]);
    assert.deepEqual(await violations(page), []);
  });

  test("days that the calendar does not have are named", LIMIT, async () => {
    const page = await openTable(world, "?view=history&from=2026-02-30&until=tomorrow");
    assert.equal(await left(page), "first day, last day.");
  });

  test("a time zone that does not exist is named", LIMIT, async () => {
    const page = await openTable(world, "?view=history&zone=CET&from=2020-01-01");
    assert.equal(await left(page), "time zone.");
  });

  test("a time zone further east or west than any real one is named, and the outermost ones are not", LIMIT, async () => {
    const page = await world.newPage();
    for (const [zone, isOne] of [["+14:30", false], ["+14:00", true], ["-12:30", false], ["-12:00", true], ["+25:00", false]]) {
      await world.show(page, `?view=history&zone=${encodeURIComponent(zone)}`);
      await ready(page);
      if (isOne) assert.equal(await note(page).count(), 0, zone);
      else assert.equal(await left(page), "time zone.", zone);
    }
  });

  test("a zone is understood with its sign as it is, as in links that are written by hand", LIMIT, async () => {
    const page = await openTable(world, "?view=history&zone=+02:00");
    assert.equal(await page.locator("select[name=zone]").inputValue(), "120");
    assert.equal(await note(page).count(), 0);
  });

  test("words that are understood, however they are written, are not named", LIMIT, async () => {
    for (const query of ["?scan=scan-nightly&sev=high&sev=high&epss=0.10&fixable=yes&exploit=no&image=nothing-like-it", "?sev=&epss=%20&utm_source=mail", "?view=history&until=2099-12-31&zone=%2B00:00"]) {
      const page = await world.open(query);
      await page.locator(".matches, .history-filters").first().waitFor();
      assert.equal(await note(page).count(), 0, query);
    }
  });

  test("a filter with one value takes the first, is not named for a later one, and is not replaced by it", LIMIT, async () => {
    for (const [query, kept] of [
      ["?scan=scan-nightly&fixable=yes&fixable=no&exploit=no&exploit=perhaps&epss=.5&epss=0.5", { fixable: "yes", exploit: "no", epss: "0.5" }],
      ["?view=history&from=2020-02-28&from=x&until=2099-12-31&until=2099-12-30&zone=+02:00&zone=CET", { from: "2020-02-28", until: "2099-12-31", zone: "+02:00" }],
    ]) {
      const page = await world.open(query);
      await page.locator(".matches, .history-filters").first().waitFor();
      assert.equal(await note(page).count(), 0, query);
      const link = new URLSearchParams(await linkOf(page));
      for (const [name, text] of Object.entries(kept)) assert.deepEqual(link.getAll(name), [text], query);
    }
    const page = await openTable(world, "?view=history&from=x&from=2020-02-28&zone=CET&zone=%2B02:00");
    assert.equal(await left(page), "first day, time zone.");
  });

  test("it stays with the page until it is dismissed, and the focus stays on the page", LIMIT, async () => {
    const page = await openTable(world, "?scan=scan-nightly&sev=severe");
    await rowAt(page, 0).click();
    await goTo(page, "Team");
    assert.equal(await left(page), "severity.");
    await page.getByRole("button", { name: "Dismiss" }).press("Enter");
    await note(page).waitFor({ state: "detached" });
    assert.equal(await page.evaluate(() => document.activeElement.id), "main");
  });

  test("setting a filter dismisses it", LIMIT, async () => {
    const page = await openTable(world, "?scan=scan-nightly&sev=severe");
    await page.locator("[role=columnheader] button").first().click();
    assert.equal(await left(page), "severity.");
    await page.locator(".tile").first().click();
    await note(page).waitFor({ state: "detached" });
  });

  test("choosing a zone, in which days begin, dismisses it too", LIMIT, async () => {
    const page = await openTable(world, "?view=history&until=yesterday");
    assert.equal(await left(page), "last day.");
    await page.locator("select[name=zone]").selectOption("120");
    await note(page).waitFor({ state: "detached" });
  });

  test("it stays for as long as the filters are the same, and another address has its own", LIMIT, async () => {
    const page = await openTable(world, "?scan=scan-nightly&sev=severe");
    await rowAt(page, 0).click();
    await page.locator(".panel").waitFor();
    await page.goBack();
    await page.locator(".panel").waitFor({ state: "detached" });
    assert.equal(await left(page), "severity.", "the step's address no longer names it, but the list is still not what the link meant");
    await page.goForward();
    await page.locator(".panel").waitFor();
    assert.equal(await left(page), "severity.");
    await page.locator(".tile").first().click();
    await note(page).waitFor({ state: "detached" });
    await page.goBack();
    await page.waitForURL((url) => !url.searchParams.has("sev"));
    assert.equal(await note(page).count(), 0, "what was dismissed stays so");
    const [other, query] = [await world.newPage(), "&org=example-org&scan=scan-nightly&sev=severe"];
    await other.route("**/demo.json", (route) => route.fulfill({ status: 404 }));
    const { base } = await page.evaluate(async () => ({ base: (await (await fetch("demo.json")).json()).baseUrl }));
    await world.show(other, `?base=${encodeURIComponent(base)}${query}`);
    await other.locator("dialog[open]").waitFor();
    await other.keyboard.press("Escape");
    await other.locator(".misread").getByRole("button", { name: "Dismiss" }).click();
    await goTo(other, "Team");
    await other.goBack();
    await other.waitForURL(/sev=severe/);
    await other.locator("scan-view").waitFor();
    assert.equal(await note(other).count(), 0, "so it does where the page has not written over the link");
    const team = await openTeam(world, `${world.seeded.teams[0].id}&exploit=perhaps`);
    assert.equal(await left(team), "known exploit.");
  });
});

/**
 * Where one is in the scan view: a link shows its row, another view does not lose the place, a filter does not move the page,
 * a sheet and a menu hold what they should.
 */
import assert from "node:assert/strict";
import { before, test } from "node:test";

import { answerWith, GET_TEAM, json, RESULTS, teamAnswer } from "./answers.mjs";
import { addressOf, digits, linkOf, rowCount, stepsOf } from "./shown.mjs";
import { chooseScan, goTo, membersReady, openCleanScan, openTable, ready, rowAt } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

suite("places in the scan view", (world) => {
  let nightly;
  before(async () => {
    nightly = (await world.rawScan("scan-nightly")).findings;
  });

  const inSight = (page) =>
    page.waitForFunction(() => {
      const row = document.querySelector(".row[data-index][aria-selected=true]");
      if (row === null || Number(row.dataset.index) < 40) return false;
      const [mine, grid] = [row.getBoundingClientRect(), document.querySelector(".grid").getBoundingClientRect()];
      return mine.top >= grid.top && mine.bottom <= grid.bottom + 1;
    });

  test("a link to a finding shows its row, and Escape goes to it", LIMIT, async () => {
    const { uid } = nightly.findLast(({ severity }) => severity === "low");
    const page = await world.open(`?finding=${encodeURIComponent(uid)}`);
    await page.locator(".panel").waitFor();
    await inSight(page);
    const index = await page.locator(".row[aria-selected=true]").getAttribute("data-index");
    await page.keyboard.press("Escape");
    await page.waitForFunction((index) => document.activeElement.dataset.index === index, index);
  });

  test("a page at a path that begins with two slashes writes its address as any other", LIMIT, async () => {
    const page = await world.newPage();
    const { origin } = world;
    // As servers do that take several slashes for one.
    await page.route(({ pathname }) => pathname.startsWith("//"), async (route) => {
      const { pathname, search } = new URL(route.request().url());
      await route.fulfill({ response: await route.fetch({ url: `${origin}${pathname.replace(/^\/+/, "/")}${search}` }) });
    });
    await answerWith(page, RESULTS, json({ scan_id: "scan-nightly", status: "completed", findings: [] }));
    await answerWith(page, GET_TEAM, teamAnswer((await world.rawTeam(world.seeded.teams[0].id)).team));
    await page.goto(`${origin}//`);
    await goTo(page, "Team");
    await membersReady(page);
    await page.waitForURL(/\/\/\?view=team/);
  });

  test("a step forward to a row far away takes the focus along from a row that is not drawn any more", LIMIT, async () => {
    const page = await openTable(world, "");
    await page.locator(".grid").evaluate((grid) => grid.scrollTo({ top: 17_000 }));
    await rowAt(page, 505).click();
    await page.locator(".panel").waitFor();
    await page.keyboard.press("Escape");
    await page.locator(".panel").waitFor({ state: "detached" });
    await page.keyboard.press("Home");
    await page.waitForFunction(() => document.activeElement.dataset.index === "0");
    await page.goForward();
    await page.waitForFunction(() => document.activeElement.dataset.index === "505");
  });

  test("a row whose details are open stays in sight where the table is sorted anew", LIMIT, async () => {
    const page = await openTable(world, "?sort=package");
    await rowAt(page, 5).click();
    await page.locator(".panel").waitFor();
    await page.locator(".grid .head button", { hasText: "Severity" }).click();
    await page.waitForURL((url) => !url.search.includes("sort=package"));
    await inSight(page);
    const index = await page.locator(".row[aria-selected=true]").getAttribute("data-index");
    await page.keyboard.press("Escape");
    await page.waitForFunction((index) => document.activeElement.dataset.index === index, index);
  });

  test("a link to a finding among the changes shows its row", LIMIT, async () => {
    const page = await world.open("?tab=changes&before=scan-nightly-last-week");
    await rowAt(page, 0).focus();
    await page.keyboard.press("End");
    await page.waitForFunction(() => Number(document.activeElement.dataset.index) > 40);
    await page.keyboard.press("Enter");
    await page.waitForURL(/finding=/);
    const other = await world.open(await linkOf(page));
    await other.locator(".panel").waitFor();
    await inSight(other);
  });

  test("opening and closing the details leaves no step, and a step back goes where one was before", LIMIT, async () => {
    const page = await openCleanScan(world);
    await chooseScan(page, "scan-nightly");
    await ready(page);
    const before = await stepsOf(page);
    for (const how of ["Escape", "Close", "Escape", "Back"]) {
      await rowAt(page, 3).click();
      await page.locator(".panel").waitFor();
      assert.match(await linkOf(page), /finding=/);
      assert.equal(await stepsOf(page), before + 1);
      if (how === "Close") await page.locator(".panel").getByRole("button", { name: /Close/ }).click();
      else if (how === "Back") await page.goBack();
      else await page.keyboard.press("Escape");
      await page.locator(".panel").waitFor({ state: "detached" });
      await page.waitForURL((url) => !url.search.includes("finding="));
    }
    assert.equal(await stepsOf(page), before + 1);
    await page.goForward();
    await page.locator(".panel").waitFor();
    await page.keyboard.press("Escape");
    await page.waitForURL((url) => !url.search.includes("finding="));
    await page.goBack();
    await page.locator(".clean").waitFor();
  });

  test("details that are closed as soon as they are open leave neither a step nor their address", LIMIT, async () => {
    const page = await openTable(world);
    // What the demo opens is written to the address a moment later.
    await page.waitForURL(/scan=/);
    await rowAt(page, 0).focus();
    const before = await page.evaluate(() => [history.length, location.search]);
    for (let time = 0; time < 10; time += 1) {
      await page.keyboard.press("Enter");
      await page.keyboard.press("Escape");
    }
    await page.waitForTimeout(600);
    assert.equal(await page.locator(".panel").count(), 0);
    const [steps, search] = await page.evaluate(() => [history.length, location.search]);
    assert.ok(steps <= before[0] + 1, `${steps - before[0]} steps`);
    assert.equal(search, before[1]);
    await page.keyboard.press("Enter");
    await page.waitForURL(/finding=/);
  });

  test("closing is a step of its own if more was changed than what was opened", LIMIT, async () => {
    const page = await openTable(world);
    await rowAt(page, 0).click();
    await page.waitForURL(/finding=/);
    await page.locator("[role=columnheader].c-id button").click();
    await page.waitForURL(/sort=id/);
    await page.keyboard.press("Escape");
    await page.waitForURL((url) => !url.search.includes("finding=") && url.search.includes("sort=id"));
    await page.goBack();
    await page.locator(".panel").waitFor();
    assert.match(await addressOf(page), /sort=id/);
    const linked = await world.open(await linkOf(page));
    await linked.locator(".panel").waitFor();
    await linked.keyboard.press("Escape");
    await linked.waitForURL((url) => !url.search.includes("finding="));
  });

  test("a step back from the details keeps the table where it is", LIMIT, async () => {
    const page = await openTable(world);
    await page.locator(".grid").evaluate((grid) => (grid.scrollTop = 9000));
    await rowAt(page, 268).click();
    await page.locator(".panel").waitFor();
    const top = () => page.locator(".grid").evaluate((grid) => grid.scrollTop);
    const left = await top();
    await page.goBack();
    await page.locator(".panel").waitFor({ state: "detached" });
    await page.waitForTimeout(100);
    assert.equal(await top(), left);
  });

  test("the same id elsewhere, opened from the panel, shows its row", LIMIT, async () => {
    const many = nightly.filter(({ id }) => nightly.filter((other) => other.id === id).length > 4);
    const page = await world.open(`?sort=image&finding=${encodeURIComponent(many[0].uid)}`);
    const marked = page.locator(".row[data-index][aria-selected=true]");
    await marked.waitFor();
    const from = await marked.getAttribute("data-index");
    await page.locator(".elsewhere button").last().click();
    await page.waitForFunction((from) => {
      const row = document.querySelector(".row[data-index][aria-selected=true]");
      if (row === null || row.dataset.index === from) return false;
      const [mine, grid] = [row.getBoundingClientRect(), document.querySelector(".grid").getBoundingClientRect()];
      return mine.top >= grid.top && mine.bottom <= grid.bottom + 1;
    }, from);
  });

  test("details that stay open query the scan no more", LIMIT, async () => {
    const page = await world.newPage();
    await page.addInitScript(() => {
      globalThis.asked = 0;
      WebAssembly.Instance = new Proxy(WebAssembly.Instance, {
        construct(target, given) {
          const { exports } = new target(...given);
          const counted = Object.entries(exports)
            .filter(([name]) => name.startsWith("scanhandle_"))
            .map(([name, ask]) => [name, (...values) => ((globalThis.asked += 1), ask(...values))]);
          return { exports: { ...exports, ...Object.fromEntries(counted) } };
        },
      });
    });
    await world.show(page, `?finding=${encodeURIComponent(nightly[0].uid)}`);
    await page.locator(".elsewhere").waitFor();
    await page.waitForFunction(
      () => {
        const { seen, asked } = globalThis;
        globalThis.seen = asked;
        return asked > 0 && seen === asked;
      },
      undefined,
      { polling: 250 },
    );
    const asked = await page.evaluate(() => globalThis.asked);
    await page.waitForTimeout(2_500);
    assert.equal(await page.evaluate(() => globalThis.asked), asked);
  });

  test("another view and back: the scan is not read again, and the table stands where it was", LIMIT, async () => {
    const page = await openTable(world);
    let asked = 0;
    await page.route(RESULTS, (route) => {
      asked += 1;
      return route.continue();
    });
    await rowAt(page, 0).focus();
    await page.keyboard.press("End");
    await page.waitForFunction((last) => document.activeElement.dataset.index === String(last), nightly.length - 1);
    const top = () => page.locator(".grid").evaluate((grid) => grid.scrollTop);
    const left = await top();
    assert.ok(left > 1000);
    await goTo(page, "Team");
    await membersReady(page);
    await goTo(page, "Container scan");
    await page.locator(`.row[data-index='${nightly.length - 1}'][tabindex='0']`).waitFor();
    assert.equal(await top(), left);
    await goTo(page, "Team");
    await membersReady(page);
    await page.goBack();
    await rowAt(page, nightly.length - 1).waitFor();
    assert.equal(asked, 0);
  });

  test("a table stands where it was left after another tab or kind of change, or a step back, but not when re-sorted", LIMIT, async () => {
    const page = await openTable(world, "?before=scan-nightly-last-week");
    const grid = page.locator(".grid");
    const down = (to) => grid.evaluate((grid, to) => grid.scrollTo({ top: to }), to);
    const at = (top) => page.waitForFunction((top) => document.querySelector(".grid")?.scrollTop === top, top);
    const tab = (name) => page.getByRole("tab", { name }).click();
    const kind = (name) => page.locator(".change-kinds button", { hasText: name }).click();
    await down(3400);
    await tab("Upgrades");
    await page.locator(".grid-upgrades .row[data-index]").first().waitFor();
    await at(0);
    await down(680);
    await tab("Findings");
    await at(3400);
    await tab("Upgrades");
    await at(680);
    await tab("Changes");
    await page.locator(".change-kinds").waitFor();
    await down(340);
    await kind("Resolved");
    await at(0);
    await down(170);
    await kind("New");
    await at(340);
    await page.goBack();
    await at(170);
    await tab("Findings");
    await at(3400);
    await page.locator(".grid .head button", { hasText: "Package" }).click();
    await at(0);
    await page.goBack();
    await at(3400);
    await page.locator(".grid .head button", { hasText: "Package" }).click();
    await at(0);
    await page.locator(".grid .head button", { hasText: "Package" }).click();
    await page.waitForURL(/sort=-package/);
    await page.locator(".grid .head button", { hasText: "Package" }).click();
    await page.waitForURL((url) => !url.search.includes("sort="));
    await page.waitForTimeout(200);
    await at(0);
  });

  test("a scan that is opened anew is looked at from its beginning, and by a step back where it was left", LIMIT, async () => {
    const page = await openTable(world);
    const at = (top) => page.waitForFunction((top) => document.querySelector(".grid")?.scrollTop === top, top);
    const open = async (id) => {
      await chooseScan(page, id);
      await page.locator(".scan-head h1 .mono", { hasText: new RegExp(`^${id}$`) }).waitFor();
      await ready(page);
    };
    const first = new URLSearchParams(await linkOf(page)).get("scan");
    await page.locator(".grid").evaluate((grid) => grid.scrollTo({ top: 3400 }));
    await open("scan-nightly-last-week");
    await at(0);
    await page.goBack();
    await at(3400);
    await open("scan-nightly-last-week");
    await open(first);
    await page.waitForTimeout(200);
    await at(0);
  });

  test("a search of many keys leaves the place that a step back comes to", LIMIT, async () => {
    const page = await openTable(world);
    await page.locator(".grid").evaluate((grid) => grid.scrollTo({ top: 3400 }));
    await page.locator("#finding-search").pressSequentially(`lib${" e".repeat(20)}`, { delay: 20 });
    await page.waitForURL(/q=lib/);
    await page.goBack();
    await page.waitForFunction(() => document.querySelector(".grid")?.scrollTop === 3400);
  });

  test("a scan that could not be opened is asked for again on return", LIMIT, async () => {
    const page = await world.open("?scan=scan-of-nobody");
    await page.locator("[role=alert]").waitFor();
    await goTo(page, "Team");
    await membersReady(page);
    const again = page.waitForRequest(RESULTS);
    await goTo(page, "Container scan");
    await again;
    await page.locator("[role=alert]").waitFor();
  });

  test("a search is one step of the history: back takes it back whole, and nothing that was done before it", LIMIT, async () => {
    const page = await openTable(world);
    await page.locator(".tile.sev-high").click();
    const before = await stepsOf(page);
    const search = page.locator("#finding-search");
    await search.pressSequentially("openssl", { delay: 60 });
    assert.match(await linkOf(page), /q=openssl/);
    assert.equal(await stepsOf(page), before + 1, "one step, however many keys");
    await page.goBack();
    await page.waitForFunction(() => document.querySelector("#finding-search").value === "");
    assert.equal(await page.locator(".tile.sev-high").getAttribute("aria-pressed"), "true");
    assert.doesNotMatch(await addressOf(page), /q=/);
    // What is typed after a step back, and after another filter, is a search of its own.
    await search.pressSequentially("lib", { delay: 60 });
    await page.waitForURL(/q=lib/);
    await page.locator(".tile.sev-low").click();
    await page.waitForURL(/sev=low/);
    await search.focus();
    await page.keyboard.press("End");
    await page.keyboard.type("x");
    await page.waitForURL(/q=libx/);
    await page.goBack();
    await page.waitForURL(/q=lib(&|$)/);
    assert.equal(await page.locator(".tile.sev-low").getAttribute("aria-pressed"), "true");
  });

  test("a filter moves neither tiles nor tabs nor the table", LIMIT, async () => {
    const page = await openTable(world);
    const places = () =>
      page.evaluate(() =>
        [".tile:nth-child(5)", "[role=tab]:nth-child(8)", ".grid", "main .menu"].map((selector) => {
          const { x, y, width } = document.querySelector(selector).getBoundingClientRect();
          return [selector, x, y, width].map((value) => (typeof value === "number" ? Math.round(value) : value));
        }),
      );
    const before = await places();
    for (const severity of ["critical", "high"]) {
      await page.locator(`.tile.sev-${severity}`).click();
      await page.locator(".pill", { hasText: new RegExp(severity, "i") }).waitFor();
      assert.deepEqual(await places(), before);
    }
    assert.equal(
      digits(await page.getByRole("tab", { name: "Findings" }).locator(".n").textContent()),
      nightly.filter(({ severity }) => severity === "critical" || severity === "high").length,
    );
    await page.locator(".rail fieldset", { hasText: "Image" }).locator("input").first().click();
    await page.locator(".pill", { hasText: "Image" }).waitFor();
    assert.deepEqual(await places(), before);
  });

  test("a sheet of filters that was left by a step back does not open by itself", LIMIT, async () => {
    const page = await openTable(world, "?tab=package", { viewport: { width: 390, height: 800 } });
    await page.getByRole("tab", { name: "Findings" }).click();
    await ready(page);
    await page.locator(".rail-toggle").click();
    await page.locator("dialog#facets").waitFor();
    for (const step of ["goBack", "goForward"]) {
      await page[step]();
      await page.waitForURL((url) => url.search.includes("tab=package") === (step === "goBack"));
      await page.locator("section#facets").waitFor({ state: "attached" });
      assert.equal(await page.locator("dialog[open]").count(), 0);
    }
  });

  test("on a narrow screen the keyboard stays in the sheet of filters, and Escape gives the focus back", LIMIT, async () => {
    const page = await openTable(world, "", { viewport: { width: 390, height: 844 } });
    await page.locator(".rail-toggle").focus();
    await page.keyboard.press("Enter");
    const sheet = page.locator("#facets");
    await sheet.getByRole("button", { name: /Show/ }).waitFor();
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Shift+Tab");
    for (let step = 0; step < 60; step += 1) {
      await page.keyboard.press("Tab");
      const outside = await page.evaluate(() => {
        const { activeElement: at } = document;
        return at === document.body || at.closest("#facets") !== null ? "" : at.outerHTML;
      });
      assert.equal(outside, "");
    }
    await sheet.locator("input[type=checkbox]").first().focus();
    await page.keyboard.press("Space");
    await page.locator(".pill").waitFor({ state: "attached" });
    // How many findings that leaves is behind the sheet: it is seen and heard in it.
    const shown = `${(await rowCount(page)).toLocaleString("en")} findings`;
    assert.equal(await sheet.getByRole("button", { name: /Show/ }).innerText(), `Show ${shown}`);
    assert.equal(await sheet.getByRole("status").textContent(), `${shown} shown`);
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => document.activeElement.matches(".rail-toggle"));
    assert.equal(await page.locator("dialog[open]").count(), 0);
  });

  test("on a narrow screen the keyboard stays in the details, and Escape gives the focus back to the row", LIMIT, async () => {
    const page = await openTable(world, "", { viewport: { width: 390, height: 844 } });
    await page.locator(".grid .row[tabindex='0']").focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.activeElement.matches("dialog.panel[open]"));
    for (let step = 0; step < 30; step += 1) {
      await page.keyboard.press(step % 7 === 6 ? "Shift+Tab" : "Tab");
      const outside = await page.evaluate(() => {
        const { activeElement: at } = document;
        return at === document.body || at.closest(".panel") !== null ? "" : at.outerHTML;
      });
      assert.equal(outside, "");
    }
    await page.setViewportSize({ width: 1280, height: 844 });
    await page.locator("aside.panel").waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.locator("dialog.panel[open]").waitFor();
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => document.activeElement.matches(".grid .row[data-index='0']"));
    assert.equal(await page.locator(".panel").count(), 0);
  });

  for (const width of [1440, 390]) {
    test(`at ${width} px filtering from beside the table leaves nothing over it`, LIMIT, async () => {
      const page = await openTable(world, "", { viewport: { width, height: 844 } });
      await rowAt(page, 0).click();
      await page.locator(".panel").getByRole("button", { name: /Filter the table/ }).click();
      await page.locator(".pill", { hasText: "Id" }).waitFor({ state: "attached" });
      assert.equal(await page.locator(".panel").count(), width === 390 ? 0 : 1, "beside the table the details stay");
      await page.waitForFunction(() => document.activeElement.matches(".row[data-index]"));
      await page.getByRole("tab", { name: "By package" }).click();
      await rowAt(page, 0).click();
      await page.locator(".pill", { hasText: "Package" }).waitFor();
      await rowAt(page, 0).waitFor();
      assert.equal(await page.locator(".panel").count(), 0, "what is open may not be among the rows");
    });
  }

  test("facets without room beside the details are a sheet, and the focus goes on behind it", LIMIT, async () => {
    const page = await openTable(world, "?scan=scan-nightly", { viewport: { width: 1100, height: 760 } });
    const toggle = page.locator(".rail-toggle");
    assert.equal(await toggle.isVisible(), false, "the facets are beside the table");
    await rowAt(page, 1).click();
    await page.locator(".panel").waitFor();
    assert.equal(await page.locator("section.rail").isVisible(), false);
    await toggle.click();
    await page.locator("dialog.rail[open] input[type=checkbox]").first().check();
    await page.waitForURL(/kind=/);
    await page.locator(".sheet-head button").click();
    await page.locator("section.rail").waitFor();
    assert.equal(await page.locator(".panel").count(), 0, "another list, and nothing is open in it");
    await page.waitForFunction(() => document.activeElement.id === "finding-search");
    await rowAt(page, 0).click();
    await toggle.click();
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => document.activeElement.className === "rail-toggle");
    assert.equal(await page.locator(".panel").count(), 1);
  });

  test("steps that a browser refuses are in the address once it takes them", LIMIT, async () => {
    const page = await openTable(world, "");
    await page.evaluate(() => {
      const refuse = () => {
        throw new DOMException("more than 100 times per 10 seconds", "SecurityError");
      };
      Object.assign(history, { pushState: refuse, replaceState: refuse });
    });
    await page.getByRole("tab", { name: "By image" }).click();
    await page.getByRole("tab", { name: "By package" }).click();
    await page.locator(".grid-groups").waitFor();
    await page.waitForTimeout(300);
    assert.doesNotMatch(await addressOf(page), /tab=/);
    await page.evaluate(() => {
      delete history.pushState;
      delete history.replaceState;
    });
    await page.waitForURL(/tab=package/);
  });

  test("the address has what was typed last, even if the page is left at once", LIMIT, async () => {
    const page = await openTable(world, "?scan=scan-nightly");
    await page.locator("#finding-search").press("l");
    await page.waitForURL(/q=l/);
    await page.locator("#finding-search").evaluate((field) => {
      field.value = "lib";
      field.dispatchEvent(new Event("input", { bubbles: true }));
      location.assign("demo.json");
    });
    await page.waitForURL(/demo\.json/);
    await page.goBack();
    await ready(page);
    assert.equal(await page.locator("#finding-search").inputValue(), "lib");
  });

  test("an event of a key without a key, as of a field that is filled, does nothing", LIMIT, async () => {
    const page = await openTable(world, "?tab=findings");
    await page.locator("#finding-search").evaluate((field) => field.dispatchEvent(new Event("keydown", { bubbles: true })));
    assert.ok(await rowAt(page, 0).isVisible());
  });

  test("the title names the view and what it shows", LIMIT, async () => {
    const page = await openTable(world);
    assert.equal(await page.title(), "scan-nightly · Container scan · scanfold");
    await goTo(page, "Agent history");
    await page.waitForFunction((repo) => document.title === `${repo} · Agent history · scanfold`, world.seeded.repo);
  });
});

/**
 * The selected scan of the agent history: a line under the timeline describes it, and the page says so if it cannot be seen.
 */
import assert from "node:assert/strict";
import { before, test } from "node:test";

import { agentScan, answerWith, HISTORY, json } from "./answers.mjs";
import { violations } from "./axe.mjs";
import { drawn, hears, oneLine, rowsAre, tooWide } from "./shown.mjs";
import { openHistory, openTable, ready, rowAt } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

suite("agent history: the selected scan", (world) => {
  let scans;
  before(async () => {
    ({ scans } = await world.rawHistory(world.seeded.repo));
  });

  const open = (query) => openTable(world, `?view=history${query}`);
  const unseen = (page) => page.locator(".unseen");
  const focused = (page) => page.evaluate(() => document.activeElement.getAttribute("name"));

  test("a link that names a scan which the history does not have says so, and can be let go", LIMIT, async () => {
    const page = await open("&entry=nosuch");
    assert.equal(oneLine(await unseen(page).innerText()), "Not in this history The link names the scan nosuch, which this history does not have. Dismiss");
    await page.getByRole("button", { name: "Dismiss" }).focus();
    await page.keyboard.press("Enter");
    await unseen(page).waitFor({ state: "detached" });
    assert.equal(await focused(page), "branch");
    await page.waitForFunction(() => !new URLSearchParams(location.search).has("entry"));
  });

  test("a selected scan that a filter hides is named, and shown once the filters are cleared", LIMIT, async () => {
    const [scan] = scans;
    const other = scans.find(({ branch }) => branch !== scan.branch).branch;
    for (const query of [`&branch=${encodeURIComponent(other)}`, "&branch=no-such-branch", "&from=2020-01-01&until=2020-02-01"]) {
      const page = await world.open(`?view=history&entry=${scan.scan_id}${query}`);
      await unseen(page).waitFor();
      const text = oneLine(await unseen(page).innerText());
      assert.match(text, new RegExp(`^Hidden by the filters The selected scan ${scan.scan_id}, on ${scan.branch}, .* ago, does not match them. Clear`));
      await page.getByRole("button", { name: "Clear filters" }).focus();
      await page.keyboard.press("Enter");
      await rowsAre(page, scans.length);
      await page.locator(".row[aria-selected=true]", { hasText: scan.scan_id }).waitFor();
      assert.equal(await unseen(page).count(), 0);
      assert.equal(await focused(page), "branch", query);
    }
  });

  test("a link to a scan that is there, or to none, gets no such note", LIMIT, async () => {
    for (const query of ["", `&entry=${scans[0].scan_id}`, `&entry=${scans[0].scan_id}&branch=${encodeURIComponent(scans[0].branch)}`]) {
      const page = await open(query);
      await ready(page);
      assert.equal(await unseen(page).count(), 0, query);
    }
  });

  const line = (page) => page.locator(".selected");
  const facts = (page) =>
    line(page).locator("dl > div").evaluateAll((rows) => {
      const text = (row, name) => row.querySelector(name).textContent.replace(/\s+/g, " ").trim();
      return Object.fromEntries(rows.map((row) => [text(row, "dt"), text(row, "dd")]));
    });
  /** Whether all of the line is in the window, the line itself and nothing over it. */
  const isInSight = (page) =>
    line(page).evaluate((one) => {
      const { top, bottom, left, right } = one.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight && one.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
    });

  test("a scan selected in the timeline is described under it, within the window, and the timeline does not move", LIMIT, async () => {
    const page = await open("");
    const top = () => page.locator(".timeline").evaluate((one) => one.getBoundingClientRect().top);
    const before = await top();
    assert.equal(await line(page).count(), 0);
    await page.locator(".mark").nth(30).click();
    await line(page).waitFor();
    const id = await page.locator(".row[aria-selected=true] .c-scan").textContent();
    const scan = scans.find(({ scan_id }) => scan_id === id);
    const { Id, Time, Branch, Prompt, Files, Commit } = await facts(page);
    assert.equal(Id, `${id} Copy`);
    assert.match(Time, new RegExp(`^${new Date(scan.timestamp).getUTCDate()} .* UTC .* ago$`));
    assert.deepEqual([Branch, Prompt, Files], [scan.branch, scan.prompt, String(scan.num_files)]);
    assert.equal(Commit, `${scan.commit_id.slice(0, 10)} Copy`);
    assert.equal(await top(), before);
    assert.equal(await isInSight(page), true);
    await page.getByRole("button", { name: "Deselect" }).focus();
    await page.keyboard.press("Enter");
    await line(page).waitFor({ state: "detached" });
    assert.equal(await page.locator(":is(.mark.chosen, .row[aria-selected=true])").count(), 0);
    assert.equal(await page.evaluate(() => document.activeElement.classList.contains("mark")), true);
  });

  test("Escape takes the selection back, and the focus stays", LIMIT, async () => {
    const page = await open("");
    for (const part of [".mark", ".row[data-index]"]) {
      const one = page.locator(part).nth(3);
      await one.focus();
      await page.keyboard.press("Enter");
      await line(page).waitFor();
      const focus = () => page.evaluate(() => document.activeElement.getAttribute("class").split(" ")[0]);
      const focused = await focus();
      await page.keyboard.press("Escape");
      await line(page).waitFor({ state: "detached" });
      assert.equal(new URL(page.url()).searchParams.get("entry"), null);
      assert.equal(await focus(), focused);
    }
  });

  test("the description of one of several scans drawn together has room, on a small laptop and a tablet", LIMIT, async () => {
    const one = (at) => agentScan(world.seeded.repo, at, 20, { scan_id: crypto.randomUUID(), branch: "feature/instant-payouts" });
    const page = await openHistory(world, [one(1), one(2), one(3), agentScan(world.seeded.repo, 4, 40)]);
    for (const width of [1280, 1180, 1024, 900, 768, 701]) {
      await page.setViewportSize({ width, height: 900 });
      await drawn(page);
      await page.locator(".mark:has(.count)").click();
      await line(page).locator(".together").waitFor();
      const [needed, there] = await line(page).evaluate((box) => [box.scrollHeight, box.clientHeight]);
      assert.ok(needed <= there, `${width}: ${needed} in ${there}`);
      const broken = await line(page).locator("dd").evaluateAll((all) => all.filter((fact) => fact.getBoundingClientRect().height > 32).map((fact) => fact.textContent));
      assert.deepEqual(broken, [], String(width));
    }
  });

  test("a screen reader hears which scan is selected and that a filter hides it, but nothing about a link", LIMIT, async () => {
    const [{ scan_id, branch }] = scans;
    const other = scans.find((scan) => scan.branch !== branch).branch;
    const page = await open(`&entry=${scan_id}`);
    await hears(page);
    await page.locator("select[name=branch]").selectOption(other);
    await unseen(page).waitFor();
    await page.waitForFunction(() => globalThis.heard.some((text) => /^\d+ of \d+ scans\. The selected scan is hidden by the filters$/.test(text)));
    await page.getByRole("button", { name: "Clear filters" }).click();
    await rowsAre(page, scans.length);
    await rowAt(page, 1).click();
    const expected = `Selected: scan ${await rowAt(page, 1).locator(".c-scan").textContent()}, on ${await rowAt(page, 1).locator(".c-branch").textContent()}`;
    await page.waitForFunction((expected) => globalThis.heard.includes(expected), expected);
    const linked = await open(`&entry=${scan_id}`);
    assert.doesNotMatch(await linked.locator("[aria-live=polite]").textContent(), /elected/);
  });

  test("the line is in sight at the lane in which a mark is selected, among many branches", LIMIT, async () => {
    const many = Array.from({ length: 20 }, (_, at) => agentScan(world.seeded.repo, at, at + 1, { branch: `branch-${at}` }));
    const page = await openHistory(world, many);
    await page.locator(".mark").first().focus();
    await page.keyboard.press("Enter");
    await line(page).waitFor();
    assert.equal(await isInSight(page), true);
    for (let step = 1; step < many.length; step += 1) {
      await page.keyboard.press("ArrowDown");
      const covered = await page.evaluate(() => {
        const { left, right, top, bottom } = document.activeElement.getBoundingClientRect();
        return document.querySelector(".selected").contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
      });
      assert.equal(covered, false, `lane ${step}`);
    }
  });

  test("the line covers nothing that the keyboard reaches, however many lines of text it has", LIMIT, async () => {
    const long = (word) => Array.from({ length: 12 }, () => word).join("-");
    const longest = agentScan(world.seeded.repo, 1, 1, { scan_id: long("scan"), branch: long("branch"), prompt: long("prompt"), commit_id: long("commit") });
    const others = Array.from({ length: 20 }, (_, at) => agentScan(world.seeded.repo, at + 2, at + 2, { branch: `branch-${at}` }));
    for (const viewport of [{ width: 720, height: 450 }, { width: 844, height: 390 }]) {
      const page = await world.newPage({ viewport });
      await answerWith(page, HISTORY, json({ scans: [longest, ...others] }));
      await world.show(page, `?view=history&entry=${longest.scan_id}`);
      await line(page).waitFor();
      await page.evaluate(() => scrollTo(0, 0));
      const covered = [];
      for (let step = 0; step < 45; step += 1) {
        await page.keyboard.press("Tab");
        covered.push(
          ...(await page.evaluate(() => {
            const [one, over] = [document.activeElement, document.querySelector(".selected")];
            if (one === document.body || over.contains(one)) return [];
            const [place, taken] = [one, over].map((it) => it.getBoundingClientRect());
            return place.bottom > taken.top && place.top < taken.bottom ? [one.textContent.trim()] : [];
          })),
        );
      }
      assert.deepEqual(covered, [], `${viewport.width} × ${viewport.height}`);
    }
  });

  test("the line is not held in the window if the browser's text is so large that it would fill it", LIMIT, async () => {
    const page = await world.newPage({ viewport: { width: 1280, height: 800 } });
    const session = await page.context().newCDPSession(page);
    await session.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 32 } });
    await world.show(page, `?view=history&entry=${scans[0].scan_id}`);
    await line(page).waitFor();
    assert.equal(await line(page).evaluate((one) => getComputedStyle(one).position), "static");
  });

  for (const width of [1440, 390])
    test(`a row that is selected stays under the pointer, while the line comes above it: ${width} px`, LIMIT, async () => {
      const page = await openTable(world, "?view=history", { viewport: { width, height: 900 } });
      await rowAt(page, 2).scrollIntoViewIfNeeded();
      const top = () => rowAt(page, 2).evaluate((one) => one.getBoundingClientRect().top);
      const before = await top();
      await rowAt(page, 2).click();
      await line(page).waitFor();
      // On a phone the warnings stand between: the row moves as far as the line needs to be in the window, and no further.
      const above = await line(page).evaluate((one) => one.getBoundingClientRect().top);
      const hasMoved = Math.abs((await top()) - before) >= 2;
      assert.equal(hasMoved && !(width === 390 && Math.abs(above - 8) < 2), false, `${before} → ${await top()}, the line at ${above}`);
      assert.equal(await isInSight(page), true);
      assert.ok((await top()) < 900 - 32, "the row is in the window");
      assert.equal(await page.locator(".row[aria-selected=true]").getAttribute("data-index"), "2");
    });

  for (const width of [1440, 390])
    test(`a warning that selects a scan stays under the pointer, and the line comes above it: ${width} px`, LIMIT, async () => {
      const page = await openTable(world, "?view=history", { viewport: { width, height: 900 } });
      const warned = page.locator(".history-warnings").getByRole("button", { name: /^Select scan/ }).first();
      await warned.scrollIntoViewIfNeeded();
      const top = () => warned.evaluate((one) => one.getBoundingClientRect().top);
      const before = await top();
      await warned.click();
      await line(page).waitFor();
      assert.ok(Math.abs((await top()) - before) < 2, `${before} → ${await top()}`);
      assert.equal(await isInSight(page), true);
      const order = await page.locator(":is(.cards, .timeline, .selected, .history-warnings, .history-table)").evaluateAll((parts) => parts.map((one) => one.classList[0]));
      assert.deepEqual(order, ["cards", "timeline", "selected", "history-warnings", "history-table"]);
    });

  test("the line says which of the scans drawn together it is about, and leads to the others, by keyboard too", LIMIT, async () => {
    const page = await openHistory(world, [1, 1.0001, 1.0002, 9].map((ago, at) => agentScan(world.seeded.repo, at + 1, ago)));
    const part = page.locator(".together");
    const step = (word) => page.getByRole("button", { name: `${word} scan of those drawn together` });
    const says = async (id, text) => {
      await page.locator(".row[aria-selected=true] .c-scan", { hasText: id }).waitFor();
      assert.equal((await facts(page)).Id, `${id} Copy`);
      assert.equal(oneLine(await part.innerText()), `${text} drawn together Newer Older`);
      const ends = await part.getByRole("button").evaluateAll((all) => all.map((one) => one.getAttribute("aria-disabled") === "true"));
      assert.deepEqual(ends, [text.startsWith("1 "), text.startsWith("3 ")]);
    };
    await page.locator(".mark[data-count='3']").click();
    await says("scan-1", "1 of 3");
    await step("Older").click();
    await says("scan-2", "2 of 3");
    await page.keyboard.press("Enter");
    await says("scan-3", "3 of 3");
    await page.keyboard.press("Enter");
    await says("scan-3", "3 of 3");
    assert.equal(await page.evaluate(() => document.activeElement.textContent.trim()), "Older", "the focus stays where there is nothing older");
    assert.match(await page.locator(".mark.chosen").getAttribute("aria-label"), /number 3 of them is selected/);
    assert.deepEqual(await violations(page), []);
    await step("Newer").click();
    await says("scan-2", "2 of 3");
    await page.locator(".row[data-index='3']").click();
    await part.waitFor({ state: "detached" });
    assert.equal((await facts(page)).Id, "scan-4 Copy", "a mark of its own has no others");
  });

  test("members that a selected scan lacks read “not given”, and scans that share its id are counted", LIMIT, async () => {
    const twice = [1, 2].map((days) => agentScan(world.seeded.repo, 1, days, { branch: "", prompt: "", num_files: null, commit_id: "" }));
    const page = await openHistory(world, twice, "&entry=scan-1");
    await line(page).waitFor();
    const { Branch, Prompt, Files, Commit } = await facts(page);
    assert.deepEqual([Branch, Prompt, Files, Commit], Array(4).fill("not given"));
    assert.match(oneLine(await line(page).innerText()), /1 more scan with this id Deselect$/);
  });

  for (const [width, colorScheme] of [[1440, "light"], [390, "dark"], [320, "light"]])
    test(`axe finds nothing, and nothing is too wide: ${width} px, ${colorScheme}`, { timeout: 90_000 }, async () => {
      const [scan] = scans;
      const other = scans.find(({ branch }) => branch !== scan.branch).branch;
      const shown = { [`&entry=${scan.scan_id}`]: line, "&entry=nosuch": unseen, [`&entry=${scan.scan_id}&branch=${encodeURIComponent(other)}`]: unseen };
      for (const [query, part] of Object.entries(shown)) {
        const page = await openTable(world, `?view=history${query}`, { viewport: { width, height: 900 }, colorScheme });
        await part(page).waitFor();
        assert.deepEqual(await violations(page), [], query);
        assert.ok((await tooWide(page)) <= 0, query);
      }
    });
});

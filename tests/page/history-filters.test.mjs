/**
 * The agent history narrowed, grouped and ordered: figures are compared with plain loops over the service's answer, and each
 * state is opened again from its link.
 */
import assert from "node:assert/strict";
import { before, test } from "node:test";

import { agentScan, answerWith, HISTORY, json } from "./answers.mjs";
import { linkOf, oneLine, rowCount, rowsAre } from "./shown.mjs";
import { openHistory, openTable, ready, rowAt } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

const HOUR_MS = 3_600_000;

suite("agent history: filters, groups and order", (world) => {
  let scans;
  before(async () => {
    ({ scans } = await world.rawHistory(world.seeded.repo));
  });

  const open = (query = "") => openTable(world, `?view=history${query}`);
  const linked = (page, pattern) => page.waitForFunction((source) => new RegExp(source).test(location.search), pattern.source);
  const cells = (page, column) => page.locator(`.row[data-index] .c-${column}`).allInnerTexts();
  /** The day of a timestamp in a zone, by plain arithmetic. */
  const dayIn = (timestamp, hours) => new Date(Date.parse(timestamp) + hours * HOUR_MS).toISOString().slice(0, 10);

  test("branch and prompt narrow the table, the timeline and the figures, and are in the link", LIMIT, async () => {
    const page = await open();
    const [{ branch, prompt }] = scans;
    const matching = scans.filter((scan) => scan.branch === branch && scan.prompt === prompt);
    await page.locator("select[name=branch]").selectOption(branch);
    await page.locator("select[name=prompt]").selectOption(prompt);
    await rowsAre(page, matching.length);
    const counts = await page.locator(".mark").evaluateAll((marks) => marks.map((mark) => Number(mark.dataset.count)));
    assert.equal(
      counts.reduce((sum, count) => sum + count, 0),
      matching.length,
    );
    assert.match(await page.locator(".filters .note").textContent(), new RegExp(`^${matching.length} of ${scans.length} scans`));
    await linked(page, /branch=.*prompt=/);
    const again = await openTable(world, await linkOf(page));
    assert.equal(await rowCount(again), matching.length);
    await again.getByRole("button", { name: /Remove filter Prompt/ }).click();
    await rowsAre(again, scans.filter((scan) => scan.branch === branch).length);
    await again.getByRole("button", { name: "Clear all" }).click();
    await rowsAre(again, scans.length);
  });

  /** A history of these branches, the last of which was scanned last. */
  const openBranches = (branches, query) =>
    openHistory(world, branches.map((branch, at) => agentScan(world.seeded.repo, at, branches.length - at, { branch })), query);

  test("the newest of groups with equally many scans comes first, in either direction", LIMIT, async () => {
    for (const order of ["-count", "count"]) {
      const page = await openBranches(["a", "b", "c", "d"], `&list=groups&by=branch&order=${order}`);
      assert.deepEqual(await cells(page, "key"), ["d", "c", "b", "a"], order);
    }
  });

  test("of very many branches and prompts the first are offered, and the one that is chosen", LIMIT, async () => {
    const scans = Array.from({ length: 700 }, (_, at) => agentScan(world.seeded.repo, at, at, { branch: `b${String(at).padStart(3, "0")}`, prompt: `prompt ${at}` }));
    const page = await openHistory(world, scans, "&branch=b650");
    const options = (name) => page.locator(`select[name=${name}] option`).allInnerTexts();
    for (const [name, count, left] of [["branch", 503, 199], ["prompt", 502, 200]]) {
      const texts = await options(name);
      assert.equal(texts.length, count, name);
      assert.equal(texts.at(-1), `${left} more: see Groups`);
      assert.equal(await page.locator(`select[name=${name}] option:disabled`).count(), 1);
    }
    assert.equal(await page.locator("select[name=branch]").inputValue(), "b650");
    await rowsAre(page, 1);
  });

  test("branches that begin alike can be told apart where they are chosen and where they are drawn", LIMIT, async () => {
    const branches = ["6.1.0", "6.2.0"].map((version) => `dependabot/npm_and_yarn/packages/frontend/dashboard/react-router-dom-${version}`);
    const page = await openBranches(branches, "");
    const options = await page.locator("select[name=branch] option").allInnerTexts();
    assert.equal(new Set(options).size, 3, options.join(" "));
    for (const version of ["6.1.0", "6.2.0"]) assert.ok(options.some((text) => text.endsWith(version)), options.join(" "));
    const ends = await page.locator(".lane-names button .path").evaluateAll((names) =>
      names.map((name) => name.querySelector("bdi").getBoundingClientRect().right - name.getBoundingClientRect().right),
    );
    assert.ok(ends.every((beyond) => Math.abs(beyond) < 2), ends.join(" "));
  });

  test("a day that is left half written is replaced by the one that applies", LIMIT, async () => {
    const page = await open("&from=2020-01-02");
    const field = page.locator("input[name=from]");
    await field.focus();
    await page.keyboard.press("Backspace");
    assert.equal(await field.inputValue(), "");
    await page.locator("select[name=branch]").focus();
    assert.equal(await field.inputValue(), "2020-01-02");
    await page.getByRole("button", { name: /Remove filter From 2020-01-02/ }).waitFor();
  });

  test("days bound the history from where they begin in the chosen zone", LIMIT, async () => {
    const days = [...new Set(scans.map(({ timestamp }) => dayIn(timestamp, 0)))].sort();
    const inside = ([from, until], hours) => scans.filter(({ timestamp }) => dayIn(timestamp, hours) >= from && dayIn(timestamp, hours) <= until);
    const changes = (range, hours) => inside(range, hours).length !== inside(range, 0).length;
    const farOf = (range) => [-12, -9, -5, 5, 9, 14].find((hours) => changes(range, hours));
    // How the scans lie in their days depends on the hour.
    const range = days.slice(0, -10).map((day, at) => [day, days[at + 10]]).find((range) => farOf(range) !== undefined);
    assert.notEqual(range, undefined, "in some zone the days of some range hold other scans");
    const [from, until] = range;
    const far = farOf(range);
    const page = await open();
    await page.locator("input[name=from]").fill(from);
    await page.locator("input[name=until]").fill(until);
    await rowsAre(page, inside(range, 0).length);
    await page.locator("select[name=zone]").selectOption(String(far * 60));
    await rowsAre(page, inside(range, far).length);
    await linked(page, /from=.*until=.*zone=/);
    const again = await openTable(world, await linkOf(page));
    assert.equal(await rowCount(again), inside(range, far).length);
    assert.equal(await again.locator("select[name=zone]").inputValue(), String(far * 60));
  });

  test("a link narrows the history by commit, service and the repository's name in a scan, exactly, and each is taken back", LIMIT, async () => {
    const [one, other] = [agentScan("acme/web", 1, 1), agentScan("acme/web-2", 2, 2, { service: "gitlab" })];
    const both = [one, { ...other, commit_id: `${one.commit_id}0` }];
    for (const [query, label] of [[`&commit=${one.commit_id}`, "Commit"], ["&service=github", "Service"], ["&name=acme/web", "Repository"]]) {
      const page = await openHistory(world, both, query);
      assert.deepEqual(await cells(page, "scan"), ["scan-1"], query);
      await page.getByRole("button", { name: new RegExp(`^Remove filter ${label}`) }).click();
      await rowsAre(page, 2);
      assert.doesNotMatch(await linkOf(page), /[?&](commit|service|name)=/);
    }
  });

  test("a day that the calendar does not have is no filter", LIMIT, async () => {
    for (const query of ["&from=2024-02-30", "&until=2024-13-01", "&from=2023-02-29"]) {
      const page = await open(query);
      assert.equal(await rowCount(page), scans.length, query);
      assert.equal(await page.locator(".pill").count(), 0, query);
    }
    const page = await open("&from=2024-02-29");
    assert.match(await page.locator(".pill").textContent(), /2024-02-29/);
  });

  test("groups by day follow the zone; a group opens as its scans", LIMIT, async () => {
    const hours = 9;
    const page = await open(`&list=groups&by=day&zone=%2B09:00&order=-count`);
    const counts = new Map();
    for (const { timestamp } of scans) {
      const day = dayIn(timestamp, hours);
      counts.set(day, (counts.get(day) ?? 0) + 1);
    }
    assert.equal(await rowCount(page), counts.size);
    const shown = await cells(page, "count");
    assert.deepEqual(
      shown.map(Number),
      [...counts.values()].sort((a, b) => b - a).slice(0, shown.length),
    );
    const [day] = await cells(page, "key");
    await rowAt(page, 0).click();
    await page.locator(".grid-history").waitFor();
    await rowsAre(page, counts.get(day));
    await linked(page, new RegExp(`from=${day}&until=${day}`));
  });

  test("groups by prompt and the latest scan of each branch", LIMIT, async () => {
    const page = await open();
    await page.getByRole("tab", { name: "Groups" }).click();
    await page.locator("select[name=by]").selectOption("prompt");
    const prompts = new Set(scans.map(({ prompt }) => prompt));
    await rowsAre(page, prompts.size);
    await page.locator("select[name=by]").selectOption("branch");
    await page.getByRole("tab", { name: "Latest per branch" }).click();
    const latest = new Map();
    for (const scan of scans) {
      const kept = latest.get(scan.branch);
      if (kept === undefined || Date.parse(scan.timestamp) > Date.parse(kept.timestamp)) latest.set(scan.branch, scan);
    }
    await rowsAre(page, latest.size);
    assert.deepEqual((await cells(page, "scan")).sort(), [...latest.values()].map(({ scan_id }) => scan_id).sort());
    assert.equal(await page.locator(".row[data-index] .c-time .stale").count(), 1, "the abandoned branch is marked");
    await linked(page, /list=latest/);
  });

  test("every column sorts, both ways, and says so", LIMIT, async () => {
    const page = await open();
    const byBytes = (a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b));
    const keys = {
      branch: (scan) => scan.branch,
      prompt: (scan) => scan.prompt,
      commit: (scan) => scan.commit_id,
      scan: (scan) => scan.scan_id,
      stamp: (scan) => scan.timestamp,
      files: (scan) => scan.num_files,
      time: (scan) => Date.parse(scan.timestamp),
    };
    const numeric = new Set(["files", "time"]);
    for (const [column, key] of Object.entries(keys)) {
      const header = page.locator(`[role=columnheader].c-${column}`);
      const orders = [];
      for (let click = 0; click < 2; click += 1) {
        await header.locator("button").click();
        const order = await header.getAttribute("aria-sort");
        orders.push(order);
        const sorted = scans.map(key).sort((a, b) => (numeric.has(column) ? a - b : byBytes(a, b)));
        if (order === "descending") sorted.reverse();
        const shown = await cells(page, column === "time" ? "stamp" : column);
        const read = { files: (text) => Number(text.replace(/\D/g, "")), time: Date.parse, commit: (text) => text }[column] ?? ((text) => text);
        const wanted = sorted.slice(0, shown.length);
        assert.deepEqual(
          shown.map((text) => read(text.trim())),
          column === "commit" ? wanted.map((commit) => commit.slice(0, 10)) : wanted,
          `${column}, ${order}`,
        );
      }
      assert.deepEqual(orders.sort(), ["ascending", "descending"], column);
      assert.equal(await page.locator("[role=columnheader][aria-sort=ascending], [role=columnheader][aria-sort=descending]").count(), 1);
    }
    await page.locator("[role=columnheader].c-files button").click();
    await linked(page, /order=-files/);
  });

  test("a list without the column that is sorted by is newest first, and says so", LIMIT, async () => {
    const page = await open("&list=groups");
    const tab = (name) => page.getByRole("tab", { name, exact: false }).click();
    const sorted = () => page.locator("[role=columnheader][aria-sort=ascending], [role=columnheader][aria-sort=descending]").evaluateAll((all) => all.map((one) => `${one.className.split("c-")[1]} ${one.ariaSort}`));
    await page.locator("[role=columnheader].c-count button").click();
    assert.deepEqual(await sorted(), ["count descending"]);
    await tab("Scans");
    await page.locator("[role=columnheader].c-stamp").waitFor();
    assert.deepEqual(await sorted(), ["time descending"]);
    assert.equal(await page.locator(".row[data-index='0'] .c-scan").textContent(), scans[0].scan_id);
    await page.locator("[role=columnheader].c-commit button").click();
    await tab("Groups");
    await page.locator("[role=columnheader].c-count").waitFor();
    assert.deepEqual(await sorted(), ["time descending"]);
  });

  test("stale branches and drops in coverage are named, and lead to their place", LIMIT, async () => {
    const page = await open();
    const warnings = page.locator(".history-warnings");
    const drop = warnings.getByRole("button", { name: /Select scan/ }).first();
    const id = await drop.textContent();
    const text = oneLine(await warnings.locator("li", { hasText: id }).textContent()).trim();
    const [, now, earlier, place] = /read ([\d,]+) files? \d+ \w+ ago, down from ([\d,]+) \((.+), same prompt\)$/.exec(text);
    const dropped = scans.find(({ scan_id }) => scan_id === id);
    assert.equal(place, dropped.branch);
    const alike = scans.filter(
      (scan) => scan.branch === dropped.branch && scan.prompt === dropped.prompt && Date.parse(scan.timestamp) < Date.parse(dropped.timestamp),
    );
    const before = alike.reduce((a, b) => (Date.parse(b.timestamp) > Date.parse(a.timestamp) ? b : a));
    assert.equal(before.num_files, Number(earlier));
    assert.equal(scans.find(({ scan_id }) => scan_id === id).num_files, Number(now));
    assert.ok(Number(now) * 2 < Number(earlier) + 1);
    await drop.click();
    await page.locator(".row[aria-selected=true]").waitFor();
    assert.equal(await page.locator(".row[aria-selected=true] .c-scan").textContent(), id);
    await linked(page, new RegExp(`entry=${id}`));
    const stale = warnings.getByRole("button", { name: /Show branch/ }).first();
    const branch = await stale.textContent();
    await stale.click();
    await rowsAre(page, scans.filter((scan) => scan.branch === branch).length);
  });

  test("the time after which a branch counts as stale is chosen, and in the link", LIMIT, async () => {
    const page = await open();
    const staleLanes = async () => page.locator(".lane-names .stale").count();
    const before = await staleLanes();
    await page.locator("select[name=stale]").selectOption("1");
    await linked(page, /stale=1/);
    const limit = Date.now() - 24 * HOUR_MS;
    const last = new Map();
    for (const { branch, timestamp } of scans) last.set(branch, Math.max(last.get(branch) ?? 0, Date.parse(timestamp)));
    assert.equal(await staleLanes(), [...last.values()].filter((ms) => ms < limit).length);
    assert.ok((await staleLanes()) > before);
  });

  test("filtered to nothing says so, and can be cleared", LIMIT, async () => {
    const page = await world.open("?view=history&branch=no-such-branch");
    await page.getByRole("heading", { name: "No scan matches" }).waitFor();
    await page.getByRole("button", { name: "Clear all filters" }).click();
    await ready(page);
    assert.equal(await rowCount(page), scans.length);
  });

  test("a link that says nonsense opens the whole history", LIMIT, async () => {
    const page = await open("&from=yesterday&until=2026-99-99&zone=%2B99:99&list=all&by=colour&order=-nothing&stale=x");
    assert.equal(await rowCount(page), scans.length);
    assert.equal(await page.locator("[role=columnheader].c-time").getAttribute("aria-sort"), "descending");
  });

  test("the keyboard alone: filter, group, open a group, sort", LIMIT, async () => {
    const page = await open();
    await page.locator("select[name=prompt]").focus();
    await page.keyboard.press("ArrowDown");
    await linked(page, /prompt=/);
    const prompt = await page.locator("select[name=prompt]").inputValue();
    const matching = scans.filter((scan) => scan.prompt === prompt);
    await rowsAre(page, matching.length);
    await page.locator("#history-list-scans").focus();
    await page.keyboard.press("ArrowRight");
    await linked(page, /list=groups/);
    assert.equal(await page.evaluate(() => document.activeElement.id), "history-list-groups");
    const branches = new Set(matching.map(({ branch }) => branch));
    await rowsAre(page, branches.size);
    // Past what groups are made by, and the menu of files.
    for (let stop = 0; stop < 3; stop += 1) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await linked(page, /order=key/);
    const [first] = await cells(page, "key");
    assert.equal(first, [...branches].sort()[0]);
    await rowAt(page, 0).focus();
    await page.keyboard.press("Enter");
    await rowsAre(page, matching.filter(({ branch }) => branch === first).length);
  });

  test("the chosen days decide which latest scans are stale", LIMIT, async () => {
    const page = await world.newPage();
    const { repo } = world.seeded;
    await answerWith(page, HISTORY, json({ scans: [agentScan(repo, 1, 2), agentScan(repo, 2, 10, { branch: "other" })] }));
    for (const [query, stale] of [["", [false, true]], ["&stale=1", [true, true]], ["&stale=14", [false, false]]]) {
      await world.show(page, `?view=history&list=latest${query}`);
      await ready(page);
      assert.deepEqual(await page.locator(".row[data-index]").evaluateAll((rows) => rows.map((row) => row.querySelector("b.stale") !== null)), stale, query);
    }
  });
});

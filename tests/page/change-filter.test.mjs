/**
 * Filtering and searching the changes between two scans, and saving what is listed: counted by plain loops over the service's raw
 * answers.
 */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { parse } from "csv-parse/sync";
import { openScan } from "scanfold";

import { answerWith, changeAnswer, mend, RESULTS, unfinished } from "./answers.mjs";
import { digits, linkOf, mentions, rowCount, rowsAre } from "./shown.mjs";
import { chooseScan, drawsWhileBusy, openTable, ready, rowAt, save } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";
import { showModule, takeMemory } from "./trap.mjs";

const [NOW, THEN] = ["scan-nightly", "scan-nightly-last-week"];

const uids = (findings) => findings.map(({ uid }) => uid).sort();

suite("a search among changes", (world) => {
  let added, severityChanged, resolved;
  before(async () => {
    const now = (await world.rawScan(NOW)).findings;
    const then = new Map((await world.rawScan(THEN)).findings.map((finding) => [finding.uid, finding]));
    const known = new Set(now.map(({ uid }) => uid));
    added = now.filter(({ uid }) => !then.has(uid));
    resolved = [...then.values()].filter(({ uid }) => !known.has(uid));
    severityChanged = now.flatMap((after) => {
      const before = then.get(after.uid);
      return before !== undefined && before.severity !== after.severity ? [{ before, after }] : [];
    });
  });

  const compared = (query = "") => openTable(world, `?tab=changes&scan=${NOW}&before=${THEN}${query}`);
  const search = (page) => page.locator("#finding-search");
  const kind = (page, name) => page.locator(".change-kinds button", { hasText: name });

  test("lists those that match, of each kind, and counts the kinds as it does", LIMIT, async () => {
    const page = await compared();
    await page.locator(".row[data-index='0']").focus();
    await page.keyboard.press("/");
    await page.keyboard.type("GATEway");
    const expected = added.filter(mentions("gateway"));
    assert.ok(expected.length > 0 && expected.length < added.length);
    await rowsAre(page, expected.length);
    assert.equal(await page.locator(".matches").textContent(), `${expected.length} of ${added.length} findings`);
    await kind(page, "Resolved").click();
    await rowsAre(page, resolved.filter(mentions("gateway")).length);
    await kind(page, "Severity changed").click();
    await rowsAre(page, severityChanged.filter(({ after }) => mentions("gateway")(after)).length);
    const counts = (await page.locator(".change-kinds b").allTextContents()).map(digits);
    const matching = [added, resolved, severityChanged.map(({ after }) => after)].map((list) => list.filter(mentions("gateway")).length);
    assert.deepEqual(counts.slice(0, 3), matching);
    await page.locator("[aria-live=polite]", { hasText: /^Severity changed: \d+ of \d+$/ }).waitFor();
  });

  test("worst first, as without a search", LIMIT, async () => {
    const page = await compared("&q=gateway");
    const expected = added.filter(mentions("gateway"));
    await rowsAre(page, expected.length);
    const shown = await page.locator(".row[data-index] .c-severity").allTextContents();
    const ranks = shown.map((text) => ["Critical", "High", "Medium", "Low", "Unknown"].findIndex((word) => text.includes(word)));
    assert.deepEqual(ranks, [...ranks].sort());
    assert.ok(!ranks.includes(-1));
  });

  test("the results stand in the order of the list", LIMIT, async () => {
    const page = await compared();
    const whole = JSON.parse((await save(page, "JSON")).text);
    for (const term of ["e", "registry", "lib"]) {
      await search(page).fill(term);
      const expected = whole.filter(mentions(term));
      await rowsAre(page, expected.length);
      await page.locator(".matches", { hasText: new RegExp(`^${expected.length} of`) }).waitFor();
      assert.deepEqual(JSON.parse((await save(page, "JSON")).text).map(({ uid }) => uid), expected.map(({ uid }) => uid), term);
      assert.deepEqual(await page.locator(".row[data-index] .c-id").allTextContents(), expected.slice(0, await page.locator(".row[data-index]").count()).map(({ id }) => id));
    }
  });

  test("is one step of the history, in the link, and gone from another scan's", LIMIT, async () => {
    const page = await compared();
    await search(page).pressSequentially("debian");
    const total = added.filter(mentions("debian")).length;
    await rowsAre(page, total);
    await page.waitForURL(/q=debian/);
    const other = await world.open(await linkOf(page));
    await rowsAre(other, total);
    assert.equal(await search(other).inputValue(), "debian");
    await page.goBack();
    await rowsAre(page, added.length);
    assert.equal(await search(page).inputValue(), "");
    await page.goForward();
    await rowsAre(page, total);
    await chooseScan(page, THEN);
    await page.waitForURL((url) => !url.search.includes("q="));
  });

  test("that finds nothing says so, and is cleared by a button that leaves the focus in its field", LIMIT, async () => {
    const page = await compared();
    for (const name of ["Clear all filters", "Clear all"]) {
      await search(page).fill("no such finding");
      await page.getByRole("heading", { name: "No finding matches these filters" }).waitFor();
      assert.match(await page.locator("#scan-tab .state p").innerText(), new RegExp(`^New: ${added.length} findings\\.$`));
      assert.equal(await page.locator("main .menu").count(), 0, "nothing to save");
      await page.getByRole("button", { name, exact: true }).click();
      await rowsAre(page, added.length);
      await page.waitForFunction(() => document.activeElement.id === "finding-search");
    }
  });

  test("shows the details of the row that is opened, and closes them for other words", LIMIT, async () => {
    const page = await compared("&change=severityChanged&q=gateway");
    const row = rowAt(page, 1);
    await row.waitFor();
    const id = await row.locator(".c-id").textContent();
    await row.click();
    await page.locator(".panel h2", { hasText: id }).waitFor();
    assert.equal(await row.getAttribute("aria-selected"), "true");
    await page.locator(".panel .was").first().waitFor();
    const other = await world.open(await linkOf(page));
    await other.locator(".row[aria-selected=true] .c-id", { hasText: id }).waitFor();
    await search(page).fill("gatew");
    await page.locator(".panel").waitFor({ state: "detached" });
  });

  test("for an id that was copied with other dashes offers it as it is written here", LIMIT, async () => {
    const page = await compared();
    const { id } = added[0];
    await search(page).fill(id.replaceAll("-", "\u2011"));
    const own = added.filter((finding) => finding.id === id).length;
    await page.getByRole("button", { name: `Search for ${id}` }).click();
    await rowsAre(page, own);
    assert.equal(await search(page).inputValue(), id);
    assert.ok(await page.locator(".pill").evaluate((pill) => pill === document.activeElement));
    // A hyphen before a word excludes it, and what is offered is found.
    for (const text of ["\u2013" + id, "no such finding.", "no such finding "]) {
      await search(page).fill(text);
      if (text.includes(id)) await page.getByRole("button", { name: `Search for ${id}` }).waitFor();
    }
    await page.getByRole("heading", { name: "No finding matches" }).waitFor();
    assert.equal(await page.getByRole("button", { name: "Search for" }).count(), 0);
  });

  test("a file holds what is listed: all of a kind, or what a filter leaves", LIMIT, async () => {
    const page = await compared();
    const all = await save(page, "CSV");
    assert.equal(all.name, `${NOW}-new-since-${THEN}.csv`);
    const lines = all.text.trim().split("\r\n");
    assert.equal(lines.length - 1, added.length);
    assert.deepEqual(lines.slice(1).map((line) => line.split(",")[0]).sort(), uids(added));
    await search(page).fill("debian");
    const found = added.filter(mentions("debian"));
    await rowsAre(page, found.length);
    const part = await save(page, "JSON");
    assert.equal(part.name, `${NOW}-new-since-${THEN}-filtered.json`);
    const byUid = (one, other) => (one.uid < other.uid ? -1 : 1);
    assert.deepEqual(JSON.parse(part.text).sort(byUid), found.sort(byUid));
  });

  test("a changed finding is saved as it is and as it was", LIMIT, async () => {
    const page = await compared("&change=severityChanged");
    const { name, text } = await save(page, "JSON");
    assert.equal(name, `${NOW}-severity-changed-since-${THEN}.json`);
    const byUid = (one, other) => (one.after.uid < other.after.uid ? -1 : 1);
    assert.deepEqual(JSON.parse(text).sort(byUid), severityChanged.sort(byUid));
  });

  test("as CSV too: in the order of the table, as the package writes a finding, and what severity and versions were", LIMIT, async () => {
    const page = await compared("&change=severityChanged&sort=package");
    const { name, text } = await save(page, "CSV");
    assert.equal(name, `${NOW}-severity-changed-since-${THEN}.csv`);
    const earlier = ["severity", "installed_version", "fixed_version"];
    const lines = parse(text, { columns: true });
    assert.deepEqual(lines.map((line) => line.package.replace(/^'/, "")), severityChanged.map(({ after }) => after.package).sort());
    const scan = await openScan(severityChanged.map(({ after }) => after));
    const byUid = (one, other) => (one.uid < other.uid ? -1 : 1);
    const written = parse(scan.toCsv(), { columns: true }).sort(byUid);
    scan.dispose();
    const before = new Map(severityChanged.map(({ before, after }) => [after.uid, before]));
    const expected = written.map((line) => ({ ...line, ...Object.fromEntries(earlier.map((part) => [`${part}_before`, before.get(line.uid)[part] ?? ""])) }));
    assert.deepEqual(lines.sort(byUid), expected);
  });

  test("what got worse is listed alone: searched, sorted, saved and linked as all that changed is, and all is listed again", LIMIT, async () => {
    const rank = ({ severity }) => ["critical", "high", "medium", "low"].indexOf(severity.toLowerCase());
    const isKnown = ({ before, after }) => rank(before) >= 0 && rank(after) >= 0;
    const rose = severityChanged.filter((change) => isKnown(change) && rank(change.after) < rank(change.before));
    const fell = severityChanged.filter((change) => isKnown(change) && rank(change.after) > rank(change.before));
    assert.ok(rose.length > 1 && fell.length > 0 && rose.length + fell.length < severityChanged.length);
    const page = await compared("&change=severityChanged");
    const way = (word) => page.locator(".moves button", { hasText: word });
    await rowAt(page, 0).click();
    await page.locator(".panel").waitFor();
    await way("rose").focus();
    await page.keyboard.press("Enter");
    await rowsAre(page, rose.length);
    assert.deepEqual([await way("rose").getAttribute("aria-pressed"), await way("fell").getAttribute("aria-pressed")], ["true", "false"]);
    assert.ok(await way("rose").evaluate((button) => button === document.activeElement));
    assert.equal(await page.locator(".panel").count(), 0, "it may be of none that is listed");
    await page.locator("[aria-live=polite]", { hasText: new RegExp(`^Severity rose: ${rose.length}$`) }).waitFor();
    assert.equal(digits(await kind(page, "Severity changed").locator("b").textContent()), severityChanged.length);

    await page.locator("[role=columnheader]", { hasText: "Package" }).getByRole("button").click();
    await page.waitForURL(/sort=package/);
    const whole = await save(page, "JSON");
    assert.equal(whole.name, `${NOW}-severity-rose-since-${THEN}.json`);
    assert.deepEqual(JSON.parse(whole.text).map(({ after }) => after.package), rose.map(({ after }) => after.package).sort());
    const term = rose[0].after.package.toLowerCase();
    await search(page).fill(term);
    const found = rose.filter(({ after }) => mentions(term)(after));
    await page.locator(".matches", { hasText: `${found.length} of ${rose.length} finding` }).waitFor();
    const part = await save(page, "CSV");
    assert.equal(part.name, `${NOW}-severity-rose-since-${THEN}-filtered.csv`);
    assert.deepEqual(parse(part.text, { columns: true }).map(({ uid }) => uid).sort(), uids(found.map(({ after }) => after)));

    const other = await world.open(await linkOf(page));
    await rowsAre(other, found.length);
    assert.match(new URL(other.url()).search, /change=severityChanged&moved=rose/);
    assert.equal(digits(await way("rose").textContent()), found.length);
    await page.getByRole("button", { name: "Clear all", exact: true }).click();
    await way("fell").click();
    await rowsAre(page, fell.length);
    await way("fell").click();
    await rowsAre(page, severityChanged.length);
    await page.goBack();
    await rowsAre(page, fell.length);
    // As a search is: of no other kind while that is listed, kept for when this is listed again, and gone from another scan's.
    await kind(page, "New").click();
    await rowsAre(page, added.length);
    await kind(page, "Severity changed").click();
    await rowsAre(page, fell.length);
    await chooseScan(page, THEN);
    await page.waitForURL((url) => !url.search.includes("moved="));
  });

  test("where no severity moved the way that is asked for, that is said, and all that changed is one press away", LIMIT, async () => {
    const page = await world.newPage();
    const severities = { [NOW]: "high", [THEN]: "low" };
    await changeAnswer(page, RESULTS, (scan) => ({ ...scan, findings: scan.findings.slice(0, 3).map((finding) => ({ ...finding, uid: finding.id, severity: severities[scan.scan_id] })) }));
    await world.show(page, `?tab=changes&scan=${NOW}&before=${THEN}&change=severityChanged&moved=fell`);
    await page.getByRole("heading", { name: "Severity fell: none" }).waitFor();
    assert.match(await page.locator("#scan-tab .state p").innerText(), /^Severity changed: \d findings?\.$/);
    await page.getByRole("button", { name: "Show all that changed" }).click();
    await ready(page);
    await page.waitForFunction(() => document.activeElement.matches(".row"));
    assert.equal(await page.locator(".moves [aria-pressed=true]").count(), 0);
  });

  test("many changes are saved while the page goes on drawing", LIMIT, async () => {
    const page = await world.open(`?tab=changes&scan=scan-fleet&before=${THEN}`);
    await ready(page);
    const draws = drawsWhileBusy(page);
    const { text } = await save(page, "JSON");
    const then = new Set((await world.rawScan(THEN)).findings.map(({ uid }) => uid));
    const expected = (await world.rawScan("scan-fleet")).findings.filter(({ uid }) => !then.has(uid));
    assert.deepEqual(uids(JSON.parse(text)), uids(expected));
    assert.ok(await draws);
  });

  test("among many changes narrows with each key", LIMIT, async () => {
    const page = await world.open(`?tab=changes&scan=scan-fleet&before=${THEN}`);
    await ready(page);
    const fleet = (await world.rawScan("scan-fleet")).findings;
    assert.ok(fleet.length > 10_000);
    const whole = await rowCount(page);
    const term = fleet[0].package.toLowerCase();
    for (const part of [term.slice(0, 2), term]) {
      await search(page).fill(part);
      const expected = fleet.filter(mentions(part)).length;
      await rowsAre(page, expected);
      assert.ok(expected > 0 && expected < whole);
    }
  });

  // Twenty searches through 100,000 changes: the longest of the page's tests.
  test("gives its memory back, however quickly another kind is chosen", { timeout: 180_000 }, async () => {
    const page = await world.newPage();
    await page.addInitScript(() => {
      globalThis.memories = [];
      WebAssembly.Instance = new Proxy(WebAssembly.Instance, {
        construct(Instance, given) {
          const made = new Instance(...given);
          memories.push(made.exports.memory);
          return made;
        },
      });
    });
    await world.show(page, `?tab=changes&scan=scan-fleet&before=${THEN}&q=e`);
    await ready(page);
    const bytes = () => page.evaluate(() => memories.reduce((sum, memory) => sum + memory.buffer.byteLength, 0));
    const before = await bytes();
    assert.ok(before > 1e6);
    for (let round = 0; round < 5; round += 1) {
      for (const name of ["Resolved", "New", "Resolved", "New"]) {
        await page.evaluate((name) => [...document.querySelectorAll(".change-kinds button")].find((button) => button.textContent.includes(name)).click(), name);
      }
      await ready(page);
      await page.waitForTimeout(500);
    }
    const after = await bytes();
    assert.ok(after < 1.8 * before, `${before} ${after}`);
  });

  test("changes that there is no memory to filter leave the comparison and the scan as they are, and are filtered again", LIMIT, async () => {
    // None of the other scan's findings is in it.
    const fleet = (await world.rawScan("scan-fleet")).findings;
    const term = fleet[0].package.toLowerCase();
    const page = await world.newPage();
    await showModule(page);
    await world.show(page, `?tab=changes&scan=scan-fleet&before=${THEN}`);
    await ready(page);
    const title = await page.locator("h1").textContent();
    // What the module needs to say that there is no memory is left.
    await takeMemory(page, 16);
    await search(page).fill(term);
    const failed = page.locator("main [role=alert]");
    assert.match(await failed.innerText(), /There is not enough memory for this\s+The changes could not be filtered\./);
    assert.equal(await page.locator("h1").textContent(), title);
    const kinds = page.locator(".change-kinds b");
    assert.equal(await kinds.first().textContent(), "–", "not a number that is none");
    await page.evaluate(() => taken.forEach((at) => globalThis.moduleExports.__wbindgen_free(at, 1 << 16, 1)));
    await failed.getByRole("button", { name: "Try again" }).click();
    await rowsAre(page, fleet.filter(mentions(term)).length);
    assert.equal(digits(await kinds.first().textContent()), await rowCount(page));
  });

  test("a scan that has not completed is asked for again by a button", LIMIT, async () => {
    const page = await world.open(`?tab=changes&scan=${NOW}`);
    await page.getByRole("heading", { name: "Nothing compared yet" }).waitFor();
    await answerWith(page, RESULTS, unfinished(THEN));
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    await page.getByRole("heading", { name: "The earlier scan is still running" }).waitFor();
    await mend(page);
    await page.getByRole("button", { name: "Ask again" }).click();
    await page.locator(".change-kinds").waitFor();
    assert.equal(digits(await page.locator(".change-kinds b").first().textContent()), added.length);
    assert.notEqual(await page.evaluate(() => document.activeElement.tagName), "BODY");
  });
});

/**
 * The Changes tab: what is listed is counted and filtered as findings are, and it is never read the wrong way round unawares.
 */
import assert from "node:assert/strict";
import { before, test } from "node:test";

import { answerWith, changeAnswer, hold, json, mend, reply, RESULTS, sentBy } from "./answers.mjs";
import { bySeverity, digits, drawn, figures, fixable, hears, linkOf, oneLine, rowsAre, SEVERITIES, tiles } from "./shown.mjs";
import { chooseScan, connect, openCleanScan, openConnection, openTable, ready, rowAt } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

const [NOW, THEN] = ["scan-nightly", "scan-nightly-last-week"];

suite("changes between scans", (world) => {
  let now, then;
  before(async () => {
    now = (await world.rawScan(NOW)).findings;
    then = (await world.rawScan(THEN)).findings;
  });

  const compared = async (query) => {
    const page = await world.open(`?tab=changes&${query}`);
    await page.locator(".change-kinds").waitFor();
    return page;
  };

  test("the difference in counts is that of the two scans, severities that changed included", LIMIT, async () => {
    const page = await compared(`scan=${NOW}&before=${THEN}`);
    const shown = (await page.locator(".delta").allTextContents()).map((text) => digits(text.replace("−", "-").slice(2)));
    const [nowBy, thenBy] = [bySeverity(now), bySeverity(then)];
    assert.deepEqual(
      shown,
      SEVERITIES.map((severity) => nowBy[severity] - thenBy[severity]),
    );
  });

  test("the words say how findings were matched only if some were not by their uid", LIMIT, async () => {
    const page = await world.open(`?tab=changes&scan=${NOW}&before=${THEN}`);
    await page.locator(".change-kinds").waitFor();
    const notes = async () => oneLine((await page.locator("#scan-tab p.note").allTextContents()).join(" "));
    const shared = digits(await page.locator(".change-kinds .note").textContent());
    assert.doesNotMatch(await notes(), /matched/i);
    await changeAnswer(page, RESULTS, (scan) => ({ ...scan, findings: scan.findings.map((one, at) => (at % 5 === 0 ? { ...one, uid: `other-${at}` } : one)) }));
    await page.reload();
    await page.locator(".change-kinds").waitFor();
    const [, byUid, byFields] = / · Matched: ([\d,]+) by their uid, ([\d,]+) by all other fields/.exec(await notes()).map((text) => digits(text));
    assert.ok(byUid > byFields && byFields > 0 && byUid + byFields <= shared, `${byUid} and ${byFields} of ${shared}`);
  });

  test("the words say how many severities rose and fell", LIMIT, async () => {
    const page = await compared(`scan=${NOW}&before=${THEN}&change=severityChanged`);
    const moved = oneLine(await page.locator(".moves").innerText());
    const told = /^(\d+) rose (\d+) fell (\d+) from or to unknown$/.exec(moved);
    assert.ok(told, moved);
    const earlier = new Map(then.map((finding) => [finding.uid, finding.severity]));
    const rank = (severity) => SEVERITIES.indexOf(severity.toLowerCase());
    const pairs = now.filter(({ uid }) => earlier.has(uid)).map(({ uid, severity }) => [rank(earlier.get(uid)), rank(severity)]);
    const unknown = SEVERITIES.indexOf("unknown");
    const moves = pairs.filter(([was, is]) => was !== is).map(([was, is]) => (was === unknown || is === unknown ? "unknown" : is < was ? "up" : "down"));
    assert.deepEqual(told.slice(1).map(Number), ["up", "down", "unknown"].map((way) => moves.filter((move) => move === way).length));
  });

  test("filters of the other tabs apply, and tiles, figures and facets are of the changes that are listed", LIMIT, async () => {
    const page = await openTable(world, `?tab=changes&scan=${NOW}&before=${THEN}&sev=high&sev=medium&image=${encodeURIComponent(now[0].image)}`);
    const earlier = new Map(then.map((finding) => [finding.uid, finding]));
    const kinds = {
      New: now.filter(({ uid }) => !earlier.has(uid)),
      Resolved: then.filter(({ uid }) => !now.some((one) => one.uid === uid)),
      "Severity changed": now.filter(({ uid, severity }) => earlier.has(uid) && earlier.get(uid).severity !== severity),
    };
    const isListed = ({ severity }) => severity === "high" || severity === "medium";
    const isThere = ({ image }) => image === now[0].image;
    let listed = 0;
    for (const [kind, list] of Object.entries(kinds)) {
      await page.locator(".change-kinds button", { hasText: kind }).click();
      await page.locator("facet-rail label").first().waitFor();
      const matching = list.filter((finding) => isListed(finding) && isThere(finding));
      listed += matching.length;
      await page.waitForFunction(([text]) => document.querySelector(".set-filters .matches").textContent === text, [`${matching.length} of ${list.length} findings`]);
      assert.deepEqual(await tiles(page), bySeverity(list.filter(isThere)), kind);
      assert.equal((await figures(page)).Changes, matching.length, kind);
      assert.equal((await figures(page)).Fixable, matching.filter(fixable).length, kind);
      const images = page.locator("facet-rail label:has(input[name=image]:checked) .n");
      assert.equal(digits(await images.textContent()), matching.length, kind);
      assert.equal(digits(await page.locator(".change-kinds button", { hasText: kind }).locator("b").textContent()), matching.length, kind);
    }
    assert.ok(listed > 3, `${listed} changes match`);
    const stayed = now.filter((finding) => earlier.has(finding.uid) && isListed(finding) && isThere(finding));
    assert.equal(digits(await page.locator(".change-kinds .note").textContent()), stayed.length);
    const difference = (severity) => [now, then].map((list) => list.filter((finding) => finding.severity === severity && isThere(finding)).length);
    const shown = (await page.locator(".delta").allTextContents()).map((text) => digits(text.replace("−", "-").slice(2)));
    assert.deepEqual(shown, SEVERITIES.map((severity) => (isListed({ severity }) ? difference(severity)[0] - difference(severity)[1] : 0)));
  });

  test("a tile, a figure and a value of the rail filter the changes, and their pills take that back", LIMIT, async () => {
    const page = await openTable(world, `?tab=changes&scan=${NOW}&before=${THEN}`);
    const earlier = new Set(then.map(({ uid }) => uid));
    const added = now.filter(({ uid }) => !earlier.has(uid));
    const high = added.filter(({ severity }) => severity === "high");
    await page.locator(".tile.sev-high").click();
    await rowsAre(page, high.length);
    await page.locator(".figures button", { hasText: "Fixable" }).click();
    await rowsAre(page, high.filter(fixable).length);
    const { kind } = high.find(fixable);
    await page.locator("facet-rail label:has(input[name=kind])", { hasText: kind }).click();
    await rowsAre(page, high.filter((finding) => fixable(finding) && finding.kind === kind).length);
    await page.getByRole("tab", { name: "Findings" }).click();
    await rowsAre(page, now.filter((finding) => finding.severity === "high" && fixable(finding) && finding.kind === kind).length);
    await page.getByRole("tab", { name: "Changes" }).click();
    for (const part of ["Kind", "Fix", "Severity"]) await page.getByRole("button", { name: `Remove filter ${part}` }).click();
    await rowsAre(page, added.length);
    assert.equal(await page.locator(".tile[aria-pressed=true]").count(), 0);
  });

  test("of a kind without changes the tiles say none, and there is nothing to filter", LIMIT, async () => {
    const page = await world.open(`?tab=changes&scan=${NOW}&before=scan-clean&change=resolved`);
    await page.getByRole("heading", { name: "Resolved: none" }).waitFor();
    assert.deepEqual(Object.values(await tiles(page)), [0, 0, 0, 0, 0]);
    assert.deepEqual([await page.locator("button.tile").count(), await page.locator("facet-rail").count(), await page.locator(".pill").count()], [0, 0, 0]);
    const filtered = await world.open(`?tab=changes&scan=${NOW}&before=scan-clean&change=resolved&sev=critical`);
    await filtered.getByRole("heading", { name: "Resolved: none" }).waitFor();
    assert.match(oneLine(await filtered.locator(".state").innerText()), new RegExp(`No finding that matches is in both scans; new ${bySeverity(now).critical}\\.$`));
    assert.equal(digits(await filtered.locator(".change-kinds b").first().textContent()), bySeverity(now).critical);
    await filtered.getByRole("button", { name: "Remove filter Severity Critical" }).click();
    await filtered.waitForFunction((total) => document.querySelector(".change-kinds b").textContent.replaceAll(",", "") === String(total), now.length);
    await filtered.waitForFunction(() => document.activeElement.id === "finding-search");
    await filtered.keyboard.type("zlib");
    await filtered.waitForURL(/q=zlib/);
    await page.locator(".change-kinds button", { hasText: "New" }).click();
    await page.locator("facet-rail label").first().waitFor();
    assert.deepEqual(await tiles(page), bySeverity(now));
  });

  test("the sheet of filters is closed with the list that it was opened over, and counts nothing before that is a scan", LIMIT, async () => {
    const page = await openTable(world, `?tab=changes&scan=${NOW}&before=${THEN}`, { viewport: { width: 390, height: 844 } });
    const sheet = page.locator("dialog.rail");
    await page.locator(".change-kinds button", { hasText: "Resolved" }).click();
    await page.locator("[role=grid][aria-label=Resolved]").waitFor();
    await page.locator(".rail-toggle").click();
    await sheet.locator("facet-rail label").first().waitFor();
    await page.goBack();
    await page.locator("[role=grid][aria-label=New]").waitFor();
    assert.equal(await sheet.count(), 0);
    // Many changes are not counted at once.
    const many = await openTable(world, `?tab=changes&scan=scan-fleet&before=${THEN}`, { viewport: { width: 390, height: 844 } });
    const said = await many.evaluate(async () => {
      const press = (text) => [...document.querySelectorAll(".change-kinds button")].find((button) => button.textContent.includes(text)).click();
      const drawn = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      press("Resolved");
      await drawn();
      press("New");
      await drawn();
      document.querySelector(".rail-toggle").click();
      await drawn();
      return document.querySelector("dialog.rail .sheet-head").innerText;
    });
    assert.doesNotMatch(said, /\b0\b/);
    await many.locator("dialog.rail", { hasText: "Show 100,000 findings" }).waitFor();
  });

  test("a screen reader hears that the comparison is made, and how many changes of a kind are shown", LIMIT, async () => {
    const page = await world.open(`?tab=changes&scan=${NOW}`);
    const heard = async (text) => page.locator("[aria-live=polite]", { hasText: text }).waitFor();
    await page.getByRole("heading", { name: "Nothing compared yet" }).waitFor();
    const release = await hold(page, RESULTS);
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    await heard("Loading the earlier scan");
    release();
    const count = async (kind) => (await page.locator(".change-kinds button", { hasText: kind }).locator("b").textContent()).trim();
    await page.locator(".change-kinds").waitFor();
    await heard(`New: ${await count("New")}`);
    await page.locator(".change-kinds button", { hasText: "Resolved" }).click();
    await heard(`Resolved: ${await count("Resolved")}`);
  });

  test("the changes say what a finding was, with a link as without", LIMIT, async () => {
    const page = await compared(`scan=${NOW}&before=${THEN}&change=severityChanged`);
    await rowAt(page, 0).click();
    await page.locator(".panel .was").first().waitFor();
    await page.getByRole("tab", { name: "Findings" }).click();
    await ready(page);
    assert.equal(await page.locator(".panel .was").count(), 0);
    const other = await world.open(await linkOf(page));
    await other.locator(".panel").waitFor();
    assert.equal(await other.locator(".panel .was").count(), 0);
  });

  test("a link to a resolved finding waits for the earlier scan, which has it, before it says that there is none", LIMIT, async () => {
    const { uid, id } = then.find((one) => !now.some((other) => other.uid === one.uid));
    const page = await world.newPage();
    let release;
    const held = new Promise((resolve) => (release = resolve));
    await page.route(RESULTS, async (route) => {
      if (route.request().postDataJSON()?.scan_id === THEN) await held;
      await route.continue();
    });
    await world.show(page, `?${new URLSearchParams({ tab: "changes", scan: NOW, before: THEN, change: "resolved", finding: uid })}`);
    await page.getByRole("heading", { name: "Loading the earlier scan" }).waitFor();
    assert.equal(await page.locator(".panel").count(), 0);
    release();
    await page.locator(".panel h2").waitFor();
    assert.equal(await page.locator(".panel h2").innerText(), id);
  });

  test("an exploit that is no longer known is said to have been known", LIMIT, async () => {
    const page = await world.newPage();
    await changeAnswer(page, RESULTS, (scan) => ({
      ...scan,
      findings: scan.findings.map((finding) => ({
        ...finding,
        severity: scan.scan_id === THEN ? "low" : "high",
        public_exploit: scan.scan_id === THEN ? { url: "https://a.example" } : undefined,
      })),
    }));
    await world.show(page, `?tab=changes&scan=${NOW}&before=${THEN}&change=severityChanged`);
    await ready(page);
    await rowAt(page, 0).click();
    const field = page.locator(".panel .fields > div", { hasText: "Known exploit" });
    await field.waitFor();
    assert.match(oneLine(await field.innerText()), /no was yes/);
  });

  test("a version that is installed in place of another one stands after it", LIMIT, async () => {
    const page = await world.newPage();
    const found = { [THEN]: { severity: "low", versions: ["1.0", "2.0"] }, [NOW]: { severity: "high", versions: ["1.1", "2.0"] } };
    await changeAnswer(page, RESULTS, (scan) => {
      const { severity, versions } = found[scan.scan_id];
      return { ...scan, findings: versions.map((installed_version, at) => ({ ...now[0], uid: `${at}`, severity, installed_version })) };
    });
    await world.show(page, `?tab=changes&scan=${NOW}&before=${THEN}&change=severityChanged&sort=installed_version`);
    await rowAt(page, 1).waitFor();
    const installed = page.locator(".row[data-index] .c-installed [title]");
    assert.deepEqual(await installed.evaluateAll((all) => all.map((one) => one.title)), ["1.0 → 1.1", "2.0"]);
  });

  test("the page explains new and resolved for scans without a common image, and not for those with one", LIMIT, async () => {
    const page = await world.open(`?tab=changes&scan=${NOW}&change=severityChanged`);
    await page.getByRole("heading", { name: "Nothing compared yet" }).waitFor();
    await changeAnswer(page, RESULTS, (answer) => ({
      ...answer,
      findings: answer.findings.map((finding, at) => ({ ...finding, uid: `other-${at}`, image: `elsewhere/${finding.image}` })),
    }));
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    await page.locator(".change-kinds").waitFor();
    assert.match(await page.locator(".apart").textContent(), /no image in common.*“resolved” only not in this one/);
    assert.match(oneLine(await page.locator(".state").innerText()), /Severity changed: none No finding is in both scans; new [\d,]+, resolved [\d,]+\.$/);
    // The same findings, whatever their images: those stay.
    await page.locator("input[name=ignore-image]").check();
    await page.waitForFunction(() => !document.querySelector(".change-kinds .note").textContent.startsWith("0 "));
    assert.equal(await page.locator(".apart").count(), 0);
    const whole = await compared(`scan=${NOW}&before=${THEN}`);
    assert.equal(await whole.locator(".apart").count(), 0);
  });

  test("a screen reader hears once what the page warns of above a comparison", LIMIT, async () => {
    const page = await world.open(`?tab=changes&scan=${THEN}`);
    await page.getByRole("heading", { name: "Nothing compared yet" }).waitFor();
    await changeAnswer(page, RESULTS, (answer) => ({
      ...answer,
      findings: answer.findings.map((finding, at) => ({ ...finding, uid: `other-${at}`, image: `elsewhere/${finding.image}` })),
    }));
    await hears(page);
    await page.locator("input[name=before]").fill(NOW);
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    await page.locator(".change-kinds").waitFor();
    const told = () => page.evaluate(() => globalThis.heard.filter((text) => /^(New|Resolved): /.test(text)));
    const saidOf = (kind) => page.waitForFunction((kind) => globalThis.heard.some((text) => text.startsWith(`${kind}: `)), kind);
    await saidOf("New");
    await page.locator(".change-kinds button", { hasText: "Resolved" }).click();
    await saidOf("Resolved");
    const [first, second] = await told();
    const count = "[\\d,]+";
    assert.match(
      first,
      new RegExp(`^New: ${count}\\. The scan compared with is newer, so new and resolved are the wrong way round\\. The two scans have no image in common$`),
    );
    assert.match(second, new RegExp(`^Resolved: ${count}$`));
  });

  test("loading the earlier scan can be cancelled and begun again, and the focus goes along", LIMIT, async () => {
    const page = await world.open(`?tab=changes&scan=${NOW}`);
    await page.getByRole("heading", { name: "Nothing compared yet" }).waitFor();
    const release = await hold(page, RESULTS);
    const asked = sentBy(page, RESULTS);
    const ids = () => asked.map(({ scan_id }) => scan_id);
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("heading", { name: "Loading was cancelled" }).waitFor();
    assert.match(await page.locator(".stopped").innerText(), /Nothing of the earlier scan was kept/);
    await page.waitForFunction(() => document.activeElement.textContent.trim() === "Load it");
    // Coming back to it asks for nothing.
    await page.getByRole("tab", { name: "Findings" }).click();
    await ready(page);
    await page.getByRole("tab", { name: "Changes" }).click();
    await page.locator(".stopped").waitFor();
    assert.equal(await page.locator("[role=alert]").count(), 0);
    assert.deepEqual(ids(), [THEN]);
    release();
    await page.getByRole("button", { name: "Load it" }).focus();
    await page.keyboard.press("Enter");
    await page.locator(".change-kinds").waitFor();
    assert.deepEqual(ids(), [THEN, THEN]);
    assert.notEqual(await page.evaluate(() => document.activeElement.tagName), "BODY");
  });

  test("the bytes and findings of the earlier scan are counted while it arrives, with the total if that is known", LIMIT, async () => {
    const page = await openCleanScan(world);
    await chooseScan(page, NOW);
    await ready(page);
    await page.getByRole("tab", { name: "Changes" }).click();
    await page.locator("input[name=before]").fill("scan-fleet");
    await page.evaluate(() => {
      globalThis.seen = [];
      new MutationObserver(() => {
        const line = document.querySelector("#scan-tab [aria-busy] .progress");
        if (line === null) return;
        const bar = line.querySelector("progress");
        globalThis.seen.push({ text: line.querySelector("span").textContent, value: bar.getAttribute("value"), max: bar.getAttribute("max") });
      }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
    });
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    await page.locator(".change-kinds").waitFor();
    const seen = await page.evaluate(() => globalThis.seen);
    const counted = seen.filter(({ text }) => /^[\d,]+ findings?, [\d.]+ [kM]?B (so far|of [\d.]+ MB)$/.test(text));
    assert.ok(counted.length > 0, JSON.stringify(seen));
    for (const { text, value, max } of counted) assert.equal(/ of /.test(text), max !== null && value !== null, text);
    assert.deepEqual(counted.map(({ text }) => digits(text)), counted.map(({ text }) => digits(text)).sort((a, b) => a - b));
  });

  test("the field of the earlier scan keeps its value, whatever comes of a comparison", LIMIT, async () => {
    const page = await compared(`scan=${NOW}&before=${THEN}`);
    const field = page.locator("input[name=before]");
    await field.evaluate((input) => (input.isSame = true));
    for (const [id, outcome] of [["no-such-scan", "#scan-tab [role=alert]"], [THEN, ".change-kinds"]]) {
      await field.fill(id);
      await field.press("Enter");
      await page.locator(outcome).waitFor();
      assert.deepEqual(await field.evaluate((input) => [input.isSame, document.activeElement === input]), [true, true], id);
    }
  });

  test("pressing Compare once more reads the earlier scan anew", LIMIT, async () => {
    const page = await compared(`scan=${NOW}&before=${THEN}`);
    const request = page.waitForRequest((one) => one.method() === "POST" && one.url().endsWith("/results"));
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    assert.equal((await request).postDataJSON().scan_id, THEN);
    await page.locator(".change-kinds").waitFor();
  });

  test("an earlier scan that is asked for again says why and when", LIMIT, async () => {
    const page = await world.open(`?tab=changes&scan=${NOW}`);
    await page.getByRole("heading", { name: "Nothing compared yet" }).waitFor();
    await answerWith(page, RESULTS, json({ error: "starting" }, 503, { "Retry-After": "3" }));
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    await page.locator("#scan-tab .progress", { hasText: /The service answered 503; next try in \d s \(2 of 3\)/ }).waitFor();
    await mend(page);
    await page.locator(".change-kinds").waitFor();
  });

  test("the open scan is neither offered nor compared with itself", LIMIT, async () => {
    const page = await world.open(`?tab=changes&scan=${THEN}`);
    const field = page.locator("input[name=before]");
    await field.waitFor();
    assert.equal(await field.inputValue(), "");
    await field.fill(THEN);
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    await page.getByRole("heading", { name: "That is the open scan itself" }).waitFor();
    assert.equal(await page.locator(".change-kinds").count(), 0);
  });

  test("the scans that were opened here are offered to compare with, each once, with what tells them apart", LIMIT, async () => {
    // The demo names its own scans: others are known because they were opened.
    const page = await openTable(world);
    const open = async (id) => {
      await page.locator(".open-scan input[name=scan]").fill(id);
      await page.keyboard.press("Enter");
      await page.locator(".scan-head h1", { hasText: id }).waitFor();
      await page.locator("[role=grid]").waitFor();
    };
    const earlier = page.locator("select[name=earlier]");
    const offered = () => earlier.locator("option:not([disabled])").evaluateAll((all) => all.map(({ value }) => value));
    const named = world.seeded.scans.map(({ id }) => id);
    await page.route(RESULTS, async (route) => {
      const { scan_id } = route.request().postDataJSON();
      if (!scan_id.startsWith("own-")) return route.fallback();
      const answer = await (await route.fetch({ postData: JSON.stringify({ ...route.request().postDataJSON(), scan_id: NOW }) })).json();
      await reply(route, json({ ...answer, scan_id, findings: answer.findings.slice(0, scan_id === "own-1" ? 1 : 3) }));
    });
    await open("own-1");
    await open("own-2");
    await page.getByRole("tab", { name: "Changes" }).click();
    assert.deepEqual(await offered(), [...named, "own-1"]);
    assert.match(await earlier.locator("option[value=own-1]").textContent(), /^own-1, 1 finding, \d{4}-\d\d-\d\d$/);
    await earlier.selectOption("own-1");
    await page.locator(".change-kinds").waitFor();
    await page.waitForURL(/before=own-1/);
    assert.equal(await page.locator("input[name=before]").inputValue(), "own-1");
    // An earlier scan given by its id is known from then on, and the choice is shown after a step back too.
    await page.locator("input[name=before]").fill("own-3");
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    await page.waitForURL(/before=own-3/);
    await page.locator(".change-kinds").waitFor();
    assert.deepEqual(await offered(), [...named, "own-3", "own-1"]);
    assert.equal(await earlier.inputValue(), "own-3");
    await page.goBack();
    await page.waitForURL(/before=own-1/);
    await page.waitForFunction(() => document.querySelector("select[name=earlier]").value === "own-1");
    // A new connection offers nothing that was opened before; what the link names is read again.
    await openConnection(page);
    await connect(page, { gitToken: "another-token" });
    await page.locator(".change-kinds").waitFor({ state: "detached" });
    await page.locator(".change-kinds").waitFor();
    assert.deepEqual(await offered(), [...named, "own-1"]);
  });

  test("a scan that is offered to compare with is named, and nobody is told to name one", LIMIT, async () => {
    const page = await world.open(`?tab=changes&scan=${NOW}`);
    await page.getByRole("heading", { name: "Nothing compared yet" }).waitFor();
    assert.equal(await page.locator("input[name=before]").inputValue(), THEN);
    assert.match(oneLine(await page.locator("#scan-tab .state").innerText()), new RegExp(`Choose an earlier scan to see .* Compare with ${THEN}$`));
    await page.getByRole("button", { name: `Compare with ${THEN}` }).click();
    await page.locator(".change-kinds").waitFor();
    assert.equal(new URL(page.url()).searchParams.get("before"), THEN);
    // It is an earlier state of that scan, and of no other.
    for (const scan of [THEN, "scan-fleet"]) {
      const other = await world.open(`?tab=changes&scan=${scan}`);
      await other.getByText("Name an earlier scan").waitFor();
      assert.deepEqual([await other.locator("input[name=before]").inputValue(), await other.locator("#scan-tab .state button").count()], ["", 0]);
    }
  });

  test("a later scan in the place of the earlier one is pointed out, and a button swaps the two", LIMIT, async () => {
    const page = await compared(`scan=${THEN}&before=${NOW}`);
    const added = () => page.locator(".change-kinds b").first().textContent();
    const resolved = () => page.locator(".change-kinds b").nth(1).textContent();
    assert.match(await page.locator(".inside-out").textContent(), /is newer than the open one/);
    const inside = [await added(), await resolved()];
    await rowAt(page, 0).click();
    await page.locator(".panel").waitFor();
    await page.getByRole("button", { name: "Compare the other way round" }).click();
    await page.locator(".inside-out").waitFor({ state: "detached" });
    await page.locator(".change-kinds").waitFor();
    assert.deepEqual([await resolved(), await added()], inside);
    assert.equal(await page.locator(".panel").count(), 0, "what was open is of the other scan");
    await page.waitForURL(new RegExp(`scan=${NOW}&tab=changes&before=${THEN}`));
  });

  test("the link carries which changes are listed, and a step back lists those before", LIMIT, async () => {
    const page = await compared(`scan=${NOW}&before=${THEN}`);
    const pressed = (name) => page.locator(".change-kinds button[aria-pressed=true]", { hasText: name }).waitFor();
    await pressed("New");
    await page.getByRole("button", { name: "Resolved" }).click();
    await page.waitForURL(/change=resolved/);
    const other = await world.open(await linkOf(page));
    await other.locator(".change-kinds button[aria-pressed=true]", { hasText: "Resolved" }).waitFor();
    await page.goBack();
    await pressed("New");
  });

  test("a scan whose findings are not known is compared with nothing, and nothing is requested for it", LIMIT, async () => {
    for (const [part, words] of [
      [{ status: "running", findings: [] }, "The list is empty"],
      [{ status: "completed", findings: null }, "The service sent no list of findings"],
    ]) {
      const page = await world.newPage();
      const asked = sentBy(page);
      await changeAnswer(page, RESULTS, (scan) => (scan.scan_id === NOW ? { ...scan, ...part } : scan));
      await world.show(page, `?tab=changes&scan=${NOW}&before=${THEN}`);
      await page.getByRole("heading", { name: words }).waitFor();
      await drawn(page);
      assert.deepEqual(asked.map(({ scan_id }) => scan_id), [NOW], words);
    }
  });

  test("a row whose details are open is marked, and one without a fix says so", LIMIT, async () => {
    const page = await compared(`scan=${NOW}&before=${THEN}`);
    const row = rowAt(page, 1);
    const id = await row.locator(".c-id").textContent();
    await row.click();
    await page.locator(".panel h2", { hasText: id }).waitFor();
    assert.equal(await row.getAttribute("aria-selected"), "true");
    assert.equal(await page.locator(".row[data-index][aria-selected=true]").count(), 1);
    const fixes = await page.locator(".row[data-index] .c-fixed").allTextContents();
    assert.ok(fixes.includes("no fix known"), "the worst new findings have one without a fix");
    assert.ok(fixes.every((text) => text.trim() !== ""));
  });

  test("a scan that was empty when it was opened is compared as it is when it is read again", LIMIT, async () => {
    const page = await world.newPage();
    const empty = { scan_id: NOW, status: "queued", created_at: "2026-01-02T03:04:05Z", repositories: [], findings: [] };
    await page.route(RESULTS, (route) => (route.request().postDataJSON().scan_id === NOW ? reply(route, json(empty)) : route.fallback()));
    await world.show(page, `?tab=changes&scan=${NOW}&before=${THEN}`);
    await page.getByRole("heading", { name: "does not say that it has completed" }).waitFor();
    await mend(page);
    await page.getByRole("button", { name: "Ask again" }).click();
    await page.locator(".change-kinds").waitFor();
    const shown = await page.locator(".change-kinds b").allTextContents();
    const fresh = await compared(`scan=${NOW}&before=${THEN}`);
    assert.deepEqual(shown, await fresh.locator(".change-kinds b").allTextContents());
  });
});

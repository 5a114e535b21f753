/**
 * The scan view says no more than is so: of a sort, a list that is cut, a file that is saved, a bound that a link set.
 */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { before, test } from "node:test";
import { parse } from "csv-parse/sync";

import { readCsv } from "../harness/exports.mjs";
import { changeAnswer, RESULTS } from "./answers.mjs";
import { addressOf, count, digits, oneLine, rowsAre } from "./shown.mjs";
import { openTable, rowAt, save } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

suite("words of the scan view", (world) => {
  let nightly;
  before(async () => {
    nightly = (await world.rawScan("scan-nightly")).findings;
  });

  test("the order by “Fixed in” says that it is by whether there is a fix, and claims no order of versions", LIMIT, async () => {
    const page = await openTable(world);
    const header = page.locator("[role=columnheader].c-fixed");
    for (const [words, first] of [
      ["Fix first", (text) => text !== "no fix known"],
      ["No fix first", (text) => text === "no fix known"],
    ]) {
      await header.getByRole("button").click();
      await page.waitForFunction((words) => document.querySelector(".head .c-fixed").textContent.trim() === `Fixed in, ${words}`, words);
      assert.equal(await header.getAttribute("aria-sort"), "other");
      assert.equal(await header.locator(".arrow").count(), 0);
      await page.waitForFunction((text) => document.querySelector(".row[data-index='0'] .c-fixed").textContent !== text, words === "Fix first" ? "no fix known" : "");
      assert.ok(first(await page.locator(".row[data-index='0'] .c-fixed").textContent()));
    }
    await header.getByRole("button").click();
    await page.waitForFunction(() => document.querySelector(".head .c-fixed").getAttribute("aria-sort") === "none");
  });

  test("known exploits come first, then last, then in the order before", LIMIT, async () => {
    const page = await openTable(world);
    const header = page.locator("[role=columnheader].c-exploit");
    for (const [order, text] of [
      ["descending", "exploit"],
      ["ascending", ""],
    ]) {
      await header.getByRole("button").click();
      await page.waitForFunction((text) => document.querySelector(".row[data-index='0'] .c-exploit").textContent.trim() === text, text);
      assert.equal(await header.getAttribute("aria-sort"), order);
      assert.match(await addressOf(page), order === "descending" ? /sort=-exploit/ : /sort=exploit/);
    }
    await header.getByRole("button").click();
    await page.waitForFunction(() => document.querySelector(".head .c-exploit").getAttribute("aria-sort") === "none");
  });

  test("a list of the same id elsewhere that is cut says so", LIMIT, async () => {
    const fleet = (await world.rawScan("scan-fleet")).findings;
    const sizes = new Map();
    for (const { id } of fleet) sizes.set(id, (sizes.get(id) ?? 0) + 1);
    const linked = (id) => `?scan=scan-fleet&finding=${encodeURIComponent(fleet.find((finding) => finding.id === id).uid)}`;
    const [common, size] = [...sizes].sort((a, b) => b[1] - a[1])[0];
    const page = await world.open(linked(common));
    await page.locator(".panel .cut").waitFor();
    const listed = await page.locator(".elsewhere li").count();
    assert.match(await page.locator(".panel .cut").textContent(), new RegExp(`first ${listed} of ${(size - 1).toLocaleString("en")};`));
    assert.ok(listed < size - 1);
    const other = await world.open(linked([...sizes].find(([, size]) => size > 1 && size <= listed)[0]));
    await other.locator(".elsewhere li").first().waitFor();
    assert.equal(await other.locator(".panel .cut").count(), 0);
  });

  test("the table is filtered by an id to as many findings as the details say, whatever it was filtered by", LIMIT, async () => {
    const { id, image } = nightly.find((one) => nightly.some((other) => other.id === one.id && other.image !== one.image));
    const page = await openTable(world, `?${new URLSearchParams({ scan: "scan-nightly", image, vuln: id })}`);
    await rowAt(page, 0).click();
    const filter = page.getByRole("button", { name: "Filter the table by this id" });
    const all = count(nightly, (finding) => finding.id === id);
    assert.equal(digits((await filter.textContent()).split("(").at(-1)), all);
    await filter.click();
    await rowsAre(page, all);
    assert.deepEqual(await page.locator(".pill").allInnerTexts().then((texts) => texts.map((text) => oneLine(text).split(" ")[0])), ["Id"]);
  });

  test("the facets stand in the order of the figures: kind, image, target, package, fix, exploit, EPSS", LIMIT, async () => {
    const page = await openTable(world);
    const legends = await page.locator(".rail legend").allTextContents();
    assert.deepEqual(legends.map((text) => text.replace(/ [\d,]+$/, "")), ["Kind", "Image", "Target", "Package", "Fix", "Known exploit", "EPSS probability"]);
  });

  test("where upgrades are listed they are saved, all of them in the order of the table, and nowhere else", LIMIT, async () => {
    const page = await world.open("?tab=upgrades&sev=critical&fixable=yes");
    const rows = page.locator(".grid-upgrades .row[data-index]");
    await rows.first().waitFor();
    await page.locator(".grid .head button", { hasText: "Package" }).click();
    await page.waitForURL(/upgrades=package/);
    await page.locator("main .menu summary").click();
    const [, total, cleared] = /(\d+) upgrades clear (\d+) findings/.exec(await page.locator("#scan-tab").innerText());
    await page.locator("main .menu .note", { hasText: `CSV of the upgrades has the ${total} listed, in their order; the other files are of findings.` }).waitFor();
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "CSV of the upgrades" }).click()]);
    assert.equal(file.suggestedFilename(), "scan-nightly-filtered-upgrades.csv");
    const lines = parse(await readFile(await file.path()), { columns: true });
    assert.deepEqual([lines.length, lines.reduce((sum, { critical }) => sum + Number(critical), 0)], [Number(total), Number(cleared)]);
    const told = await rows.evaluateAll((rows) => rows.map((row) => [".c-package .mono", ".from", ".to", ".c-clears"].map((part) => row.querySelector(part).textContent)));
    assert.ok(told.length > 5);
    const plain = (cell) => cell.replace(/^'/, "");
    assert.deepEqual(lines.slice(0, told.length).map((line) => [line.package, line.installed_version, line.upgrade_to, line.clears].map(plain)), told);
    await page.getByRole("tab", { name: "By image" }).click();
    await page.locator("main .menu summary").click();
    assert.equal(await page.getByRole("button", { name: "CSV of the upgrades" }).count(), 0);
  });

  test("the export menu closes by Escape, by a press elsewhere, and when the focus leaves it", LIMIT, async () => {
    const page = await openTable(world);
    await rowAt(page, 0).click();
    await page.locator(".panel").waitFor();
    const summary = page.locator("main .menu summary");
    const open = async () => {
      await summary.click();
      await page.locator("main .menu[open]").waitFor();
    };
    const closed = () => page.waitForFunction(() => !document.querySelector("main .menu").open);
    await open();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Escape");
    await closed();
    assert.ok(await summary.evaluate((element) => document.activeElement === element));
    assert.equal(await page.locator(".panel").count(), 1, "Escape closes the menu alone");
    await open();
    await page.locator("h1").click();
    await closed();
    await open();
    await summary.evaluate((element) => element.blur());
    assert.equal(await page.locator("main .menu[open]").count(), 1, "as where the window loses the focus");
    await page.locator(".bar").click({ position: { x: 2, y: 2 } });
    await closed();
    await open();
    for (let step = 0; step < 5; step += 1) await page.keyboard.press("Tab");
    await closed();
  });

  test("a press on a text of a menu leaves it open, and Escape closes the menu alone", LIMIT, async () => {
    for (const [menu, text] of [["main .menu", ".note"], [".bar .menu", ".note, p, label"]]) {
      const page = await openTable(world);
      await rowAt(page, 0).click();
      await page.locator(".panel").waitFor();
      const summary = page.locator(`${menu} summary`);
      await summary.click();
      const { x, y, height } = await page.locator(`${menu} .drop`).locator(text).first().boundingBox();
      await page.mouse.move(x + 3, y + height / 2);
      await page.mouse.down();
      await page.mouse.up();
      assert.equal(await page.locator(`${menu}[open]`).count(), 1, menu);
      await page.keyboard.press("Escape");
      await page.locator(`${menu}:not([open])`).waitFor();
      assert.equal(await page.locator(".panel").count(), 1, menu);
      assert.ok(await summary.evaluate((element) => document.activeElement === element), menu);
    }
  });

  test("the formats to save are in sight on a phone held sideways, before the text about them", LIMIT, async () => {
    const page = await openTable(world, "", { viewport: { width: 844, height: 390 } });
    const summary = page.locator("main .menu summary");
    await summary.evaluate((one) => one.scrollIntoView({ block: "center" }));
    await summary.click();
    const bottoms = await page.locator("main .menu li button").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom));
    assert.ok(bottoms.length === 4 && Math.max(...bottoms) <= 390, String(bottoms));
  });

  test("the name of a saved file says whether it is the whole scan, and the menu says what it holds", LIMIT, async () => {
    const note = (page) => page.locator("main .menu .note").textContent();
    const whole = await openTable(world);
    const all = await save(whole, "CSV");
    assert.equal(await whole.evaluate(() => document.activeElement.matches("main .menu summary")), true, "what was pressed is not there any more");
    assert.equal(all.name, "scan-nightly.csv");
    assert.match(await note(whole), /^All 2,581 findings\. CSV and SARIF list them worst first.* import CSV with the comma as the separator\.$/);
    const part = await openTable(world, "?sev=critical&sort=id");
    const some = await save(part, "SARIF");
    assert.equal(some.name, "scan-nightly-filtered.sarif");
    assert.equal(digits(await note(part)), count(nightly, ({ severity }) => severity === "critical"));
    assert.match(await note(part), /CSV lists them in the order of the findings table, SARIF worst first\./);
    const ids = readCsv((await save(part, "CSV")).text).map(({ id }) => id);
    assert.deepEqual(ids, nightly.filter(({ severity }) => severity === "critical").map(({ id }) => id).sort());
    assert.equal((await save(part, "JSON, whole scan")).name, "scan-nightly.json");
  });

  test("a bound of EPSS from a link is shown as it was set and chosen, and any takes it back", LIMIT, async () => {
    const page = await openTable(world, "?epss=0.07");
    assert.match(await page.locator(".pill").textContent(), /at least 7%/);
    const bounds = page.locator(".rail fieldset", { hasText: "EPSS" }).locator("label");
    assert.deepEqual(await bounds.locator(".value").allInnerTexts(), ["any", ...[0.1, 1, 7, 10, 50].map((least) => `at least ${least}%`)]);
    const chosen = bounds.filter({ has: page.locator("input:checked") });
    assert.match(await chosen.textContent(), /at least 7%/);
    assert.equal(digits(await chosen.locator(".n").textContent()), digits(await page.locator(".matches").textContent()));
    await bounds.getByText("any", { exact: true }).click();
    await page.locator(".pill").waitFor({ state: "detached" });
    assert.equal(await chosen.textContent().then((text) => text.trim()), "any");
    const other = await openTable(world, "?epss=0.07");
    await other.locator(".rail").getByText("at least 10%", { exact: true }).click();
    await other.locator(".pill", { hasText: "at least 10%" }).waitFor();
    await other.locator(".rail").getByText("at least 7%", { exact: true }).waitFor({ state: "detached" });
    const marked = other.locator(".rail fieldset", { hasText: "EPSS" }).locator("label", { has: other.locator("input:checked") });
    assert.deepEqual((await marked.allInnerTexts()).map((text) => text.split("\n")[0].trim()), ["at least 10%"]);
  });

  test("a probability is shown where it counts, and nowhere else", LIMIT, async () => {
    const counts = [{ epss: 0.5 }, { epss: " 0.5\n" }, { epss: "5e-1" }, { epss: ".5" }, [{ epss: 0.1 }, { score: "0.5" }, 3], { epss: 7, score: 0.5 }];
    const others = [{ epss: ".5." }, { epss: "0,5" }, { epss: "0x1" }, { epss: "" }, [[{ epss: 0.9 }]], { epss: null }, { epss: 1.5 }];
    const page = await world.newPage();
    await changeAnswer(page, RESULTS, (scan) => ({
      ...scan,
      findings: [...counts, ...others].map((epss_details, at) => ({ ...nightly[0], uid: `u-${at}`, epss_details })),
    }));
    await world.show(page, "?epss=0.5");
    await rowsAre(page, counts.length);
    await world.show(page, "?sort=-epss");
    await rowsAre(page, counts.length + others.length);
    const shown = await page.locator(".row[data-index] .c-epss").allInnerTexts();
    assert.deepEqual(shown.map((text) => text.trim() === "50.0%"), shown.map((_, at) => at < counts.length));
  });

  test("a probability close to certainty is not shown as 100 %, nor one close to zero as 0 %", LIMIT, async () => {
    const words = [[1, "100.0%"], [0.9999, ">99.9%"], [0.999, "99.9%"], [0.0001, "0.01%"], [0.00001, "<0.01%"], [0, "0.00%"]];
    const page = await world.newPage();
    await changeAnswer(page, RESULTS, (scan) => ({
      ...scan,
      findings: words.map(([epss], at) => ({ ...nightly[0], uid: `u-${at}`, epss_details: { epss } })),
    }));
    await world.show(page, "?sort=-epss");
    await rowsAre(page, words.length);
    const shown = await page.locator(".row[data-index] .c-epss").allInnerTexts();
    assert.deepEqual(shown.map((text) => text.trim()), words.map(([, word]) => word));
  });

  /** A scan of findings like the first one, each with its own changes. */
  const openMade = async (findings, query = "", more = {}, options = {}) => {
    const page = await world.newPage(options);
    const made = findings.map((its, at) => ({ ...nightly[0], uid: `${at}`, ...its }));
    await changeAnswer(page, RESULTS, (scan) => ({ ...scan, findings: made, ...more }));
    await world.show(page, query);
    return page;
  };

  test("the page says how many findings the upgrades clear, and “worst first” only if they are in that order", LIMIT, async () => {
    const [a, b] = [{ package: "a", installed_version: "1.0.0", fixed_version: "1.0.1" }, { package: "b", installed_version: "2.0.0", fixed_version: "2.1.0" }];
    const page = await openMade([a, { ...a, id: "CVE-2024-1" }, b], "?tab=upgrades");
    const told = async () => oneLine(await page.locator(".legend").innerText());
    await rowAt(page, 0).waitFor();
    assert.match(await told(), /2 upgrades clear 3 findings; worst first\./);
    await page.locator("[role=columnheader].c-package button").click();
    await page.waitForURL(/upgrades=package/);
    assert.match(await told(), /2 upgrades clear 3 findings\./);
  });

  test("the findings of an upgrade are shown with how many of them it clears, even if it is one", LIMIT, async () => {
    const a = { image: "i", package: "a", installed_version: "1.0.0", fixed_version: "1.0.1" };
    const query = "?image=i&pkg=a&ver=1.0.0";
    for (const [made, words] of [
      [[a], "clears this finding."],
      [[a, { ...a, id: "CVE-2024-1" }], "clears all 2 of these findings."],
      [[a, { ...a, id: "CVE-2024-1", fixed_version: "" }], "clears 1 of these 2 findings."],
    ]) {
      const page = await openMade(made, query);
      const note = oneLine(await page.locator(".upgrade-note").innerText());
      assert.equal(note, `Upgrading a from 1.0.0 to 1.0.1 ${words}`);
    }
  });

  test("the page says so if no upgrade clears anything, and offers a way out only from a filter", LIMIT, async () => {
    for (const query of ["?tab=upgrades", "?tab=upgrades&sev=high"]) {
      const page = await openMade([{ severity: "high", fixed_version: "" }, { severity: "low", fixed_version: "none" }], query);
      await page.getByRole("heading", { name: "No upgrade clears anything here" }).waitFor();
      const out = page.getByRole("button", { name: "Clear all filters" });
      assert.equal(await out.count(), query.includes("sev") ? 1 : 0);
      if (!query.includes("sev")) continue;
      await out.click();
      await page.waitForURL((url) => !url.search.includes("sev="));
      assert.equal(await page.locator(".pill").count(), 0);
    }
  });

  test("the details say that an id is nowhere else in the scan, and do not offer to filter by it", LIMIT, async () => {
    const page = await openMade([{ id: "CVE-2024-1" }, { id: "CVE-2024-2" }], "?finding=0");
    const panel = page.locator(".panel");
    await panel.getByText("Only here in this scan.").waitFor();
    assert.equal(await panel.getByRole("button", { name: "Filter the table by this id" }).count(), 0);
  });

  test("findings without an id have nothing in common", LIMIT, async () => {
    const page = await openMade([{ id: "" }, { id: "" }], "?finding=0");
    await page.locator(".panel h2", { hasText: "Id not given" }).waitFor();
    assert.doesNotMatch(await page.locator(".panel").innerText(), /Same id/i);
  });

  test("the page says how long a scan took if its times say so, and counts texts that were repaired", LIMIT, async () => {
    const created_at = "2026-01-02T03:04:05Z";
    for (const [completed_at, words] of [["2026-01-02T03:09:05Z", /took 5 min/], [created_at, null], ["2026-01-02T03:00:00Z", null]]) {
      const page = await openMade([{ title: "broken \ud800" }], "", { created_at, completed_at });
      await rowAt(page, 0).waitFor();
      const facts = oneLine(await page.locator(".facts").innerText());
      if (words === null) assert.doesNotMatch(facts, /took/, completed_at);
      else assert.match(facts, words);
      await page.locator(".doubts summary").click();
      assert.equal(await page.locator(".doubts li").innerText(), "1 text with broken characters, repaired");
    }
  });

  test("the notes on a scan's data say where it contradicts itself", LIMIT, async () => {
    const page = await openMade([{}, { uid: "0" }], "", { status: "running" });
    await rowAt(page, 0).waitFor();
    await page.getByText("2 notes on the data").click();
    const notes = await page.locator(".doubts li").allInnerTexts();
    assert.deepEqual(notes, ["there are findings although the status is not completed", "1 finding with a uid that an earlier finding has"]);
  });

  test("four of the ways out of a filter are offered, and none that leads nowhere", LIMIT, async () => {
    const all = { severity: "high", image: "a", kind: "k", package: "p", fixed_version: "2.0" };
    // Each lacks one of the values that are filtered by.
    const others = { severity: "low", image: "b", kind: "l", package: "q", fixed_version: "" };
    const made = Object.keys(all).map((name) => ({ ...all, [name]: others[name] }));
    const offered = async (query) => {
      const page = await openMade(made, query);
      await page.getByRole("heading", { name: "No finding matches" }).waitFor();
      return (await page.locator(".state .actions button").allInnerTexts()).map((text) => oneLine(text).trim());
    };
    const ways = await offered("?sev=high&image=a&kind=k&pkg=p&fixable=yes");
    assert.equal(ways.length, 5);
    for (const way of ways.slice(0, 4)) assert.match(way, /^Without .+: 1 finding$/);
    assert.deepEqual([ways.at(-1), await offered("?sev=critical&image=nowhere")], ["Clear all filters", ["Clear all filters"]]);
    assert.deepEqual(await offered("?sev=high&image=x&image=y&kind=k&pkg=p&fixable=yes"), ["Without Image x and 1 more: 1 finding", "Clear all filters"]);
  });

  test("a search is called that in its pill, and in the way out of it", LIMIT, async () => {
    const page = await openMade([{ package: "openssl", severity: "low" }], "?sev=low&q=openssl%20zzz");
    const way = page.getByRole("button", { name: "Without the search “openssl zzz”: 1 finding", exact: true });
    await page.getByRole("button", { name: "Remove filter Search openssl zzz" }).waitFor();
    await way.click();
    await page.waitForURL((url) => !url.searchParams.has("q") && url.searchParams.get("sev") === "low");
  });

  test("an id that was copied with other dashes, quotes or what nobody sees is offered as it is written here", LIMIT, async () => {
    const made = [{ id: "CVE-2026-1234" }, { id: "CVE-2026-99", severity: "low" }];
    const offered = async (text, more = "") => {
      const page = await openMade(made, `?q=${encodeURIComponent(text)}${more}`);
      await page.getByRole("heading", { name: "No finding matches" }).waitFor();
      return page;
    };
    for (const text of ["CVE\u20112026\u20111234", "\u201ccve\u20132026\u20131234\u201d,", "CVE-2026-1234\u200b;", "(CVE-2026-1234).", "\u2013CVE-2026-1234", "CVE\u20112026\u20111234\t", "\u00bbCVE-2026-1234\u00ab"]) {
      const page = await offered(text);
      const way = page.locator(".state .actions button").first();
      assert.match(await way.innerText(), /^Search for cve-2026-1234: 1 finding$/i, text);
      await way.click();
      await rowsAre(page, 1);
      assert.equal(new URL(await addressOf(page)).searchParams.get("q").toUpperCase(), "CVE-2026-1234");
    }
    for (const [text, more] of [["CVE\u20112026\u20115678", ""], ["CVE\u20112026\u201199", "&sev=high"]])
      assert.equal(await (await offered(text, more)).getByRole("button", { name: "Search for" }).count(), 0, text);
  });

  test("several ids that are searched for together are offered as a filter of any of them, and those that are not there are named", LIMIT, async () => {
    const made = [{ id: "CVE-2026-1234" }, { id: "CVE-2026-1234", package: "q" }, { id: "GHSA-abcd-efgh-jkmp", severity: "low" }, { id: "cve-2026-7" }, { id: "CVE-2026-7" }];
    const opened = async (text, more = "") => {
      const page = await openMade(made, `?q=${encodeURIComponent(text)}${more}`);
      await page.getByRole("heading", { name: "No finding matches" }).waitFor();
      return { page, way: page.getByRole("button", { name: /^Any of these/ }), said: oneLine(await page.locator(".state p").innerText()) };
    };
    for (const [text, count, ids, said] of [
      ["CVE-2026-1234 ghsa-ABCD-efgh-jkmp", 3, ["CVE-2026-1234", "GHSA-abcd-efgh-jkmp"], ""],
      ["CVE\u20112026\u20111234,CVE-2026-7;\u201cCVE-2026-99\u201d", 4, ["CVE-2026-1234", "CVE-2026-7", "cve-2026-7"], " 1 of the 3 ids is not among them: CVE-2026-99."],
      ["CVE-2026-1234\nRHSA-2026:1\nPYSEC-2026-2, cve-2026-1234;", 2, ["CVE-2026-1234"], " 2 of the 3 ids are not among them: RHSA-2026:1, PYSEC-2026-2."],
    ]) {
      const { page, way, said: shown } = await opened(text);
      assert.equal(shown, `The scan has 5 findings.${said}`);
      assert.equal(await way.innerText(), `Any of these ${said === "" ? 2 : 3} ids: ${count} findings`);
      await way.click();
      await rowsAre(page, count);
      const { searchParams } = new URL(await addressOf(page));
      assert.deepEqual([searchParams.getAll("vuln").sort(), searchParams.has("q")], [ids.sort(), false]);
      await page.waitForFunction(() => document.activeElement.matches(".pill"));
    }
    // Of a text that is cut off, the last word may be a part of another id.
    const long = await opened(`- CVE-2026-1234 ${Array.from({ length: 40 }, (_, at) => `CVE-2020-${5000 + at}`).join(" ")}`.slice(0, 500));
    assert.equal(await long.way.innerText(), "Any of these 35 ids: 2 findings");
    assert.match(long.said, / 34 of the 35 ids are not among them: CVE-2020-5000, /);
    const one = await opened("CVE-2026-1234 GHSA-abcd-efgh-jkmp", "&sev=low&vuln=CVE-2026-7");
    assert.equal(await one.way.innerText(), "Any of these 2 ids: 1 finding", "under the other filters, in place of another id");
    for (const [text, more, said] of [
      ["CVE-2026-98 CVE-2026-99", "", " None of the 2 ids is among them."],
      ["CVE-2026-1234 CVE-2026-7", "&sev=low", ""],
      ["CVE-2026-1234 openssl", "", ""],
      ["log4j-api CVE-2026-1234", "", ""],
      ["python-3.9 openssl-1.1", "", ""],
      ["CVE-2026-99 cve-2026-99", "", ""],
    ]) {
      const { way, said: shown } = await opened(text, more);
      assert.deepEqual([await way.count(), shown], [0, `The scan has 5 findings.${said}`], text);
    }
  });

  test("a group without room for every count shows that of its worst severity", LIMIT, async () => {
    const [low, high] = ["low", "high"].map((severity) => ({ severity, image: "a" }));
    const page = await openMade([low, high, low, high, { ...low, image: "b" }], "?tab=image", {}, { viewport: { width: 390, height: 844 } });
    const worst = page.locator(".row[data-index] .c-worst [role=img]");
    await worst.first().waitFor();
    assert.deepEqual(await worst.evaluateAll((all) => all.map((one) => one.ariaLabel)), ["2 high", "1 low"]);
  });

  test("the button of the filters' sheet says how many are set", LIMIT, async () => {
    const page = await openTable(world, "?sev=high&sev=low&fixable=yes", { viewport: { width: 390, height: 844 } });
    assert.equal(await page.locator(".rail-toggle").innerText(), "Filters (3)");
    await page.getByRole("button", { name: "Clear all" }).click();
    await page.locator(".rail-toggle", { hasText: /^Filters$/ }).waitFor();
  });

  test("a search takes five hundred characters, and says so if a pasted text has more", LIMIT, async () => {
    const page = await openTable(world);
    const search = page.locator("#finding-search");
    await search.focus();
    await page.keyboard.insertText("e ".repeat(200));
    await page.waitForURL(/q=/);
    assert.equal(await page.locator("#search-full").innerText(), "");
    await page.keyboard.insertText("e ".repeat(4000));
    await page.locator("#search-full", { hasText: "takes 500 characters" }).waitFor();
    assert.equal((await search.inputValue()).length, 500);
    await page.keyboard.press("Backspace");
    await page.waitForFunction(() => document.querySelector("#search-full").textContent === "");
  });

  test("a pill says which way a filter of yes or no is set, and the rail has the same words", LIMIT, async () => {
    for (const [said, words] of [["yes", ["Fix available", "Known exploit yes"]], ["no", ["Fix none known", "Known exploit no"]]]) {
      const page = await world.open(`?fixable=${said}&exploit=${said}`);
      await page.locator(".pill").first().waitFor();
      const pills = (await page.locator(".pill").allInnerTexts()).map((text) => oneLine(text.replace("×", "")).trim());
      assert.deepEqual(pills, words);
      const chosen = await page.locator(".rail label", { has: page.locator("input:checked") }).locator(".value").allInnerTexts();
      assert.deepEqual(chosen.slice(0, 2).map((word, at) => `${["Fix", "Known exploit"][at]} ${word.trim()}`), words);
    }
  });

  test("many values of one list share a pill, which takes them back together", LIMIT, async () => {
    const ids = [...new Set(nightly.map(({ id }) => id))].slice(0, 12);
    const page = await world.open(`?${ids.map((id) => `vuln=${encodeURIComponent(id)}`).join("&")}&sev=high`);
    await page.locator(".set-filters .pill").first().waitFor();
    const texts = await page.locator(".set-filters .pill").allInnerTexts();
    assert.deepEqual(
      texts.map((text) => oneLine(text).trim()),
      ["Severity High ×", "Id any of 12 ×"],
    );
    await page.getByRole("button", { name: "Remove filter Id any of 12" }).click();
    await page.waitForURL((url) => !url.search.includes("vuln="));
    assert.equal(await page.locator(".set-filters .pill").count(), 1);
  });

  test("the lists of values stay if nothing matches, each with its zero", LIMIT, async () => {
    const page = await world.open("?q=no-such-thing-anywhere");
    await page.getByRole("heading", { name: "No finding matches" }).waitFor();
    for (const part of ["Kind", "Image", "Target", "Package"]) {
      const counts = await page.locator(".rail fieldset", { has: page.locator("legend", { hasText: part }) }).locator("li .n").allTextContents();
      assert.ok(counts.length > 0 && counts.every((count) => count === "0"), `${part}: ${counts}`);
    }
  });
});

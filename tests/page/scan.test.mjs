/**
 * The container scan view in Chromium against the running service: what it shows equals what the service holds, counted here
 * by plain loops; filters, sort, keyboard, details, tabs; the link restores the view.
 */
import assert from "node:assert/strict";
import { before, test } from "node:test";

import { changeAnswer, RESULTS, sendResults } from "./answers.mjs";
import { bySeverity, count, digits, exploited, figures, fixable, hears, linkOf, mentions, oneLine, rowCount, rowsAre, tiles } from "./shown.mjs";
import { goTo, membersReady, openTable, ready, rowAt, save } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

const distinct = (findings, field) => new Set(findings.map((finding) => finding[field])).size;

suite("container scan", (world) => {
  let nightly;
  before(async () => {
    nightly = (await world.rawScan("scan-nightly")).findings;
  });

  test("tiles and figures equal what the service holds", LIMIT, async () => {
    const page = await openTable(world);
    assert.deepEqual(await tiles(page), bySeverity(nightly));
    assert.deepEqual(await figures(page), {
      Findings: nightly.length,
      "Distinct ids": distinct(nightly, "id"),
      Packages: distinct(nightly, "package"),
      "Affected images": distinct(nightly, "image"),
      Fixable: count(nightly, fixable),
      "Known exploit": count(nightly, exploited),
    });
    assert.equal(await rowCount(page), nightly.length);
    assert.match(await page.locator(".scan-head").textContent(), /Completed.*started.*finished.*took/s);
  });

  test("a screen reader hears another filter too if it leaves as many findings", LIMIT, async () => {
    const page = await world.newPage();
    const some = nightly.slice(0, 6).map((finding, at) => ({ ...finding, uid: `u-${at}`, kind: "npm", severity: at % 2 === 0 ? "high" : "low" }));
    await changeAnswer(page, RESULTS, (scan) => ({ ...scan, findings: some }));
    await world.show(page);
    await ready(page);
    await hears(page);
    const times = (count) => page.waitForFunction((count) => globalThis.heard.filter((text) => text === "3 findings shown").length === count, count);
    await page.locator(".tile.sev-high").click();
    await times(1);
    await page.locator(".rail fieldset", { hasText: "Kind" }).locator("input").check();
    await times(2);
  });

  test("a tile filters, says so, and the pill takes it back", LIMIT, async () => {
    const page = await openTable(world);
    const tile = page.locator(".tile.sev-critical");
    await tile.click();
    await rowsAre(
      page,
      count(nightly, ({ severity }) => severity === "critical"),
    );
    assert.equal(await tile.getAttribute("aria-pressed"), "true");
    assert.deepEqual(await tiles(page), bySeverity(nightly), "the tiles count under all filters but their own");
    await page.waitForURL(/sev=critical/);
    await page.locator(".pill").click();
    await rowsAre(page, nightly.length);
    assert.equal(await tile.getAttribute("aria-pressed"), "false");
  });

  test("the filters for fix, exploit and each bound of EPSS say how many findings they would leave", LIMIT, async () => {
    const page = await openTable(world, "?scan=scan-nightly&sev=high");
    const high = nightly.filter(({ severity }) => severity === "high");
    const epssOf = ({ epss_details }) => Number(epss_details?.epss);
    const choices = page.locator(".rail fieldset:has(input[type=radio]) label", { has: page.locator(".n", { hasText: /\d/ }) });
    const counts = await choices.evaluateAll((all) => all.map((one) => [one.querySelector(".value").textContent, one.querySelector(".n").textContent]));
    const of = (test) => count(high, test).toLocaleString("en");
    assert.deepEqual(counts, [
      ["available", of(fixable)],
      ["none known", of((one) => !fixable(one))],
      ["yes", of(exploited)],
      ["no", of((one) => !exploited(one))],
      ...[0.1, 1, 10, 50].map((least) => [`at least ${least}%`, of((one) => epssOf(one) >= least / 100)]),
    ]);
  });

  test("severities are in the link and in their pills worst first, in whichever order they were pressed", LIMIT, async () => {
    const page = await openTable(world);
    for (const severity of ["low", "critical", "high"]) await page.locator(`.tile.sev-${severity}`).click();
    await page.waitForURL((url) => url.searchParams.getAll("sev").join() === "critical,high,low");
    const pills = (await page.locator(".pill").allInnerTexts()).map(oneLine);
    assert.deepEqual(pills.map((text) => text.replace("×", "").trim()), ["Severity Critical", "Severity High", "Severity Low"]);
  });

  test("facets narrow, and count what they would leave", LIMIT, async () => {
    const page = await openTable(world);
    const image = nightly[0].image;
    const ofImage = nightly.filter((finding) => finding.image === image);
    const choice = page.locator(".rail label").filter({ has: page.locator(`.value .path[title="${image}"]`) });
    if ((await choice.count()) === 0) await page.locator(".rail fieldset", { hasText: "Image" }).getByRole("button").click();
    assert.equal(digits(await choice.locator(".n").textContent()), ofImage.length);
    await choice.click();
    await rowsAre(page, ofImage.length);
    assert.deepEqual(await tiles(page), bySeverity(ofImage));
    await page.locator(".rail fieldset", { hasText: "Fix" }).locator("label", { hasText: "available" }).click();
    await rowsAre(page, count(ofImage, fixable));
  });

  test("facets are drawn a frame after the rows, and a choice made before that counts too", LIMIT, async () => {
    const page = await openTable(world);
    const seen = await page.evaluate(async () => {
      const rail = document.querySelector("facet-rail");
      const drawn = async () => {
        for (const name of ["dashboard-app", "scan-view", "data-grid"]) await document.querySelector(name).updateComplete;
      };
      const [first, second] = rail.querySelectorAll("input[name=kind]");
      const rows = () => Number(document.querySelector(".grid").getAttribute("aria-rowcount")) - 1;
      const counts = () => [...rail.querySelectorAll(".n")].map(({ textContent }) => textContent).join();
      const before = { rows: rows(), facets: counts() };
      first.click();
      await drawn();
      const meanwhile = { rows: rows(), facets: counts() };
      second.click();
      await drawn();
      await rail.updateComplete;
      return { before, meanwhile, after: counts(), pills: document.querySelectorAll(".pill").length, checked: [first, second].map(({ checked }) => checked) };
    });
    assert.ok(seen.meanwhile.rows < seen.before.rows);
    assert.equal(seen.meanwhile.facets, seen.before.facets);
    assert.notEqual(seen.after, seen.before.facets);
    assert.deepEqual([seen.pills, seen.checked], [2, [true, true]]);
  });

  test("leaving a scan in the frame in which it was filtered does not harm the next one", LIMIT, async () => {
    const page = await openTable(world);
    await page.evaluate(async () => {
      const rail = document.querySelector("facet-rail");
      rail.querySelector("input[name=kind]").click();
      for (const name of ["dashboard-app", "scan-view"]) await document.querySelector(name).updateComplete;
      const [form] = document.querySelectorAll(".open-scan form");
      form.querySelector("input[name=scan]").value = "scan-nightly-last-week";
      form.requestSubmit();
      await rail.updateComplete;
    });
    await page.waitForURL(/scan=scan-nightly-last-week/);
    await ready(page);
    assert.equal(await page.locator(".failed").count(), 0);
    await rowsAre(page, (await world.rawScan("scan-nightly-last-week")).findings.length);
  });

  test("the figures of what matters first are filters, and say so", LIMIT, async () => {
    const page = await openTable(world);
    const figure = (name) => page.locator(".figures").getByRole("button", { name });
    // Anywhere within its edge: on its word, and in the corner.
    await page.locator(".figures dt", { hasText: "Known exploit" }).click({ force: true });
    await rowsAre(page, count(nightly, exploited));
    assert.match(await linkOf(page), /exploit=yes/);
    const edge = await figure("Known exploit").evaluate((button) => button.closest("div").getBoundingClientRect().toJSON());
    await page.mouse.click(edge.right + 4, edge.top);
    await rowsAre(page, nightly.length);
    await page.mouse.click(edge.right + 4, edge.top);
    await rowsAre(page, count(nightly, exploited));
    await figure("Fixable").focus();
    await page.keyboard.press("Enter");
    await rowsAre(page, count(nightly, (finding) => exploited(finding) && fixable(finding)));
    assert.deepEqual(await page.locator(".figures button").evaluateAll((all) => all.map((one) => one.ariaPressed)), ["true", "true"]);
    await figure("Known exploit").click();
    await rowsAre(page, count(nightly, fixable));
    assert.equal(await figure("Known exploit").getAttribute("aria-pressed"), "false");
    await page.getByRole("tab", { name: "Changes" }).click();
    await page.getByRole("heading", { name: "Nothing compared yet" }).waitFor();
    assert.equal(await page.locator(".figures button").count(), 0, "a comparison is of whole scans");
  });

  test("a filter that matches nothing offers its parts without which something matches", LIMIT, async () => {
    const page = await world.open("?sev=critical&fixable=yes&exploit=yes&q=");
    await page.getByRole("heading", { name: "No finding matches these filters" }).waitFor();
    const left = [(finding) => fixable(finding) && exploited(finding), (finding) => finding.severity === "critical" && exploited(finding), (finding) => finding.severity === "critical" && fixable(finding)];
    const words = ["Severity Critical", "Fix available", "Known exploit yes"];
    const ways = page.locator("main .state .actions button");
    const offers = (await ways.allInnerTexts()).slice(0, -1).map((text) => text.trim());
    const wanted = words.map((word, at) => ({ word, findings: count(nightly, left[at]) })).sort((one, other) => other.findings - one.findings);
    assert.deepEqual(offers, wanted.map(({ word, findings }) => `Without ${word}: ${findings} findings`));
    await ways.filter({ hasText: "Severity" }).click();
    await rowsAre(page, count(nightly, left[0]));
    assert.doesNotMatch(await linkOf(page), /sev=/);
    assert.match(await linkOf(page), /fixable=yes&exploit=yes/);
    // Values of one list are alternatives: all of them go.
    const several = await world.open("?sev=critical&sev=high&pkg=google.golang.org%2Fgrpc&pkg=curl");
    await several.getByRole("heading", { name: "No finding matches these filters" }).waitFor();
    const severe = count(nightly, ({ severity }) => severity === "critical" || severity === "high");
    const named = count(nightly, (finding) => ["google.golang.org/grpc", "curl"].includes(finding.package));
    const both = (await several.locator("main .state .actions button").allInnerTexts()).map((text) => oneLine(text).trim());
    assert.deepEqual(both, [`Without Package google.golang.org/grpc and 1 more: ${severe} findings`, `Without Severity Critical and 1 more: ${named} findings`, "Clear all filters"]);
  });

  test("a row by id stands for all findings with that id, and leads to them", LIMIT, async () => {
    const page = await openTable(world, "?tab=id");
    assert.equal(await rowCount(page), distinct(nightly, "id"));
    const first = rowAt(page, 0);
    const id = await first.locator(".c-name [title]").getAttribute("title");
    const its = nightly.filter((finding) => finding.id === id);
    assert.equal(digits(await first.locator(".c-total").innerText()), its.length);
    assert.equal(digits(await first.locator(".c-ids").innerText()), distinct(its, "image"));
    await page.getByRole("columnheader", { name: "Images" }).getByRole("button").click();
    await page.waitForURL(/groups=-images/);
    const images = new Map();
    for (const finding of nightly) images.set(finding.id, (images.get(finding.id) ?? new Set()).add(finding.image));
    const most = Math.max(...[...images.values()].map(({ size }) => size));
    assert.equal(digits(await rowAt(page, 0).locator(".c-ids").innerText()), most);
    // Other tabs have no such column: there it is worst first.
    await page.getByRole("tab", { name: "By image" }).click();
    await page.locator("[role=columnheader][aria-sort=descending]", { hasText: "Severities" }).waitFor();
    await page.getByRole("tab", { name: "By id" }).click();
    const chosen = await rowAt(page, 0).locator(".c-name [title]").getAttribute("title");
    await rowAt(page, 0).click();
    await rowsAre(page, count(nightly, (finding) => finding.id === chosen));
    assert.equal(new URLSearchParams(await linkOf(page)).get("vuln"), chosen);
  });

  test("search by key, and no match says so and can be cleared", LIMIT, async () => {
    const page = await openTable(world);
    await page.keyboard.press("/");
    await page.keyboard.type(nightly[0].package);
    await rowsAre(page, count(nightly, mentions(nightly[0].package)));
    await page.keyboard.type("-no-such-thing");
    await page.getByRole("heading", { name: "No finding matches these filters" }).waitFor();
    await page.getByRole("button", { name: "Clear all filters" }).click();
    await rowsAre(page, nightly.length);
  });

  for (const tab of ["findings", "id", "image", "package", "kind", "target", "upgrades"])
    test(`a filter that leaves no finding is said on every tab, and can be cleared there: ${tab}`, LIMIT, async () => {
      const page = await world.open(`?tab=${tab}&q=no-such-thing-anywhere`);
      await page.getByRole("heading", { name: "No finding matches these filters" }).waitFor();
      assert.equal(await page.locator(".content .state h2").count(), 1);
      await page.getByRole("button", { name: "Clear all filters" }).click();
      await ready(page);
    });

  for (const column of ["package", "title"])
    test(`headers sort, and aria-sort says how: ${column}`, LIMIT, async () => {
      const page = await openTable(world);
      const header = page.locator(`[role=columnheader].c-${column}`);
      const shown = () => page.locator(`.row[data-index] .c-${column}`).allTextContents();
      const first = (text) => page.locator(`.row[data-index='0'] .c-${column}`).getByText(text, { exact: true }).waitFor();
      const worstFirst = await shown();
      await header.getByRole("button").click();
      const texts = nightly.map((finding) => finding[column]).filter(Boolean).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
      await first(texts[0]);
      assert.equal(await header.getAttribute("aria-sort"), "ascending");
      await header.getByRole("button").click();
      await first(texts.at(-1));
      assert.equal(await header.getAttribute("aria-sort"), "descending");
      await header.getByRole("button").click();
      await page.waitForFunction((id) => document.querySelector(`[role=columnheader].c-${id}`).getAttribute("aria-sort") === "none", column);
      assert.deepEqual(await shown(), worstFirst, "the third press takes it back");
    });

  test("a link sorts by several columns, the first of them first", LIMIT, async () => {
    const query = "?scan=scan-nightly&sort=-severity&sort=-package";
    const page = await openTable(world, query);
    const ranks = Object.keys(bySeverity([]));
    const rankOf = ({ severity }) => ranks.indexOf(severity);
    const wanted = nightly.toSorted((a, b) => rankOf(a) - rankOf(b) || (a.package < b.package ? 1 : a.package > b.package ? -1 : 0)).slice(0, 10);
    const names = await page.locator(".row[data-index] .c-package .path").evaluateAll((all) => all.slice(0, 10).map((one) => one.title));
    assert.deepEqual(names, wanted.map((finding) => finding.package));
    assert.ok((await linkOf(page)).includes("sort=-severity&sort=-package"));
    const ordered = page.locator("[role=columnheader]:is([aria-sort=ascending], [aria-sort=descending], [aria-sort=other])");
    assert.deepEqual(await ordered.evaluateAll((all) => all.map((one) => one.className)), ["cell c-severity"], "one column at a time is said to be");
  });

  test("keys move through the rows, open the details and bring the focus back", LIMIT, async () => {
    const page = await openTable(world);
    const focused = () => page.evaluate(() => document.activeElement.getAttribute("aria-rowindex"));
    const focus = (row) => page.waitForFunction((row) => document.activeElement.getAttribute("aria-rowindex") === String(row + 2), row);
    await rowAt(page, 0).focus();
    await page.keyboard.press("ArrowDown");
    await focus(1);
    await page.keyboard.press("End");
    await focus(nightly.length - 1);
    await page.keyboard.press("PageUp");
    await page.waitForFunction((last) => Number(document.activeElement.getAttribute("aria-rowindex")) < last, nightly.length);
    await page.keyboard.press("Home");
    await focus(0);
    await page.keyboard.press("PageDown");
    await page.waitForFunction(() => Number(document.activeElement.getAttribute("aria-rowindex")) > 6);
    await page.keyboard.press("PageUp");
    await focus(0);
    await page.keyboard.press("ArrowDown");
    await focus(1);
    const id = await page.locator(".row[data-index='1'] .c-id").textContent();
    for (const key of ["Enter", "Space"]) {
      await page.keyboard.press(key);
      await page.locator(".panel h2", { hasText: id }).waitFor();
      await page.waitForURL(/finding=/);
      await page.keyboard.press("Escape");
      await page.locator(".panel").waitFor({ state: "detached" });
      await focus(1);
    }
    assert.equal(await focused(), "3");
  });

  test("a link restores filters, sort, tab and the open finding", LIMIT, async () => {
    const finding = nightly.find(({ severity }) => severity === "high");
    const page = await openTable(world, `?scan=scan-nightly&sev=high&sort=-id&finding=${encodeURIComponent(finding.uid)}`);
    assert.equal(
      await rowCount(page),
      count(nightly, ({ severity }) => severity === "high"),
    );
    assert.equal(await page.locator("[role=columnheader].c-id").getAttribute("aria-sort"), "descending");
    assert.match(await page.locator(".panel").textContent(), new RegExp(finding.id));
    const other = await openTable(world, await linkOf(page));
    assert.equal(await rowCount(other), await rowCount(page));
    await page.getByRole("tab", { name: "By package" }).click();
    await page.locator(".grid-groups .row[data-index='0']").waitFor();
    await page.goBack();
    await page.locator(".grid-findings").waitFor();
    assert.equal(await page.locator(".tile.sev-high").getAttribute("aria-pressed"), "true");
  });

  test("each step can be taken back, even two in one frame, and typed text belongs to the step that was left", LIMIT, async () => {
    const page = await openTable(world);
    const term = nightly[0].package;
    await page.evaluate(async (term) => {
      const updated = async () => {
        for (const name of ["dashboard-app", "scan-view"]) await document.querySelector(name).updateComplete;
      };
      const input = document.querySelector("#finding-search");
      input.value = term;
      input.dispatchEvent(new Event("input", { bubbles: true }));
      await updated();
      document.querySelector(".tile.sev-critical").click();
      await updated();
      document.querySelector(".tile.sev-high").click();
    }, term);
    const at = (severities) =>
      page.waitForFunction(
        ([term, severities]) => {
          const query = new URLSearchParams(location.search);
          return query.get("q") === term && query.getAll("sev").join() === severities;
        },
        [term, severities],
      );
    await at("critical,high");
    await page.goBack();
    await at("critical");
    await page.goBack();
    await at("");
    assert.equal(await page.locator(".tile.sev-critical").getAttribute("aria-pressed"), "false");
    assert.equal(await page.locator("#finding-search").inputValue(), term);
  });

  for (const dimension of ["image", "package", "kind", "target"]) {
    test(`groups by ${dimension} add up to the scan, worst first`, LIMIT, async () => {
      const page = await world.open(`?tab=${dimension}`);
      await page.locator(".grid-groups .row[data-index='0']").waitFor();
      const groups = new Map();
      for (const finding of nightly) groups.set(finding[dimension], [...(groups.get(finding[dimension]) ?? []), finding]);
      assert.equal(await rowCount(page), groups.size);
      const first = rowAt(page, 0);
      const name = await first.locator(".c-name").textContent();
      const own = bySeverity(groups.get(name));
      assert.deepEqual((await first.locator(".c-sev").allTextContents()).map(digits), Object.values(own));
      assert.equal(digits(await first.locator(".c-worst").textContent()), Object.values(own).find((found) => found > 0));
      const mostCritical = Math.max(...[...groups.values()].map((list) => bySeverity(list).critical));
      assert.equal(own.critical, mostCritical);
      await rowAt(page, 0).click();
      await rowsAre(page, groups.get(name).length);
    });
  }

  test("an upgrade names how many findings it clears, and shows those with a fix of the version that is installed", LIMIT, async () => {
    const page = await world.open("?tab=upgrades");
    await page.locator(".grid-upgrades .row[data-index='0']").waitFor();
    assert.match(await page.locator(".legend").textContent(), /Select a row to see the package's fixable findings in its image; some may need a later version\./);
    const cells = [".c-clears", ".c-package", ".from", ".c-image"];
    const [clears, name, version, image] = await Promise.all(cells.map((cell) => rowAt(page, 0).locator(cell).textContent()));
    const fixed = nightly.filter((one) => one.image === image && one.package === name && one.installed_version === version && fixable(one));
    assert.ok(digits(clears) > 0 && digits(clears) <= fixed.length);
    const to = await rowAt(page, 0).locator(".to").innerText();
    await rowAt(page, 0).click();
    await page.locator(".grid-findings").waitFor();
    await rowsAre(page, fixed.length);
    const all = fixed.length === 1 ? "this finding" : `all ${fixed.length} of these findings`;
    const of = digits(clears) === fixed.length ? all : `${digits(clears)} of these ${fixed.length} findings`;
    const told = oneLine(await page.locator(".upgrade-note").innerText());
    assert.ok(told.startsWith(`Upgrading ${name} from ${version} to ${to.replace(/^\W+/, "").trim()} clears `), told);
    assert.match(told, new RegExp(`clears ${of}\\.$`));
    for (const [cell, expected] of [[".c-package", name], [".c-image", image]])
      assert.deepEqual(new Set(await page.locator(`.row[data-index] ${cell}`).allTextContents()), new Set([expected]));
    const versions = await page.locator(".row[data-index] .c-installed [title]").evaluateAll((cells) => cells.map(({ title }) => title));
    assert.deepEqual(new Set(versions), new Set([version]));
    await page.waitForURL((url) => url.searchParams.get("ver") === version && url.searchParams.get("fixable") === "yes");
    const linked = await openTable(world, await linkOf(page));
    assert.equal(await rowCount(linked), fixed.length);
    await linked.getByRole("button", { name: `Remove filter Version ${version}` }).click();
    await rowsAre(linked, count(nightly, (one) => one.image === image && one.package === name && fixable(one)));
    assert.doesNotMatch(await linkOf(linked), /ver=/);
    assert.equal(await linked.locator(".upgrade-note").count(), 0);
  });

  test("an upgrade keeps the filters under which it was named", LIMIT, async () => {
    const page = await world.open("?tab=upgrades&sev=critical&sev=high");
    await rowAt(page, 0).waitFor();
    const [name, version, image] = await Promise.all([".c-package", ".from", ".c-image"].map((cell) => rowAt(page, 0).locator(cell).textContent()));
    await rowAt(page, 0).click();
    await page.locator(".grid-findings").waitFor();
    const isWanted = (one) => one.image === image && one.package === name && one.installed_version === version && fixable(one);
    await rowsAre(page, count(nightly, (one) => isWanted(one) && ["critical", "high"].includes(one.severity)));
  });

  test("an upgrade of very many ids has a short link, and does not lead to another installed version", LIMIT, async () => {
    const page = await world.newPage();
    const one = { ...nightly[0], image: "image", package: "kernel", kind: "debian", installed_version: "1.0", fixed_version: "2.0" };
    const many = Array.from({ length: 1500 }, (_, at) => ({ ...one, uid: `u-${at}`, id: `CVE-2024-${10_000 + at}` }));
    const other = { ...one, uid: "other", id: many[0].id, installed_version: "1.1" };
    await changeAnswer(page, RESULTS, (scan) => ({ ...scan, findings: [...many, other] }));
    await world.show(page, "?tab=upgrades");
    await page.locator(".grid-upgrades .row", { hasText: "1,500" }).click();
    await page.locator(".grid-findings").waitFor();
    await rowsAre(page, many.length);
    await page.waitForURL(/ver=1.0/);
    const link = await linkOf(page);
    assert.ok(link.length < 300, link);
  });

  test("an upgrade to another major version or to a pre-release is marked, and said to be", LIMIT, async () => {
    const page = await world.newPage();
    const steps = [["1.4.2", "1.4.3"], ["1:2.30-5", "1:3.1-1"], ["v1.9.0", "v2.0.0-rc.1"], ["5.0.0", "5.0.1.beta2"], ["1.0+deb9u1", "1.0+deb9u2"]];
    const findings = steps.map(([installed_version, fixed_version], at) => ({
      ...nightly[0], uid: `u-${at}`, image: "image", package: `package-${at}`, kind: at === 1 ? "debian" : "gemspec", installed_version, fixed_version, severity: "high",
    }));
    findings[2].kind = "gomod";
    findings[4].kind = "debian";
    await changeAnswer(page, RESULTS, (scan) => ({ ...scan, findings }));
    await world.show(page, "?tab=upgrades");
    await page.locator(".grid-upgrades .row[data-index='4']").waitFor();
    const shown = await page.locator(".grid-upgrades .row[data-index]").evaluateAll((rows) =>
      rows.map((row) => [row.querySelector(".c-package").innerText, [...row.querySelectorAll(".caution")].map((mark) => mark.textContent), row.querySelector(".upgrade > .to + .sr")?.textContent]));
    assert.deepEqual(shown.sort(), [
      ["package-0", [], undefined],
      ["package-1", ["3"], ", another major version"],
      ["package-2", ["2", "rc.1"], ", another major version, a pre-release"],
      ["package-3", ["beta2"], ", a pre-release"],
      ["package-4", [], undefined],
    ]);
    assert.match(await page.locator(".legend").textContent(), /Underlined: another major version, or a pre-release\./);
  });

  test("a link of every part of a filter is the same link once the page has read it", LIMIT, async () => {
    const parts = ["sev=critical&sev=low", "image=a%2Fb%3A1&image=", "kind=npm", "target=x+y", "pkg=%40a%2Fb", "vuln=CVE-1", "ver=1%3A2.0%2B3%7E%26&ver=", "fixable=no", "exploit=yes", "epss=0.07", "q=a+-b"];
    const said = { Severity: 2, Image: 2, Kind: 1, Target: 1, Package: 1, Version: 2, Id: 1, Fix: 1, "Known exploit": 1, EPSS: 1, Search: 1 };
    const page = await world.open(`?scan=scan-nightly&${parts.join("&")}`);
    await page.getByRole("heading", { name: "No finding matches" }).waitFor();
    await page.waitForURL(/base=/);
    const [, where] = (await linkOf(page)).split("scan=scan-nightly&");
    assert.ok(where.startsWith(parts.join("&")), where);
    const shown = (await page.locator(".pill > span:first-child").allTextContents()).reduce((all, label) => ({ ...all, [label]: (all[label] ?? 0) + 1 }), {});
    assert.deepEqual(shown, said);
  });

  test("changes against an earlier scan add up to both scans", LIMIT, async () => {
    const earlier = (await world.rawScan("scan-nightly-last-week")).findings;
    const page = await world.open("?tab=changes");
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    const kinds = page.locator(".change-kinds");
    await kinds.waitFor();
    const shown = async (name) => digits(await kinds.getByRole("button", { name }).locator("b").textContent());
    const persisting = digits(await kinds.locator(".note").textContent());
    const [added, resolved] = [await shown("New"), await shown("Resolved")];
    assert.ok(added > 0 && resolved > 0);
    assert.equal(added + persisting, nightly.length);
    assert.equal(resolved + persisting, earlier.length);
    assert.equal(await rowCount(page), added);
    await kinds.getByRole("button", { name: "Resolved" }).click();
    await rowsAre(page, resolved);
    await page.waitForURL(/before=scan-nightly-last-week/);
  });

  test("names of images can be ignored: a finding that only moved is neither new nor resolved", LIMIT, async () => {
    const page = await openTable(world);
    let asked = 0;
    await changeAnswer(page, RESULTS, (answer) => {
      asked += 1;
      return { ...answer, findings: nightly.map((finding, at) => ({ ...finding, uid: `moved-${at}`, image: `mirror.example/${finding.image}` })) };
    });
    await page.getByRole("tab", { name: "Changes" }).click();
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    const count = (name) => page.locator(".change-kinds").getByRole("button", { name }).locator("b");
    await count("New").waitFor();
    assert.equal(digits(await count("New").textContent()), nightly.length);
    await page.getByLabel("Across image names").focus();
    await page.keyboard.press("Space");
    await page.waitForFunction(() => /images=ignored/.test(location.search));
    await page.getByRole("heading", { name: "New: none" }).waitFor();
    assert.equal(digits(await count("Resolved").textContent()), 0);
    assert.equal(digits(await page.locator(".change-kinds .note").textContent()), nightly.length);
    assert.equal(asked, 1, "the earlier scan is loaded once");
  });

  test("the menu is drawn closed and busy before a file is made, which may take long", LIMIT, async () => {
    for (const query of ["", "?tab=changes&before=scan-nightly-last-week"]) {
      const page = await openTable(world, query);
      await page.evaluate(() => {
        const { createObjectURL } = URL;
        let isDrawn = false;
        document.addEventListener("click", () => requestAnimationFrame(() => setTimeout(() => (isDrawn = document.querySelector("main .menu").matches("[aria-busy=true]:not([open])")))), true);
        URL.createObjectURL = (blob) => {
          globalThis.wasDrawn = isDrawn;
          return createObjectURL.call(URL, blob);
        };
      });
      await page.locator("main .menu summary").click();
      await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "CSV", exact: true }).click()]);
      assert.equal(await page.evaluate(() => globalThis.wasDrawn), true, query);
      await page.locator("main .menu:not([aria-busy])").waitFor();
    }
  });

  test("a menu is busy until the last of the files that it was asked for is made", LIMIT, async () => {
    const page = await openTable(world, "?tab=changes&before=scan-nightly-last-week");
    await page.locator("main .menu summary").click();
    const busy = await page.evaluate(async () => {
      const menu = document.querySelector("main .menu");
      const { createObjectURL } = URL;
      const busy = [];
      const isMade = new Promise((resolve) => {
        URL.createObjectURL = (blob) => {
          if (busy.push(menu.ariaBusy) === 2) resolve();
          return createObjectURL.call(URL, blob);
        };
      });
      // The first of them is made later: it needs a scan of its own.
      for (const button of menu.querySelectorAll("button")) button.click();
      await isMade;
      return busy;
    });
    assert.deepEqual(busy, ["true", "true"]);
    await page.locator("main .menu:not([aria-busy])").waitFor();
  });

  test("a saved file holds the findings that match the filter", LIMIT, async () => {
    const page = await openTable(world, "?sev=critical");
    const critical = nightly.filter(({ severity }) => severity === "critical");
    const csv = (await save(page, "CSV")).text;
    for (const { uid } of critical) assert.ok(csv.includes(uid), uid);
    assert.equal(csv.trimEnd().split(/\r\n/).length, critical.length + 1);
    const sarif = JSON.parse((await save(page, "SARIF")).text);
    assert.equal(
      sarif.runs.reduce((sum, run) => sum + run.results.length, 0),
      critical.length,
    );
    assert.match((await save(page, "Markdown")).text, new RegExp(String(critical.length)));
    assert.equal(JSON.parse((await save(page, "JSON, whole scan")).text).findings.length, nightly.length);
  });

  test("while bytes arrive the tiles count up, to as many findings as the line below them says", LIMIT, async () => {
    const page = await world.newPage();
    await sendResults(page, async (controller, bytes) => {
      const third = Math.ceil(bytes.length / 3);
      for (let at = 0; at < bytes.length; at += third) {
        controller.enqueue(bytes.slice(at, at + third));
        await new Promise((resolve) => (globalThis.goOn = resolve));
      }
      controller.close();
    });
    await world.show(page, "?scan=scan-nightly");
    let before = 0;
    for (const part of ["first", "second"]) {
      const shown = await page.waitForFunction((before) => {
        const numbers = (selector) => [...document.querySelectorAll(selector)].map(({ textContent }) => Number(/^[\d,]+/.exec(textContent)?.[0].replaceAll(",", "")));
        const [told] = numbers("[aria-busy] .progress span");
        return told > before && [told, numbers(".tile .count").reduce((sum, one) => sum + one)];
      }, before);
      const [told, counted] = await shown.jsonValue();
      assert.equal(counted, told, part);
      assert.ok(told < nightly.length, `${told} findings in the ${part} part`);
      before = told;
      await page.evaluate(() => globalThis.goOn());
    }
    await page.evaluate(() => globalThis.goOn());
    await ready(page);
    assert.deepEqual(await tiles(page), bySeverity(nightly));
  });

  test("a long list of the filters is searched, in any letter case, and still is after another view", LIMIT, async () => {
    const page = await openTable(world, "?scan=scan-nightly");
    const packages = page.locator(".rail fieldset", { has: page.locator("legend", { hasText: "Package" }) });
    await packages.getByRole("button", { name: /^All / }).click();
    await page.locator("input[type=search]:focus").waitFor();
    await page.keyboard.type("LIB");
    const { findings } = await world.rawScan("scan-nightly");
    const wanted = new Set(findings.map((finding) => finding.package).filter((name) => name.toLowerCase().includes("lib")));
    await page.waitForFunction((count) => document.querySelectorAll("input[name=package]").length === count, wanted.size);
    assert.deepEqual(new Set(await packages.locator(".value").allTextContents()), wanted);
    await goTo(page, "Team");
    await membersReady(page);
    await goTo(page, "Container scan");
    await ready(page);
    assert.equal(await packages.locator("input[type=search]").inputValue(), "LIB");
    assert.deepEqual(new Set(await packages.locator(".value").allTextContents()), wanted);
    await packages.locator("input[type=search]").press("End");
    await page.keyboard.type("-nothing");
    await packages.getByText("No package contains this.").waitFor();
    // A list that is opened again has an empty search.
    await packages.getByRole("button", { name: "Show fewer" }).click();
    await packages.getByRole("button", { name: /^All / }).click();
    const all = new Set(findings.map((finding) => finding.package));
    await page.waitForFunction((count) => document.querySelectorAll("input[name=package]").length === count, Math.min(all.size, 100));
    assert.equal(await packages.locator("input[type=search]").inputValue(), "");
  });

  test("the first hundred of a very long list in the filters are shown, and the page says that there are more", LIMIT, async () => {
    const page = await world.newPage();
    const some = Array.from({ length: 130 }, (_, at) => ({ ...nightly[0], uid: `u-${at}`, package: `package-${at}` }));
    await changeAnswer(page, RESULTS, (scan) => ({ ...scan, findings: some }));
    await world.show(page);
    await ready(page);
    const packages = page.locator(".rail fieldset", { has: page.locator("legend", { hasText: "Package" }) });
    await packages.getByRole("button", { name: "All 130" }).click();
    await packages.getByText("The first 100 of 130; search to narrow.").waitFor();
    assert.equal(await packages.locator("input[name=package]").count(), 100);
    await packages.locator("input[type=search]").fill("package-1");
    await page.waitForFunction(() => document.querySelectorAll("input[name=package]").length === 41);
    assert.equal(await packages.locator(".note", { hasText: "search to narrow" }).count(), 0);
  });
});

/**
 * Findings and teams are written by strangers: markup stays text, direction and control characters are made visible, only web
 * addresses become links, and a colour that is not one does not reach the style sheet.
 */
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";

import { scratchFolder } from "../harness/scratch.mjs";
import { agentScan, answerWith, changeAnswer, changeTeam, GET_TEAM, HISTORY, json, mend, REMOVE_MEMBER, RESULTS, teamAnswer } from "./answers.mjs";
import { digits, oneLine, rowCount } from "./shown.mjs";
import { confirmRemoval, goTo, membersReady, openTable, ready, rowAt } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

const MARKUP = `<img src="x" onerror="globalThis.hit=1">`;
const vulnerability = (part) => ({
  VulnerabilityID: "CVE-2024-6666",
  PkgName: "evil",
  InstalledVersion: "1.0",
  Severity: "CRITICAL",
  Title: MARKUP,
  PrimaryURL: "https://avd.example.com/cve-2024-6666",
  ...part,
});
const REPORT = {
  SchemaVersion: 2,
  ArtifactName: `registry.example/${MARKUP}:1`,
  ArtifactType: "container_image",
  Results: [
    {
      Target: "</script><script>globalThis.hit=2</script>",
      Class: "os-pkgs",
      Type: "debian",
      Vulnerabilities: [
        vulnerability({ PkgName: "safe\u202Efdp.exe", Title: "reads \u2066otherwise\u2069 and \u0000 nul \u0007 bell" }),
        vulnerability({ VulnerabilityID: MARKUP, PkgName: "b-markup" }),
        vulnerability({ PkgName: "c-script", PrimaryURL: "javascript:globalThis.hit=3" }),
        vulnerability({ PkgName: "d-userinfo", PrimaryURL: "https://trusted.example@evil.example/" }),
        vulnerability({ PkgName: "e-long", Title: "x".repeat(200_000) }),
      ],
    },
  ],
};

/** Letters that are written from right to left, and signs that take the direction of what is around them. */
const SIDEWAYS = ["/opt/app!", "(srv)/\u05d0\u05d1\u05d2/x)", "\u05d0\u05d1\u05d2/\u05d3\u05d4", "!etc/1.2/"];
const BOTH_WAYS = {
  ...REPORT,
  Results: SIDEWAYS.map((Target) => ({ Target, Class: "os-pkgs", Type: "debian", Vulnerabilities: [vulnerability({})] })),
};

async function prepare(database, { platform, org }) {
  for (const [name, report] of Object.entries({ evil: REPORT, "both-ways": BOTH_WAYS })) {
    const file = join(scratchFolder(), `${name}.json`);
    await writeFile(file, JSON.stringify(report));
    await database.run("import", "trivy", file, "--platform", platform, "--org", org, "--scan-id", `scan-${name}`);
  }
}

suite("hostile text", { prepare }, (world) => {
  const details = async (page, name) => {
    await page.locator(".row", { hasText: name }).first().click();
    await page.locator(".panel", { hasText: name }).waitFor();
    return page.locator(".panel");
  };

  test("markup in every column is text, and nothing of it runs", LIMIT, async () => {
    const page = await openTable(world, "?scan=scan-evil");
    assert.equal(await rowCount(page), 5);
    assert.equal(await page.locator(".row .c-id", { hasText: "<img src=" }).count(), 1);
    assert.ok((await page.locator(".c-image", { hasText: "onerror" }).count()) >= 5);
    for (const tab of ["By image", "By package", "By target", "Findings"]) await page.getByRole("tab", { name: tab }).click();
    await details(page, "b-markup");
    assert.equal(await page.locator("main img, main script, main iframe").count(), 0);
    assert.equal(await page.evaluate(() => globalThis.hit), undefined);
  });

  test("direction and control characters are shown as symbols", LIMIT, async () => {
    const page = await openTable(world, "?scan=scan-evil");
    await page.locator(".row", { hasText: "safe" }).first().click();
    await page.locator(".panel", { hasText: "safe" }).waitFor();
    const text = await page.locator("main").textContent();
    assert.match(text, /safe⟦RLO⟧fdp\.exe/);
    assert.match(text, /⟦LRI⟧otherwise⟦PDI⟧/);
    assert.match(text, /␇ bell/);
    assert.doesNotMatch(text, /[\u0000\u0007\u202a-\u202e\u2066-\u2069]/);
  });

  test("joiners work in a title and a team's name, and are shown as symbols in what identifies something", LIMIT, async () => {
    const [words, name] = ["\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645 \u{1f469}\u200d\u{1f4bb}", "pay\u200dpal"];
    const page = await world.newPage();
    await changeAnswer(page, RESULTS, (scan) => ({ ...scan, findings: [{ ...scan.findings[0], title: `${words} \u202e`, package: name }] }));
    await changeTeam(page, (team) => ({ ...team, name: words, members: [{ ...team.members[0], user_login: name, user_name: words, role: "member" }, ...team.members.slice(1)] }));
    await world.show(page, "?scan=scan-evil");
    await page.locator(".row[data-index]").first().click();
    await page.locator(".panel").waitFor();
    assert.equal(await page.locator(".panel .title").textContent(), `${words} ⟦RLO⟧`);
    assert.match(await page.locator(".panel .fields").textContent(), /pay⟦ZWJ⟧pal/);
    await goTo(page, "Team");
    await membersReady(page);
    assert.ok((await page.locator("#team-name").textContent()).includes(words));
    assert.match(await page.locator(".members tbody th").first().textContent(), new RegExp(`pay⟦ZWJ⟧pal\\s+${words}`));
    const { team } = await world.rawTeam(world.seeded.teams[0].id);
    await answerWith(page, REMOVE_MEMBER, teamAnswer({ ...team, members: [] }, "Member removed"));
    await page.locator(".members tbody button").first().click();
    await confirmRemoval(page);
    const states = page.locator(".compare select").last();
    assert.match(await states.locator("option").last().textContent(), /after removing pay⟦ZWJ⟧pal,/);
  });

  test("a reference of an exploit is a link with its host if it is a web address, otherwise text", LIMIT, async () => {
    const page = await world.newPage();
    const good = "https://exploits.example.com/46706";
    const bad = ["javascript:alert(1)", "https://trusted.example@evil.example/", `see ${good}`, "//evil.example/x"];
    await changeAnswer(page, RESULTS, (scan) => ({ ...scan, findings: [{ ...scan.findings[0], public_exploit: { sources: [{ url: good }], others: bad } }] }));
    await world.show(page, "?scan=scan-evil");
    await rowAt(page, 0).click();
    const references = page.locator(".panel h3", { hasText: "Exploit references" }).locator("+ dl");
    const links = await references.locator("a").evaluateAll((all) => all.map(({ href, rel, target }) => ({ href, rel, target })));
    assert.deepEqual(links, [{ href: good, rel: "noopener noreferrer nofollow", target: "_blank" }]);
    const text = await references.textContent();
    assert.match(text, /opens exploits\.example\.com/);
    for (const one of bad) assert.ok(text.includes(one), one);
  });

  test("a text is never cut inside a character", LIMIT, async () => {
    const page = await world.newPage();
    // Whatever the length, one of the first two would be cut in the middle of a pair, counted from the front, and one of the last
    // two counted from the end.
    const texts = [`x${"😀".repeat(1_500)}`, "😀".repeat(1_500), `${"😀".repeat(1_500)}x`];
    const all = (names, text) => Object.fromEntries(names.map((name) => [name, text]));
    const findings = texts.map((text) => all(["id", "image", "kind", "target", "package", "installed_version", "fixed_version", "title"], text));
    await changeAnswer(page, RESULTS, (scan) => ({ ...scan, findings: findings.map((given, at) => ({ ...scan.findings[0], ...given, uid: `${at}` })) }));
    const scans = texts.map((text, at) => ({ ...agentScan(world.seeded.repo, at, at), ...all(["branch", "commit_id", "prompt", "timestamp"], text) }));
    await answerWith(page, HISTORY, json({ scans }));
    const whole = async () => assert.doesNotMatch(await page.locator("main").textContent(), /\ufffd/);
    await world.show(page, "?scan=scan-evil");
    for (const at of texts.keys()) {
      await rowAt(page, at).click();
      await page.locator(".panel .title").waitFor();
      await whole();
      await page.keyboard.press("Escape");
    }
    await goTo(page, "Agent history");
    await rowAt(page, 0).waitFor();
    await whole();
  });

  test("a name reads from left to right, whatever letters and signs it begins and ends with", LIMIT, async () => {
    const page = await openTable(world, "?scan=scan-both-ways");
    const names = await page.locator(".rail fieldset", { has: page.locator("legend", { hasText: "Target" }) }).locator(".path").evaluateAll((paths) =>
      paths.map((path) => {
        const text = [...path.querySelector("bdi").childNodes].find(({ data, nodeType }) => nodeType === Node.TEXT_NODE && data !== "");
        const at = (index) => {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + 1);
          return range.getBoundingClientRect();
        };
        // Segments between slashes stand in their order; letters within one may run either way.
        const slashes = [...text.data.matchAll(/\//g)].map(({ index }) => at(index).left);
        const [first, last] = [at(0).left, at(text.data.length - 1).left];
        const box = path.getBoundingClientRect();
        return { name: text.data, slashes, first, last, inside: first >= box.left - 1 && last <= box.right + 1 };
      }),
    );
    assert.deepEqual(names.map(({ name }) => name).toSorted(), SIDEWAYS.toSorted());
    for (const { name, slashes, first, last, inside } of names) {
      assert.ok(inside, name);
      if (/^[!(/]/.test(name)) assert.ok(slashes.every((slash) => slash >= first && slash <= last), `${name}: ${first}, ${slashes}, ${last}`);
    }
  });

  test("only web addresses without credentials become links, and their host is in sight", LIMIT, async () => {
    const page = await openTable(world, "?scan=scan-evil");
    const good = await details(page, "b-markup");
    const link = good.locator("a");
    assert.equal(await link.getAttribute("rel"), "noopener noreferrer nofollow");
    assert.match(await good.textContent(), /opens avd\.example\.com/);
    for (const name of ["c-script", "d-userinfo"]) {
      const bad = await details(page, name);
      assert.equal(await bad.locator("a").count(), 0, name);
      assert.match(await bad.textContent(), name === "c-script" ? /not a web address, so not a link/ : /has a name or password in it, so not a link/);
    }
  });

  test("a title of 200,000 characters neither fills nor stops the page", LIMIT, async () => {
    const page = await openTable(world, "?scan=scan-evil");
    const panel = await details(page, "e-long");
    assert.ok((await panel.textContent()).length < 5000);
  });

  test("a bounded number of entries of nested objects is shown, outer ones first, however many there are", LIMIT, async () => {
    const page = await world.newPage();
    const nest = (depth) => (depth === 0 ? 1 : Array.from({ length: 40 }, () => nest(depth - 1)));
    const repositories = [{ name: "first", inner: nest(3) }, { name: "second", inner: nest(3) }];
    await changeAnswer(page, RESULTS, (scan) => ({ ...scan, repositories, findings: [{ ...scan.findings[0], epss_details: { deep: nest(3), after: "seen" } }] }));
    await world.show(page, "?scan=scan-evil");
    await rowAt(page, 0).click();
    await page.locator(".panel dl.raw").first().waitFor();
    await page.locator(".facts summary", { hasText: "2 repository summaries" }).click();
    for (const [list, said] of [[".panel h3:text('EPSS details') + dl.raw", "seen"], [".facts dl.raw >> nth=0", "second"]]) {
      const shown = page.locator(list);
      assert.ok((await shown.textContent()).includes(said), said);
      const entries = await shown.locator("dt").count();
      assert.ok(entries > 1_000 && entries <= 2_100, `${entries} entries`);
      assert.match(await shown.textContent(), /(17|40) more/);
    }
  });

  test("the first of many words for severities have a note each, the others share one, which adds up", LIMIT, async () => {
    const page = await world.newPage();
    const count = 1_500;
    // Of an object's names those that look like numbers come first, whatever was put in before.
    const word = (at) => (at < 900 ? "severe" : `${at}`);
    const findings = (one) => Array.from({ length: count }, (_, at) => ({ ...one, uid: `${at}`, severity: word(at), [`field ${at % 100}`]: 1 }));
    await changeAnswer(page, RESULTS, (scan) => ({ ...scan, findings: findings(scan.findings[0]) }));
    await world.show(page, "?scan=scan-evil");
    await ready(page);
    await page.locator(".doubts summary").click();
    const notes = (await page.locator(".doubts li").allTextContents()).map(oneLine);
    const told = notes.filter((note) => /finding.*severit/.test(note)).map((note) => Number(/^[\d,]+/.exec(note)[0].replaceAll(",", "")));
    assert.ok(told.length < 50);
    assert.equal(told.reduce((sum, one) => sum + one), count);
    assert.match(notes[0], /^900 findings with severity “severe”/);
    assert.match(notes.join(), /581 findings with other severities that are counted as unknown/);
    assert.match(notes.join(), /Fields the interface does not name, the first 64: field/);
  });

  test("with more words for severities than the package lists, the page says how many findings have others at least", LIMIT, async () => {
    const page = await world.newPage();
    const findings = (one) => Array.from({ length: 1_200 }, (_, at) => ({ ...one, uid: `${at}`, severity: `word ${at}` }));
    await changeAnswer(page, RESULTS, (scan) => ({ ...scan, findings: findings(scan.findings[0]) }));
    await world.show(page, "?scan=scan-evil");
    await ready(page);
    await page.locator(".doubts summary").click();
    const notes = (await page.locator(".doubts li").allTextContents()).map(oneLine);
    const rest = /^at least ([\d,]+) findings with other severities that are counted as unknown$/.exec(notes.find((note) => /other severities/.test(note)));
    assert.ok(rest !== null && digits(rest[1]) < 1_200, notes.join());
  });

  test("a long login leaves the words beside it whole", LIMIT, async () => {
    const page = await world.newPage({ viewport: { width: 1440, height: 900 } });
    const members = [{ user_login: "a".repeat(72), role: "maintainer" }, { user_login: "bob", role: "member" }];
    await changeTeam(page, (team) => ({ ...team, members }));
    await world.show(page, "?view=team");
    await membersReady(page);
    const lines = (cell) => {
      const text = document.createRange();
      text.selectNodeContents(cell);
      return new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size;
    };
    for (const width of [1440, 1024, 768]) {
      await page.setViewportSize({ width, height: 900 });
      for (const role of ["maintainer", "member"]) assert.equal(await page.locator(".members td", { hasText: role }).evaluate(lines), 1, `${role}, ${width} px`);
    }
  });

  const LONG = "A".repeat(2_000);
  for (const width of [1440, 320]) {
    const open = async (query, change) => {
      const page = await world.newPage({ viewport: { width, height: 900 } });
      await change(page);
      await world.show(page, query);
      return page;
    };
    const fits = async (page, what) => assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth), what);

    test(`no word without a space makes the page wider: ${width} px`, LIMIT, async () => {
      const members = (team) => [{ ...team.members[0], role: LONG, joined_at: LONG }, ...team.members.slice(1)];
      const team = await open("?view=team", (page) => changeTeam(page, (team) => ({ ...team, members: members(team), team_leads: [LONG] })));
      await membersReady(team);
      await fits(team, "team");
      assert.ok(await team.locator(".members .end button").first().isVisible());
      const inside = await team.locator(".members .issue").evaluateAll((all) => all.every((one) => one.getBoundingClientRect().right <= innerWidth));
      assert.ok(inside, "who leads and is no member");

      const finding = (one) => ({ ...one, epss_details: { [LONG]: { [LONG]: 1 } } });
      const scan = await open("?scan=scan-evil", (page) => changeAnswer(page, RESULTS, (scan) => ({ ...scan, created_at: LONG, repositories: [{ [LONG]: 1 }], findings: [finding(scan.findings[0])] })));
      await scan.locator(".facts summary").first().click();
      await fits(scan, "the head of a scan");
      await rowAt(scan, 0).click();
      const panel = scan.locator(".panel");
      await panel.locator("dl.raw").first().waitFor();
      assert.ok(await panel.evaluate((panel) => panel.scrollWidth <= panel.clientWidth), "details");

      const status = await open("?scan=scan-evil", (page) => changeAnswer(page, RESULTS, ({ findings: _, ...scan }) => ({ ...scan, status: LONG })));
      const heading = status.locator("main h2").first();
      await heading.waitFor();
      assert.ok(await heading.evaluate((heading) => heading.scrollWidth <= heading.clientWidth), "a status");
      await fits(status, "a status");

      const history = await open(`?view=history&repo=o/${LONG.slice(0, 200)}`, (page) => answerWith(page, HISTORY, json({ scans: [] })));
      await history.locator(".view-head h1 .mono").waitFor();
      await fits(history, "a history");
    });
  }

  test("logins that differ only in blanks can be told apart, and no run of marks widens the page", LIMIT, async () => {
    const page = await world.newPage();
    const logins = ["al ice", "al  ice", " al ice", "al ice ", "al\u00a0ice", "al ice\u2800"];
    const marked = `a${"\u0336".repeat(960)}`;
    const members = logins.map((user_login) => ({ user_login, user_name: marked }));
    await changeTeam(page, (team) => ({ ...team, description: marked, team_leads: [], members }));
    await world.show(page, "?view=team");
    await membersReady(page);
    const shown = await page.locator("td.mono, th.mono, .members .mono").allInnerTexts();
    const found = shown.filter((text) => text.startsWith("al") || text.startsWith("␣al"));
    assert.deepEqual(new Set(found), new Set(["al ice", "al␣␣ice", "␣al ice", "al ice␣", "al⟦NBSP⟧ice", "al ice⟦U+2800⟧"]));
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "the page is as wide as its window");
  });

  test("a team's texts stay text, and an invalid colour is not used", LIMIT, async () => {
    const page = await world.open("?view=team");
    await page.locator(".team-card").waitFor();
    const team = {
      id: world.seeded.teams[0].id,
      name: MARKUP,
      color: "red;background:url(https://evil.example)",
      team_leads: [],
      members: [{ user_login: `eve${MARKUP}`, user_name: "a\u202Eb", role: "member" }],
      tags: [MARKUP],
      repositories: [],
      is_active: true,
    };
    await answerWith(page, GET_TEAM, teamAnswer(team));
    await page.getByRole("button", { name: "Read again" }).click();
    await page.locator(".team-card h2", { hasText: "<img" }).waitFor();
    const text = await page.locator(".team-card").textContent();
    assert.match(text, /a⟦RLO⟧b/);
    assert.match(text, /not #RRGGBB/);
    assert.equal(await page.locator(".team-card .colour").count(), 0);
    assert.equal(await page.locator("main img").count(), 0);
    assert.equal(await page.evaluate(() => globalThis.hit), undefined);
  });

  test("c24_a_colour_is_used_only_where_it_is_six_hexadecimal_digits", LIMIT, async () => {
    const page = await world.open("?view=team");
    await page.locator(".team-card").waitFor();
    const team = { id: world.seeded.teams[0].id, team_leads: [], members: [], tags: [], repositories: [], is_active: true };
    const none = ["red", "#12345", "#1234567", "#12345g", "123456", " #123456", "#123456;", "#123456\n", "var(--ink)", "url(https://evil.example)", "#12345\u0661"];
    for (const [number, color] of [...none, "#12aBcD", "#000000"].entries()) {
      await mend(page);
      await answerWith(page, GET_TEAM, teamAnswer({ ...team, name: `team ${number}`, color }));
      await page.getByRole("button", { name: "Read again" }).click();
      await page.locator(".team-card h2", { hasText: new RegExp(`^\\s*team ${number}\\s*$`) }).waitFor();
      const patches = await page.locator(".team-card .colour").evaluateAll((found) => found.map((patch) => getComputedStyle(patch).backgroundColor));
      const rgb = (hex) => `rgb(${[1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)).join(", ")})`;
      assert.deepEqual(patches, none.includes(color) ? [] : [rgb(color)], JSON.stringify(color));
      assert.equal(/not #RRGGBB/.test(await page.locator(".team-card").textContent()), none.includes(color), JSON.stringify(color));
    }
  });

  test("delete and the controls beyond it are shown as symbols too", LIMIT, async () => {
    const page = await world.newPage();
    await changeAnswer(page, RESULTS, (answer) => ({ ...answer, findings: answer.findings.slice(0, 1).map((one) => ({ ...one, package: "a\u007fb\u009bc" })) }));
    await world.show(page, "?scan=scan-nightly");
    await ready(page);
    assert.equal(await rowAt(page, 0).locator(".c-package").innerText(), "a␡b⟦U+009B⟧c");
  });
});

/**
 * A row that the service sent with less than the interface promises hides nothing: each member of a finding, a scan of the
 * history, a team and its members is left out or sent as null, and every place that shows rows is looked at.
 */
import assert from "node:assert/strict";
import { test } from "node:test";

import { answerWith, GET_TEAM, HISTORY, json, REMOVE_MEMBER, reply, RESULTS, teamAnswer } from "./answers.mjs";
import { violations } from "./axe.mjs";
import { addressOf, oneLine } from "./shown.mjs";
import { askToRemove, chooseScan, compareRoster, confirmRemoval, goTo, openCleanScan, ready, rowAt, save } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

const TALL = { viewport: { width: 1440, height: 2400 } };
const [NOW, THEN] = ["scan-nightly", "scan-nightly-last-week"];

const FINDING = {
  uid: "uid-whole",
  image: "registry.example/app:1",
  kind: "debian",
  target: "app (debian 12)",
  id: "CVE-2024-1111",
  package: "openssl",
  severity: "high",
  installed_version: "3.0.1",
  fixed_version: "3.0.2",
  title: "A title",
  primary_url: "https://advisories.example/1",
  epss_details: { epss: 0.25 },
  public_exploit: { source: "somewhere" },
};
const SCAN = {
  service: "github",
  repo_name: "example/app",
  branch: "main",
  commit_id: "0123456789abcdef",
  scan_id: "entry-whole",
  prompt: "bug_finding",
  timestamp: "2026-01-03T10:00:00Z",
  num_files: 120,
};
const BOB = { user_login: "bob", user_name: "Bob", joined_at: "2026-01-01T00:00:00Z", role: "member" };
const TEAM = {
  name: "Payments",
  description: "Those who pay",
  color: "#123456",
  created_at: "2026-01-01T00:00:00Z",
  updated_at: "2026-01-02T00:00:00Z",
  created_by: "ann",
  team_leads: ["ann"],
  members: [{ user_login: "ann", user_name: "Ann", joined_at: "2026-01-01T00:00:00Z", role: "lead" }, BOB],
  tags: ["pci"],
  parent_team_id: "parent",
  repositories: ["example/app"],
  is_active: true,
};

/** The cell of the table that shows a member, and the field of the details. */
const CELL = { image: "c-image", id: "c-id", package: "c-package", severity: "c-severity", installed_version: "c-installed" };
const FIELD = { uid: "Finding uid", image: "Image", kind: "Kind", target: "Target", package: "Package", installed_version: "Installed" };
const MISSING = /not given/;

/** The row without a member, and with null in its place. */
function sparse(whole, member) {
  const { [member]: _, ...rest } = whole;
  return [rest, { ...whole, [member]: null }];
}

suite("sparse rows", (world) => {
  /** Answers an operation from now on; what `answerOf` leaves open is the service's to answer. */
  const answering = (page, operation, answerOf) =>
    page.route(operation, (route) => {
      const answer = answerOf(route.request().postDataJSON());
      return answer === undefined ? route.continue() : reply(route, answer);
    });

  /** No text, label or tooltip has JavaScript's words for an absent value. */
  const saysWords = async (page) => {
    const odd = await page.evaluate(() => {
      const texts = [...document.querySelectorAll("main, main *")].flatMap((element) => [
        ...[...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE).map(({ data }) => data),
        ...["aria-label", "title", "value"].map((name) => element.getAttribute(name) ?? ""),
      ]);
      return texts.filter((text) => /undefined|\bnull\b|NaN|\[object/.test(text));
    });
    assert.deepEqual(odd, []);
  };

  /** In a window that shows all rows at once. */
  const openScans = async (now, then = []) => {
    const page = await openCleanScan(world, TALL);
    const scans = { [NOW]: now, [THEN]: then };
    const head = { status: "completed", created_at: "2026-01-02T03:04:05Z", completed_at: "2026-01-02T03:05:05Z", repositories: [] };
    await answering(page, RESULTS, ({ scan_id }) => scans[scan_id] && json({ scan_id, ...head, findings: scans[scan_id] }));
    await chooseScan(page, NOW);
    await ready(page);
    return page;
  };

  const rowsInDocumentAre = (page, count) => page.waitForFunction((count) => document.querySelectorAll(".row[data-index]").length === count, count);

  test("findings without each member are in the table, in the details and in every tab", LIMIT, async () => {
    const members = Object.keys(FINDING);
    const withOwnUid = (row, uid) => ("uid" in row && row.uid !== null ? { ...row, uid } : row);
    const rows = members.flatMap((member) => sparse(FINDING, member).map((row, at) => withOwnUid(row, `uid-${member}-${at}`)));
    const changed = rows.map((row) => ({ ...row, severity: "low", fixed_version: "", public_exploit: {} }));
    const gone = members.flatMap((member) => sparse({ ...FINDING, id: "CVE-2020-1" }, member).map((row, at) => withOwnUid(row, `gone-${member}-${at}`)));
    const page = await openScans([FINDING, ...rows], [...changed, ...gone]);
    await rowsInDocumentAre(page, 1 + rows.length);
    await saysWords(page);
    for (const cell of Object.values(CELL)) assert.equal(await page.locator(`.body .${cell}`, { hasText: MISSING }).count(), 2, cell);
    const said = [];
    /** By row: the severity, and the heading, which is the id. */
    const heads = [];
    for (let index = 0; index <= rows.length; index += 1) {
      await rowAt(page, index).click();
      await page.locator(`.row[data-index='${index}'][aria-selected=true]`).waitFor();
      await page.locator(".panel").waitFor();
      assert.equal(await page.locator(".row[data-index][aria-selected=true]").count(), 1);
      await saysWords(page);
      said.push(await page.locator(".panel .fields").evaluateAll((lists) => lists.flatMap((list) => [...list.children].map(({ textContent }) => textContent))));
      heads.push(await Promise.all([page.locator(".panel > header").textContent(), page.locator(".panel h2").textContent()]));
      await page.keyboard.press("Escape");
      await page.locator(".panel").waitFor({ state: "detached" });
    }
    for (const place of [0, 1]) assert.equal(heads.filter((texts) => MISSING.test(texts[place])).length, 2);
    for (const name of Object.values(FIELD)) {
      const missing = said.filter((fields) => fields.some((text) => text.trim().startsWith(name) && MISSING.test(text)));
      assert.equal(missing.length, 2, name);
    }
    for (const tab of ["By image", "By package", "By kind", "By target", "Upgrades"]) {
      await page.getByRole("tab", { name: tab }).click();
      await page.locator("[role=grid]:not(.grid-findings) .row[data-index]").first().waitFor();
      await saysWords(page);
    }
    await page.getByRole("tab", { name: "Changes" }).click();
    await page.locator("input[name=before]").fill(THEN);
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    await page.locator(".change-kinds").waitFor();
    for (const kind of await page.locator(".change-kinds button").all()) {
      await kind.click();
      await rowsInDocumentAre(page, Number(await kind.locator("b").textContent()));
      await saysWords(page);
    }
  });

  test("changes are saved as the service sent them, with nothing added", LIMIT, async () => {
    const rows = Object.keys(FINDING).flatMap((member) => sparse(FINDING, member));
    const page = await openScans(rows, [{ ...FINDING, uid: "uid-gone", id: "CVE-2020-1" }]);
    await page.getByRole("tab", { name: "Changes" }).click();
    await page.locator("input[name=before]").fill(THEN);
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    await page.locator(".change-kinds button", { hasText: "New" }).click();
    await ready(page);
    const saved = JSON.parse((await save(page, "JSON")).text);
    const added = Number(await page.locator(".change-kinds button", { hasText: "New" }).locator("b").textContent());
    assert.equal(saved.length, added);
    const sent = new Set(rows.map((row) => JSON.stringify(Object.entries(row).sort())));
    for (const finding of saved) assert.ok(sent.has(JSON.stringify(Object.entries(finding).sort())), JSON.stringify(finding));
    assert.ok(saved.some((finding) => !("image" in finding)));
  });

  test("a finding without a uid opens its own details, which no link names, and a step back closes", LIMIT, async () => {
    const rows = ["first", "second", "third"].map((title) => ({ ...FINDING, uid: title === "third" ? "" : undefined, title }));
    const page = await openScans(rows);
    const before = await addressOf(page);
    for (const index of [0, 1, 2]) {
      const title = await page.locator(`.row[data-index='${index}'] .c-title`).textContent();
      await rowAt(page, index).click();
      await page.locator(".panel .title", { hasText: title }).waitFor();
      assert.equal(await page.locator(".row[data-index][aria-selected=true]").count(), 1);
      assert.equal(await page.locator(".elsewhere li").count(), 2);
      assert.equal(await page.getByRole("button", { name: "Copy uid" }).count(), 0);
      assert.equal(await addressOf(page), before);
    }
    await page.goBack();
    await page.locator(".panel").waitFor({ state: "detached" });
    assert.equal(await addressOf(page), before);
    await rowsInDocumentAre(page, 3);
  });

  test("findings without a value are a group that opens as those findings", LIMIT, async () => {
    const page = await openScans([FINDING, ...sparse({ ...FINDING, uid: "b" }, "image")]);
    await page.getByRole("tab", { name: "By image" }).click();
    await page.locator(".grid-groups .row[data-index]", { hasText: MISSING }).click();
    await page.locator(".pill", { hasText: MISSING }).waitFor();
    await rowsInDocumentAre(page, 2);
    await page.waitForURL(/image=(&|$)/);
  });

  const openHistory = async (scans) => {
    const page = await openCleanScan(world, TALL);
    await answerWith(page, HISTORY, json({ scans }));
    await goTo(page, "Agent history");
    await ready(page);
    return page;
  };

  /** All rows are in the document at once up to 22. `files` says how many a row has, where it has that. */
  const sparseHistory = async (scan, files = () => SCAN.num_files) => {
    const day = (at) => new Date(Date.UTC(2026, 0, 4 + at, 10)).toISOString();
    const dated = (scan, at) => ("timestamp" in scan && scan.timestamp !== null ? { ...scan, timestamp: day(at) } : scan);
    const counted = (scan, at) => (scan.num_files === undefined || scan.num_files === null ? scan : { ...scan, num_files: files(at) });
    const scans = [SCAN, ...Object.keys(SCAN).flatMap((member) => sparse(scan, member))].map(dated).map(counted);
    const page = await openHistory(scans);
    await rowsInDocumentAre(page, scans.length);
    await saysWords(page);
    const counts = await page.locator(".mark").evaluateAll((marks) => marks.map((mark) => Number(mark.dataset.count)));
    assert.equal(counts.reduce((a, b) => a + b, 0), scans.length - 2);
    assert.ok((await page.locator("button:visible").evaluateAll((all) => all.filter((button) => button.innerText.trim() === "").length)) === 0);
    for (const header of await page.locator("[role=columnheader] button").all()) {
      await header.click();
      await rowsInDocumentAre(page, scans.length);
    }
    for (let index = 0; index < scans.length; index += 1) {
      await rowAt(page, index).click();
      await page.locator(`.row[data-index='${index}'][aria-selected=true]`).waitFor();
    }
    for (const [list, by] of ["branch", "prompt", "commit_id", "service", "repo_name", "day"].flatMap((by) => [["Groups", by], ["Latest", by]])) {
      if (list === "Latest" && by === "day") continue;
      await page.getByRole("tab", { name: list }).click();
      await page.locator("select[name=by]").selectOption(by);
      await page.locator(".row[data-index]").first().waitFor();
      await saysWords(page);
    }
  };

  test("scans of a history without each member are in the table, the groups and the timeline", LIMIT, () =>
    sparseHistory({ ...SCAN, scan_id: "entry-sparse" }));

  test("so are scans that cover fewer files than the one before them", LIMIT, () =>
    sparseHistory({ ...SCAN, scan_id: "entry-few" }, (at) => 2 ** (24 - at)));

  test("a scan of the history without an id is selected alone, and no link names it", LIMIT, async () => {
    const scans = [...sparse(SCAN, "scan_id"), SCAN].map((scan, at) => ({ ...scan, timestamp: `2026-01-0${9 - at}T10:00:00Z` }));
    const page = await openHistory(scans);
    assert.equal(await page.locator(".row[data-index][aria-selected=true], .mark.chosen").count(), 0);
    for (const index of [0, 1]) {
      await rowAt(page, index).click();
      await page.locator(`.row[data-index='${index}'][aria-selected=true]`).waitFor();
      assert.equal(await page.locator(".row[data-index][aria-selected=true]").count(), 1);
      assert.equal(await page.locator(".mark.chosen").count(), 1);
      assert.doesNotMatch(await addressOf(page), /entry=/);
    }
  });

  test("scans without an id on one mark are each selected in turn, and say where their place is", LIMIT, async () => {
    const scans = ["scan_id", "branch", "prompt", "num_files"].reduce(
      (rows, member) => rows.map((row, at) => sparse(row, member)[at % 2]),
      [0, 1, 2].map((at) => ({ ...SCAN, timestamp: `2026-01-03T10:0${9 - at}:00Z` })),
    );
    const page = await openHistory([{ ...SCAN, timestamp: "2026-01-20T10:00:00Z" }, ...scans]);
    const mark = page.locator(".mark[data-count='3']");
    assert.match(await mark.getAttribute("aria-label"), /^3 scans on a branch not given, .*; selects the newest$/);
    for (const index of [1, 2, 3, 1]) {
      await mark.click();
      await page.locator(`.row[data-index='${index}'][aria-selected=true]`).waitFor();
      assert.equal(await page.locator(".row[data-index][aria-selected=true]").count(), 1);
      assert.match(await mark.getAttribute("aria-label"), new RegExp(`; number ${index} of them is selected`));
      assert.equal(await page.locator(".mark.chosen[tabindex='0']").count(), 1);
      assert.doesNotMatch(await addressOf(page), /entry=/);
    }
    await saysWords(page);
    assert.match(await page.locator(".card", { hasText: "Longest gap" }).innerText(), /\n\s*a branch not given, since [^.]*, \d\d:\d\d\. /s);
    await page.locator(".lane-names button", { hasText: "main" }).click();
    await rowsInDocumentAre(page, 1);
    await page.locator(".lane-names button", { hasText: "main" }).click();
    await rowsInDocumentAre(page, 4);
    assert.equal(await page.locator(".row[data-index][aria-selected=true], .mark.chosen").count(), 0);
  });

  const openTeam = async (team) => {
    const page = await openCleanScan(world);
    await answering(page, GET_TEAM, ({ team_id }) => teamAnswer({ id: team_id, ...team }));
    await goTo(page, "Team");
    await page.locator(".team-card").waitFor();
    return page;
  };

  /** Looks at the card, the question before a removal, the list of logins, and the difference to a pasted state. */
  const lookAround = async (page, pasted) => {
    await saysWords(page);
    assert.equal(await page.locator("h2, th").evaluateAll((all) => all.filter((heading) => heading.textContent.trim() === "").length), 0);
    await page.locator(".members button.danger").last().click();
    await page.locator("dialog[open]").waitFor();
    await saysWords(page);
    await page.getByRole("button", { name: "Keep" }).click();
    await compareRoster(page, "ann\nzoe");
    await saysWords(page);
    await page.getByText("Add a state from JSON").click();
    await page.locator("textarea[name=json]").fill(JSON.stringify(pasted));
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.locator("#team-diff").waitFor();
    await saysWords(page);
  };

  const optional = Object.keys(TEAM).filter((name) => name !== "members");
  const without = (names) => Object.fromEntries(Object.entries(TEAM).filter(([name]) => !names.includes(name)));
  for (const [what, team] of [
    ...optional.map((member) => [`without ${member}`, without([member])]),
    ["without all of them", without(optional)],
    ["with null for all of them", { ...TEAM, ...Object.fromEntries(optional.map((name) => [name, null])) }],
  ]) {
    test(`a team ${what} is shown, and compared as it is`, LIMIT, async () => {
      const page = await openTeam(team);
      const other = { id: world.seeded.teams[0].id, ...team, members: [BOB, { user_login: "new" }] };
      await lookAround(page, other);
      assert.doesNotMatch(await page.locator("#team-diff").textContent(), /Active|Colour|Name/);
    });
  }

  for (const member of ["user_name", "joined_at", "role"]) {
    for (const [at, bob] of sparse(BOB, member).entries()) {
      test(`a member ${at === 0 ? "without" : "with null for"} ${member} is shown, and can be removed`, LIMIT, async () => {
        const page = await openTeam({ ...TEAM, members: [TEAM.members[0], bob] });
        if (member === "role") assert.match(await page.locator(".members tbody tr").last().textContent(), /member\s*by default/);
        await lookAround(page, { id: world.seeded.teams[0].id, ...TEAM, members: [TEAM.members[0], { ...bob, user_login: "rob" }] });
        await answering(page, REMOVE_MEMBER, ({ team_id }) =>
          teamAnswer({ id: team_id, ...TEAM, members: [TEAM.members[0], { ...bob, user_login: "new" }] }, "removed"),
        );
        await page.locator(".members button.danger").last().click();
        await confirmRemoval(page);
        await page.locator(".outcome.unsettled").waitFor();
        await saysWords(page);
        const [again, stranger] = await page.locator(".outcome .undo li").allInnerTexts();
        assert.match(again, /with the role member/);
        assert.match(stranger, /Remove new/);
      });
    }
  }

  test("the page says how to undo what went with a member, even without a name for it", LIMIT, async () => {
    const { name: _, description: __, ...unnamed } = TEAM;
    const [ann] = TEAM.members;
    const { user_name: ___, ...plain } = ann;
    const page = await openTeam({ ...unnamed, members: [plain, { user_login: "zoe", user_name: "Zoe" }, BOB, { user_login: "" }] });
    await answering(page, REMOVE_MEMBER, ({ team_id }) =>
      teamAnswer({ id: team_id, ...unnamed, tags: ["pci", ""], description: "New", members: [ann, { user_login: "zoe" }] }),
    );
    const dialog = await askToRemove(page, "bob");
    await dialog.locator("h2", { hasText: "Remove bob from a team without a name?" }).waitFor();
    await confirmRemoval(page);
    await page.locator(".outcome.unsettled h2", { hasText: "bob is no longer in a team without a name" }).waitFor();
    await saysWords(page);
    const steps = (await page.locator(".outcome .undo li").allInnerTexts()).map((text) => oneLine(text).trim());
    for (const step of [
      /^Add bob \(Bob\) to a team without a name again with the role member/,
      /^Add a login not given to a team without a name again with the role member\.$/,
      /^Remove the display name Ann from ann\.$/,
      /^Give zoe the display name Zoe again\.$/,
      /^Set Description back to not given\.$/,
    ])
      assert.ok(steps.some((text) => step.test(text)), `${step}: ${steps.join(" | ")}`);
  });

  test("the page does not say whether a team is active if that is not known", LIMIT, async () => {
    for (const [is_active, said, tags] of [[undefined, "not given", 0], [null, "not given", 0], [false, "no", 1], [true, "yes", 0]]) {
      const page = await openTeam({ ...TEAM, is_active });
      assert.equal(await page.locator(".team-card .fields > div", { has: page.getByText("Active", { exact: true }) }).locator("dd").innerText(), said);
      assert.equal(await page.locator(".team-card", { hasText: "inactive" }).count(), tags);
      await world.close();
    }
  });

  test("a member with an empty login has a heading, and no button that would remove nobody", LIMIT, async () => {
    const page = await openTeam({ ...TEAM, members: [...TEAM.members, { user_login: "", role: "member" }] });
    const row = page.locator(".members tbody tr").last();
    assert.match(await row.locator("th").textContent(), MISSING);
    assert.equal(await row.locator("button").count(), 0);
    await lookAround(page, { id: world.seeded.teams[0].id, ...TEAM });
    assert.deepEqual(await violations(page), []);
  });
});

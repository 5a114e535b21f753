/**
 * The team view: who is in it, the removal with its confirmation and its verified result, the difference of two states.
 */
import assert from "node:assert/strict";
import { test } from "node:test";

import { answerWith, changeTeam, GET_TEAM, hold, json, mend, refusal, reply, RESULTS, teamAnswer } from "./answers.mjs";
import { addressOf, countedDown, oneLine } from "./shown.mjs";
import { askToRemove, confirmRemoval, goTo, membersReady, openTeam, plainMember, ready, remove } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

suite("team", (world) => {
  const open = async (index) => {
    const { id } = world.seeded.teams[index];
    return { page: await openTeam(world, id), id, team: (await world.rawTeam(id)).team };
  };
  const logins = (page) => page.locator(".members tbody th .strong").allTextContents();
  const isLead = (team, member) =>
    member.role === "lead" || team.team_leads.some((lead) => lead.toLowerCase() === member.user_login.toLowerCase());

  test("members and leads are those of the service", LIMIT, async () => {
    const { page, team } = await open(1);
    assert.deepEqual(
      await logins(page),
      team.members.map(({ user_login }) => user_login),
    );
    const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });
    const joined = await page.locator(".members [data-label=Joined] time").allTextContents();
    assert.deepEqual(
      joined,
      team.members.flatMap((member) => (member.joined_at ? [day.format(new Date(member.joined_at))] : [])),
      "the day itself, not only how long ago",
    );
    assert.equal(await page.locator(".members .lead").count(), team.members.filter((member) => isLead(team, member)).length);
  });

  test("a member with the role of a lead is marked however it is written, even if the list names nobody", LIMIT, async () => {
    const page = await world.newPage();
    const members = Array.from({ length: 1_500 }, (_, at) => ({ user_login: `person-${at}`, role: at === 0 ? " Lead " : "lead" }));
    await changeTeam(page, (team) => ({ ...team, members, team_leads: ["PERSON-0"] }));
    await world.show(page, "?view=team");
    await page.getByRole("button", { name: "Show the first 500 of 1,500 members" }).click();
    await page.locator(".members .lead").nth(499).waitFor({ timeout: 15_000 });
    const marks = page.locator(".members tbody tr");
    assert.equal(await marks.nth(0).locator(".issue").count(), 0);
    assert.equal(await marks.nth(1).locator(".issue").textContent(), "has the lead role, but is not in the list of leads");
  });

  test("the page says so if nobody who is in a team leads it", LIMIT, async () => {
    for (const [role, leads, said] of [["member", [], 1], ["member", ["stranger"], 1], ["lead", [], 0], ["member", ["ann"], 0]]) {
      const page = await world.newPage();
      await changeTeam(page, (team) => ({ ...team, members: [{ user_login: "ann", role }], team_leads: leads }));
      await world.show(page, "?view=team");
      await membersReady(page);
      assert.equal(await page.getByText("Nobody who is in this team leads it.").count(), said, `${role} ${leads}`);
    }
  });

  test("the first of many leads who are not in the team are shown, all of them on demand", LIMIT, async () => {
    const page = await world.newPage();
    await changeTeam(page, (team) => ({ ...team, team_leads: Array.from({ length: 60 }, (_, at) => `gone-${at}`) }));
    await world.show(page, "?view=team");
    await membersReady(page);
    const leads = page.locator(".members .issue", { hasText: /gone-\d+ listed as lead, but not a member/ });
    assert.equal(await leads.count(), 20);
    const more = page.getByRole("button", { name: "Show all 60 other leads" });
    await more.click();
    await leads.nth(59).waitFor();
    await page.getByRole("button", { name: "Show the first 20" }).click();
    await leads.nth(20).waitFor({ state: "detached" });
  });

  test("inconsistencies of members further down are named above the list, until those are listed", LIMIT, async () => {
    const page = await world.newPage();
    const members = Array.from({ length: 80 }, (_, at) => ({ user_login: `m-${at}`, role: "member" }));
    const twice = (login) => [{ user_login: login, role: "member" }, { user_login: login, role: "member" }];
    // Of the last, one entry is listed, and marked.
    members.push(...["a", "b", "c", "d", "e"].flatMap(twice), { user_login: "m-0", role: "member" });
    await changeTeam(page, (team) => ({ ...team, members, team_leads: ["m-1"] }));
    await world.show(page, "?view=team");
    await membersReady(page);
    const told = page.locator(".members > .issue");
    const duplicate = (login) => `Further down: ${login} listed more than once`;
    assert.deepEqual(await told.allInnerTexts(), [..."abc"].map(duplicate).concat("Further down: 2 more"));
    await page.locator("input[name=member]").fill("e");
    await told.first().waitFor({ state: "detached" });
    await page.locator("input[name=member]").fill("");
    await told.nth(3).waitFor();
    await page.getByRole("button", { name: "Show all 91 members" }).click();
    await told.first().waitFor({ state: "detached" });
    assert.equal(await page.locator(".members tbody .issue", { hasText: "listed more than once" }).count(), 12);
  });

  test("inconsistencies of members whom only the search lists are not said to be further down", LIMIT, async () => {
    const page = await world.newPage();
    const members = Array.from({ length: 501 }, (_, at) => ({ user_login: `m-${at}`, role: "member" }));
    await changeTeam(page, (team) => ({ ...team, members: [...members, members[500]], team_leads: ["m-1"] }));
    await world.show(page, "?view=team");
    await membersReady(page);
    await page.getByRole("button", { name: "Show the first 500 of 502 members" }).click();
    await page.getByText("The search finds any of them.").waitFor();
    assert.deepEqual(await page.locator(".members > .issue").allInnerTexts(), ["Beyond this list: m-500 listed more than once"]);
  });

  test("each entry of a lead who is listed as one is marked, whichever of them has the role", LIMIT, async () => {
    for (const roles of [["member", "lead"], ["lead", "member"], ["member", "member"]]) {
      const page = await world.newPage();
      const members = [{ user_login: "dup", role: roles[0] }, { user_login: "DUP", role: roles[1] }, { user_login: "x", role: "member" }];
      await changeTeam(page, (team) => ({ ...team, members, team_leads: ["dup"] }));
      await world.show(page, "?view=team");
      const rows = page.locator(".members tbody tr");
      await rows.nth(2).waitFor();
      assert.deepEqual([await rows.nth(0).locator(".lead").count(), await rows.nth(1).locator(".lead").count(), await rows.nth(2).locator(".lead").count()], [1, 1, 0], roles.join());
    }
  });

  test("an inconsistency stands beside the entry that it is about, of two of one login", LIMIT, async () => {
    const page = await world.newPage();
    const members = [{ user_login: "dup", role: "member" }, { user_login: "DUP", role: "lead" }, { user_login: "x", role: "member" }];
    for (const [leads, issues] of [
      [[], [["listed more than once"], ["has the lead role, but is not in the list of leads", "listed more than once"]]],
      [["x"], [["listed more than once"], ["has the lead role, but is not in the list of leads", "listed more than once"]]],
    ]) {
      await changeTeam(page, (team) => ({ ...team, members, team_leads: leads }));
      await world.show(page, "?view=team");
      const rows = page.locator(".members tbody tr");
      await rows.nth(2).waitFor();
      for (const [at, expected] of issues.entries())
        assert.deepEqual((await rows.nth(at).locator(".issue").allTextContents()).sort(), expected, String(at));
      assert.deepEqual(await rows.nth(2).locator(".issue").allTextContents(), leads.length === 0 ? [] : ["listed as lead, but the role is not lead"]);
      assert.equal(oneLine(await rows.nth(2).locator("[data-label=Role]").textContent()), leads.length === 0 ? "member" : "member, ★ listed as lead");
    }
  });

  test("a changed display name says whose it is", LIMIT, async () => {
    const { page, team } = await open(2);
    const members = team.members.map((member) => ({ ...member, user_name: "Alex Kim" }));
    await changeTeam(page, (now) => ({ ...now, members }));
    await page.getByRole("button", { name: "Read again" }).click();
    await page.locator("#team-diff li", { hasText: "Display name" }).first().waitFor();
    const told = await page.locator("#team-diff li", { hasText: "Display name" }).locator(".text").allTextContents();
    assert.deepEqual(told.map((text) => text.split(": ")[0]).sort(), team.members.map(({ user_login }) => user_login).sort());
    assert.ok(told.every((text) => text.endsWith(" → Alex Kim")));
  });

  test("the earlier of two names that are written from right to left stands first", LIMIT, async () => {
    const { page } = await open(2);
    const named = (name) => changeTeam(page, (team) => ({ ...team, name }));
    const readAgain = () => page.getByRole("button", { name: "Read again" }).click();
    await named("\u05d0\u05d1\u05d2");
    await readAgain();
    await page.locator("#team-name", { hasText: "\u05d0\u05d1\u05d2" }).waitFor();
    await named("\u05d3\u05d4\u05d5");
    await readAgain();
    const line = page.locator("#team-diff li", { hasText: /Name.*\u05d0\u05d1\u05d2 → \u05d3\u05d4\u05d5/s });
    await line.waitFor();
    const [before, after] = await line.locator("bdi").evaluateAll((names) => names.map((name) => name.getBoundingClientRect().left));
    assert.ok(before < after, `${before} ${after}`);
  });

  test("the current state can be added only while a team is shown", LIMIT, async () => {
    const add = (page) => page.getByRole("button", { name: "Add current state" });
    const { page, team } = await open(1);
    assert.equal(await add(page).isDisabled(), false);
    assert.equal(await page.locator(".compare select").count(), 0, "of one state there is nothing to choose");
    await page.getByText("Only one state of this team is known so far: read the team again later, remove somebody, or add one from JSON.").waitFor();
    await add(page).click();
    await page.getByLabel("Before").waitFor();
    await page.locator("#team-diff").waitFor();
    const diff = async () => oneLine(await page.locator("#team-diff").innerText()).trim();
    assert.equal(await diff(), "No changes, times aside.");
    await page.locator(".compare summary").click();
    await page.locator(".compare textarea").fill(JSON.stringify({ ...team, members: team.members.toReversed() }));
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText("Order changed in").waitFor();
    assert.equal(await diff(), "Only the order changed, times aside. Order changed in: members.");
    const other = await world.newPage();
    await other.route("**/demo.json", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), teams: [] } });
    });
    await world.show(other, "?view=team");
    await add(other).waitFor();
    assert.equal(await other.locator(".team-card").count(), 0);
    assert.equal(await add(other).isDisabled(), true);
    const unknown = await world.open("?view=team&team=00000000-0000-4000-8000-000000000000");
    await unknown.locator(".failed").waitFor();
    assert.equal(await add(unknown).isDisabled(), true, "there is none to add");
  });

  test("a state that is saved can be compared another day, as what was before", LIMIT, async () => {
    const { page, id, team } = await open(1);
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save current state" }).click()]);
    assert.match(file.suggestedFilename(), new RegExp(`^team-${team.name}-\\d{4}-\\d\\d-\\d\\d\\.json$`));
    const saved = await file.path();
    const removed = plainMember(team);
    await remove(page, removed.user_login);
    await page.locator(".outcome.done").waitFor();
    const other = await openTeam(world, id);
    await other.locator(".compare summary").click();
    await other.locator(".compare input[type=file]").setInputFiles(saved);
    await other.locator("#team-diff").waitFor();
    assert.match(oneLine(await other.locator("#team-diff").innerText()), new RegExp(`Member ${removed.user_login} .* 1 member removed$`));
    const unknown = await world.open("?view=team&team=00000000-0000-4000-8000-000000000000");
    await unknown.locator(".failed").waitFor();
    assert.equal(await unknown.getByRole("button", { name: "Save current state" }).isDisabled(), true, "there is none to save");
  });

  test("a removal shows what will change, happens, is confirmed, and can be compared", LIMIT, async () => {
    const { page, id, team } = await open(1);
    const member = team.members.find((one) => !isLead(team, one));
    const remove = page.getByRole("button", { name: `Remove ${member.user_login} from the team` });
    await remove.click();
    const dialog = page.locator("dialog[open]");
    assert.match(await dialog.locator(".diff .removed").first().textContent(), new RegExp(member.user_login));
    assert.match(await dialog.textContent(), /Only this membership should change; the page checks this afterwards\./);
    assert.match(oneLine(await dialog.locator(".destination").textContent()), /, for example-org on github\./);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    assert.equal((await world.rawTeam(id)).team.members.length, team.members.length, "nothing happens on Escape");

    await remove.click();
    await confirmRemoval(page);
    await page.locator(".outcome").waitFor();
    assert.match(await page.locator(".outcome").textContent(), /is no longer in/);
    const left = (await world.rawTeam(id)).team.members.map(({ user_login }) => user_login);
    assert.deepEqual(
      left,
      team.members.map(({ user_login }) => user_login).filter((login) => login !== member.user_login),
    );
    assert.deepEqual(await logins(page), left);
    assert.match(await page.locator("#team-diff").textContent(), new RegExp(member.user_login), "before and after are compared");
  });

  test("the last lead is removed only after typing the login", LIMIT, async () => {
    const { page, id, team } = await open(1);
    const leads = team.members.filter((member) => isLead(team, member));
    let rest = team;
    for (const lead of leads.slice(0, -1)) {
      rest = {
        ...rest,
        members: rest.members.filter((one) => one !== lead),
        team_leads: rest.team_leads.filter((login) => login !== lead.user_login),
      };
    }
    const last = leads.at(-1);
    await answerWith(page, GET_TEAM, teamAnswer({ ...rest, team_leads: [last.user_login] }));
    await page.getByRole("button", { name: "Read again" }).click();
    await page.waitForFunction((count) => document.querySelectorAll(".members tbody tr").length === count, rest.members.length);
    const dialog = await askToRemove(page, last.user_login);
    assert.match(await dialog.locator(".warnings").textContent(), /lead/);
    const confirm = dialog.getByRole("button", { name: "Remove" });
    assert.equal(await confirm.isDisabled(), true);
    await dialog.locator("input[name=confirm]").fill(last.user_login);
    assert.equal(await confirm.isDisabled(), false);
    await dialog.getByRole("button", { name: "Keep" }).click();
    assert.equal((await world.rawTeam(id)).team.members.length, team.members.length);
  });

  test("a login that can only be read in part is typed as it is read", LIMIT, async () => {
    const { page, team } = await open(1);
    for (const login of ["l".repeat(200), "a  b", " ann", "ann\u200b"]) {
      const lead = { ...team.members[0], user_login: login, role: "lead" };
      await answerWith(page, GET_TEAM, teamAnswer({ ...team, members: [lead], team_leads: [login] }));
      await page.getByRole("button", { name: "Read again" }).click();
      await page.waitForFunction(() => document.querySelectorAll(".members tbody tr").length === 1);
      await page.locator(".members tbody tr").getByRole("button").last().click();
      const dialog = page.locator("dialog[open]");
      const confirm = dialog.getByRole("button", { name: "Remove" });
      const typed = login.replace("\u200b", "").trim();
      assert.equal(await confirm.isDisabled(), true);
      await dialog.locator("input[name=confirm]").fill(typed.slice(0, -1));
      assert.equal(await confirm.isDisabled(), true, "not all of it");
      await dialog.locator("input[name=confirm]").fill(typed);
      assert.equal(await confirm.isDisabled(), false, JSON.stringify(login));
      await dialog.getByRole("button", { name: "Keep" }).click();
    }
  });

  test("the person whom the demo names is marked, and asked for their login before they remove themselves", LIMIT, async () => {
    const { id } = world.seeded.teams[1];
    const { team } = await world.rawTeam(id);
    const { user_login } = plainMember(team);
    const page = await world.newPage();
    const demo = { ...JSON.parse(world.texts["/demo.json"]), self: user_login };
    await page.route("**/demo.json", (route) => reply(route, json(demo)));
    await world.show(page, `?view=team&team=${id}`);
    await membersReady(page);
    assert.deepEqual(await page.locator(".members tbody tr", { has: page.locator(".tag", { hasText: /^you$/ }) }).locator(".strong").allTextContents(), [user_login]);
    const dialog = await askToRemove(page, user_login);
    const confirm = dialog.getByRole("button", { name: "Remove" });
    assert.equal(await confirm.isDisabled(), true);
    await dialog.locator("input[name=confirm]").fill(user_login);
    assert.equal(await confirm.isDisabled(), false);
  });

  test("the title of the document has the team's name", LIMIT, async () => {
    const { page, team } = await open(1);
    await page.waitForFunction((title) => document.title === title, `${team.name} · Team · scanfold`);
    // Another name may come with a read that nobody asked for, such as the one before a removal.
    await askToRemove(page, plainMember(team).user_login);
    await changeTeam(page, (now) => ({ ...now, name: "Renamed" }));
    await confirmRemoval(page);
    await page.waitForFunction(() => document.title === "Renamed · Team · scanfold");
  });

  test("long lists of a team show their beginning, and more of it on demand", LIMIT, async () => {
    const page = await world.newPage();
    const members = Array.from({ length: 1200 }, (_, at) => ({ user_login: `person-${at}`, role: "member" }));
    const repositories = Array.from({ length: 200 }, (_, at) => `acme/repository-${at}`);
    await changeTeam(page, (team) => ({ ...team, members, repositories }));
    await world.show(page, `?view=team&team=${world.seeded.teams[0].id}`);
    const rows = page.locator(".members tbody tr");
    await rows.first().waitFor();
    assert.equal(await rows.count(), 50);
    assert.ok((await page.locator(".compare").boundingBox()).y < 5000, "what stands below is near");
    const all = page.getByRole("button", { name: "Show the first 500 of 1,200 members" });
    await all.focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelectorAll(".members tbody tr").length === 500);
    await page.getByText("These are the first 500 of 1,200 members. The search finds any of them.").waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.textContent.trim()), "Show the first 50");
    await page.getByRole("button", { name: "Show all 200 repositories" }).click();
    assert.equal(await page.locator(".fields .tag.mono").count(), 200);
    await page.locator("input[name=member]").fill("person-119");
    await page.waitForFunction(() => document.querySelectorAll(".members tbody tr").length === 11);
  });

  test("any two states can be compared, pasted ones too; a text that is no team is refused in words", LIMIT, async () => {
    const { page, team } = await open(2);
    await page.locator(".compare summary").click();
    const paste = async (text) => {
      await page.locator(".compare textarea").fill(text);
      await page.getByRole("button", { name: "Add", exact: true }).click();
    };
    await paste("{ not json");
    assert.match(await page.locator("#json-problem").textContent(), /not JSON/);
    await paste(JSON.stringify({ id: "x", name: "y", members: [{}] }));
    assert.match(await page.locator("#json-problem").textContent(), /member 1 needs/);
    for (const members of [undefined, null]) {
      await paste(JSON.stringify({ id: "x", members }));
      assert.match(await page.locator("#json-problem").textContent(), /“members” is missing/);
    }
    await paste(JSON.stringify({ id: "x", members: [{ user_login: "ann", user_name: 5 }] }));
    assert.match(await page.locator("#json-problem").textContent(), /“members\/0\/user_name” is not what a team has there/);
    await paste(
      JSON.stringify({
        status: "success",
        team: { ...team, id: team.id.toUpperCase(), name: "Renamed", members: [...team.members.toReversed(), { user_login: "newcomer", role: "member" }] },
      }),
    );
    const diff = page.locator("#team-diff");
    await diff.waitFor();
    assert.match(await diff.locator(".added").textContent(), /newcomer/);
    assert.match(await diff.textContent(), /Renamed/);
    assert.match(await diff.textContent(), /Order changed in: members\./);
    await paste("{ not json");
    assert.match(await page.locator("#json-problem").textContent(), /not JSON/);
    await page.getByRole("button", { name: "Add current state" }).click();
    await page.waitForFunction(() => document.querySelector("#json-problem").textContent === "");
    assert.equal(await page.locator(".two-teams").count(), 0, "an id in capitals is the same team's");
  });

  test("the total below a difference counts each of its lines", LIMIT, async () => {
    const { page, team } = await open(1);
    const [first, second, third, fourth, ...rest] = team.members.filter((member) => !isLead(team, member));
    const leads = team.members.filter((member) => isLead(team, member));
    const members = [
      ...leads,
      { ...first, user_login: first.user_login.toUpperCase() },
      { ...second, user_name: "Another name" },
      { ...third, role: "lead" },
      { user_login: "newcomer", user_name: fourth.user_name, role: "member" },
      ...rest,
    ];
    const later = { ...team, members, team_leads: [...team.team_leads, third.user_login], tags: [...team.tags, "one", "two"], name: "Later" };
    await page.locator(".compare summary").click();
    await page.locator(".compare textarea").fill(JSON.stringify(later));
    await page.getByRole("button", { name: "Add", exact: true }).click();
    const diff = page.locator("#team-diff");
    await diff.waitFor();
    const total = await diff.locator(".note").last().textContent();
    assert.equal(
      total,
      "1 member removed, 1 member added, 1 promoted, 1 login in another letter case, 1 display name changed, " +
        "1 pair perhaps one person, 1 lead added, 1 field changed, 2 tags added",
    );
    const sum = total.match(/\d+/g).reduce((all, count) => all + Number(count), 0);
    assert.equal(await diff.locator(".diff li").count(), sum);
  });

  test("the first lines of a long difference are shown, and all are counted", LIMIT, async () => {
    const { page, team } = await open(1);
    const later = { ...team, tags: [...team.tags, ...Array.from({ length: 250 }, (_, at) => `tag-${at}`)], name: "Later" };
    await page.locator(".compare summary").click();
    await page.locator(".compare textarea").fill(JSON.stringify(later));
    await page.getByRole("button", { name: "Add", exact: true }).click();
    const diff = page.locator("#team-diff");
    await diff.waitFor();
    assert.equal(await diff.locator(".diff li").count(), 200);
    assert.deepEqual(await diff.locator(".note").allInnerTexts(), ["51 more changes, not shown.", "1 field changed, 250 tags added"]);
  });

  test("a dropped file and a chosen one are states too; any two states are compared, in either direction", LIMIT, async () => {
    const { page, team } = await open(2);
    const earlier = { ...team, members: team.members.slice(1), repositories: [...team.repositories, "example-org/retired"] };
    await page.evaluate((text) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], "earlier.json", { type: "application/json" }));
      document.querySelector(".compare").dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
    }, JSON.stringify(earlier));
    const diff = page.locator("#team-diff");
    await diff.waitFor();
    assert.match(await diff.locator(".removed").first().textContent(), new RegExp(team.members[0].user_login));
    assert.match(await diff.locator(".added").textContent(), /example-org\/retired/);

    await page.locator(".compare summary").click();
    await page.locator(".compare input[type=file]").setInputFiles({
      name: "later.json",
      mimeType: "application/json",
      buffer: Buffer.from(JSON.stringify({ ...team, is_active: false })),
    });
    const [before, after] = [page.getByLabel("Before"), page.getByLabel("After")];
    await page.waitForFunction(() => document.querySelectorAll(".compare select:first-of-type option").length >= 3);
    const [read, dropped, chosen] = await after.locator("option").evaluateAll((options) => options.map(({ value }) => value));
    assert.match(await after.locator("option").nth(1).textContent(), /earlier\.json/);
    await before.selectOption(read);
    await after.selectOption(chosen);
    assert.match(await diff.textContent(), /Active\s+\S.* → no/);
    await before.selectOption(dropped);
    await after.selectOption(read);
    assert.match(await diff.locator(".added").first().textContent(), new RegExp(team.members[0].user_login));
    await after.selectOption(dropped);
    await page.getByText("Both are the same state").waitFor();
  });

  test("two states are compared with the keyboard alone", LIMIT, async () => {
    const { page, team } = await open(2);
    await page.locator(".compare summary").focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await page.keyboard.insertText(JSON.stringify({ ...team, name: "Typed" }));
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.locator("#team-diff").waitFor();
    assert.match(await page.locator("#team-diff").textContent(), /Typed/);
    await page.getByLabel("After").focus();
    await page.keyboard.press("ArrowUp");
    await page.getByText("Both are the same state").waitFor();
  });

  test("a parent that the page knows is a link with its name; another one is only its id", LIMIT, async () => {
    const [above, below] = world.seeded.teams;
    const page = await world.newPage();
    await changeTeam(page, (team) => (team.id === above.id ? { ...team, name: "As it was read", parent_team_id: "elsewhere" } : { ...team, parent_team_id: above.id }));
    await world.show(page, `?view=team&team=${below.id}`);
    const parent = page.locator(".fields > div", { hasText: "Parent" }).locator("dd");
    await parent.waitFor();
    assert.equal(await parent.innerText(), `${above.label} ${above.id}`);
    await parent.getByRole("link", { name: above.label }).click();
    await page.locator("#team-name", { hasText: "As it was read" }).waitFor();
    assert.equal(new URL(await addressOf(page)).searchParams.get("team"), above.id);
    assert.equal(await parent.innerText(), "elsewhere");
    assert.equal(await parent.getByRole("link").count(), 0);
    await page.goBack();
    await parent.getByRole("link", { name: "As it was read" }).waitFor();
    assert.notEqual(await page.evaluate(() => document.activeElement.tagName), "BODY", "the focus did not go with the link");
  });

  test("a parent that changed is shown by its name if the page knows it, with its id", LIMIT, async () => {
    const [above, below] = world.seeded.teams;
    const { team } = await world.rawTeam(below.id);
    const page = await openTeam(world, below.id);
    await page.getByText("Add a state from JSON").click();
    await page.locator("textarea[name=json]").fill(JSON.stringify({ ...team, parent_team_id: above.id }));
    await page.getByRole("button", { name: "Add", exact: true }).click();
    const line = page.locator("#team-diff li", { hasText: "Parent" });
    await line.waitFor();
    assert.ok(team.parent_team_id !== above.id && (await line.innerText()).includes(`→ ${above.label} (${above.id})`), await line.innerText());
    await page.locator("textarea[name=json]").fill(JSON.stringify({ ...team, parent_team_id: "elsewhere" }));
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await line.filter({ hasText: /→ elsewhere\s*$/ }).waitFor();
  });

  test("an unknown team and a bad id are explained", LIMIT, async () => {
    const unknown = await world.open("?view=team&team=00000000-0000-4000-8000-000000000000");
    assert.match(await unknown.locator("[role=alert]").textContent(), /Not found/);
    const bad = await world.open("?view=team&team=nonsense");
    assert.match(await bad.locator("[role=alert]").textContent(), /cannot be sent/);
  });

  const progress = (page) => page.locator("[aria-busy] .progress span");
  const slowDown = (seconds) => refusal(429, "slow down", { "Retry-After": `${seconds}` });

  test("a team that is asked for again says why, when, and which try it is", LIMIT, async () => {
    const page = await world.newPage();
    let asks = 0;
    await page.route(GET_TEAM, (route) => {
      asks += 1;
      return asks === 1 ? reply(route, slowDown(6)) : route.continue();
    });
    await world.show(page, "?view=team");
    for (const text of await countedDown(progress(page))) assert.match(text, /^The service asked to wait; next try in \d s \(2 of 3\)$/);
    assert.match(await page.locator("[aria-live=polite]").textContent(), /The service asked to wait, trying again/);
    await membersReady(page);
    assert.equal(await progress(page).count(), 0);
    assert.equal(asks, 2);
  });

  test("a wait for a team is cancelled, and the team read after all; a scan goes on hearing of its own tries", LIMIT, async () => {
    const page = await world.newPage();
    await answerWith(page, GET_TEAM, slowDown(20));
    await world.show(page, "?view=team");
    await progress(page).filter({ hasText: "next try in" }).waitFor();
    await page.getByRole("button", { name: "Cancel" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Loading was cancelled" }).waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "Load it");
    await mend(page);
    await page.getByRole("button", { name: "Load it" }).click();
    await membersReady(page);

    let asks = 0;
    await page.route(RESULTS, (route) => {
      asks += 1;
      return asks === 1 ? reply(route, slowDown(2)) : route.continue();
    });
    await goTo(page, "Container scan");
    await progress(page).filter({ hasText: "next try in" }).waitFor();
    await ready(page);
  });

  test("a team that is known stays in sight while it is asked for again, and after that is cancelled", LIMIT, async () => {
    const { page, team } = await open(1);
    await answerWith(page, GET_TEAM, slowDown(20));
    await page.getByRole("button", { name: "Read again" }).click();
    await progress(page).filter({ hasText: "next try in" }).waitFor();
    assert.equal((await logins(page)).length, team.members.length);
    await page.getByRole("button", { name: "Cancel" }).click();
    await progress(page).waitFor({ state: "detached" });
    assert.equal((await logins(page)).length, team.members.length);
    assert.equal(await page.locator(".failed, .stopped").count(), 0);
  });

  test("a repeated read of a team is announced for as long as it takes, and can be cancelled", LIMIT, async () => {
    const { page, team } = await open(1);
    const said = page.getByText("reading…");
    for (const ended of ["read", "cancelled"]) {
      const release = await hold(page, GET_TEAM);
      await page.getByRole("button", { name: "Read again" }).click();
      await said.waitFor();
      if (ended === "read") release();
      else await page.getByRole("button", { name: "Cancel" }).click();
      await said.waitFor({ state: "detached" });
      assert.equal((await logins(page)).length, team.members.length);
      assert.notEqual(await page.evaluate(() => document.activeElement.tagName), "BODY", ended);
      release();
      await mend(page);
    }
  });

  test("nothing moves when the team arrives", LIMIT, async () => {
    // A telephone has no scrollbar that takes room.
    for (const screen of [{}, { viewport: { width: 390, height: 844 }, isMobile: true }]) {
      const page = await world.newPage(screen);
      const release = await hold(page, GET_TEAM);
      await world.show(page, "?view=team");
      await progress(page).waitFor();
      assert.equal(await page.locator(".compare").isVisible(), false);
      await page.evaluate(() => {
        globalThis.shift = 0;
        new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (globalThis.shift += value))).observe({ type: "layout-shift" });
      });
      release();
      await membersReady(page);
      await page.locator(".compare").waitFor();
      // Two frames, after which what moved is known.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 50)))));
      const shift = await page.evaluate(() => globalThis.shift);
      assert.ok(shift < 0.02, `${shift}: more than the scrollbar moves`);
    }
  });

  test("what was typed into the comparison is kept when another team is opened", LIMIT, async () => {
    const { page } = await open(1);
    await page.locator(".compare summary").click();
    await page.locator(".compare textarea").fill("half of a team");
    await page.locator(".open-scan select").selectOption(world.seeded.teams[0].id);
    await page.waitForURL(new RegExp(world.seeded.teams[0].id));
    await membersReady(page);
    assert.equal(await page.locator(".compare textarea").inputValue(), "half of a team");
  });
});

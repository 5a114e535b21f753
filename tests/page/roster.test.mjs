/**
 * A list of logins against a team: pasted, chosen and dropped, as lines and as a table; what is shown is compared with sets
 * made here.
 */
import assert from "node:assert/strict";
import { test } from "node:test";

import { answerWith, GET_TEAM, teamAnswer } from "./answers.mjs";
import { addressOf, oneLine } from "./shown.mjs";
import { compareRoster, openRoster, openTeam, plainMember } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

suite("roster", (world) => {
  let page, team;

  const open = async (index = 0) => {
    const { id } = world.seeded.teams[index];
    page = await openTeam(world, id);
    ({ team } = await world.rawTeam(id));
  };
  const part = (name) => page.locator(`[data-part=${name}] li .strong`).allTextContents();
  const drop = (text) =>
    page.evaluate((given) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([given], "list.txt"));
      document.querySelector(".roster").dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
    }, text);
  /** A list with one stranger, one login twice, letter case turned over, and the last member left out. */
  const listOf = () => {
    const logins = team.members.map(({ user_login }) => user_login);
    const left = logins.slice(0, -1).map((login) => login.toUpperCase());
    return { lines: [...left, "nobody-here", left[0]], out: logins.at(-1), twice: left[0] };
  };

  test("lines: missing, unexpected and repeated logins, without regard to letter case", LIMIT, async () => {
    await open();
    const { lines, out, twice } = listOf();
    await compareRoster(page, lines.join("\n"));
    assert.deepEqual(await part("missing"), ["nobody-here"]);
    assert.deepEqual(await part("unexpected"), [out]);
    assert.deepEqual(await part("duplicates"), [twice]);
    const titles = (await page.locator(".roster-part h3").allTextContents()).map(oneLine);
    assert.deepEqual(titles, ["On the list, not in the team 1", "In the team, not on the list 1", "On the list more than once 1"]);
    const text = await page.locator("#roster-result p").first().textContent();
    assert.match(text, /differ/);
    assert.match(oneLine(text), new RegExp(`${team.members.length} logins on the list: ${team.members.length - 1} in the team, 1 not; 1 in`));
    assert.doesNotMatch(await addressOf(page), /nobody-here/, "names of people are in no link");
  });

  test("a list that agrees is said to agree", LIMIT, async () => {
    await open();
    await compareRoster(page, team.members.map(({ user_login }) => `@${user_login}`).join("\n"));
    assert.match(await page.locator("#roster-result").textContent(), /agree/);
    assert.equal(await page.locator(".roster-part").count(), 0);
  });

  test("a table that is chosen as a file, its logins in the second column", LIMIT, async () => {
    await open();
    const { lines, out } = listOf();
    const csv = ["Name,Login", ...lines.map((login, at) => `"Person, ${at}",${login}`)].join("\r\n");
    await page.locator(".roster input[type=file]").setInputFiles({ name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
    await page.locator("#roster-result").waitFor();
    assert.deepEqual(await part("missing"), ["nobody-here"]);
    assert.deepEqual(await part("unexpected"), [out]);
    assert.match(await page.locator("#roster-result").textContent(), /people\.csv/);
  });

  test("a file that is dropped; a text without any login says so", LIMIT, async () => {
    await open();
    assert.equal(await page.locator("textarea[name=roster]").isVisible(), false, "folded until somebody wants it");
    await drop("ghost-one\nghost-two");
    await page.locator("#roster-result").waitFor();
    assert.equal(await page.locator("textarea[name=roster]").isVisible(), true, "what was dropped is seen");
    assert.deepEqual(await part("missing"), ["ghost-one", "ghost-two"]);
    await drop(" ,, \n");
    await page.getByText("No login was found in this text.").waitFor();
    assert.equal(await page.locator("#roster-result").count(), 0, "an empty list does not call everybody a stranger");
  });

  test("a file that is no text in UTF-8 is refused in words, and the list stays as it was typed", LIMIT, async () => {
    await open();
    const choose = (buffer) => page.locator(".roster input[type=file]").setInputFiles({ name: "people.csv", mimeType: "text/csv", buffer });
    const problem = page.locator("#roster-problem");
    for (const [what, buffer] of [
      ["an image", Buffer.from("89504e470d0a1a0a0000000d49484452", "hex")],
      ["a document", Buffer.from("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "latin1")],
      ["text with a NUL", Buffer.from("ghost-three\0\n")],
      ["UTF-16 with its mark", Buffer.from("\ufeffghost-three\r\n", "utf16le")],
      ["UTF-16 without", Buffer.from("ghost-three\r\n", "utf16le")],
      ["an older encoding", Buffer.from("J\xfcrgen,ghost-three\n", "latin1")],
    ]) {
      await compareRoster(page, "ghost-one");
      assert.equal(await problem.textContent(), "");
      await page.locator("textarea[name=roster]").fill("ghost-one\nghost-two");
      await choose(buffer);
      await problem.filter({ hasText: /^This file is not text in UTF-8, .* Choose one that is saved as plain text, CSV or JSON in UTF-8\.$/ }).waitFor();
      assert.equal(await page.locator("textarea[name=roster]").inputValue(), "ghost-one\nghost-two", what);
      assert.deepEqual(await part("missing"), ["ghost-one"], what);
    }
    await choose(Buffer.from("\ufeffghost-three\r\n"));
    await page.getByText("1 login on people.csv").waitFor();
    assert.deepEqual(await part("missing"), ["ghost-three"], "the mark of UTF-8 is no part of a login");
    assert.equal(await problem.textContent(), "");
  });

  test("a file without any text is refused in words, and the list stays as it was typed", LIMIT, async () => {
    await open();
    const choose = (text) => page.locator(".roster input[type=file]").setInputFiles({ name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
    for (const [what, give] of [["chosen", choose], ["dropped", drop]])
      for (const text of ["", " \r\n"]) {
        await compareRoster(page, "ghost-one");
        await page.locator("textarea[name=roster]").fill("ghost-one\nghost-two\nghost-three");
        await give(text);
        await page.locator("#roster-problem", { hasText: /^This file is empty\.$/ }).waitFor();
        assert.equal(await page.locator("textarea[name=roster]").inputValue(), "ghost-one\nghost-two\nghost-three", what);
        assert.deepEqual(await part("missing"), ["ghost-one"], what);
      }
  });

  test("the button that clears the list goes with it, and the focus goes to the list", LIMIT, async () => {
    await open(1);
    await compareRoster(page, "nobody-of-ours");
    await page.getByRole("button", { name: "Clear", exact: true }).click();
    await page.locator("#roster-result").waitFor({ state: "detached" });
    assert.equal(await page.evaluate(() => document.activeElement.name), "roster");
    assert.equal(await page.locator("textarea[name=roster]").inputValue(), "");
  });

  test("a login that the team spells in several ways is ambiguous", LIMIT, async () => {
    await open();
    const [first] = team.members;
    const members = [...team.members, { ...first, user_login: first.user_login.toUpperCase() }];
    await answerWith(page, GET_TEAM, teamAnswer({ ...team, members }));
    await page.getByRole("button", { name: "Read again" }).click();
    await page.waitForFunction((count) => document.querySelectorAll(".members tbody tr").length === count, members.length);
    const mixed = first.user_login[0].toUpperCase() + first.user_login.slice(1);
    await compareRoster(page, [mixed, ...team.members.slice(1).map(({ user_login }) => user_login)].join("\n"));
    const text = await page.locator("[data-part=ambiguous]").textContent();
    assert.ok(text.includes(first.user_login) && text.includes(first.user_login.toUpperCase()));
    assert.deepEqual(await part("missing"), []);
  });

  test("the keyboard alone: paste, compare, and remove who should not be there", LIMIT, async () => {
    await open(2);
    const stay = team.members.map(({ user_login }) => user_login);
    const gone = plainMember(team);
    await page.locator(".roster summary").focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.name), "roster");
    await page.keyboard.insertText(stay.filter((login) => login !== gone.user_login).join("\n"));
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.locator("#roster-result").waitFor();
    const button = page.getByRole("button", { name: `Remove ${gone.user_login}, who is not on the list` });
    for (let steps = 0; steps < 20 && !(await button.evaluate((one) => one === document.activeElement)); steps += 1)
      await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.locator("dialog[open]").waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.locator(".outcome.done").waitFor();
    const left = (await world.rawTeam(team.id)).team.members.map(({ user_login }) => user_login);
    assert.ok(!left.includes(gone.user_login));
    assert.ok(!(await part("unexpected")).includes(gone.user_login), "the comparison follows the team");
  });

  const compare = async (text) => {
    await openRoster(page);
    await page.locator("textarea[name=roster]").fill(text);
    await page.getByRole("button", { name: "Compare", exact: true }).click();
  };
  const loginsOf = ({ members }) => members.map(({ user_login }) => user_login);
  const removals = () => page.locator(".roster-part").getByRole("button", { name: /^Remove / });

  test("logins in one line are split at white space, as at commas", LIMIT, async () => {
    await open();
    const all = loginsOf(team);
    for (const text of [all.join(" "), `@${all.join("  @")}\n`, all.join(", ")]) {
      await compare(text);
      await page.getByText("The list and the team agree.").waitFor();
    }
    const [out, ...rest] = all;
    await compare([...rest, "nobody-here", rest[0]].join(" "));
    await page.locator("[data-part=missing]").waitFor();
    assert.deepEqual([await part("missing"), await part("unexpected"), await part("duplicates")], [["nobody-here"], [out], [rest[0]]]);
    assert.equal(await removals().count(), 1);
  });

  test("a name beside a login is no login: such entries are shown, and nobody is offered for removal because of them", LIMIT, async () => {
    await open();
    const [first, second] = loginsOf(team);
    for (const odd of [`${second} <${second}@x.org>`, `${second} Second Name`]) {
      await compare(`${first}\n${odd}`);
      await page.locator("[data-part=unread]", { hasText: odd }).waitFor();
      assert.deepEqual(await part("unread"), [odd]);
      assert.equal(oneLine(await page.locator("[data-part=unread] h3").textContent()), "Not a login 1");
      assert.deepEqual(await part("missing"), []);
      await page.getByText("Some entries could not be read and may name members. Fix them to enable removal.").waitFor();
      assert.equal(await removals().count(), 0);
    }
    await compare(`${second} <${second}@x.org>`);
    await page.getByText("No login was found in this text.").waitFor();
    assert.equal((await part("unread")).length, 1);
    assert.equal(await page.locator("[data-part=unexpected]").count(), 0);
  });

  test("an entry with marks or invisible characters around a login is not read, and nobody is offered for removal", LIMIT, async () => {
    await open();
    const logins = loginsOf(team);
    for (const odd of [`${logins[1]}\u200b`, `•${logins[1]}`, `@${logins[1]}:`, `'${logins[1]}'`, `\`${logins[1]}\``, `https://github.com/${logins[1]}`]) {
      await compare([logins[0], odd, ...logins.slice(2)].join("\n"));
      await page.locator("[data-part=unread]").waitFor();
      assert.deepEqual(await part("missing"), [], odd);
      assert.equal(await removals().count(), 0, odd);
    }
    await compare(`${logins.slice(0, 3).join(", ")},\n${logins.slice(3).join(", ")}`);
    await page.getByText("The text also names members who are not among").waitFor();
    assert.equal(await removals().count(), 0);
    await compare(logins.slice(1).join("\n"));
    await page.getByText("The text also names members").waitFor({ state: "detached" });
    assert.equal(await removals().count(), 1);
  });

  test("the page asks about a list that names nobody in the team, and offers nobody for removal", LIMIT, async () => {
    await open();
    await compare("ghost-one\nghost-two");
    await page.getByText("Nobody on the list is in the team. Is there one login per line?").waitFor();
    assert.equal((await part("unexpected")).length, team.members.length);
    assert.equal(await removals().count(), 0);
    await compare(`ghost-one\n${loginsOf(team)[0]} somebody`);
    await page.getByText("Some entries could not be read and may name members. Fix them to enable removal.").waitFor();
    assert.equal(await page.getByText("Nobody on the list is in the team").count(), 0, "what was not read may name one");
    await compare(`ghost-one\n${loginsOf(team)[0]}`);
    await page.getByText("Nobody on the list is in the team").waitFor({ state: "detached" });
    assert.equal(await removals().count(), team.members.length - 1);
  });

  test("a list that names somebody in a third spelling is understood; members not on it are offered for removal", LIMIT, async () => {
    await open();
    const members = ["ann", "Ann", "bob"].map((user_login) => ({ ...team.members[0], user_login }));
    await answerWith(page, GET_TEAM, teamAnswer({ ...team, members }));
    await page.getByRole("button", { name: "Read again" }).click();
    await page.waitForFunction(() => document.querySelectorAll(".members tbody tr").length === 3);
    await compareRoster(page, "ANN");
    assert.deepEqual([await part("ambiguous"), await part("unexpected")], [["ANN"], ["bob"]]);
    assert.doesNotMatch(await page.locator("#roster-result").innerText(), /Nobody on the list is in the team/);
    await page.getByRole("button", { name: "Remove bob, who is not on the list" }).waitFor();
  });

  test("a member without a login is not on the list, and is not offered for removal", LIMIT, async () => {
    await open();
    const members = [team.members[0], ...["bob", ""].map((user_login) => ({ ...team.members[0], user_login }))];
    await answerWith(page, GET_TEAM, teamAnswer({ ...team, members }));
    await page.getByRole("button", { name: "Read again" }).click();
    await page.waitForFunction(() => document.querySelectorAll(".members tbody tr").length === 3);
    await compareRoster(page, team.members[0].user_login);
    assert.equal((await part("unexpected")).length, 2);
    assert.deepEqual(await removals().evaluateAll((all) => all.map((one) => one.ariaLabel)), ["Remove bob, who is not on the list"]);
  });

  test("comparing an empty field says that it is empty", LIMIT, async () => {
    await open();
    await compare("ghost-one");
    await page.locator("#roster-result").waitFor();
    await compare("  ");
    await page.locator("#roster-problem", { hasText: "The field is empty" }).waitFor();
    assert.equal(await page.locator("#roster-result").count(), 0);
    await page.locator("textarea[name=roster]").fill("g");
    await page.waitForFunction(() => document.querySelector("#roster-problem").textContent === "");
    await compare("ghost-one");
    await page.locator("#roster-result").waitFor();
    assert.equal(await page.locator("#roster-problem").textContent(), "");
  });

  test("a member who leads without the role is a lead here too, as in the table of members", LIMIT, async () => {
    await open();
    const [first, second, third] = team.members;
    const members = [{ ...first, role: "member" }, { ...second, role: "lead" }, { ...third, role: "member" }];
    await answerWith(page, GET_TEAM, teamAnswer({ ...team, members, team_leads: [first.user_login.toUpperCase()] }));
    await page.getByRole("button", { name: "Read again" }).click();
    await page.waitForFunction(() => document.querySelectorAll(".members tbody tr").length === 3);
    const inTable = await page.locator(".members [data-label=Role]").allInnerTexts();
    assert.deepEqual(inTable, ["member, ★ listed as lead", "★ lead", "member"]);
    await compareRoster(page, "nobody-here");
    const here = await page.locator("[data-part=unexpected] li").allInnerTexts();
    const wanted = members.map(({ user_login }, at) => `${user_login} ${inTable[at]}`);
    assert.deepEqual(here.map(oneLine).sort(), wanted.sort());
  });

  test("a file that is too large, or cannot be read, is refused in words", LIMIT, async () => {
    const page = await openTeam(world, world.seeded.teams[1].id);
    const choose = (buffer) => page.locator(".roster input[type=file]").setInputFiles({ name: "list.csv", mimeType: "text/csv", buffer });
    await choose(Buffer.alloc(16 * 1024 * 1024 + 1, "a"));
    await page.locator("#roster-problem", { hasText: "This file is larger than 16 MB, which is no list or team." }).waitFor();
    await page.evaluate(() => (File.prototype.arrayBuffer = () => Promise.reject(new DOMException("gone", "NotReadableError"))));
    await choose(Buffer.from("somebody"));
    await page.locator("#roster-problem", { hasText: "The file could not be read. Choose it again." }).waitFor();
  });
});

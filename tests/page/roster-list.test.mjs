/** Which logins of a list are read, and which are not, without a browser. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { init } from "scanfold";

import { bundled } from "./bundled.mjs";
import { said } from "./said.mjs";

await init();
const { readRoster } = await bundled("www/src/team/roster-list.ts");
const { roster } = await bundled("www/src/team/roster.ts");

const teamOf = (...logins) => ({ id: "team-1", name: "Blue", team_leads: [], members: logins.map((user_login) => ({ user_login, role: "member" })), tags: [], repositories: [], is_active: true });
const TEAM = teamOf("ann", "bob");
const nothing = () => undefined;
const drawn = (team, text, label = "", draft = text) =>
  said(roster({ team, text, draft, label, open: true, problem: "", leaving: null, onDraft: nothing, onOpen: nothing, onText: nothing, onProblem: nothing, onRemove: nothing }));

for (const [name, text, namesMore] of [
  ["in a column that is not that of the logins, parted by commas", "login,deputy\nann,bob\n", true],
  ["by semicolons", "login;deputy\nann;bob\n", true],
  ["by tabs", "login\tdeputy\nann\tbob\n", true],
  ["in quotes, with a sign before it", 'login,deputy\nann,"@bob"\n', true],
  ["as a part of another word alone", "login,deputy\nann,bobby\n", false],
])
  test(`a member who is named ${name}, is ${namesMore ? "" : "not "}named beside the list`, () => {
    const { diff, namesMore: names } = readRoster(TEAM, text);
    assert.deepEqual([diff.matched.length, diff.unexpected.map(({ user_login }) => user_login), names], [1, ["bob"], namesMore]);
  });

test("logins in one line lose a sign before them, even if a line end follows", () => {
  const { diff, unread } = readRoster(TEAM, "@ann @bob\n");
  assert.deepEqual([diff.matched.length, diff.missing, unread], [2, [], []]);
});

test("a list that agrees except for a repeated login is said to agree, and the login is named", () => {
  const text = drawn(TEAM, "ann\nbob\nAnn");
  assert.match(text, /The list and the team agree\./);
  assert.match(text, /2 logins on the list: 2 in the team, 0 not/);
  assert.doesNotMatch(drawn(TEAM, "ann"), /agree/);
});

for (const [name, text, beside] of [
  ["after another one on its line, of several lines", "ann, newperson\nbob", [["newperson", 1]]],
  ["there twice, or in quotes", 'ann\nbob; "new one"; @new;"new"\n\nAnn,NEW\tother', [["new", 2], ["other", 4]]],
  ["where the first cell is empty", "ann\n,new", [["new", 2]]],
  ["below a heading of one column", "login\nann, new\nbob", [["new", 2]]],
  ["on a line with more cells than most have", "pipit, newperson\nfulmar\ngarganey\nruff", [["newperson", 1]]],
  ["on one of a table whose other lines have fewer cells", "ann,member\nbob,new,other\n", [["new", 2], ["other", 2]]],
  ["where every first cell is empty", ",ann\n,bob", [["ann", 1], ["bob", 2]]],
  ["in a column of addresses", "ann,ann@example.com\nbob,bob@example.com", []],
  ["in one of roles, or in a row that ends early", "ann,member\n\ncid\nbob,admin\n", []],
  ["in one of surnames in quotes", 'ann;"Lee; the older"\nbob;Ray', []],
  ["that is read elsewhere", "ann, bob\nbob", []],
  ["in the one line there is", "ann, bob, new\n", []],
  ["in a table with names of columns", "Name;Login\nnew;ann\nother;bob", []],
  ["in one whose names are quoted and go over several lines", '"Name\nof person","login"\n"new, one",ann\nother,bob', []],
])
  test(`a login ${name}, is ${beside.length > 0 ? "reported with its line" : "nothing that was left out"}`, () => {
    assert.deepEqual(readRoster(TEAM, text).beside.map(({ login, line }) => [login, line]), beside);
  });

test("a list that was not compared whole is not said to agree, and says what was left out", () => {
  const text = drawn(TEAM, "ann, newperson\nbob");
  assert.match(text, /Not all of the list was compared\. 2 logins on the list: 2 in the team, 0 not/);
  assert.match(text, /Not compared: not the first on its line 1 .* newperson on line 1/);
  assert.match(drawn(TEAM, "ann\nbob\nSome Body"), /Not all of the list was compared\..* Not a login 1 /);
  assert.match(drawn(TEAM, ",ann\n,bob"), /No line begins with a login\. Not compared: not the first on its line 2 /);
  assert.match(drawn(TEAM, "Some Body\nNo Body"), /No login was found in this text\. Not a login 2 /);
});

test("a table without the names of its columns whose logins agree is said to agree", () => {
  for (const text of ["ann,ann@example.com\nbob,bob@example.com", "ann,member\nbob,admin"]) assert.match(drawn(TEAM, text), /The list and the team agree\./);
});

test("the name of a file is shown", () => {
  assert.match(drawn(TEAM, "ann\nbob", "leavers.csv"), /2 logins on leavers\.csv/);
});

test("the first of hundreds are listed, with the number of the others", () => {
  const many = Array.from({ length: 230 }, (_, at) => `new-${at}`);
  const text = drawn(TEAM, ["ann", "bob", ...many].join("\n"));
  assert.match(text, /On the list, not in the team 230 /);
  assert.match(text, /new-199 and 30 more; copy the list to have them all/);
  assert.doesNotMatch(drawn(TEAM, ["ann", "bob", ...many.slice(0, 200)].join("\n")), /more; copy/);
});

test("text that is not compared yet can be cleared too, and an empty field has nothing to clear", () => {
  assert.match(drawn(TEAM, "", "", "ann"), /Compare Clear/);
  assert.match(drawn(TEAM, "ann", "", ""), /Compare Clear/);
  assert.doesNotMatch(drawn(TEAM, ""), /Clear/);
});

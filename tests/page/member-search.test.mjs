/** The search of a team's members: whom it finds, that it is in the link, and what is a step of it. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { changeTeam } from "./answers.mjs";
import { linkOf, stepsOf } from "./shown.mjs";
import { chooseScan, goTo, membersReady } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

suite("search of members", (world) => {
  const logins = (page) => page.locator(".members tbody th .strong").allTextContents();
  const fieldOf = (page) => page.getByRole("searchbox", { name: "Search members" });

  /** A team of so many people, at a link. */
  async function openMany(query = "", count = 85) {
    const page = await world.newPage();
    const members = Array.from({ length: count }, (_, at) => ({ user_login: `person-${at}`, role: "member" }));
    await changeTeam(page, (team) => ({ ...team, members }));
    await world.show(page, `?view=team${query}`);
    await membersReady(page);
    return page;
  }

  test("a team of hundreds is searched by login and by name, and the member who was found is removed", LIMIT, async () => {
    const page = await world.newPage();
    const members = Array.from({ length: 700 }, (_, at) => ({ user_login: `person-${at}`, user_name: `Name ${at} Of All`, role: "member" }));
    await changeTeam(page, (team) => ({ ...team, members }));
    await world.show(page, "?view=team");
    await page.getByText("700 members", { exact: true }).waitFor();
    const search = page.getByRole("searchbox", { name: "Search members" });
    await page.keyboard.press("/");
    assert.ok(await search.evaluate((field) => field === document.activeElement));
    await search.fill("PERSON-69");
    await page.locator(".members [role=status]", { hasText: "11 of 700 members" }).waitFor();
    assert.equal((await logins(page)).length, 11);
    await search.fill("name 42 of");
    await page.locator(".members [role=status]", { hasText: "1 of 700 members" }).waitFor();
    assert.deepEqual(await logins(page), ["person-42"]);
    await page.locator(".members button.danger").click();
    await page.locator("dialog[open]", { hasText: "person-42" }).waitFor();
    await page.keyboard.press("Escape");
    await search.fill("nobody");
    await page.getByText("No member has this").waitFor();
  });

  test("a search can be taken back even if so few members are left that there is no field for it", LIMIT, async () => {
    const page = await world.newPage();
    let count = 21;
    await changeTeam(page, (team) => ({ ...team, members: Array.from({ length: count }, (_, at) => ({ user_login: `person-${at}`, role: "member" })) }));
    await world.show(page, "?view=team");
    const search = page.getByRole("searchbox", { name: "Search members" });
    await search.fill("person-20");
    await page.getByText("1 of 21 members").waitFor();
    count = 20;
    await page.getByRole("button", { name: "Read again" }).click();
    await page.getByText("No member has this").waitFor();
    await search.fill("");
    await page.waitForFunction(() => document.querySelectorAll(".members tbody tr").length === 20);
    await page.keyboard.type("person-7");
    await page.waitForFunction(() => document.querySelectorAll(".members tbody tr").length === 1);
    await search.fill("");
    await page.keyboard.press("Tab");
    await search.waitFor({ state: "detached" });
  });

  test("is in the link, and one step of the history however many keys it takes", LIMIT, async () => {
    const page = await openMany();
    const search = fieldOf(page);
    const before = await stepsOf(page);
    await search.pressSequentially("  person-7");
    assert.equal(new URLSearchParams(await linkOf(page)).get("member"), "  person-7");
    assert.equal(await stepsOf(page), before + 1);
    const found = ["person-7", ...Array.from({ length: 10 }, (_, at) => `person-7${at}`)];
    assert.deepEqual(await logins(page), found);
    const { search: link } = new URL(page.url());
    await page.goBack();
    await page.waitForFunction(() => document.querySelector("input[name=member]").value === "");
    // After a step back, what is typed is another search, although the field has kept the focus.
    await search.pressSequentially("8");
    await page.waitForURL(({ searchParams }) => searchParams.get("member") === "8");
    assert.equal(await stepsOf(page), before + 1);
    await page.locator("h1").click();
    await search.press("End");
    await search.pressSequentially("4");
    await page.waitForURL(({ searchParams }) => searchParams.get("member") === "84");
    assert.equal(await stepsOf(page), before + 2, "a field that was left begins another step");

    const other = await openMany(link.replace("?view=team", ""));
    assert.deepEqual(await logins(other), found);
    assert.equal(await fieldOf(other).inputValue(), "  person-7");
  });

  test("for a space is none, and makes no step", LIMIT, async () => {
    const page = await openMany();
    const before = await stepsOf(page);
    await fieldOf(page).pressSequentially("  ");
    assert.equal(await stepsOf(page), before);
    assert.doesNotMatch(await linkOf(page), /member=/);
  });

  test("is gone from another team's, and there again after a step back", LIMIT, async () => {
    const page = await openMany("&member=person-12");
    assert.deepEqual(await logins(page), ["person-12"]);
    await chooseScan(page, world.seeded.teams[1].id);
    await page.waitForURL(({ searchParams }) => !searchParams.has("member"));
    await page.waitForFunction(() => document.querySelectorAll(".members tbody tr").length === 50);
    assert.equal(await fieldOf(page).inputValue(), "");
    await page.goBack();
    await page.waitForFunction(() => document.querySelectorAll(".members tbody tr").length === 1);
    assert.equal(await fieldOf(page).inputValue(), "person-12");
    await goTo(page, "Container scan");
    await goTo(page, "Team");
    await membersReady(page);
    assert.deepEqual(await logins(page), ["person-12"]);
  });

  test("says what it cuts off", LIMIT, async () => {
    const page = await openMany();
    await fieldOf(page).focus();
    await page.keyboard.insertText("x".repeat(600));
    await page.locator("#search-full", { hasText: "takes 500 characters" }).waitFor();
    assert.equal((await fieldOf(page).inputValue()).length, 500);
  });
});

/**
 * What a list of choices shows is what the page is at: also after a person picked something, and the page went on without them.
 */
import assert from "node:assert/strict";
import { test } from "node:test";

import { RESULTS } from "./answers.mjs";
import { linkOf } from "./shown.mjs";
import { chooseScan, connect, goTo, openCleanScan, openConnection, openTable, openTeam, ready } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";
import { API, GIT } from "./world.mjs";

suite("lists of choices", (world) => {
  test("after a step back and forward the open scan is the one that is named", LIMIT, async () => {
    const page = await openCleanScan(world);
    const shown = () => page.locator(".open-scan select").inputValue();
    await chooseScan(page, "scan-nightly-last-week");
    await ready(page);
    await page.waitForURL(/scan=scan-nightly-last-week/);
    await page.goBack();
    await page.locator(".clean").waitFor();
    assert.equal(await shown(), "scan-clean");
    await page.goForward();
    await ready(page);
    assert.equal(await shown(), "scan-nightly-last-week");
  });

  test("another scan is opened without anything that was set for the one before in its link", LIMIT, async () => {
    const SET = "&tab=changes&sev=high&sort=id&groups=name&upgrades=-clears&before=scan-nightly-last-week&images=ignored&change=resolved&q=a";
    const page = await openTable(world, `?scan=scan-nightly${SET}`);
    await chooseScan(page, "scan-clean");
    await page.locator(".clean").waitFor();
    const link = new URLSearchParams(await linkOf(page));
    assert.deepEqual([...link.keys()].filter((name) => !["base", "platform", "org", "repo", "team"].includes(name)), ["scan"]);
  });

  test("an id that is pasted with blanks around it is that id", LIMIT, async () => {
    const page = await openTable(world, "?scan=scan-nightly");
    await page.getByRole("tab", { name: "Changes" }).click();
    await page.locator("input[name=before]").fill(" scan-clean ");
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    await page.waitForURL((url) => url.searchParams.get("before") === "scan-clean");
    await page.locator(".open-scan input[name=scan]").fill(" scan-clean ");
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await page.locator(".clean").waitFor();
    await page.waitForURL((url) => url.searchParams.get("scan") === "scan-clean");
  });

  test("a demo's offers belong to its service: there they are made, however one gets there, and nowhere else", LIMIT, async () => {
    const page = await openTable(world);
    const offered = page.locator(".open-scan select");
    const atDemo = () => offered.waitFor();
    const elsewhere = async () => {
      await page.waitForURL(/elsewhere/);
      await page.locator(".failed, .state[role=status]").waitFor();
      assert.equal(await offered.count(), 0);
    };
    const kept = await page.evaluate(() => JSON.stringify(document.querySelector("dashboard-app").demo));
    assert.ok(kept.includes("scan-nightly") && !kept.includes(API) && !kept.includes(GIT), "tokens are the connection's alone");
    await openConnection(page);
    await connect(page, { base: `${world.origin}/elsewhere`, apiToken: "another" });
    await elsewhere();
    await page.goBack();
    await atDemo();
    await page.reload();
    await ready(page);
    await page.goForward();
    await elsewhere();
    await page.reload();
    await page.locator("dialog[open]").getByRole("button", { name: "Cancel" }).click();
    await elsewhere();
    await page.goBack();
    await atDemo();
  });

  test("the earlier scan that is picked is the one that the field names", LIMIT, async () => {
    const page = await openTable(world, "?scan=scan-nightly");
    await page.getByRole("tab", { name: "Changes" }).click();
    const field = page.locator("input[name=before]");
    await field.fill("typed-and-not-sent");
    await page.locator("select[name=earlier]").selectOption("scan-nightly-last-week");
    await ready(page);
    assert.equal(await field.inputValue(), "scan-nightly-last-week");
  });

  test("text that was typed and not sent goes when a team is picked, and the field to compare with keeps its offer", LIMIT, async () => {
    const team = await openTeam(world, world.seeded.teams[0].id);
    const typed = team.locator(".open-scan input[name=team]");
    await typed.fill("garbage");
    await team.locator(".open-scan select").selectOption(world.seeded.teams[1].id);
    await team.waitForFunction(() => document.querySelector(".open-scan input[name=team]").value === "");
    const page = await openTable(world, "?scan=scan-nightly");
    await page.getByRole("tab", { name: "Changes" }).click();
    const field = page.locator("input[name=before]");
    const compare = page.getByRole("button", { name: "Compare", exact: true });
    const offered = await field.inputValue();
    await compare.click();
    await ready(page);
    await field.fill("");
    await compare.click();
    await page.getByRole("heading", { name: "Nothing compared yet" }).waitFor();
    assert.equal(await field.inputValue(), offered);
    await compare.click();
    await ready(page);
  });

  test("the page asks for an id if there is no scan to choose from", LIMIT, async () => {
    const page = await world.newPage();
    await page.route("**/demo.json", async (route) => route.fulfill({ json: { ...(await (await route.fetch()).json()), scans: [] } }));
    await world.show(page);
    await page.getByText("No scan is open. Enter the id of a scan.").waitFor();
  });

  test("a demo offers what has an id, by its id if it has no label, and the repository that it opens among others", LIMIT, async () => {
    const page = await world.newPage();
    const { repo } = world.seeded;
    const demo = { scans: [{ id: "scan-clean" }, { label: "of nothing" }], repos: [{ id: "acme/other", label: "Another" }] };
    await page.route("**/demo.json", async (route) => route.fulfill({ json: { ...(await (await route.fetch()).json()), ...demo } }));
    await world.show(page);
    await page.locator(".clean").waitFor();
    assert.deepEqual(await page.locator(".open-scan option").allInnerTexts(), ["scan-clean"]);
    await goTo(page, "Agent history");
    await ready(page);
    const offered = await page.locator("#repos option").evaluateAll((all) => all.map(({ value, textContent }) => [value, textContent]));
    assert.deepEqual(offered, [[repo, repo], ["acme/other", "Another"]]);
  });

  test("a value that a link names twice is one filter", LIMIT, async () => {
    const page = await openTable(world, "?sev=critical&sev=critical&sev=high");
    assert.equal(await page.locator(".set-filters .pill").count(), 2);
    await page.getByRole("button", { name: "Remove filter Severity Critical" }).click();
    await page.waitForURL((url) => url.searchParams.getAll("sev").join() === "high");
  });

  test("the filters of a scan are set again in a later one with one press, until any are set", LIMIT, async () => {
    const [NOW, THEN, FLEET] = ["scan-nightly", "scan-nightly-last-week", "scan-fleet"];
    const page = await openTable(world, `?scan=${NOW}&sev=critical&fixable=yes`);
    const again = page.getByRole("button", { name: /^Use the filters of / });
    const pills = page.locator(".set-filters .pill");
    const opens = async (id) => {
      await chooseScan(page, id);
      await page.locator("h1", { hasText: new RegExp(`^${id}$`) }).waitFor();
      await ready(page);
    };
    assert.equal(await again.count(), 0);
    await opens(THEN);
    assert.equal(await pills.count(), 0);
    assert.equal(await again.innerText(), `Use the filters of ${NOW}`);
    assert.doesNotMatch(await linkOf(page), /sev=/);
    await again.focus();
    await page.keyboard.press("Enter");
    await pills.nth(1).waitFor();
    assert.equal(await again.count(), 0);
    await page.waitForFunction(() => document.activeElement.matches(".pill"));
    assert.match(await linkOf(page), /[?&]scan=scan-nightly-last-week&sev=critical&fixable=yes/);

    // From one scan to the next, until others are set; then past one that was not filtered.
    await opens(FLEET);
    assert.equal(await again.innerText(), `Use the filters of ${THEN}`);
    await page.locator("#finding-search").fill("x");
    await again.waitFor({ state: "detached" });
    await page.locator("#finding-search").fill("");
    await page.waitForFunction(() => document.querySelectorAll(".set-filters .pill").length === 0);
    assert.equal(await again.count(), 0);
    await page.locator(".tile.sev-critical").click();
    await pills.first().waitFor();
    await opens(NOW);
    await again.waitFor();
    await opens(THEN);
    assert.equal(await again.innerText(), `Use the filters of ${FLEET}`);

    // An id that does not exist lies between.
    await page.locator(".tile.sev-critical").click();
    await pills.first().waitFor();
    await page.locator(".open-scan input[name=scan]").fill("scan-nobody");
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await page.locator(".failed").waitFor();
    await opens(NOW);
    assert.equal(await again.innerText(), `Use the filters of ${THEN}`);
  });

  test("filters of a scan are not set again through another connection", LIMIT, async () => {
    const page = await openTable(world, "?scan=scan-nightly&sev=critical");
    await chooseScan(page, "scan-nightly-last-week");
    const again = page.getByRole("button", { name: /^Use the filters of / });
    await again.waitFor();
    await openConnection(page);
    await Promise.all([page.waitForResponse(RESULTS), connect(page, { gitToken: "another-token" })]);
    await again.waitFor({ state: "detached" });
    await ready(page);
    assert.equal(await again.count(), 0);
  });

  test("a filter that was cleared is not named any more, and can be picked again", LIMIT, async () => {
    const page = await openTable(world, "?view=history");
    const branch = page.locator("select[name=branch]");
    const first = await branch.locator("option").nth(1).getAttribute("value");
    const pill = page.locator(".pill", { hasText: first });
    await branch.selectOption(first);
    await branch.selectOption("");
    await branch.selectOption(first);
    await pill.waitFor();
    await page.getByRole("button", { name: "Clear all" }).click();
    await pill.waitFor({ state: "detached" });
    assert.equal(await branch.inputValue(), "");
    await branch.selectOption(first);
    await pill.waitFor();
  });

  test("the states that are compared are the ones that are named", LIMIT, async () => {
    const page = await openTeam(world, world.seeded.teams[0].id);
    const [before, after] = [page.getByLabel("Before"), page.getByLabel("After")];
    const readAgain = async (count) => {
      await page.getByRole("button", { name: "Read again" }).click();
      await before.locator("option").nth(count - 1).waitFor({ state: "attached" });
    };
    await readAgain(2);
    await before.selectOption("2");
    await before.selectOption("1");
    await readAgain(3);
    assert.deepEqual([await before.inputValue(), await after.inputValue()], ["2", "3"]);
  });
});

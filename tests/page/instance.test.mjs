/**
 * The self-hosted instance that a link names: a service may send the git token there, so nothing is sent before a person has
 * seen and accepted it, and it stands beside everything that says where a token goes.
 */
import assert from "node:assert/strict";
import { before, test } from "node:test";

import { oneLine } from "./shown.mjs";
import { connect, goTo, membersReady, openCleanScan, openConnection } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";
import { GIT } from "./world.mjs";

const EVIL = "https://evil.example";

suite("a self-hosted instance in a link", (world) => {
  let page, sent, id;
  before(async () => {
    [{ id }] = world.seeded.teams;
  });

  const link = (more = {}) => {
    const { platform, org } = world.seeded;
    return `?${new URLSearchParams({ view: "team", base: world.service.baseUrl, platform, org, team: id, host: EVIL, ...more })}`;
  };
  const open = async (query, ready) => {
    page = await world.newPage();
    sent = [];
    page.on("request", (request) => {
      if (request.method() === "POST") sent.push({ token: request.headers().authorization ?? "", body: request.postData() ?? "" });
    });
    await world.show(page, query);
    await page.locator(ready).first().waitFor();
  };
  const question = () => page.locator("#instance-title").waitFor();
  const bar = async () => oneLine(await page.locator(".connection").textContent());
  const naming = (part) => sent.filter((request) => JSON.stringify(request).includes(part));

  for (const view of ["team", "scan", "history"])
    test(`with the demo's tokens nothing is sent before it is accepted: ${view}`, LIMIT, async () => {
      await open(link({ view, scan: world.seeded.scans[0].id, repo: world.seeded.repo }), "#instance-title");
      await page.waitForTimeout(300);
      assert.deepEqual(sent, []);
      assert.match(await page.locator("main").textContent(), /evil\.example.*may\s+send your git token there.*Nothing has been sent/s);
      assert.match(await bar(), /github at evil\.example, not accepted/);
    });

  test("without it, the demo's service is asked, and hears nothing of it", LIMIT, async () => {
    await open(link(), "#instance-title");
    await page.getByRole("button", { name: "Go on without it" }).click();
    await membersReady(page);
    assert.ok(sent.some(({ token }) => token.endsWith(GIT)));
    assert.deepEqual(naming("evil"), []);
    await page.waitForFunction(() => !location.search.includes("host="));
    assert.equal(await page.evaluate(() => document.activeElement.id), "main");
    await page.goBack();
    await question();
  });

  test("once accepted it is used, named by bar and dialogs, and stays accepted on every way through the page", LIMIT, async () => {
    await open(link(), "#instance-title");
    await page.getByRole("button", { name: "Accept evil.example" }).click();
    await membersReady(page);
    assert.deepEqual(Object.keys(JSON.parse(sent[0].body)).sort(), ["github_base_url", "org", "platform", "team_id"]);
    assert.equal(JSON.parse(sent[0].body).github_base_url, EVIL);
    assert.match(await bar(), /github at evil\.example(?!, not)/);
    await page.locator(".members button.danger").first().click();
    const told = oneLine(await page.locator("dialog[open] .destination").textContent());
    assert.ok(told.includes(new URL(world.service.baseUrl).host) && told.includes("github is at evil.example"), told);
    await page.keyboard.press("Escape");
    await openConnection(page);
    assert.equal(await page.locator("dialog[open] input[name=host]").isVisible(), true);
    assert.match(await page.locator("dialog[open]").textContent(), /told that github is at\s+evil\.example/);
    await page.keyboard.press("Escape");
    for (const view of ["Container scan", "Agent history", "Team"]) {
      await goTo(page, view);
      assert.equal(await page.locator("#instance-title").count(), 0);
    }
    await membersReady(page);
    // A step is written after the frame that shows it.
    await page.waitForURL(/view=team/);
    await page.goBack();
    await page.goBack();
    await page.goForward();
    await page.goForward();
    await membersReady(page);
    assert.equal(await page.locator("#instance-title").count(), 0);
    assert.equal(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage })), "{}", "in memory only");
  });

  test("the focus goes on with the question when the dialog accepts it", LIMIT, async () => {
    await open(link(), "#instance-title");
    await page.getByRole("main").getByRole("button", { name: "Change connection" }).click();
    await connect(page);
    await membersReady(page);
    assert.equal(await page.evaluate(() => document.activeElement.id), "main");
  });

  test("a long name shows its end, which says whose it is", LIMIT, async () => {
    await open(link({ host: `https://github.com.${"a.".repeat(90)}evil.example` }), "#instance-title");
    assert.match(await bar(), /github at ….*\.evil\.example/);
    assert.match(await page.locator("main b.mono").last().textContent(), /^….*\.evil\.example$/);
  });

  test("an instance accepted for one service and platform is not accepted for another", LIMIT, async () => {
    await open(link(), "#instance-title");
    await page.getByRole("button", { name: "Accept evil.example" }).click();
    await membersReady(page);
    const other = link({ platform: "gitlab" });
    await page.evaluate((query) => {
      history.pushState(null, "", query);
      dispatchEvent(new PopStateEvent("popstate"));
    }, other);
    await question();
    assert.match(await bar(), /gitlab at evil\.example, not accepted/);
    assert.deepEqual(naming("gitlab"), []);
  });

  test("the cloud goes with scans alone", LIMIT, async () => {
    await open(link({ host: "", cloud: "gcp" }), ".members tbody tr");
    assert.deepEqual(Object.keys(JSON.parse(sent[0].body)).sort(), ["org", "platform", "team_id"]);
  });

  test("the platform named with an instance follows the one that is chosen", LIMIT, async () => {
    const page = await openCleanScan(world);
    await openConnection(page);
    const dialog = page.locator("dialog[open]");
    await dialog.locator("summary").click();
    await dialog.locator("input[name=host]").fill("https://git.example");
    await dialog.locator("select[name=platform]").selectOption("gitlab");
    await dialog.locator(".note", { hasText: "It is told that gitlab is at git.example, and may use the git token there." }).waitFor();
  });
});

suite("a self-hosted instance in a link, without a demo", { demo: null }, (world) => {
  test("the dialog that asks for tokens shows it; it is used only after that, and not if it was emptied", LIMIT, async () => {
    const { platform, org, teams } = world.seeded;
    const query = new URLSearchParams({ view: "team", base: world.service.baseUrl, platform, org, team: teams[0].id, host: EVIL });
    const page = await world.open(`?${query}`);
    const sent = [];
    page.on("request", (request) => request.method() === "POST" && sent.push(request.postData() ?? ""));
    const dialog = page.locator("dialog[open]");
    await dialog.waitFor();
    assert.equal(await dialog.locator("details").evaluate((one) => one.open), false);
    assert.equal(await dialog.locator("input[name=host]").isVisible(), true);
    assert.match(await dialog.textContent(), /told that github is at\s+evil\.example/);
    await dialog.locator("input[name=gitToken]").fill(GIT);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.locator("#instance-title").waitFor();
    assert.deepEqual(sent, []);
    await openConnection(page);
    await dialog.locator("input[name=host]").fill("");
    assert.doesNotMatch(await dialog.textContent(), /evil/);
    await dialog.locator("input[name=host]").fill(EVIL);
    await connect(page, { gitToken: GIT });
    await membersReady(page);
    assert.equal(JSON.parse(sent[0]).github_base_url, EVIL);
    await openConnection(page);
    await dialog.locator("input[name=host]").fill("");
    sent.length = 0;
    await connect(page);
    await page.waitForFunction(() => !location.search.includes("host="));
    await membersReady(page);
    assert.ok(sent.length > 0 && sent.every((body) => !body.includes("evil")), sent.join(" "));
  });
});

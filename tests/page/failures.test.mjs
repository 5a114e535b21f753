/**
 * Failures as a person meets them: which token, what is not found, offline and back, a policy in the way, no connection yet.
 */
import assert from "node:assert/strict";
import { before, beforeEach, test } from "node:test";

import { answerWith, GET_TEAM, HISTORY, hold, mend, refusal, reply, RESULTS, sentBy } from "./answers.mjs";
import { addressOf, drawn, oneLine } from "./shown.mjs";
import { chooseScan, connect, goTo, openCleanScan, ready } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";
import { API, GIT } from "./world.mjs";

suite("failures", (world) => {
  let demo;
  before(() => {
    demo = JSON.parse(world.texts["/demo.json"]);
  });
  beforeEach(() => demoIs({}));

  const demoIs = (part) => {
    world.texts["/demo.json"] = JSON.stringify({ ...demo, ...part });
  };
  const alert = async (page) => {
    await page.locator("[role=alert]").waitFor();
    return page.locator("[role=alert]").textContent();
  };

  test("a refused API token is named as such, and can be changed in the dialog", LIMIT, async () => {
    demoIs({ apiToken: "wrong-token-of-this-test" });
    const page = await world.open();
    const text = await alert(page);
    assert.match(text, /refused the API token/);
    assert.match(text, /status 401/);
    assert.doesNotMatch(text, /wrong-token-of-this-test/);
    await page.locator("[role=alert]").getByRole("button", { name: "Change connection" }).click();
    // The dialog begins at what was refused, and does not advise to keep it.
    const field = page.locator("dialog[open] input[name=apiToken]");
    assert.deepEqual(await field.evaluate((input) => [document.activeElement === input, input.ariaInvalid, input.placeholder]), [true, "true", ""]);
    assert.equal(await page.locator("#apiToken-problem").innerText(), "The service refused this token.");
    assert.match(await page.locator("dialog[open] input[name=gitToken]").getAttribute("placeholder"), /leave empty to keep/);
    const base = page.locator("dialog[open] input[name=base]");
    const present = await base.inputValue();
    await base.fill("https://other.example");
    assert.equal(await page.locator("#apiToken-problem").count(), 0, "what one service refused is not told of another");
    await base.fill(present);
    await connect(page, { apiToken: API, gitToken: GIT });
    await ready(page);
    assert.doesNotMatch(await addressOf(page), new RegExp(API));
  });

  for (const [noun, operation, query] of [
    ["scan", RESULTS, "?scan=scan-of-nobody"],
    ["history", HISTORY, "?view=history&repo=nobody/nothing"],
    ["team", GET_TEAM, "?view=team&team=11111111-1111-4111-8111-111111111111"],
  ])
    test(`a name that failed can be opened again where it is entered: ${noun}`, LIMIT, async () => {
      const page = await world.newPage();
      await answerWith(page, operation, refusal(404, `${noun} not found`));
      await world.show(page, query);
      await alert(page);
      const again = page.waitForRequest(operation);
      await page.getByRole("button", { name: "Open", exact: true }).click();
      await again;
      await alert(page);
    });

  test("a refused git token is named as such", LIMIT, async () => {
    demoIs({ gitToken: "wrong-token-of-this-test" });
    const page = await world.open("?view=team");
    assert.match(await alert(page), /refused the git token/);
  });

  for (const [view, token, shown] of [
    ["scan", "apiToken", "API token"],
    ["history", "apiToken", "API token"],
    ["team", "gitToken", "git token"],
  ]) {
    test(`without its token the ${view} view says which one it wants`, LIMIT, async () => {
      demoIs({ [token]: "" });
      const page = await world.open(`?view=${view}`);
      const state = page.locator(".state[role=status]");
      assert.match(await state.textContent(), new RegExp(`${shown} is needed.*Nothing was sent`, "s"));
      assert.equal(await page.locator(".failed").count(), 0, "it is no failure");
      await state.getByRole("button", { name: `Enter the ${shown}` }).click();
      await page.locator(`dialog[open] input[name=${token}]`).waitFor();
    });
  }

  test("a wrong entry is corrected where it was entered: no other connection is offered for it", LIMIT, async () => {
    for (const [query, words] of [
      ["?view=team&team=Payments", /The team id must be a UUID\. Nothing was sent/],
      ["?view=history&repo=payments", /cannot be sent.*The repository .*Nothing was sent/s],
    ]) {
      const page = await world.open(query);
      assert.match(await alert(page), words);
      assert.equal(await page.locator("[role=alert] button").count(), 0);
    }
    demoIs({ org: "" });
    const page = await world.open();
    assert.match(await alert(page), /The organisation .*Nothing was sent/s);
    assert.deepEqual(await page.locator("[role=alert] button").allInnerTexts(), ["Change connection"]);
  });

  test("an unknown scan says so, in the service's words too", LIMIT, async () => {
    const page = await world.open("?scan=scan-of-nobody");
    const text = await alert(page);
    assert.match(text, /Not found/);
    assert.match(text, /scan not found/);
    assert.match(text, /status 404/);
  });

  for (const [name, query] of [
    ["scan", "?scan=scan-of-nobody"],
    ["earlier scan", "?scan=scan-nightly&tab=changes&before=scan-of-nobody"],
    ["history", "?view=history&repo=not-a-repository"],
  ])
    test(`after a failure only the alert speaks, and nothing says that loading goes on: ${name}`, LIMIT, async () => {
      const page = await world.open(query);
      await alert(page);
      // What is announced comes with the next frame.
      await drawn(page);
      await drawn(page);
      assert.equal(await page.locator("dashboard-app > [role=status]").textContent(), "");
    });

  test("a view that was left while it loaded no longer announces that it loads", LIMIT, async () => {
    const page = await openCleanScan(world);
    const said = page.locator("dashboard-app > [role=status]");
    const release = await hold(page, RESULTS);
    // A team is announced only once it is read.
    const releaseTeam = await hold(page, GET_TEAM);
    await chooseScan(page, "scan-nightly");
    await said.getByText("Loading the scan", { exact: true }).waitFor();
    await goTo(page, "Team");
    await page.waitForFunction(() => document.querySelector("dashboard-app > [role=status]").textContent === "");
    await page.goBack();
    await said.getByText("Loading the scan", { exact: true }).waitFor();
    release();
    releaseTeam();
    await ready(page);
  });

  test("a permission that is missing names the permission", LIMIT, async () => {
    const page = await openCleanScan(world);
    await answerWith(page, RESULTS, refusal(403, "insufficient scope"));
    await chooseScan(page, "scan-nightly");
    const text = await alert(page);
    assert.match(text, /lacks a permission/);
    assert.match(text, /view_cloud_security: read/);
  });

  test("the page says that it is offline, and recovers when the connection is back", LIMIT, async () => {
    const page = await openCleanScan(world);
    await page.context().setOffline(true);
    await page.locator(".offline").waitFor();
    assert.equal(oneLine(await page.locator(".offline").innerText()), "You are offline. What was loaded stays; what you open now is read once you are back.");
    await chooseScan(page, "scan-nightly");
    await alert(page);
    const said = oneLine(await page.locator("[role=alert]").innerText());
    assert.match(said, /^You are offline The scan could not be opened\. The page tries again as soon as the connection is back\. network/);
    assert.equal(await page.getByRole("button", { name: "Try again" }).getAttribute("class"), "", "no try can work now");
    await page.context().setOffline(false);
    await ready(page);
    assert.equal(await page.locator(".offline").count(), 0);
  });

  test("a comparison that failed offline is made when the connection is back", LIMIT, async () => {
    const page = await world.open("?tab=changes");
    await page.locator(".state", { hasText: "Nothing compared yet" }).waitFor();
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    assert.match(await alert(page), /You are offline.*The page tries again as soon as the connection is back/s);
    await page.context().setOffline(false);
    await page.locator(".change-kinds").waitFor();
  });

  test("a failure keeps the reason that it had, whatever becomes of the connection", LIMIT, async () => {
    const page = await openCleanScan(world);
    await answerWith(page, RESULTS, null);
    await chooseScan(page, "scan-nightly");
    assert.match(await alert(page), /The service did not answer/);
    await page.context().setOffline(true);
    await page.locator(".offline").waitFor();
    assert.match(await alert(page), /The service did not answer/);
  });

  test("a fault of the service can be tried again", LIMIT, async () => {
    const page = await openCleanScan(world);
    await answerWith(page, RESULTS, refusal(503, "down"));
    await chooseScan(page, "scan-nightly");
    assert.match(await alert(page), /The service failed/);
    await mend(page);
    await page.getByRole("button", { name: "Try again" }).click();
    await ready(page);
  });

  const connectElsewhere = async (base) => {
    const page = await world.open(`?base=${encodeURIComponent(base)}&org=${world.seeded.org}&scan=scan-nightly`);
    await connect(page, { apiToken: API });
    return page;
  };

  test("a connection that the page's own policy forbids is explained as that", LIMIT, async () => {
    const page = await connectElsewhere("http://127.0.0.1:9");
    assert.match(await alert(page), /may not connect there.*connect-src/s);
    // However long the page stands: it is drawn again each second.
    await page.clock.setFixedTime(Date.now() + 60_000);
    await page.waitForTimeout(1_500);
    assert.match(await alert(page), /may not connect there.*connect-src/s);
    await world.close(/connect-src|Content Security Policy/);
  });

  test("a link with a base URL that cannot be one is refused before anything is sent", LIMIT, async () => {
    const page = await world.newPage();
    const sent = sentBy(page);
    await world.show(page, `?base=${encodeURIComponent("ftp://service.example")}&org=${world.seeded.org}&scan=scan-nightly`);
    const failed = page.locator("main [role=alert]");
    await failed.waitFor();
    assert.match(await failed.textContent(), /cannot be sent.*The base URL must begin.*Nothing was sent/s);
    assert.deepEqual(sent, []);
  });

  test("a module that does not load is reported, and can be tried again", LIMIT, async () => {
    let blocked = true;
    const page = await world.newPage();
    await page.route("**/*.wasm", (route) => (blocked ? route.abort() : route.continue()));
    await world.show(page);
    assert.match(await alert(page), /WebAssembly module did not load/);
    blocked = false;
    await page.getByRole("button", { name: "Try again" }).press("Enter");
    await ready(page);
    assert.equal(await page.evaluate(() => document.activeElement.id), "main", "the button went, and the focus is in the page");
    await world.close(/Failed to load resource.*\.wasm$/);
  });

  test("a link to another service gets none of the demo's tokens", LIMIT, async () => {
    const page = await world.newPage();
    const sent = sentBy(page);
    await world.show(page, `?base=${encodeURIComponent(`${world.service.baseUrl}/elsewhere`)}&org=example-org&scan=scan-nightly`);
    await page.locator("dialog[open]").waitFor();
    assert.match(await page.locator(".connection").textContent(), /no token/);
    assert.deepEqual(sent, []);
  });

  test("a demo that cannot be read is reported in the console, and the page asks for its connection", LIMIT, async () => {
    const page = await world.newPage();
    const warned = page.waitForEvent("console", (message) => message.type() === "warning");
    await page.route("**/demo.json", (route) => route.fulfill({ contentType: "application/json", body: '{ "baseUrl": "/", "apiToken": secret-token }' }));
    await world.show(page, "");
    assert.equal((await warned).text(), "demo.json could not be read, so the page goes on without it.");
    await page.locator("dialog[open] input[name=base]").waitFor();
  });

  test("without a demo the page asks for its connection", LIMIT, async () => {
    delete world.texts["/demo.json"];
    const page = await world.open();
    await connect(page, { base: world.service.baseUrl, org: world.seeded.org, apiToken: API });
    await page.locator("input[name=scan]").fill("scan-nightly");
    await page.getByRole("button", { name: "Open" }).click();
    await ready(page);
    const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie);
    assert.equal(stored, "{}", "nothing is stored");
    assert.doesNotMatch(await addressOf(page), new RegExp(API));
  });

  test("an export that failed says so, and its failure is put away", LIMIT, async () => {
    const page = await world.newPage();
    await page.addInitScript(() => {
      const { set } = Uint8Array.prototype;
      Uint8Array.prototype.set = function (given, at) {
        if (new TextDecoder().decode(Uint8Array.from(given.slice(0, 4))) === "uid,") throw new RangeError("Array buffer allocation failed");
        return set.call(this, given, at);
      };
    });
    await world.show(page, "?scan=scan-nightly");
    await ready(page);
    await page.locator("main .menu summary").click();
    await page.getByRole("button", { name: "CSV", exact: true }).click();
    assert.match(oneLine(await page.locator("main [role=alert]").innerText()), /The file would be larger than this page can make The export failed\. Filter the findings/);
    await page.getByRole("button", { name: "Close", exact: true }).press("Enter");
    await page.locator("main [role=alert]").waitFor({ state: "detached" });
    assert.equal(await page.evaluate(() => document.activeElement.id), "scan-tab-findings");
    await ready(page);
  });

  test("a file that fails when another scan is shown is no failure of that", LIMIT, async () => {
    const page = await world.newPage();
    await page.addInitScript(() => {
      const { Blob: Own } = globalThis;
      let isNext = false;
      globalThis.Blob = class extends Own {
        constructor(...given) {
          super(...given);
          isNext = globalThis.release === undefined;
          if (!globalThis.isFull) return;
          globalThis.hasFailed = true;
          throw new RangeError("Array buffer allocation failed");
        }
      };
      // The turn that follows the first piece comes when it is let go of.
      const post = scheduler.postTask.bind(scheduler);
      scheduler.postTask = (step) => {
        if (!isNext) return post(step);
        isNext = false;
        return new Promise((resolve) => (globalThis.release = () => resolve(post(step))));
      };
    });
    await world.show(page, "?scan=scan-fleet");
    await ready(page);
    await page.locator("main .menu summary").click();
    await page.getByRole("button", { name: "SARIF", exact: true }).click();
    await page.waitForFunction(() => globalThis.release !== undefined);
    await chooseScan(page, "scan-nightly");
    await page.getByRole("heading", { name: "scan-nightly" }).waitFor();
    await ready(page);
    await page.evaluate(() => {
      globalThis.isFull = true;
      globalThis.release();
    });
    await page.waitForFunction(() => globalThis.hasFailed);
    await drawn(page);
    assert.equal(await page.locator("main [role=alert]").count(), 0);
  });

  test("a host that answers every path with its page is no demo, and no failure", LIMIT, async () => {
    const page = await world.newPage();
    await page.route("**/demo.json", (route) => reply(route, { status: 200, contentType: "text/html", body: "<!doctype html>" }));
    await world.show(page);
    await page.locator("dialog[open] input[name=base]").waitFor();
    assert.equal(await page.locator(".failed").count(), 0);
  });
});

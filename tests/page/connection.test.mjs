/**
 * The connection dialog: which tokens stay and which go, and an invalid address is refused where it is entered.
 */
import assert from "node:assert/strict";
import { test } from "node:test";

import { hold, json, reply, sentBy } from "./answers.mjs";
import { addressOf, oneLine, tooWide } from "./shown.mjs";
import { connect, goTo, membersReady, openConnection, openTable, ready } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";
import { API, GIT } from "./world.mjs";

suite("connection", (world) => {
  let page;

  const open = async (query) => {
    page = await openTable(world, query);
  };
  const change = async (fields) => {
    await openConnection(page);
    await connect(page, fields);
  };
  const bar = async () => (await page.locator(".connection .note").textContent()).trim();
  const tokensSent = () => {
    const sent = [];
    page.on("request", (request) => {
      const token = request.headers().authorization;
      if (token !== undefined) sent.push(`${new URL(request.url()).pathname.split("/").at(-1)} ${token.split(" ").at(-1)}`);
    });
    return sent;
  };

  test("an empty field keeps its own token on the same service", LIMIT, async () => {
    await open("?view=history");
    await page.getByRole("button", { name: "Change connection", exact: true }).waitFor();
    const sent = tokensSent();
    await change({ apiToken: API });
    await ready(page);
    assert.equal(await bar(), "API + git token");
    await goTo(page, "Team");
    await membersReady(page);
    assert.ok(sent.includes(`get ${GIT}`), "the git token that nobody replaced");
  });

  test("another service gets the tokens that were typed, and no other", LIMIT, async () => {
    await open();
    const sent = tokensSent();
    await openConnection(page);
    const git = page.locator("dialog input[name=gitToken]");
    assert.match(await git.getAttribute("placeholder"), /leave empty to keep/);
    await page.locator("dialog input[name=base]").fill(`${world.service.baseUrl}/elsewhere`);
    assert.equal(await git.getAttribute("placeholder"), "", "nothing is kept for another service");
    await connect(page, { apiToken: "typed-for-the-other" });
    await page.locator("[role=alert]").waitFor();
    assert.equal(await bar(), "API token");
    assert.ok(sent.includes("results typed-for-the-other"), sent.join());
    assert.deepEqual(sent.filter((text) => text.endsWith(API) || text.endsWith(GIT)), []);
  });

  test("a long host shows its end, which says whose it is", LIMIT, async () => {
    const host = `analysis.example.com.${"a".repeat(60)}.${"b".repeat(60)}.evil.example`;
    page = await world.newPage({ viewport: { width: 1440, height: 900 } });
    await world.show(page, `?${new URLSearchParams({ view: "team", base: `https://${host}`, org: "example-org", platform: "github", host: "https://github.example.com" })}`);
    await page.locator("dialog[open]").waitFor();
    assert.match(await page.locator("dialog .note b.mono").first().textContent(), /^….*\.evil\.example$/);
    const room = (selector) => page.evaluate((selector) => {
      const { scrollWidth, clientWidth } = document.querySelector(selector);
      return scrollWidth - clientWidth;
    }, selector);
    assert.equal(await room("dialog[open]"), 0, "all of it is in the dialog");
    await page.locator("dialog[open]").getByRole("button", { name: "Cancel" }).click();
    assert.match(await page.locator(".connection .host").textContent(), /^….*\.evil\.example$/);
    // Where there is less room still, the style sheet cuts the front too.
    for (const width of [1440, 1241, 1240, 1100, 981, 980, 800, 701, 360]) {
      await page.setViewportSize({ width, height: 900 });
      const { over, parts } = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        const box = (node) => node.getBoundingClientRect();
        const parts = [...document.querySelectorAll(".connection .path")].map((node) => {
          const text = [...node.querySelector("bdi").childNodes].find(({ nodeType }) => nodeType === Node.TEXT_NODE);
          const last = document.createRange();
          last.setStart(text, text.length - 12);
          last.setEnd(text, text.length);
          const [end, around] = [box(last), box(node)];
          return { isIn: end.right <= around.right + 1 && end.left >= around.left - 1, isWide: end.width > 60 };
        });
        return { over: scrollWidth > clientWidth, parts };
      });
      assert.deepEqual({ over, parts }, { over: false, parts: Array(2).fill({ isIn: true, isWide: true }) }, `the ends are in sight at ${width}`);
    }
  });

  test("the focus begins where something is missing, and is not lost when the dialog is closed", LIMIT, async () => {
    const focused = () => page.evaluate(() => document.activeElement.getAttribute("name"));
    const elsewhere = `base=${encodeURIComponent(`${world.service.baseUrl}/elsewhere`)}`;
    for (const [query, name] of [
      [`?${elsewhere}`, "org"],
      [`?${elsewhere}&org=example-org&scan=scan-nightly`, "apiToken"],
      [`?${elsewhere}&org=example-org&view=team`, "gitToken"],
    ]) {
      page = await world.open(query);
      await page.locator("dialog[open]").waitFor();
      assert.equal(await focused(), name, query);
    }
    await page.keyboard.press("Escape");
    await page.locator("dialog[open]").waitFor({ state: "detached" });
    await page.waitForFunction(() => document.activeElement.id === "main");
  });

  test("the page asks for the git token if that is what the history sends", LIMIT, async () => {
    await open("?view=history");
    await openConnection(page);
    await page.locator("dialog[open] summary").click();
    await page.locator("dialog[open] select[name=historyAuth]").selectOption("git");
    await connect(page);
    await ready(page);
    await openConnection(page);
    await page.getByRole("button", { name: "Forget tokens" }).click();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Enter the git token" }).click();
    await page.locator("dialog[open]").waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute("name")), "gitToken");
    const forget = page.getByRole("button", { name: "Forget tokens" });
    assert.equal(await forget.count(), 0, "there is none to forget");
    await connect(page, { gitToken: GIT });
    await openConnection(page);
    await forget.waitFor();
  });

  test("the page says so if the history sends no token and the service wants one", LIMIT, async () => {
    await open("?view=history");
    await openConnection(page);
    await page.locator("dialog[open] summary").click();
    await page.locator("dialog[open] select[name=historyAuth]").selectOption("none");
    await connect(page);
    const told = page.getByRole("alert");
    await told.waitFor();
    assert.match(await told.innerText(), /wants a token.*carried none/s);
  });

  test("the demo says which token agent history sends, in words that the page knows", LIMIT, async () => {
    for (const [historyAuth, token] of [["git", `Bearer ${GIT}`], ["none", undefined], ["every", `Bearer ${API}`]]) {
      page = await world.newPage();
      await page.route("**/demo.json", (route) => reply(route, json({ ...JSON.parse(world.texts["/demo.json"]), historyAuth })));
      const request = page.waitForRequest((one) => one.method() === "POST" && one.url().endsWith("/history"));
      await world.show(page, "?view=history");
      assert.equal((await request).headers().authorization, token, historyAuth);
    }
  });

  test("a base URL that cannot be one is refused in the dialog, in the page's words, and nothing is changed", LIMIT, async () => {
    await open();
    await page.waitForURL(/base=/);
    const before = await addressOf(page);
    await change({ base: "ftp://service.example", apiToken: "typed-before" });
    const problem = page.locator("dialog[open] [role=alert]");
    await page.waitForFunction(() => document.querySelector("#base-problem")?.textContent !== "");
    const text = await problem.textContent();
    assert.match(text, /^The base URL must begin with https:\/\/.*Nothing was sent\./s);
    assert.doesNotMatch(text, /ftp|service\.example|baseUrl/);
    assert.equal(await page.evaluate(() => document.activeElement.name), "base");
    assert.equal(await page.locator("dialog input[name=apiToken]").inputValue(), "typed-before", "what was typed is still there");
    assert.equal(await addressOf(page), before);
    const promise = async () => oneLine(await page.locator("dialog .note", { hasText: "Tokens" }).innerText());
    for (const base of ["notaurl", "mailto:somebody"]) {
      await page.locator("dialog input[name=base]").fill(base);
      assert.match(await promise(), /^Tokens stay in this page's memory/, "nothing is promised of what has no host");
    }
    await page.locator("dialog input[name=base]").fill(world.service.baseUrl);
    assert.match(await promise(), /^Tokens are sent to 127\.0\.0\.1:\d+ only/);
    assert.equal(await problem.isVisible(), false);
    await connect(page, { apiToken: API });
    await ready(page);
  });

  test("an invalid token, organisation or instance is refused where it is entered, and the present one stays", LIMIT, async () => {
    await open();
    await openConnection(page);
    const dialog = page.locator("dialog[open]");
    const problem = dialog.locator("[role=alert]");
    for (const [name, given, wanted] of [
      ["gitToken", "Bearer abc", /^The git token must be .*Nothing was sent\.$/s],
      ["apiToken", "ghp_0123456789012345678901234567890123456", /^The API token looks like .*Nothing was sent\.$/s],
      ["org", "x".repeat(3000), /^The organisation is too long\. Nothing was sent\.$/],
      ["host", "not a url", /^The self-hosted URL must .*Nothing was sent\.$/s],
    ]) {
      const field = dialog.locator(`input[name=${name}]`);
      const before = await field.inputValue();
      const fold = (open) => field.evaluate((input, isOpen) => input.closest("details")?.toggleAttribute("open", isOpen), open);
      await fold(true);
      await field.fill(given);
      await fold(false);
      await connect(page);
      assert.match(oneLine(await problem.textContent()), wanted, name);
      assert.equal(await page.evaluate(() => document.activeElement.name), name);
      assert.equal(await field.getAttribute("aria-invalid"), "true");
      await field.fill(before);
      assert.equal(await problem.count(), 0, "while it is corrected");
    }
    await dialog.locator("input[name=org]").fill("   ");
    await dialog.getByRole("button", { name: "Connect" }).click();
    assert.equal(await dialog.locator("input[name=org]:invalid").count(), 1);
    await page.keyboard.press("Escape");
    await ready(page);
    await goTo(page, "Team");
    await membersReady(page);
  });

  test("the cloud of the link goes with the question", LIMIT, async () => {
    const page = await world.newPage();
    const asked = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/results"));
    const { platform, org } = world.seeded;
    await world.show(page, `?scan=scan-nightly&base=${encodeURIComponent(world.service.baseUrl)}&platform=${platform}&org=${org}&cloud=aws`);
    assert.deepEqual((await asked).postDataJSON(), { platform, org, scan_id: "scan-nightly", cloud: "aws" });
  });

  test("so does the cloud that the demo names", LIMIT, async () => {
    const page = await world.newPage();
    await page.route("**/demo.json", (route) => reply(route, json({ ...JSON.parse(world.texts["/demo.json"]), cloud: "gcp" })));
    const asked = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/results"));
    await world.show(page);
    assert.equal((await asked).postDataJSON().cloud, "gcp");
  });

  test("the bar names the service, the organisation and the tokens that are set", LIMIT, async () => {
    await open();
    const parts = await Promise.all([".host", ".org", ".note"].map((part) => page.locator(`.connection ${part}`).innerText()));
    assert.deepEqual(parts.map((text) => text.trim()), [new URL(world.service.baseUrl).host, world.seeded.org, "API + git token"]);
  });

  test("a service on the page's own host is asked there, and called that", LIMIT, async () => {
    const page = await world.newPage();
    await page.route("**/demo.json", (route) => reply(route, json({ ...JSON.parse(world.texts["/demo.json"]), baseUrl: "/service" })));
    await page.route("**/service/**", async (route) => {
      const url = route.request().url().replace(`${world.origin}/service`, world.service.baseUrl);
      await route.fulfill({ response: await route.fetch({ url }) });
    });
    await world.show(page, "?scan=scan-nightly");
    await ready(page);
    assert.equal(await page.locator(".connection .host").innerText(), "this page's host/service");
    await openConnection(page);
    assert.match(await page.locator("dialog[open] .note").first().innerText(), /^Tokens are sent to this page's host\/service only/);
  });

  test("a page that names nothing asks for nothing, and says what to enter", LIMIT, async () => {
    const page = await world.newPage();
    const asked = sentBy(page);
    await page.route("**/demo.json", (route) => reply(route, json({ ...JSON.parse(world.texts["/demo.json"]), repo: "", scans: [], teams: [] })));
    for (const [view, words] of [
      ["scan", "No scan is open. Enter the id of a scan."],
      ["history", "Enter a repository as owner/repository."],
      ["team", "Enter the id of a team."],
    ]) {
      await world.show(page, `?view=${view}`);
      await page.locator("main .state", { hasText: words }).waitFor();
    }
    assert.deepEqual(asked, []);
  });

  test("on a narrow screen the top bar says which tokens are set", LIMIT, async () => {
    page = await world.open("?view=team", { viewport: { width: 390, height: 844 } });
    await membersReady(page);
    assert.equal(await page.locator(".connection .note").isVisible(), true);
    assert.equal((await page.locator(".connection .note").innerText()).trim(), "API + git token");
    assert.ok((await tooWide(page)) <= 0);
  });
});

suite("connection, without a demo", { demo: null }, (world) => {
  test("a step back to where no service was named keeps the connection, and links name it", LIMIT, async () => {
    const { platform, org, scans } = world.seeded;
    const page = await world.open(`?scan=${scans[0].id}`);
    await connect(page, { base: world.service.baseUrl, org, apiToken: API });
    await ready(page);
    await page.waitForURL(/base=/);
    await page.goBack();
    await page.waitForURL((url) => !url.search.includes("base="));
    await ready(page);
    const link = new URLSearchParams(await page.getByRole("link", { name: "Team", exact: true }).getAttribute("href"));
    assert.deepEqual([link.get("base"), link.get("platform"), link.get("org")], [world.service.baseUrl, platform, org]);
  });

  test("after the first Connect the focus is in the page", LIMIT, async () => {
    const page = await world.open(`?view=team&team=${world.seeded.teams[0].id}`);
    const dialog = page.locator("dialog[open]");
    await dialog.waitFor();
    await dialog.locator("input[name=base]").fill(world.service.baseUrl);
    await dialog.locator("input[name=org]").fill(world.seeded.org);
    await dialog.locator("input[name=apiToken]").fill(API);
    await dialog.locator("input[name=gitToken]").fill(GIT);
    await page.keyboard.press("Enter");
    await membersReady(page);
    assert.notEqual(await page.evaluate(() => document.activeElement.tagName), "BODY");
  });

  const starting = async (query) => {
    const page = await world.newPage();
    const start = await hold(page, "**/demo.json");
    await world.show(page, query);
    await openConnection(page);
    return { page, start };
  };

  test("what is typed while the page starts stays in its field", LIMIT, async () => {
    const { page, start } = await starting("?scan=scan-nightly");
    const dialog = page.locator("dialog[open]");
    await dialog.locator("input[name=base]").fill(world.service.baseUrl);
    await dialog.locator("input[name=apiToken]").click();
    await page.keyboard.type("one-");
    start();
    await page.locator("main progress[aria-label=Starting]").waitFor({ state: "detached" });
    await page.keyboard.type("two");
    const values = await Promise.all(["base", "apiToken"].map((name) => dialog.locator(`input[name=${name}]`).inputValue()));
    assert.deepEqual(values, [world.service.baseUrl, "one-two"]);
  });

  test("a step back while the page starts does not answer what it asks", LIMIT, async () => {
    const page = await world.newPage();
    const start = await hold(page, "**/demo.json");
    await world.show(page, `?base=${encodeURIComponent(world.service.baseUrl)}&scan=scan-nightly`);
    await goTo(page, "Team");
    await page.goBack();
    await page.waitForURL(/scan=scan-nightly/);
    start();
    await page.locator("connection-dialog dialog:modal").waitFor();
  });

  test("who connects while the page starts is not asked again", LIMIT, async () => {
    const { page, start } = await starting("?scan=scan-nightly");
    await connect(page, { base: world.service.baseUrl, org: world.seeded.org, apiToken: API });
    await page.locator("dialog[open]").waitFor({ state: "detached" });
    start();
    await ready(page);
    assert.equal(await page.locator("dialog[open]").count(), 0);
  });
});

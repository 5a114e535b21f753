/**
 * A scan that is still running: never shown as zero, waited for, and turned into results without being asked.
 */
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { before, test } from "node:test";

import { scratchFolder } from "../harness/scratch.mjs";
import { answerWith, changeAnswer, hold, json, mend, reply, RESULTS } from "./answers.mjs";
import { oneLine, rowCount } from "./shown.mjs";
import { chooseScan, connect, goTo, openCleanScan, openConnection, ready, rowAt } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";
import { API } from "./world.mjs";

const REPORT = {
  SchemaVersion: 2,
  ArtifactName: "registry.example/late:1",
  ArtifactType: "container_image",
  Results: [
    {
      Target: "late (debian 12)",
      Class: "os-pkgs",
      Type: "debian",
      Vulnerabilities: ["CVE-2024-0001", "CVE-2024-0002", "CVE-2024-0003"].map((VulnerabilityID) => ({
        VulnerabilityID,
        PkgName: "late",
        InstalledVersion: "1.0",
        Severity: "HIGH",
      })),
    },
  ],
};

suite("a running scan", (world) => {
  let file;
  before(async () => {
    file = join(scratchFolder(), "late.json");
    await writeFile(file, JSON.stringify(REPORT));
  });

  const importRunning = (id, seconds) =>
    world.database.run(
      "import",
      "trivy",
      file,
      "--platform",
      world.seeded.platform,
      "--org",
      world.seeded.org,
      "--scan-id",
      id,
      "--running-for",
      String(seconds),
    );

  test("says that it runs, shows no zero, and becomes results by itself", LIMIT, async () => {
    await importRunning("scan-late", 6);
    const page = await world.open("?scan=scan-late");
    await page.getByRole("heading", { name: "This scan is still running" }).waitFor();
    const text = await page.locator("main").textContent();
    assert.match(text, /Running/);
    assert.match(text, /Started/);
    assert.match(text, /Checked \d+ times?, last/);
    assert.deepEqual(new Set(await page.locator(".tile .count").allTextContents()), new Set(["–"]));
    await ready(page);
    assert.equal(await rowCount(page), 3);
  });

  /** A scan that runs until it is said to be done, and how often it was asked for. */
  const openRunning = async () => {
    const page = await world.newPage();
    const scan = { page, runs: true, asked: 0, answer: json({ ...head, status: "running" }) };
    await page.route(RESULTS, (route) => {
      scan.asked += 1;
      return scan.runs ? reply(route, scan.answer) : route.continue();
    });
    await world.show(page, "?scan=scan-nightly");
    return scan;
  };
  const isWhole = async (page) => {
    await ready(page);
    assert.equal(await rowCount(page), (await world.rawScan("scan-nightly")).findings.length);
  };

  const answered = async (answer) => {
    const page = await openCleanScan(world);
    await answerWith(page, RESULTS, json(answer));
    await chooseScan(page, "scan-nightly");
    return page;
  };
  const head = { scan_id: "scan-nightly", created_at: "2026-01-02T03:04:05Z", completed_at: "2026-01-02T03:05:05Z", repositories: [] };

  test("a status that the interface does not name is quoted, and never shown as success", LIMIT, async () => {
    const page = await answered({ ...head, status: "paused by hand" });
    await page.getByRole("heading", { name: "paused by hand" }).waitFor();
    assert.equal(await page.locator(".status.done").count(), 0);
    assert.equal(await page.locator(".status.unsure").count(), 1);
    assert.deepEqual(new Set(await page.locator(".tile .count").allTextContents()), new Set(["–"]));
  });

  test("a completed scan without a list of findings is not a clean one", LIMIT, async () => {
    const page = await answered({ ...head, status: "completed" });
    await page.getByRole("heading", { name: "no list of findings" }).waitFor();
    assert.equal(await page.locator(".clean, .status.done").count(), 0);
  });

  for (const status of ["running", "stopped by hand"]) {
    test(`an empty list with the status “${status}” is neither zero nor clean, and can be asked for again`, LIMIT, async () => {
      const page = await answered({ ...head, status, completed_at: null, findings: [] });
      await page.getByRole("heading", { name: "does not say that it has completed" }).waitFor();
      assert.deepEqual(new Set(await page.locator(".tile .count").allTextContents()), new Set(["–"]));
      assert.equal(await page.locator(".clean, .status.done, .figures").count(), 0);
      const text = (await page.locator(".scan-head, scan-view > .state").allInnerTexts()).join(" ");
      assert.match(text, new RegExp(`with status “${status}”`));
      assert.doesNotMatch(text, /reported no|has findings|\b0 findings/i);
      assert.doesNotMatch(await page.locator("[aria-live]").textContent(), /0 findings/);
      await mend(page);
      await page.getByRole("button", { name: "Ask again" }).click();
      await ready(page);
    });
  }

  test("a clean scan says when it completed only if that is known", LIMIT, async () => {
    for (const [completed_at, said] of [
      [undefined, /completed \(time not given\) and reported no/],
      ["soon", /completed \(time “soon” \(not a readable time\)\) and reported no/],
      [head.completed_at, /completed \d+ \w+ ago and reported no/],
    ]) {
      const page = await answered({ ...head, status: "completed", completed_at, findings: [] });
      await page.locator(".clean").getByText("scan-nightly").waitFor();
      assert.match(oneLine(await page.locator(".clean").innerText()), said);
    }
  });

  test("the head shows the last status of a scan that is waited for", LIMIT, async () => {
    const page = await world.newPage();
    let asked = 0;
    await page.route(RESULTS, (route) => reply(route, json({ ...head, completed_at: undefined, status: (asked += 1) === 1 ? "queued" : "running" })));
    await world.show(page, "?scan=scan-nightly");
    await page.getByRole("heading", { name: "This scan is still running" }).waitFor();
    assert.equal(await page.locator(".scan-head .status").innerText(), "Running");
  });

  test("a time slightly ahead of this clock is just now, one far ahead is in the future", LIMIT, async () => {
    const inFuture = (ms) => new Date(Date.now() + ms).toISOString();
    const facts = async (body) => {
      const page = await answered(body);
      await page.locator(".scan-head .facts").waitFor();
      return oneLine(await page.locator("main").innerText());
    };
    const done = { ...head, status: "completed", findings: [] };
    assert.match(await facts({ ...done, created_at: inFuture(200_000), completed_at: inFuture(210_000) }), /started just now finished just now/);
    assert.match(await facts({ ...head, completed_at: undefined, status: "running", created_at: inFuture(200_000) }), /Started just now\./);
    const early = await facts({ ...done, created_at: inFuture(3_630_000 * 2), completed_at: inFuture(3_660_000 * 2) });
    assert.match(early, /started 2 hours in the future finished 2 hours in the future.* completed 2 hours in the future and reported no/);
  });

  test("there is no sentence about a start that is not given", LIMIT, async () => {
    const page = await answered({ ...head, created_at: null, completed_at: null, status: "running" });
    await page.getByRole("heading", { name: "This scan is still running" }).waitFor();
    assert.doesNotMatch(await page.locator("main").innerText(), /started not given/i);
  });

  test("waiting can be stopped and taken up again", LIMIT, async () => {
    const scan = await openRunning();
    const { page } = scan;
    await page.getByRole("button", { name: "Stop waiting" }).click();
    await page.getByRole("heading", { name: "No longer waiting" }).waitFor();
    const { asked } = scan;
    scan.runs = false;
    await page.waitForTimeout(4_000);
    assert.equal(scan.asked, asked, "nothing is asked after stopping");
    await page.getByRole("button", { name: "Wait for it" }).click();
    await isWhole(page);
  });

  test("a scan that runs is asked for once, and again after a pause", LIMIT, async () => {
    const { page } = await openRunning();
    await page.locator("main", { hasText: /Checked 2 times/ }).waitFor();
    // By the page's clock: this process may hear of a request late. So may the page's own list.
    const both = await page.waitForFunction(() => {
      const asked = performance.getEntriesByType("resource").filter(({ name }) => name.endsWith("/results"));
      return asked.length > 1 && asked.map(({ startTime }) => startTime);
    });
    const [first, second] = await both.jsonValue();
    assert.ok(second - first > 1_500, `${second - first} ms between the first two`);
  });

  test("loading can be cancelled and begun again, and the focus goes along", LIMIT, async () => {
    const page = await openCleanScan(world);
    const release = await hold(page, RESULTS);
    await chooseScan(page, "scan-nightly");
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("heading", { name: "Loading was cancelled" }).waitFor();
    await page.waitForFunction(() => document.activeElement.textContent.trim() === "Load it");
    assert.equal(await page.locator("[role=alert], .tile").count(), 0);
    release();
    await page.keyboard.press("Enter");
    await ready(page);
    assert.notEqual(await page.evaluate(() => document.activeElement.tagName), "BODY");
  });

  test("connecting to another service does not request there the scan that is waited for", LIMIT, async () => {
    const page = await answered({ ...head, status: "running" });
    await page.getByRole("heading", { name: "This scan is still running" }).waitFor();
    const other = `${world.service.baseUrl}/elsewhere`;
    const told = [];
    page.on("request", (request) => request.url().startsWith(other) && told.push(`${request.url()} ${request.postData()}`));
    await goTo(page, "Team");
    await openConnection(page);
    await connect(page, { base: other, apiToken: API });
    await page.waitForTimeout(3_000);
    assert.deepEqual(told.filter((request) => request.includes("scan-nightly")), []);
  });

  test("a connection that is lost meanwhile does not end the wait", LIMIT, async () => {
    const scan = await openRunning();
    const { page } = scan;
    await page.locator("main", { hasText: /Checked 2 times/ }).waitFor();
    await page.context().setOffline(true);
    await page.locator(".offline").waitFor();
    await page.waitForTimeout(6_000);
    assert.equal(await page.locator("[role=alert]").count(), 0, "it is no failure");
    await page.getByRole("heading", { name: "This scan is still running" }).waitFor();
    scan.runs = false;
    await page.context().setOffline(false);
    await isWhole(page);
  });

  test("a service that is away meanwhile does not end the wait, and the page says so", LIMIT, async () => {
    const scan = await openRunning();
    const { page } = scan;
    await page.locator("main", { hasText: /Checked 2 times/ }).waitFor();
    scan.answer = json({ error: "starting" }, 503);
    await page.locator("main", { hasText: "The service answered that it is busy (503)" }).waitFor();
    await page.locator("[aria-live]", { hasText: "the page asks again" }).waitFor();
    assert.equal(await page.locator("[role=alert]").count(), 0, "it is no failure");
    await page.getByRole("heading", { name: "This scan is still running" }).waitFor();
    scan.runs = false;
    await isWhole(page);
  });

  test("findings of a scan with another status are shown, with the status and what is odd in the data", LIMIT, async () => {
    const page = await world.newPage();
    await changeAnswer(page, RESULTS, ({ findings, ...answer }) => ({
      ...answer,
      status: "cancelled",
      findings: findings.slice(0, 3).map((finding) => ({ ...finding, fixed_version: "wont-fix", vendor: { note: {}, deep: [[[[[[[1]]]]]]] } })),
    }));
    await world.show(page, "?scan=scan-nightly");
    await ready(page);
    const status = page.locator(".scan-head .status");
    assert.equal(await status.innerText(), "Has findings, with status “cancelled”");
    assert.match(await status.getAttribute("class"), /unsure/);
    assert.match(await page.locator(".doubts").textContent(), /Fields the interface does not name: vendor/);
    await rowAt(page, 0).click();
    const details = oneLine(await page.locator(".panel").innerText());
    assert.match(details, /no fix known \(“wont-fix”\)/);
    assert.match(details, /Other fields vendor note empty deep .* 1 more, nested deeper than shown/);
  });
});

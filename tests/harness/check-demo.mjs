/**
 * `cargo xtask demo --check`: opens the demo's page in a headless browser and compares what it shows with what the
 * service answers. The answers are asked for and counted here, without the package.
 *
 * Usage: node check-demo.mjs http://127.0.0.1:PORT/
 */
import assert from "node:assert/strict";

import { launchBrowser, openPage } from "./chromium.mjs";
import { SEVERITIES } from "./severities.mjs";

const PATIENCE_MS = 30_000;

const site = process.argv[2];
const demo = await (await fetch(new URL("demo.json", site))).json();
const { platform, org } = demo;

async function ask(path, token, body) {
  const response = await fetch(new URL(path, demo.baseUrl), {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  assert.equal(response.status, 200, `${path} answers ${response.status}`);
  return response.json();
}

/** What the page has to show for a scan; `null` while it runs. */
async function expectedScan(id) {
  const { findings } = await ask("/api/cloud/container-scanning/results", demo.apiToken, { platform, org, scan_id: id });
  if (!findings) return null;
  const of = (severity) => findings.filter((finding) => finding.severity === severity).length;
  return { findings: findings.length, tiles: SEVERITIES.map(of) };
}

const digits = (text) => Number((text ?? "").replace(/\D/g, ""));

async function shownScan(page) {
  // While the scan arrives its figures are there too, and not known.
  await page.waitForSelector(".figures dd:not(:has(.sr))", { timeout: PATIENCE_MS });
  const tiles = SEVERITIES.map(async (severity) => digits(await page.textContent(`.tile.sev-${severity} .count`)));
  return { findings: digits(await page.textContent(".figures dd")), tiles: await Promise.all(tiles) };
}

/** Opens one view of the page afresh, by link, as people share it. */
async function view(page, parameters) {
  await page.goto(new URL(`?${new URLSearchParams(parameters)}`, site).href);
}

async function checkScans(page) {
  let compared = 0;
  for (const { id, label } of demo.scans) {
    const expected = await expectedScan(id);
    if (expected === null) {
      console.log(`  scan ${id} (${label}): still running, nothing to compare`);
      continue;
    }
    await view(page, { view: "scan", scan: id });
    assert.deepEqual(await shownScan(page), expected, `scan ${id}`);
    console.log(`  scan ${id} (${label}): ${expected.findings} findings, ${expected.tiles.join("/")} by severity, as the service says`);
    compared += 1;
  }
  assert.ok(compared > 0, "a scan to compare");
}

async function checkHistory(page) {
  const token = demo.historyAuth === "git" ? demo.gitToken : demo.apiToken;
  const { scans } = await ask("/api/agents/scan/history", token, { repo: demo.repo });
  await view(page, { view: "history", repo: demo.repo });
  const grid = await page.waitForSelector("[role=grid][aria-rowcount]", { timeout: PATIENCE_MS });
  // The header is a row, too.
  assert.equal(Number(await grid.getAttribute("aria-rowcount")) - 1, scans.length, "agent scans");
  console.log(`  history of ${demo.repo}: ${scans.length} scans, as the service says`);
}

async function checkTeams(page) {
  for (const { id, label } of demo.teams) {
    const { team } = await ask("/api/metrics/developer/teams/get", demo.gitToken, { platform, org, team_id: id });
    await view(page, { view: "team", team: id });
    const rows = page.locator(".members tbody th .mono");
    await rows.first().waitFor({ timeout: PATIENCE_MS });
    assert.deepEqual(await rows.allTextContents(), team.members.map((member) => member.user_login), `members of ${label}`);
    console.log(`  team ${label}: ${team.members.length} members, as the service says`);
  }
}

const browser = await launchBrowser();
try {
  const { page, problems } = await openPage(browser);
  await checkScans(page);
  if (demo.repo) await checkHistory(page);
  await checkTeams(page);
  assert.deepEqual(problems, [], "the page has no problem of its own");
  console.log("check: the page shows what the service says");
} catch (error) {
  console.error(`check: ${error.message}`);
  process.exitCode = 1;
} finally {
  await browser.close();
}

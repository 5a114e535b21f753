/**
 * The built page on a strict static server, and the reference service with the demo data that it speaks to.
 */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import { below } from "../harness/places.mjs";
import { newDatabase, startService } from "../harness/service.mjs";
import { policy, serveSite } from "../harness/site.mjs";

export const API = "page-test-api-7c1e55d09ab34f82";
export const GIT = "page-test-git-1f9b20c4d6e84a73";

/** Where `cargo xtask test` has left the demo data, made once; a file of tests that runs alone makes its own. */
const SEEDED = process.env.SCANFOLD_SEEDED;

/** Files that changed since the page was built: old code would pass. `cargo xtask test` has built what it tests. */
function changedSinceBuilt() {
  if (SEEDED) return [];
  const built = statSync(below("www", "dist", "index.html")).mtimeMs;
  const files = (folder, recursive) => readdirSync(below(folder), { recursive }).map((name) => join(folder, name));
  const ofPackage = files("pkg", false).filter((file) => /\.(js|wasm)$|package\.json$/.test(file));
  const sources = [...files("www/src", true), "www/index.html", "www/vite.config.ts", ...files("pkg/lib", true), ...ofPackage];
  // An editor may hold a file by a link to nothing.
  const times = sources.map((file) => [file, statSync(below(file), { throwIfNoEntry: false })]);
  return times.filter(([, stat]) => stat?.isFile() && stat.mtimeMs > built).map(([file]) => file);
}

/** `prepare` may put more into the database; `demo` overrides what `demo.json` says, `null` leaves it out. */
export async function serveDemo({ prepare = async () => undefined, demo = {} }) {
  assert.ok(existsSync(below("www", "dist", "index.html")), "the page is not built: run the tests with `cargo xtask test`");
  assert.deepEqual(changedSinceBuilt(), [], "the page is older than these files: build it with `npm run build -w www`");
  const { database, seeded } = await seed();
  await prepare(database, seeded);

  const texts = {};
  let service = null;
  const site = await serveSite({
    folders: { "/": below("www", "dist") },
    texts,
    headers: () => ({ "Content-Security-Policy": policy(service?.baseUrl) }),
  });
  service = await startService({ database, origins: [site.origin] });
  if (demo !== null) texts["/demo.json"] = JSON.stringify({ ...said(seeded, service), ...demo });
  const stop = async () => {
    await site.stop();
    await service.stop();
  };
  return { origin: site.origin, texts, seeded, database, service, stop, ...raw(seeded, service) };
}

async function seed() {
  const database = await newDatabase(SEEDED && join(SEEDED, "demo.db"));
  const seeded = read(SEEDED ? readFileSync(join(SEEDED, "seed.txt"), "utf8") : await database.run("seed"));
  await database.run("token", "create", "--kind", "api", "--org", seeded.org, "--token", API);
  await database.run("token", "create", "--kind", "git", "--org", seeded.org, "--token", GIT);
  return { database, seeded };
}

/** The contents of `demo.json`, unless a test wants others. */
function said({ platform, org, scans, repo, teams }, { baseUrl }) {
  return { baseUrl, apiToken: API, gitToken: GIT, platform, org, scans, compareWith: scans[1].id, repo, teams };
}

/** What the service itself answers, without the package. */
function raw({ platform, org }, { baseUrl }) {
  const ask = async (path, body, token = API) => {
    const response = await fetch(`${baseUrl}${path}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    return response.json();
  };
  return {
    rawScan: (scan_id) => ask("/api/cloud/container-scanning/results", { platform, org, scan_id }),
    rawHistory: (repo) => ask("/api/agents/scan/history", { repo }),
    rawTeam: (team_id) => ask("/api/metrics/developer/teams/get", { platform, org, team_id }, GIT),
  };
}

/** What `seed` says it made, line by line. */
function read(lines) {
  const seeded = { platform: "", org: "", scans: [], repo: "", teams: [] };
  for (const line of lines.trim().split("\n")) {
    const [word, first, ...more] = line.split(" ");
    if (word === "platform" || word === "org" || word === "repo") seeded[word] = first;
    if (word === "scan") seeded.scans.push({ id: first, label: `${first}, ${more.join(" ")}` });
    if (word === "team") seeded.teams.push({ id: first, label: more.slice(0, -2).join(" ") });
  }
  return seeded;
}

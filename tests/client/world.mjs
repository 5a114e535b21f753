/**
 * What the service knows while the client's cases run: a few findings over two images, one history, one team.
 *
 * All of it is written here, in the formats that the service imports, so that a case can say what it expects without
 * asking the service first. `facts` is plain data: it is handed to the page as it is.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { closedAddress } from "../harness/ports.mjs";
import { API_TOKEN, GIT_TOKEN, ORG, newDatabase } from "../harness/service.mjs";
import { scratchFolder } from "../harness/scratch.mjs";

const TEAM_ID = "0b6f2f60-6d0c-4c39-8a55-6f6a6d9f4a01";
const REPO = "acme/payments";

/** package, id, installed, fixed, severity; in Trivy's own spelling. */
const GATEWAY = [
  ["openssl", "CVE-2023-0286", "1.1.1n", "1.1.1t", "CRITICAL"],
  ["openssl", "CVE-2023-0464", "1.1.1n", "", "HIGH"],
  ["zlib1g", "CVE-2022-37434", "1.2.11", "1.2.13", "CRITICAL"],
  ["bash", "CVE-2022-3715", "5.1-2", "", "LOW"],
  ["tar", "CVE-2005-2541", "1.34", "", "UNKNOWN"],
];
const WORKER = [
  ["openssl", "CVE-2023-0286", "1.1.1n", "1.1.1t", "CRITICAL"],
  ["curl", "CVE-2023-23914", "7.74.0", "7.88.1", "MEDIUM"],
];

const report = (image, rows) => ({
  SchemaVersion: 2,
  ArtifactName: image,
  ArtifactType: "container_image",
  Results: [
    {
      Target: `${image} (debian 11.6)`,
      Class: "os-pkgs",
      Type: "debian",
      Vulnerabilities: rows.map(([PkgName, VulnerabilityID, InstalledVersion, FixedVersion, Severity]) => ({
        VulnerabilityID,
        PkgName,
        InstalledVersion,
        ...(FixedVersion && { FixedVersion }),
        Severity,
        Title: `${PkgName}: <img src=x onerror=alert(1)>`,
        PrimaryURL: `https://avd.example.com/${VulnerabilityID.toLowerCase()}`,
      })),
    },
  ],
});

const scan = (number, branch, timestamp) => ({
  service: "github",
  repo_name: REPO,
  branch,
  commit_id: String(number).repeat(40).slice(0, 40),
  scan_id: `agent-${number}`,
  prompt: "bug_finding",
  timestamp,
  num_files: 400 + number,
});

/** In the order of instants, newest first. The service answers in UTC. */
const HISTORY = [
  scan(4, "main", "2026-03-14T06:00:00Z"),
  scan(3, "release/1.42", "2026-03-14T05:30:00Z"),
  scan(2, "main", "2026-03-14T04:45:12.250Z"),
  scan(1, "main", "2026-02-20T06:00:00Z"),
];
/** The same instants as they are imported; as text the second would come before the first. */
const WITH_OFFSETS = ["2026-03-14T06:00:00Z", "2026-03-14T07:30:00+02:00", "2026-03-13T23:45:12.250-05:00", "2026-02-20T06:00:00Z"];
const IMPORTED = HISTORY.map((scan, at) => ({ ...scan, timestamp: WITH_OFFSETS[at] }));

const member = (user_login, role = "member") => ({
  user_login,
  user_name: user_login.toUpperCase(),
  joined_at: "2025-02-03T09:30:00Z",
  role,
});

const TEAM = {
  id: TEAM_ID,
  name: "Payments",
  description: "Card and bank payments",
  color: "#0F766E",
  created_at: "2025-01-09T10:00:00Z",
  updated_at: "2026-03-01T08:15:30Z",
  created_by: "osprey",
  team_leads: ["osprey"],
  members: [member("osprey", "lead"), member("heron"), member("kestrel@example.com"), member("wren")],
  tags: ["pci", "backend"],
  parent_team_id: "0b6f2f60-6d0c-4c39-8a55-6f6a6d9f4a00",
  repositories: ["acme/payments", "acme/ledger"],
  is_active: true,
};

/** Everything a case may rely on. Nothing listens at `closed`. */
export const facts = {
  org: ORG,
  platform: "github",
  apiToken: API_TOKEN,
  gitToken: GIT_TOKEN,
  scanId: "scan-known",
  runningScanId: "scan-running",
  findings: GATEWAY.length + WORKER.length,
  bySeverity: { critical: 3, high: 1, medium: 1, low: 1, unknown: 1 },
  byImage: { "registry.example.com/gateway:1.4": 5, "registry.example.com/worker:2.0": 2 },
  fixable: 4,
  uniqueIds: 6,
  repo: REPO,
  history: HISTORY,
  timesWithOffsets: WITH_OFFSETS,
  team: TEAM,
  closed: await closedAddress(),
};

/** A database with all of it, and a way to add a scan that runs for some seconds from now. */
export async function newWorld() {
  const database = await newDatabase();
  const folder = scratchFolder();
  const file = async (name, value) => {
    const path = join(folder, name);
    await writeFile(path, JSON.stringify(value));
    return path;
  };
  const reports = [
    await file("gateway.json", report("registry.example.com/gateway:1.4", GATEWAY)),
    await file("worker.json", report("registry.example.com/worker:2.0", WORKER)),
  ];
  const importScan = (id, ...more) =>
    database.run("import", "trivy", ...reports, "--platform", "github", "--org", ORG, "--scan-id", id, ...more);
  await importScan(facts.scanId);
  await database.run("import", "history", await file("history.json", { scans: IMPORTED }));
  await database.run("import", "team", await file("team.json", TEAM), "--platform", "github", "--org", ORG);
  return { database, startRunningScan: (seconds) => importScan(facts.runningScanId, "--running-for", String(seconds)) };
}

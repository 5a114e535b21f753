/**
 * What the service would answer to each operation if nothing went wrong.
 */

const member = (user_login, role = "member") => ({ user_login, user_name: user_login.toUpperCase(), role });

const MEMBERS = ["osprey", "heron", "wren"];

export const finding = (number) => ({
  uid: `uid-${number}`,
  image: "registry.example.com/gateway:1.4",
  kind: "debian",
  target: "gateway (debian 11.6)",
  id: `CVE-2023-${1000 + number}`,
  package: "openssl",
  severity: ["critical", "high", "medium", "low"][number % 4],
  installed_version: "1.1.1n",
  fixed_version: "1.1.1t",
});

export const scan = (scan_id, findings = [finding(0), finding(1)]) => ({
  scan_id,
  status: "completed",
  created_at: "2026-03-14T06:00:00Z",
  repositories: [],
  findings,
});

export const history = (repo_name, scans = 2) => ({
  scans: Array.from({ length: scans }, (_, number) => ({
    service: "github",
    repo_name,
    branch: "main",
    commit_id: "9fceb02d0ae598e95dc970b74767f19372d61af8",
    scan_id: `agent-${number}`,
    prompt: "bug_finding",
    timestamp: "2026-03-14T06:00:00Z",
    num_files: 400 + number,
  })),
});

/** A team; `without` names a member who is not in it. */
export const team = (id, without = undefined) => ({
  id,
  name: "Payments",
  team_leads: ["osprey"],
  members: MEMBERS.filter((login) => login !== without).map((login) => member(login, login === "osprey" ? "lead" : "member")),
  tags: [],
  repositories: [],
  is_active: true,
});

/** What kind of operation a request is, by the end of its path. */
export function operation(path) {
  const names = { "/results": "scan", "/history": "history", "/teams/get": "team", "/members/remove": "remove" };
  return Object.entries(names).find(([end]) => path?.endsWith(end))?.[1] ?? "other";
}

/** The good answer, as a value. */
export function good({ path, json }) {
  switch (operation(path)) {
    case "scan":
      return scan(json.scan_id);
    case "history":
      return history(json.repo);
    case "team":
      return { status: "success", team: team(json.team_id) };
    case "remove":
      return { status: "success", message: "Member removed", team: team(json.team_id, json.user_login) };
    default:
      return { ok: true };
  }
}

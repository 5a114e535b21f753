/**
 * A team from a text that a person pasted or dropped: the team itself, or the service's answer around it. Common mistakes are put
 * into words here; the package decides whether it is a team at all.
 */
import { diffTeams, type Member, type Team } from "scanfold";
import { clip } from "../parts/text.ts";

export type Parsed = { ok: true; team: Team } | { ok: false; problem: string };

const strings = (value: unknown): value is string[] => Array.isArray(value) && value.every((item) => typeof item === "string");
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);
/** A text, or left out. */
const isText = (value: unknown): boolean => typeof value === "string" || value === undefined || value === null;
const isMember = (value: unknown): value is Member =>
  isObject(value) && typeof value["user_login"] === "string" && isText(value["role"]);

function problemOf(team: Record<string, unknown>): string | null {
  if (typeof team["id"] !== "string") return "“id” has to be a text";
  if (!isText(team["name"])) return "“name” has to be a text";
  for (const field of ["team_leads", "tags", "repositories"]) {
    if (team[field] !== undefined && team[field] !== null && !strings(team[field])) return `“${field}” has to be a list of texts`;
  }
  const { members } = team;
  // Without it nobody knows who is in the team: that is not an empty one.
  if (members === undefined || members === null) return "“members” is missing";
  if (!Array.isArray(members)) return "“members” has to be a list";
  const bad = members.findIndex((member) => !isMember(member));
  return bad >= 0 ? `member ${bad + 1} needs a “user_login”, and its “role” has to be a text` : null;
}

export function parseTeam(text: string): Parsed {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { ok: false, problem: "This is not JSON." };
  }
  const inner = isObject(json) && isObject(json["team"]) ? json["team"] : json;
  if (!isObject(inner)) return { ok: false, problem: "This is not a team: an object is expected." };
  const problem = problemOf(inner);
  if (problem !== null) return { ok: false, problem: `This is not a team: ${problem}.` };
  const list = (field: string): unknown => inner[field] ?? [];
  const team = {
    ...inner,
    name: inner["name"] ?? "",
    team_leads: list("team_leads"),
    tags: list("tags"),
    repositories: list("repositories"),
  } as unknown as Team;
  const unread = unreadable(team);
  return unread === null ? { ok: true, team } : { ok: false, problem: `This is not a team: ${unread}.` };
}

/** What the package cannot read of a team; `null` if it reads all of it. */
function unreadable(team: Team): string | null {
  try {
    diffTeams(team, team);
    return null;
  } catch (error) {
    const { path = "" } = error as { path?: string };
    const field = path.replace(/^before\/?/, "");
    return field === "" ? "it cannot be read" : `“${clip(field, 80)}” is not what a team has there`;
  }
}

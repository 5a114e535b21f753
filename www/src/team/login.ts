/** Whether two logins name one person, as the package compares them: the page has no rule of its own. */
import { diffRoster, type Member, type Team } from "scanfold";
import { onceEach } from "../parts/kept.ts";

const EMPTY_TEAM: Team = { id: "", name: "", team_leads: [], members: [], tags: [], repositories: [], is_active: true };

/** Asked for every member at each drawing, so most logins are told apart without the package. */
export function sameLogin(a: string, b: string): boolean {
  if (a === b) return true;
  return likeness(a) === likeness(b) && areMatched(a, b);
}

function areMatched(a: string, b: string): boolean {
  return diffRoster({ ...EMPTY_TEAM, members: [{ user_login: a, role: "member" }] }, [b]).matched.length > 0;
}

/**
 * What all spellings of a login have in common, so that not each has to be compared with each. Other logins may share it:
 * `sameLogin` decides.
 */
export const likeness = (login: string): string => Array.from(login.trim(), (letter) => letter.toLowerCase()).join("");

/** By login, what was found of it in a team. */
const found = onceEach((_team: Team) => new Map<string, Member[]>());

/** All entries of one person: a team may list a login twice, in different letter case. Looked for once a team. */
export function entriesOf(team: Team, login: string): Member[] {
  const known = found(team).get(login);
  if (known !== undefined) return known;
  const entries = team.members.filter(({ user_login }) => sameLogin(user_login, login));
  found(team).set(login, entries);
  return entries;
}

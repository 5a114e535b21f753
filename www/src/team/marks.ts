/** What stands beside each member of a team: lead or not, the person at the page, inconsistencies. Made once for each team. */
import { diffTeams, type Member, type Team, type TeamInconsistency } from "scanfold";
import { likeness, sameLogin } from "./login.ts";
import { hasLeadRole } from "./words.ts";

export interface Mark {
  lead: boolean;
  you: boolean;
  issues: TeamInconsistency[];
}

export interface Marks {
  of: ReadonlyMap<Member, Mark>;
  /** Listed as leads, and not in the team. */
  strangers: TeamInconsistency[];
}

const NONE: Mark = { lead: false, you: false, issues: [] };
const made = new WeakMap<Team, { self: string; marks: Marks }>();

/** One login may have several entries, one with the role and another without. */
const concerns = (member: Member, { kind, user_login }: TeamInconsistency): boolean =>
  sameLogin(user_login, member.user_login) && (kind === "duplicate_member" || (kind === "role_without_lead") === hasLeadRole(member));

function markOf(member: Member, lead: boolean, issues: TeamInconsistency[], self: string): Mark {
  const own = issues.filter((issue) => concerns(member, issue));
  return { lead, you: self !== "" && sameLogin(self, member.user_login), issues: own };
}

/** Finds items by what the spellings of their logins have in common. */
function byLogin<Item>(items: readonly Item[], loginOf: (item: Item) => string): (login: string) => Item[] {
  const found = new Map<string, Item[]>();
  for (const item of items) {
    const login = likeness(loginOf(item));
    const same = found.get(login);
    if (same === undefined) found.set(login, [item]);
    else same.push(item);
  }
  return (login) => found.get(likeness(login)) ?? [];
}

/** Whether a member leads: is listed as a lead, or has the role. If the two disagree, the inconsistencies say which. */
export function leading(team: Team): (member: Member) => boolean {
  const listed = byLogin(team.team_leads, (login) => login);
  return (member) => hasLeadRole(member) || listed(member.user_login).some((login) => sameLogin(login, member.user_login));
}

export function marksOf(team: Team, self: string): Marks {
  const kept = made.get(team);
  if (kept?.self === self) return kept.marks;
  const { inconsistencies } = diffTeams(team, team);
  const issuesOf = byLogin(inconsistencies.filter(({ kind }) => kind !== "lead_not_member"), ({ user_login }) => user_login);
  const leads = leading(team);
  const marks: Marks = {
    of: new Map(team.members.map((member) => [member, markOf(member, leads(member), issuesOf(member.user_login), self)])),
    strangers: inconsistencies.filter(({ kind }) => kind === "lead_not_member"),
  };
  made.set(team, { self, marks });
  return marks;
}

export const markFor = (marks: Marks, member: Member): Mark => marks.of.get(member) ?? NONE;

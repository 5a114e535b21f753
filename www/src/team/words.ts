/** What a team and its members are called, even if the service left that out, and what is inconsistent about them. */
import type { Member, Team, TeamInconsistency } from "scanfold";
import { clip, prose } from "../parts/text.ts";

/** Whether a member's own entry gives a role. */
export const isRoleGiven = ({ role }: Member): boolean => (role ?? "").trim() !== "";

/** A role that is not given is the service's default. */
export const roleOf = (member: Member): string => (isRoleGiven(member) ? clip((member.role ?? "").trim(), 40) : "member");

/** Whether a member's own entry says that they lead, as the package reads it. */
export const hasLeadRole = ({ role }: Member): boolean => (role ?? "").trim().toLowerCase() === "lead";

/** Stands in place of the role of a member who leads. */
export const LEAD = "★ lead";
/** Stands beside another role of a member who is in the list of leads. */
export const LISTED = "★ listed as lead";

/** Stands for a person whose login the service does not give. */
export const NO_LOGIN = "a login not given";

export const nameOf = ({ name }: Team, length = 120): string => (name ? prose(name, length) : "a team without a name");

/** What is inconsistent about a person of a team. */
export const ODDITY_WORD: Record<TeamInconsistency["kind"], string> = {
  lead_not_member: "listed as lead, but not a member",
  lead_role_missing: "listed as lead, but the role is not lead",
  role_without_lead: "has the lead role, but is not in the list of leads",
  duplicate_member: "listed more than once",
};

/** What a team and its members are called where the service may have left it out. */
import type { Member, Team } from "scanfold";
import { clip, prose } from "../parts/text.ts";

/** A role that is not given is the service's default, as the package reads it too. */
export const roleOf = ({ role }: Member): string => (role ? clip(role, 40) : "member");

/** Whether a member's own entry says that they lead, as the package reads it. */
export const hasLeadRole = ({ role }: Member): boolean => (role ?? "").trim().toLowerCase() === "lead";

/** What stands in place of the role where a member leads. */
export const LEAD = "★ lead";
/** What stands beside another role where a member is in the list of leads. */
export const LISTED = "★ listed as lead";

/** Whom a sentence is about where the service gives no login. */
export const NO_LOGIN = "a login not given";

export const nameOf = ({ name }: Team, length = 120): string => (name ? prose(name, length) : "a team without a name");

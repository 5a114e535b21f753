/** A member's role in the team, and that they are listed as a lead if the role does not say so. */
import { html, nothing, type TemplateResult } from "lit";
import type { Member } from "scanfold";
import { hasLeadRole, isRoleGiven, LEAD, LISTED, roleOf } from "./words.ts";

/** `leads` is whether they are listed or have the role. */
export function role(member: Member, leads: boolean): TemplateResult {
  if (leads && hasLeadRole(member)) return html`<span class="lead">${LEAD}</span>`;
  const listed = leads ? html`, <span class="lead">${LISTED}</span>` : nothing;
  return html`${roleOf(member)}${isRoleGiven(member) ? nothing : html` <span class="note">by default</span>`}${listed}`;
}

/** What the answer to a removal settles: the member is gone, gone in part, or still there; what else changed, and what undoing it takes. */
import { html, nothing, type TemplateResult } from "lit";
import { diffTeams, type Member, type MemberRemoval } from "scanfold";
import { quote } from "../parts/failure.ts";
import { clip, counted } from "../parts/text.ts";
import { utc } from "../parts/time.ts";
import type { Leaver, RemovalPhase } from "../state/removal.ts";
import type { KnownTeam } from "../state/team-desk.ts";
import { teamDiff } from "./diff.ts";
import { laterOf, saidLater, UNDO_LEFT } from "./later.ts";
import { closeButton, head, login } from "./leaver.ts";
import { entriesOf } from "./login.ts";
import { undo } from "./undo.ts";
import { nameOf } from "./words.ts";

type Settled = Extract<RemovalPhase, { kind: "settled" }>;

const HOW: Record<MemberRemoval["confirmedBy"], (at: number) => string> = {
  response: (at) => `Confirmed by the service's answer at ${utc(at)}: they were no longer listed.`,
  readback: (at) => `The answer was lost or inconclusive, so the team was read again at ${utc(at)}: they were gone.`,
};

/** A member who was gone before the removal was sent was not removed by it. */
const GONE_BEFORE = (at: number): string => `They were not in the team any more when the removal was sent, nor in the service's answer at ${utc(at)}.`;

/** The service's own words; none if its answer did not settle it. */
function said({ message, confirmedBy }: MemberRemoval): TemplateResult | typeof nothing {
  return confirmedBy === "response" ? quote(message) : nothing;
}

function collateral({ collateral: diff }: MemberRemoval): TemplateResult {
  if (diff === undefined) return html`<p class="note">Whether anything else changed is not known.</p>`;
  if (diff.unchanged) return html`<p class="note">Nothing else changed.</p>`;
  return html`<h3>What else changed</h3>${teamDiff(diff)}`;
}

/** Whether a removal left the team without a lead: compared once, because every outcome is drawn anew each second. */
const leadsLost = new WeakMap<MemberRemoval, boolean>();

/** That the removed member was the last lead is part of the request, so the collateral does not have it. */
function leadLost({ before }: Leaver, result: MemberRemoval): TemplateResult | typeof nothing {
  if (result.collateral?.lastLeadLost === true) return nothing;
  const isLost = leadsLost.get(result) ?? diffTeams(before, result.team).lastLeadLost;
  leadsLost.set(result, isLost);
  return isLost ? html`<p class="issue">The team was left without a lead.</p>` : nothing;
}

/** Whether more changed than was asked for, as far as that is known. */
const isMore = ({ collateral: diff }: MemberRemoval): boolean => diff !== undefined && !diff.unchanged;

/** The entries that are gone: of each spelling as many as there are fewer now, first those that are not left unchanged. */
function goneOf(before: Member[], left: Member[]): Member[] {
  const rest = [...left];
  const takes = (is: (one: Member) => boolean): boolean => {
    const at = rest.findIndex(is);
    return at >= 0 && rest.splice(at, 1).length > 0;
  };
  const changed = before.filter((was) => !takes((one) => one.user_login === was.user_login && one.role === was.role && one.joined_at === was.joined_at));
  return changed.filter((was) => !takes((one) => one.user_login === was.user_login));
}

/** A team may list a login twice, in two spellings or in one, and a service may remove only one entry; the rest may be removed later. */
function partly(leaver: Leaver, { result, at }: Settled, known: KnownTeam | null, onClose: () => void): TemplateResult | null {
  const left = entriesOf(result.team, leaver.member.user_login);
  const before = entriesOf(leaver.before, leaver.member.user_login);
  const gone = goneOf(before, left);
  if (gone.length === 0) return null;
  const names = (members: Member[]): TemplateResult => html`<span class="mono">${members.map(({ user_login }) => clip(user_login, 120)).join(", ")}</span>`;
  const then = { count: left.length, at };
  const later = laterOf(leaver, then, known);
  const entries = later?.count === 0 ? before : gone;
  const isSpelled = gone.some(({ user_login }) => left.some((one) => one.user_login === user_login));
  const title = html`${isSpelled ? html`${counted(gone.length, "entry", "entries")} of ${login(leaver)}` : names(gone)}
    ${gone.length === 1 ? "is" : "are"} no longer in ${nameOf(result.team)}, ${isSpelled ? counted(left.length, "other") : names(left)}
    still ${left.length === 1 ? "is" : "are"}`;
  return html`<section class="state outcome unsettled">
    ${head(leaver, title, `The team listed one login more than once, and only a part of its entries was gone at ${utc(at)}.`)}
    ${saidLater(later, then)}
    ${said(result)}${collateral(result)}${undo({ entries, before: leaver.before, after: result.team, collateral: result.collateral })}
    <div class="actions">${closeButton(leaver, onClose)}</div>
  </section>`;
}

const noEffect = (more: boolean): string => `${more ? "They were not removed" : "Nothing was removed"}; sending it again may do no more.`;

/** They may be gone later all the same: then undoing takes their record. */
function still(leaver: Leaver, { result, at }: Settled, known: KnownTeam | null, onClose: () => void): TemplateResult {
  const more = isMore(result);
  const then = { count: entriesOf(result.team, leaver.member.user_login).length, at };
  const later = laterOf(leaver, then, known);
  const isGone = later?.count === 0;
  const entries = isGone ? entriesOf(leaver.before, leaver.member.user_login) : [];
  const text = `The service reported success, but its answer at ${utc(at)} still lists them.${isGone ? "" : ` ${noEffect(more)}`}`;
  return html`<section class="state outcome ${isGone && !more ? "done" : "unsettled"}">
    ${head(leaver, html`${login(leaver)} is ${isGone ? "no longer" : "still"} in ${nameOf(result.team)}`, text)}
    ${saidLater(later, then)}
    ${said(result)}${collateral(result)}${more || isGone ? undo({ entries, before: leaver.before, after: result.team, collateral: result.collateral }) : nothing}
    <div class="actions">${closeButton(leaver, onClose)}</div>
  </section>`;
}

/** Success is shown as a warning if more changed than was asked for, or if it did not last. `known`: what the page lists. */
export function settled(leaver: Leaver, phase: Settled, known: KnownTeam | null, onClose: () => void): TemplateResult {
  const { result, at } = phase;
  // The package tells spellings apart if the team does; here any entry that is left of the login counts.
  const isAnyLeft = entriesOf(result.team, leaver.member.user_login).length > 0;
  if (isAnyLeft) return partly(leaver, phase, known, onClose) ?? still(leaver, phase, known, onClose);
  const { team, collateral: diff } = result;
  const more = isMore(result);
  const then = { count: 0, at };
  const later = laterOf(leaver, then, known);
  const warns = more || later !== null;
  const gone = { entries: entriesOf(leaver.before, leaver.member.user_login), before: leaver.before, after: team, collateral: diff };
  const is = later === null ? "is no longer in" : "is again in";
  const title = html`${login(leaver)} ${is} ${nameOf(team)}${more ? ", and more changed than was asked for" : nothing}`;
  return html`<section class="state outcome ${warns ? "unsettled" : "done"}">
    ${head(leaver, title, (result.removed ? HOW[result.confirmedBy] : GONE_BEFORE)(at))}
    ${saidLater(later, then)}
    ${said(result)}${leadLost(leaver, result)}${collateral(result)}${undo(gone, later === null ? undefined : UNDO_LEFT)}
    <div class="actions">${closeButton(leaver, onClose)}</div>
  </section>`;
}

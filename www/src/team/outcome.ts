/**
 * What became of a removal: whether the member is gone, how that is known, what else changed, and what undoing it takes.
 * Success without effect and an outcome that nobody knows look like neither success nor failure.
 */
import { html, nothing, type TemplateResult } from "lit";
import { diffTeams, isScanfoldError, type Member, type MemberRemoval } from "scanfold";
import { explain } from "../parts/explain.ts";
import { facts, quote } from "../parts/failure.ts";
import { tryingAgainSoon } from "../parts/retry.ts";
import { clip, counted } from "../parts/text.ts";
import { utc } from "../parts/time.ts";
import type { Leaver, Look, Removal, RemovalPhase } from "../state/removal.ts";
import type { Retry } from "../state/retry.ts";
import { teamDiff } from "./diff.ts";
import { entriesOf } from "./login.ts";
import { undo, type Gone } from "./undo.ts";
import { nameOf } from "./words.ts";

export interface OutcomeActions {
  onClose: () => void;
  /** Reads the team to see whether the member is gone. */
  onLook: () => void;
  /** Puts the outcome away and reads the team. */
  onReload: () => void;
  onConnect: () => void;
}

const HOW = {
  response: "The service's answer shows the team without them.",
  readback: "The answer was lost or settled nothing, so the team was read again: they are gone.",
};

/** Nothing is sent again, whatever became of it. */
const READ = "Read the team again";

const login = ({ member }: Leaver): TemplateResult => html`<span class="mono">${clip(member.user_login, 120)}</span>`;

/** In the service's own words; where its answer did not settle it, there are none. */
function said({ message, confirmedBy }: MemberRemoval): TemplateResult | typeof nothing {
  return confirmedBy === "response" ? quote(message) : nothing;
}

function collateral({ collateral: diff }: MemberRemoval): TemplateResult {
  if (diff === undefined) return html`<p class="note">Whether anything else changed is not known.</p>`;
  if (diff.unchanged) return html`<p class="note">Nothing else changed.</p>`;
  return html`<h3>What else changed</h3>${teamDiff(diff)}`;
}

/** That the one who is gone was the last lead was asked for, and is no collateral. */
function leadLost({ before }: Leaver, { team, collateral: diff }: MemberRemoval): TemplateResult | typeof nothing {
  const isToldBelow = diff?.leads.lastLeadLost === true;
  return !isToldBelow && diffTeams(before, team).leads.lastLeadLost ? html`<p class="issue">The team is left without a lead.</p>` : nothing;
}

/** Whether more changed than was asked for, as far as that is known. */
const isMore = ({ collateral: diff }: MemberRemoval): boolean => diff !== undefined && !diff.unchanged;

/** Buttons of several outcomes may stand on the page: to a screen reader each says whose it is. */
const about = (word: string, { member }: Leaver): string => `${word}, about ${clip(member.user_login, 80)}`;

function close(leaver: Leaver, onClose: () => void): TemplateResult {
  return html`<button type="button" aria-label=${about("Close", leaver)} @click=${onClose}>Close</button>`;
}

/** Of the entries before, as many of each spelling as there are fewer now: those that are not there as they were. */
function goneOf(before: Member[], left: Member[]): Member[] {
  const rest = [...left];
  const takes = (is: (one: Member) => boolean): boolean => {
    const at = rest.findIndex(is);
    return at >= 0 && rest.splice(at, 1).length > 0;
  };
  const changed = before.filter((was) => !takes((one) => one.user_login === was.user_login && one.role === was.role && one.joined_at === was.joined_at));
  return changed.filter((was) => !takes((one) => one.user_login === was.user_login));
}

/** A team may list a login twice, in two spellings or in one, and a service may remove one of the entries. */
function partly(leaver: Leaver, result: MemberRemoval, { onClose }: OutcomeActions): TemplateResult | null {
  const left = entriesOf(result.team, leaver.member.user_login);
  const before = entriesOf(leaver.before, leaver.member.user_login);
  const gone = goneOf(before, left);
  if (gone.length === 0) return null;
  const names = (members: Member[]): TemplateResult => html`<span class="mono">${members.map(({ user_login }) => clip(user_login, 120)).join(", ")}</span>`;
  const isSpelled = gone.some(({ user_login }) => left.some((one) => one.user_login === user_login));
  return html`<section class="state outcome unsettled" role="alert">
    <h2 tabindex="-1">
      ${isSpelled ? html`${counted(gone.length, "entry", "entries")} of ${login(leaver)}` : names(gone)}
      ${gone.length === 1 ? "is" : "are"} no longer in ${nameOf(result.team)}, ${isSpelled ? counted(left.length, "other") : names(left)}
      still ${left.length === 1 ? "is" : "are"}
    </h2>
    <p>The team listed one login more than once, and only a part of its entries is gone.</p>
    ${said(result)}${collateral(result)}${undo({ entries: gone, before: leaver.before, collateral: result.collateral })}
    <div class="actions">${close(leaver, onClose)}</div>
  </section>`;
}

function still(leaver: Leaver, result: MemberRemoval, { onClose }: OutcomeActions): TemplateResult {
  return html`<section class="state outcome unsettled" role="status">
    <h2 tabindex="-1">${login(leaver)} is still in ${nameOf(result.team)}</h2>
    <p>
      The service reported success, but its answer still lists them. ${isMore(result) ? "They were not removed" : "Nothing was removed"}; sending it
      again may do no more.
    </p>
    ${said(result)}${collateral(result)}${isMore(result) ? undo({ entries: [], before: leaver.before, collateral: result.collateral }) : nothing}
    <div class="actions">${close(leaver, onClose)}</div>
  </section>`;
}

/** Success that took more with it than was asked for is a warning. */
function settled(leaver: Leaver, result: MemberRemoval, actions: OutcomeActions): TemplateResult {
  if (!result.removed) return partly(leaver, result, actions) ?? still(leaver, result, actions);
  const { team, collateral: diff } = result;
  const more = isMore(result);
  const entries = entriesOf(leaver.before, leaver.member.user_login);
  return html`<section class="state outcome ${more ? "unsettled" : "done"}" role=${more ? "alert" : "status"}>
    <h2 tabindex="-1">${login(leaver)} is no longer in ${nameOf(team)}${more ? ", and more changed than was asked for" : nothing}</h2>
    <p>${HOW[result.confirmedBy]}</p>
    ${said(result)}${leadLost(leaver, result)}${collateral(result)}${undo({ entries, before: leaver.before, collateral: diff })}
    <div class="actions">${close(leaver, actions.onClose)}</div>
  </section>`;
}

/** A removal too is tried again where the service refused it unseen. */
const again = (retry: Retry | null): TemplateResult | typeof nothing => (retry === null ? nothing : html`. ${tryingAgainSoon(retry, Date.now())}`);

function seen(look: Look, retry: Retry | null): TemplateResult | typeof nothing {
  switch (look.kind) {
    case "none":
      return nothing;
    case "reading":
      return html`<p class="progress"><progress aria-label="Reading the team"></progress> <span>Reading the team${again(retry)}</span></p>`;
    case "present":
      return html`<p class="look"><b>Still in the team</b> at ${utc(look.at)}. The request may yet take effect: read once more before
        you remove them again.</p>`;
    case "gone":
      return nothing;
    case "failed": {
      const { title, detail } = explain(look.error);
      return html`<p class="look"><b>The team could not be read.</b> ${title}. ${detail}</p>`;
    }
  }
}

/** What is known of a removal whose answer does not settle it. */
type Unanswered = Pick<Extract<RemovalPhase, { look: Look }>, "error" | "look">;

const of = ({ member, before }: Leaver): Gone => ({ entries: entriesOf(before, member.user_login), before, collateral: undefined });

function unknown(leaver: Leaver, { error, look }: Unanswered, retry: Retry | null, actions: OutcomeActions): TemplateResult {
  if (look.kind === "gone")
    return html`<section class="state outcome done" role="status">
      <h2 tabindex="-1">${login(leaver)} is no longer in ${nameOf(leaver.before)}</h2>
      <p>The team read at ${utc(look.at)} does not list them. Whether this request removed them or somebody else did is not known.</p>
      ${undo(of(leaver))}
      <div class="actions">${close(leaver, actions.onClose)}</div>
    </section>`;
  const { detail } = explain(error);
  const own = isScanfoldError(error) ? error.serverMessage : undefined;
  const status = isScanfoldError(error) && error.status !== undefined ? ` The service answered ${error.status}.` : "";
  return html`<section class="state outcome unsettled" role="alert">
    <h2 tabindex="-1">Whether ${login(leaver)} was removed is not known</h2>
    <p>${detail}${status}</p>
    ${quote(own)}
    ${seen(look, retry)}${undo(of(leaver), "Should they be gone, to undo it")}
    <div class="actions">
      <button
        type="button"
        class="primary"
        aria-label=${about(READ, leaver)}
        aria-disabled=${look.kind === "reading"}
        @click=${() => look.kind === "reading" || actions.onLook()}
      >${READ}</button>
      ${close(leaver, actions.onClose)}
    </div>
  </section>`;
}

/** What a refusal says of the member: no more than the package knows. */
function whose(leaver: Leaver, settledBy: string): TemplateResult {
  const team = nameOf(leaver.before);
  return settledBy === "" ? html`Whether ${login(leaver)} was removed from ${team} is not known` : html`${login(leaver)} was not removed from ${team}`;
}

/** A token that may not do it is changed; for all else the team is read, since nothing is sent again. */
function mending(leaver: Leaver, error: unknown, { onReload, onConnect }: OutcomeActions): TemplateResult {
  const { action } = explain(error);
  if (action === "connect") return html`<button type="button" class="primary" @click=${onConnect}>Change connection</button>`;
  return html`<button type="button" class=${action === "retry" ? "primary" : nothing} aria-label=${about(READ, leaver)} @click=${onReload}>${READ}</button>`;
}

function refused(leaver: Leaver, { error, look }: Unanswered, retry: Retry | null, actions: OutcomeActions): TemplateResult {
  const known = isScanfoldError(error) ? error : null;
  const settledBy = {
    not_sent: "Nothing was sent, so nobody was removed.",
    rejected: "This request removed nobody.",
    unknown: "",
    not_applicable: "",
  }[known?.outcome ?? "not_applicable"];
  const { title, detail } = explain(error);
  return html`<section class="state outcome failed" role="alert">
    <h2 tabindex="-1">${whose(leaver, settledBy)}</h2>
    <p><b>${title}.</b> ${settledBy} ${detail}</p>
    ${presence(leaver, look, retry)}
    ${quote(known?.serverMessage)}
    ${known === null ? nothing : html`<p class="note mono">${facts(known)}</p>`}
    <div class="actions">${mending(leaver, error, actions)}${close(leaver, actions.onClose)}</div>
  </section>`;
}

/** The list below is as fresh as this. */
function presence(leaver: Leaver, look: Look, retry: Retry | null): TemplateResult | typeof nothing {
  if (look.kind === "present") return html`<p class="look">${login(leaver)} is still in the team read at ${utc(look.at)}.</p>`;
  if (look.kind === "gone") return html`<p class="look">${login(leaver)} is not in the team any more, as it was read at ${utc(look.at)}.</p>`;
  return seen(look, retry);
}

/** `retry`: the try that is waited for, of the removal or of the read behind it. */
export function outcome({ leaver, phase }: Removal, retry: Retry | null, actions: OutcomeActions): TemplateResult {
  switch (phase.kind) {
    case "sending":
      return html`<section class="state" role="status" aria-busy="true">
        <p class="progress">
          <progress aria-label="Removing"></progress>
          <span>Removing ${clip(leaver.member.user_login, 80)}${retry === null ? "; sent once, not repeated" : again(retry)}</span>
        </p>
      </section>`;
    case "settled":
      return settled(leaver, phase.result, actions);
    case "unknown":
      return unknown(leaver, phase, retry, actions);
    case "refused":
      return refused(leaver, phase, retry, actions);
  }
}

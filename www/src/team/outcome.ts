/**
 * What became of a removal: refused, or unknown; what is before its answer is in `sending.ts`, what that settles in `settled.ts`.
 * Success without effect and an outcome that nobody knows look like neither success nor failure.
 */
import { html, nothing, type TemplateResult } from "lit";
import { isScanfoldError } from "scanfold";
import { explain } from "../parts/explain.ts";
import { facts, quote } from "../parts/failure.ts";
import { tryingAgainSoon } from "../parts/retry.ts";
import { utc } from "../parts/time.ts";
import type { Leaver, Look, Removal, RemovalPhase } from "../state/removal.ts";
import type { Retry } from "../state/retry.ts";
import type { KnownTeam } from "../state/team-desk.ts";
import { laterOf, saidLater, UNDO_LEFT } from "./later.ts";
import { about, closeButton, head, login, READ, recordOf } from "./leaver.ts";
import { entriesOf } from "./login.ts";
import { sending, stopped } from "./sending.ts";
import { settled } from "./settled.ts";
import { undo } from "./undo.ts";
import { nameOf } from "./words.ts";

export interface OutcomeActions {
  onClose: () => void;
  /** Reads the team to see whether the member is gone. */
  onLook: () => void;
  /** Puts the outcome away and reads the team. */
  onReload: () => void;
  /** Does not send it again: only if nothing is on its way. */
  onStop: () => void;
  onConnect: (cause: unknown) => void;
}

const again = (retry: Retry | null): TemplateResult | typeof nothing => (retry === null ? nothing : html`. ${tryingAgainSoon(retry, Date.now())}`);

function seen(look: Look): TemplateResult | typeof nothing {
  switch (look.kind) {
    case "none":
      return nothing;
    case "reading":
      return html`<p class="progress"><progress aria-label="Reading the team"></progress> <span>Reading the team${again(look.retry)}</span></p>`;
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

const BY_WHOM = "Whether this request removed them or somebody else did is not known.";

/** Not in the team that was read; or again on its list, if a later read says so. */
function gone(leaver: Leaver, at: number, known: KnownTeam | null, onClose: () => void): TemplateResult {
  const then = { count: 0, at };
  const later = laterOf(leaver, then, known);
  const title = html`${login(leaver)} is ${later === null ? "no longer in" : "again in"} ${nameOf(leaver.before)}`;
  return html`<section class="state outcome ${later === null ? "done" : "unsettled"}">
    ${head(leaver, title, `The team read at ${utc(at)} does not list them. ${BY_WHOM}`)}
    ${saidLater(later, then)}${undo(recordOf(leaver), later === null ? undefined : UNDO_LEFT)}
    <div class="actions">${closeButton(leaver, onClose)}</div>
  </section>`;
}

function unknown(leaver: Leaver, { error, look }: Unanswered, actions: OutcomeActions): TemplateResult {
  const { detail } = explain(error);
  const own = isScanfoldError(error) ? error.serverMessage : undefined;
  const status = isScanfoldError(error) && error.status !== undefined ? ` The service answered ${error.status}.` : "";
  // The page reads the team by itself, unless it has another connection by then.
  const advice = look.kind === "none" ? " Read the team again before doing anything else." : "";
  return html`<section class="state outcome unsettled">
    ${head(leaver, html`Whether ${login(leaver)} was removed is not known`, `${detail}${status}${advice}`)}
    ${quote(own)}
    ${seen(look)}${undo({ ...recordOf(leaver), unsure: leaver.member.user_login }, "If they are gone, to undo this")}
    <div class="actions">
      <button
        type="button"
        class="primary"
        aria-label=${about(READ, leaver)}
        aria-disabled=${look.kind === "reading"}
        @click=${() => look.kind === "reading" || actions.onLook()}
      >${READ}</button>
      ${closeButton(leaver, actions.onClose)}
    </div>
  </section>`;
}

/** What a refusal means for the member: no more than the package knows. */
function whose(leaver: Leaver, settledBy: string): TemplateResult {
  const team = nameOf(leaver.before);
  return settledBy === "" ? html`Whether ${login(leaver)} was removed from ${team} is not known` : html`${login(leaver)} was not removed from ${team}`;
}

/** If the token may not do it, a person changes it; in all other cases they read the team, since nothing is sent again. */
function mending(leaver: Leaver, error: unknown, { onReload, onConnect }: OutcomeActions): TemplateResult {
  const { action } = explain(error);
  if (action === "connect") return html`<button type="button" class="primary" @click=${() => onConnect(error)}>Change connection</button>`;
  return html`<button type="button" class=${action === "retry" ? "primary" : nothing} aria-label=${about(READ, leaver)} @click=${onReload}>${READ}</button>`;
}

function refused(leaver: Leaver, { error, look }: Unanswered, actions: OutcomeActions): TemplateResult {
  const known = isScanfoldError(error) ? error : null;
  const settledBy = {
    not_sent: "Nothing was sent, so nobody was removed.",
    rejected: "This request removed nobody.",
    unknown: "",
    not_applicable: "",
  }[known?.outcome ?? "not_applicable"];
  const { title, detail } = explain(error);
  return html`<section class="state outcome failed">
    ${head(leaver, whose(leaver, settledBy), html`<b>${title}.</b> ${settledBy} ${detail}`)}
    ${presence(leaver, look)}
    ${quote(known?.serverMessage)}
    ${known === null ? nothing : html`<p class="note mono">${facts(known)}</p>`}
    <div class="actions">${mending(leaver, error, actions)}${closeButton(leaver, actions.onClose)}</div>
  </section>`;
}

/** What the last read said: the list below is that of this read. */
function presence(leaver: Leaver, look: Look): TemplateResult | typeof nothing {
  if (look.kind === "present") return html`<p class="look">${login(leaver)} is still in the team read at ${utc(look.at)}.</p>`;
  if (look.kind === "gone") return html`<p class="look">${login(leaver)} is not in the team any more, as it was read at ${utc(look.at)}.</p>`;
  return seen(look);
}

/** When the team that is listed was read, if that is later than what the outcome says, and the person is not in it. */
function goneSince(leaver: Leaver, { error, look, at }: Extract<RemovalPhase, { look: Look }>, known: KnownTeam | null): number | null {
  // A look that found them gone is told in its own words; and a request that was not sent did not remove them.
  if (look.kind === "gone" || (isScanfoldError(error) && error.outcome === "not_sent")) return null;
  const then = { count: entriesOf(leaver.before, leaver.member.user_login).length, at: look.kind === "present" ? look.at : at };
  const later = laterOf(leaver, then, known);
  return later?.count === 0 ? later.at : null;
}

export interface OutcomeProps extends OutcomeActions {
  removal: Removal;
  /** The team as the page lists it. */
  known: KnownTeam | null;
}

export function outcome({ removal, known, ...actions }: OutcomeProps): TemplateResult {
  const { leaver, phase } = removal;
  switch (phase.kind) {
    case "sending":
      return sending(removal, actions.onStop);
    case "stopped":
      return stopped(leaver, actions);
    case "settled":
      return settled(leaver, phase, known, actions.onClose);
    case "unknown": {
      const at = phase.look.kind === "gone" ? phase.look.at : goneSince(leaver, phase, known);
      return at === null ? unknown(leaver, phase, actions) : gone(leaver, at, known, actions.onClose);
    }
    case "refused": {
      const at = goneSince(leaver, phase, known);
      return at === null ? refused(leaver, phase, actions) : gone(leaver, at, known, actions.onClose);
    }
  }
}

/**
 * What became of a removal: whether the member is gone, how that is known, what else changed, and what undoing it takes.
 * Success without effect and an outcome that nobody knows look like neither success nor failure.
 */
import { html, nothing, type TemplateResult } from "lit";
import type { MemberRemoval } from "scanfold";
import { copyButton } from "../parts/copy.ts";
import { explain, failure } from "../parts/failure.ts";
import { clip } from "../parts/text.ts";
import { utc } from "../parts/time.ts";
import type { Leaver, Look, RemovalPhase } from "../state/removal.ts";
import { teamDiff } from "./diff.ts";
import { markFor, marksOf } from "./marks.ts";

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
  readback: "The answer was lost, so the team was read again: they are gone.",
};

const login = ({ member }: Leaver): TemplateResult => html`<span class="mono">${clip(member.user_login, 120)}</span>`;

/** The record that the service no longer has, in words and whole. */
function undo(leaver: Leaver, heading = "To undo this"): TemplateResult {
  const { member, before } = leaver;
  const { lead } = markFor(marksOf(before, ""), member);
  const called = member.user_name ? ` (${clip(member.user_name, 80)})` : "";
  const also = lead && member.role !== "lead" ? ", and to the list of leads" : "";
  return html`<h3>${heading}</h3>
    <p class="undo">
      Add ${login(leaver)}${called} to ${clip(before.name, 120)} again with the role <b>${clip(member.role, 40)}</b>${also}.
      ${member.joined_at ? html`They had joined at <span class="mono">${clip(member.joined_at, 60)}</span>; the new date will differ.` : nothing}
      ${copyButton(JSON.stringify(member, null, 2), "Copy the removed member's record")}
    </p>`;
}

function said(message: string | undefined): TemplateResult | typeof nothing {
  return message ? html`<p class="quote">The service says: <q>${clip(message, 500)}</q></p>` : nothing;
}

function collateral({ collateral: diff }: MemberRemoval): TemplateResult {
  if (diff === undefined) return html`<p class="note">Whether anything else changed is not known.</p>`;
  if (diff.unchanged) return html`<p class="note">Nothing else changed.</p>`;
  return html`<h3>What else changed</h3>${teamDiff(diff)}`;
}

function close(onClose: () => void): TemplateResult {
  return html`<button type="button" @click=${onClose}>Close</button>`;
}

function settled(leaver: Leaver, result: MemberRemoval, { onClose }: OutcomeActions): TemplateResult {
  const team = clip(result.team.name, 120);
  if (!result.removed)
    return html`<section class="state outcome unsettled" role="status">
      <h2>${login(leaver)} is still in ${team}</h2>
      <p>The service reported success, but its answer still lists them. Nothing was removed; sending it again may do no more.</p>
      ${said(result.message)}${collateral(result)}
      <div class="actions">${close(onClose)}</div>
    </section>`;
  return html`<section class="state outcome done" role="status">
    <h2>${login(leaver)} is no longer in ${team}</h2>
    <p>${HOW[result.confirmedBy]}</p>
    ${said(result.message)}${collateral(result)}${undo(leaver)}
    <div class="actions">${close(onClose)}</div>
  </section>`;
}

function seen(look: Look): TemplateResult | typeof nothing {
  switch (look.kind) {
    case "none":
      return nothing;
    case "reading":
      return html`<p class="progress"><progress aria-label="Reading the team"></progress> Reading the team</p>`;
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

function unknown(phase: Extract<RemovalPhase, { kind: "unknown" }>, actions: OutcomeActions): TemplateResult {
  const { leaver, error, look } = phase;
  if (look.kind === "gone")
    return html`<section class="state outcome done" role="status">
      <h2>${login(leaver)} is no longer in ${clip(leaver.before.name, 120)}</h2>
      <p>The team read at ${utc(look.at)} does not list them. Whether this request removed them or somebody else did is not known.</p>
      ${undo(leaver)}
      <div class="actions">${close(actions.onClose)}</div>
    </section>`;
  const { detail } = explain(error);
  return html`<section class="state outcome unsettled" role="alert">
    <h2>Whether ${login(leaver)} was removed is not known</h2>
    <p>${detail}</p>
    ${seen(look)}${undo(leaver, "Should they be gone, to undo it")}
    <div class="actions">
      <button type="button" class="primary" ?disabled=${look.kind === "reading"} @click=${actions.onLook}>Read the team again</button>
      ${close(actions.onClose)}
    </div>
  </section>`;
}

export function outcome(phase: RemovalPhase, actions: OutcomeActions): TemplateResult | typeof nothing {
  switch (phase.kind) {
    case "idle":
      return nothing;
    case "sending":
      return html`<section class="state" role="status" aria-busy="true">
        <p class="progress">
          <progress aria-label="Removing"></progress> Removing ${clip(phase.leaver.member.user_login, 80)}; sent once, not repeated
        </p>
      </section>`;
    case "settled":
      return settled(phase.leaver, phase.result, actions);
    case "unknown":
      return unknown(phase, actions);
    case "refused":
      return failure("The member was not removed", phase.error, { retry: actions.onReload, connect: actions.onConnect });
  }
}

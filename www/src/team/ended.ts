/** A removal that ended while something else was shown: one line of what became of it, and the way there. */
import { html, type TemplateResult } from "lit";
import { clip, prose } from "../parts/text.ts";
import type { EndedRemoval } from "../state/team-memory.ts";

/** As a sentence, to be read or heard. */
export function endedText({ removal: { leaver, phase }, team }: EndedRemoval): string {
  const [who, whence] = [clip(leaver.member.user_login, 80), prose(team, 60)];
  if (phase.kind === "refused" || phase.kind === "stopped") return `${who} was not removed from ${whence}.`;
  if (phase.kind === "settled" && phase.result.removed) return `${who} was removed from ${whence}.`;
  return `Whether ${who} was removed from ${whence} is not known.`;
}

export interface EndedProps {
  ended: EndedRemoval;
  onShow: () => void;
  onDismiss: () => void;
}

export function endedNote({ ended, onShow, onDismiss }: EndedProps): TemplateResult {
  const login = clip(ended.removal.leaver.member.user_login, 80);
  return html`<div class="remark">
    <p>${endedText(ended)}</p>
    <button type="button" class="small" aria-label="Show the removal of ${login}" @click=${onShow}>Show</button>
    <button type="button" class="small" aria-label="Dismiss, about the removal of ${login}" @click=${onDismiss}>Dismiss</button>
  </div>`;
}

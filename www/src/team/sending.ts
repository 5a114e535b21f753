/** A removal that has no answer yet: it is on its way, waits because the service asked for that, or was stopped then. */
import { html, nothing, type TemplateResult } from "lit";
import { nextTry, whichTry } from "../parts/retry.ts";
import { clip } from "../parts/text.ts";
import type { Leaver, Removal } from "../state/removal.ts";
import { about, closeButton, head, login, READ } from "./leaver.ts";
import { nameOf } from "./words.ts";

const STOP = "Do not send it again";

/** The button that stops it, which disappears when it is sent again. */
export const STOP_BUTTON = ".stop-removal";

/** Even a removal is sent again if the service refused it without looking at it. */
function resent({ retry, isPausing }: Removal): TemplateResult | typeof nothing {
  if (retry === null) return nothing;
  if (!isPausing) return html`. It is sent again <span aria-hidden="true">(${whichTry(retry)})</span>`;
  return html`. The service refused it and asked to wait, so nothing was done. It is sent again
    <span aria-hidden="true">${nextTry(retry, Date.now())}</span>`;
}

export function sending(removal: Removal, onStop: () => void): TemplateResult {
  const { leaver, isPausing } = removal;
  return html`<section class="state sending" tabindex="-1">
    <p class="progress">
      <progress aria-label="Removing"></progress>
      <span role="status">Removing ${clip(leaver.member.user_login, 80)}${resent(removal)}</span>
      ${isPausing
        ? html`<button type="button" class="stop-removal" aria-label=${about(STOP, leaver)} @click=${onStop}>${STOP}</button>`
        : nothing}
    </p>
  </section>`;
}

export interface StoppedActions {
  onReload: () => void;
  onClose: () => void;
}

export function stopped(leaver: Leaver, { onReload, onClose }: StoppedActions): TemplateResult {
  const title = html`${login(leaver)} was not removed from ${nameOf(leaver.before)}`;
  return html`<section class="state outcome">
    ${head(leaver, title, "The service refused each request that was sent, and none is sent any more.")}
    <div class="actions">
      <button type="button" aria-label=${about(READ, leaver)} @click=${onReload}>${READ}</button>
      ${closeButton(leaver, onClose)}
    </div>
  </section>`;
}

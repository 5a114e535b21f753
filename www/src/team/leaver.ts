/** What every outcome shows of the person who was to be removed: the login, the records, buttons that say whose they are. */
import { html, type TemplateResult } from "lit";
import { onceEach } from "../parts/kept.ts";
import { clip } from "../parts/text.ts";
import type { Leaver } from "../state/removal.ts";
import { entriesOf } from "./login.ts";
import type { Gone } from "./undo.ts";

export const login = ({ member }: Leaver): TemplateResult => html`<span class="mono">${clip(member.user_login, 120)}</span>`;

let described = 0;

/** The id of what describes the outcome of a removal. */
const idOf = onceEach((_leaver: Leaver) => `outcome-${(described += 1)}`);

/** What happened, which has the focus then, and the first sentence about it, which is read with it. */
export function head(leaver: Leaver, title: TemplateResult, said: TemplateResult | string): TemplateResult {
  return html`<h2 tabindex="-1" aria-describedby=${idOf(leaver)}>${title}</h2>
    <p id=${idOf(leaver)}>${said}</p>`;
}

/** For when it is not known what else changed. */
export const recordOf = ({ member, before }: Leaver): Gone => ({ entries: entriesOf(before, member.user_login), before, collateral: undefined });

/** Whatever became of it, the page does not send it again. */
export const READ = "Read the team again";

/** Buttons of several outcomes may stand on the page: to a screen reader each says whose it is. */
export const about = (word: string, { member }: Leaver): string => `${word}, about ${clip(member.user_login, 80)}`;

export function closeButton(leaver: Leaver, onClose: () => void): TemplateResult {
  return html`<button type="button" aria-label=${about("Close", leaver)} @click=${onClose}>Close</button>`;
}

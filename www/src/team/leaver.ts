/** What every outcome shows of the person who was to be removed: the login, the records, buttons that say whose they are. */
import { html, type TemplateResult } from "lit";
import { clip } from "../parts/text.ts";
import type { Leaver } from "../state/removal.ts";
import { entriesOf } from "./login.ts";
import type { Gone } from "./undo.ts";

export const login = ({ member }: Leaver): TemplateResult => html`<span class="mono">${clip(member.user_login, 120)}</span>`;

/** For when it is not known what else changed. */
export const recordOf = ({ member, before }: Leaver): Gone => ({ entries: entriesOf(before, member.user_login), before, collateral: undefined });

/** Whatever became of it, the page does not send it again. */
export const READ = "Read the team again";

/** Buttons of several outcomes may stand on the page: to a screen reader each says whose it is. */
export const about = (word: string, { member }: Leaver): string => `${word}, about ${clip(member.user_login, 80)}`;

export function closeButton(leaver: Leaver, onClose: () => void): TemplateResult {
  return html`<button type="button" aria-label=${about("Close", leaver)} @click=${onClose}>Close</button>`;
}

/**
 * The button that asks whether a member is to be removed: in the table of members, and on the list of who should not be there. One
 * removal is sent at a time. Until it is answered a pressed button keeps the focus, so buttons are marked with `aria-disabled` and
 * not disabled.
 */
import { html, nothing, type TemplateResult } from "lit";
import type { Member } from "scanfold";
import { clip } from "../parts/text.ts";
import { sameLogin } from "./login.ts";

export interface RemovalButtonProps {
  member: Member;
  /** What the button's name says after the login: " from the team". */
  whence: string;
  /** The login of who is being removed, or `null`. */
  leaving: string | null;
  onRemove: (member: Member) => void;
}

export function removalButton({ member, whence, leaving, onRemove }: RemovalButtonProps): TemplateResult {
  const login = member.user_login;
  // All spellings of a login are one person, and may all go.
  const goes = leaving !== null && sameLogin(login, leaving);
  return html`<button
    type="button"
    class="small danger"
    aria-label="${goes ? "Removing" : "Remove"} ${clip(login, 80)}${whence}"
    aria-disabled=${leaving !== null}
    title=${leaving === null || goes ? nothing : `${clip(leaving, 80)} is being removed: wait until that is answered`}
    @click=${() => leaving === null && onRemove(member)}
  >${goes ? "Removing…" : "Remove…"}</button>`;
}

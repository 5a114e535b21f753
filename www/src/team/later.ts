/**
 * Whether a team that was read after an outcome contradicts it: somebody may have added or removed the person since, and the list
 * below the outcome is that of the read.
 */
import { html, nothing, type TemplateResult } from "lit";
import { counted } from "../parts/text.ts";
import { utc } from "../parts/time.ts";
import type { Leaver } from "../state/removal.ts";
import type { KnownTeam } from "../state/team-desk.ts";
import { entriesOf } from "./login.ts";

/** How many entries of the person a team had, and when. */
export interface Listed {
  count: number;
  at: number;
}

/** `null` if nothing else is known since. */
export function laterOf({ member }: Leaver, then: Listed, known: KnownTeam | null): Listed | null {
  if (known === null || known.readAt <= then.at) return null;
  const count = entriesOf(known.team, member.user_login).length;
  return count === then.count ? null : { count, at: known.readAt };
}

function listed({ count }: Listed, then: Listed): string {
  if (count === 0) return "does not list them";
  return then.count === 0 ? "lists them again" : `lists ${counted(count, "entry", "entries")} of them`;
}

export function saidLater(later: Listed | null, then: Listed): TemplateResult | typeof nothing {
  return later === null ? nothing : html`<p class="look">The team read at ${utc(later.at)} ${listed(later, then)}.</p>`;
}

/** Heads the steps if the person is on the list again, perhaps not as before. */
export const UNDO_LEFT = "To undo this, as far as nobody has";

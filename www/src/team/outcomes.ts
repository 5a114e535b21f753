/** What became of the removals of a team, newest first: each stays, with its own buttons, until a person closes it. */
import { html, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { Removal } from "../state/removal.ts";
import type { KnownTeam } from "../state/team-desk.ts";
import { outcome } from "./outcome.ts";

export interface OutcomesProps {
  removals: readonly Removal[];
  /** The team as the page lists it below. */
  known: KnownTeam | null;
  onClose: (removal: Removal) => void;
  onLook: (removal: Removal) => void;
  onReload: (removal: Removal) => void;
  onStop: (removal: Removal) => void;
  onConnect: (cause: unknown) => void;
}

/** The id of the element that an outcome is in. */
export const placeOf = ({ number }: Removal): string => `removal-${number}`;

export function outcomes({ removals, known, onConnect, ...on }: OutcomesProps): TemplateResult {
  const one = (removal: Removal): TemplateResult => {
    const actions = {
      onClose: () => on.onClose(removal),
      onLook: () => on.onLook(removal),
      onReload: () => on.onReload(removal),
      onStop: () => on.onStop(removal),
      onConnect,
    };
    return html`<div id=${placeOf(removal)}>${outcome({ removal, known, ...actions })}</div>`;
  };
  return html`${repeat(removals, (removal) => removal, one)}`;
}

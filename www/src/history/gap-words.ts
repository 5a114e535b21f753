/** A gap in words, for the figures and what is worth a look: its days, and the button that narrows the history to them. */
import { html, nothing, type TemplateResult } from "lit";
import { ago, exact, inZone, when } from "../parts/time.ts";
import { instant } from "../state/instant.ts";
import type { HistoryState } from "../state/url-history.ts";
import type { Gap } from "./gap.ts";
import { untilText, type HistoryModel } from "./history-model.ts";

/** To the minute, by the clocks of the zone that is chosen. */
function date(text: string, zone: number, now: number): TemplateResult {
  const ms = instant(text);
  if (ms === null) return when(text, now);
  return html`<time datetime=${new Date(ms).toISOString()} title=${`${exact(ms, zone)}, ${ago(ms, now)}`}>${inZone(ms, zone)}</time>`;
}

/** From when to when, or since when if it still lasts. */
export function gapDays({ from, to }: Gap, model: HistoryModel, now: number): TemplateResult {
  const { zone } = model;
  if (to !== null) return html`<span class="gap-days">${date(from, zone, now)} to ${date(to, zone, now)}</span>`;
  const until = untilText(model, ", until the end of the range", "", ", until it was read");
  return html`<span class="gap-days">since ${date(from, zone, now)}${until}</span>`;
}

export interface ShowGap {
  /** The filter that shows the gap; `null` if it is shown already, or no link can express it. */
  part: Partial<HistoryState> | null;
  /** Added to the button's accessible name, if there may be two such buttons. */
  also: string;
  onNarrow: (part: Partial<HistoryState>) => void;
}

export function showGap({ part, also, onNarrow }: ShowGap): TemplateResult | typeof nothing {
  if (part === null) return nothing;
  return html`<button type="button" class="link show-gap" aria-label=${`Show this gap${also}`} @click=${() => onNarrow(part)}>Show this gap</button>`;
}

/**
 * Severities as people see them: always a letter or the word, never colour alone.
 */
import { html, nothing, type TemplateResult } from "lit";
import { severityOf, type Severity, type SeverityCounts } from "scanfold";
import { SEVERITIES } from "../state/severity.ts";
import { given, number } from "./text.ts";

export const LETTER: Record<Severity, string> = { critical: "C", high: "H", medium: "M", low: "L", unknown: "?" };
export const WORD: Record<Severity, string> = { critical: "Critical", high: "High", medium: "Medium", low: "Low", unknown: "Unknown" };

/** How much of the service's own word is shown: no table has room for more. */
const CELL = 24;

const isNamed = (severity: string): boolean => severityOf({ severity }) !== "unknown" || severity.toLowerCase() === "unknown";

/** The word; for a severity outside the interface also `length` characters of the service's own word. */
export const severityText = (severity: string, length?: number): string =>
  isNamed(severity) ? WORD[severityOf({ severity })] : `${WORD.unknown} (${given(severity, length)})`;

/** Letter and word; the title of a severity outside the interface has more of it. */
export function badge(severity: string, length = CELL): TemplateResult {
  const known = severityOf({ severity });
  const title = isNamed(severity) ? nothing : severityText(severity);
  return html`<span class="badge sev-${known}" title=${title}><b aria-hidden="true">${LETTER[known]}</b><span class="word">${isNamed(severity) ? WORD[known] : html`<span>${WORD.unknown}</span><span class="sent"> (${given(severity, length)})</span>`}</span></span>`;
}

/** What the colours of bars mean, and `more` beside it. For a screen reader each bar is a sentence of its own. */
export function legend(more: TemplateResult | string): TemplateResult {
  const swatches = SEVERITIES.map(
    (severity) => html`<span><i class="swatch fill-${severity}"></i>${LETTER[severity]} ${WORD[severity]}</span>`,
  );
  return html`<p class="note legend"><span class="line" aria-hidden="true">${swatches}</span><span class="text">${more}</span></p>`;
}

/** The worst severity that occurs. */
export const worstOf = (counts: SeverityCounts): Severity => SEVERITIES.find((severity) => counts[severity] > 0) ?? "unknown";

export function totalOf(counts: SeverityCounts): number {
  return SEVERITIES.reduce((sum, severity) => sum + counts[severity], 0);
}

/** "3 critical, 12 high, 4 low": only those that occur. */
export function spoken(counts: SeverityCounts): string {
  return (
    SEVERITIES.filter((severity) => counts[severity] !== 0)
      .map((severity) => `${number(counts[severity])} ${severity}`)
      .join(", ") || "none"
  );
}

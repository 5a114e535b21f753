/** Names, ids and versions in a cell or a field: in monospace, or words which say that the service gave none. */
import { html, type TemplateResult } from "lit";
import { clip, NOT_GIVEN } from "./text.ts";

export const MISSING = html`<span class="unknown">${NOT_GIVEN}</span>`;

export function mono(text: string | null | undefined, length?: number): TemplateResult {
  return text ? html`<span class="mono">${clip(text, length)}</span>` : MISSING;
}

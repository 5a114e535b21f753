/** Names, ids and versions in a cell or a field: in monospace, or words which say that the service gave none. */
import { html, type TemplateResult } from "lit";
import { clip, NOT_GIVEN } from "./text.ts";

export const MISSING = html`<span class="unknown">${NOT_GIVEN}</span>`;

export function mono(text: string | null | undefined, length?: number): TemplateResult {
  return text ? html`<span class="mono">${clip(text, length)}</span>` : MISSING;
}

/** Where a path, an image or an address may go on in the next line: after a mark, before a part of it. A scheme stays with its host. */
const PART = /(?<=[/:@])(?<!:\/\/)(?![/:@])/;

/** A text that goes on in the next line where one of its parts begins, if it can; copied, it is the same text. */
export const inParts = (text: string): TemplateResult => html`${text.split(PART).map((part, at) => (at === 0 ? part : html`<wbr />${part}`))}`;

/** The same for what may be longer than its line. */
export function monoInParts(text: string, length?: number): TemplateResult {
  return text ? html`<span class="mono">${inParts(clip(text, length))}</span>` : MISSING;
}

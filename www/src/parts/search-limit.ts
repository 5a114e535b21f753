/** How long a search may be, and what the page says of one that is as long. */
import { html, nothing, type TemplateResult } from "lit";
import { number } from "./text.ts";

/** Longest search: every term is looked for in all that is searched at each key press, and the link has to stay short. */
export const LONGEST_SEARCH = 500;

/** Whether more of the text may have been left out. */
export const isFull = (text: string): boolean => text.length >= LONGEST_SEARCH;

/** The browser does not say that it cuts off a text which is too long, so the page does. */
export function full(text: string): TemplateResult {
  const words = !isFull(text) ? nothing : `The search takes ${number(LONGEST_SEARCH)} characters: more of a text is left out.`;
  return html`<span id="search-full" class="issue">${words}</span>`;
}

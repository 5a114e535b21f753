/** The field in which findings are searched: those of a scan, or those that changed. Data in, nodes out. */
import { html, nothing, type TemplateResult } from "lit";
import { keyCap, shortcut } from "../parts/shortcut.ts";
import { number } from "../parts/text.ts";

/** Longest search: every term is looked for in every finding at each key press, and the link has to stay short. */
const LONGEST_SEARCH = 500;

/** Whether more of the text may have been left out. */
export const isFull = (text: string): boolean => text.length >= LONGEST_SEARCH;

/** The browser does not say that it cuts off a text which is too long, so the page does. */
export function full(text: string): TemplateResult {
  const words = !isFull(text) ? nothing : `The search takes ${number(LONGEST_SEARCH)} characters: more of a text is left out.`;
  return html`<span id="search-full" class="issue">${words}</span>`;
}

export interface SearchProps {
  /** What is searched, in words: "findings". */
  what: string;
  text: string;
  onText: (text: string) => void;
  /** The field is left. */
  onLeft: () => void;
  /** The arrow down leads to what was found. */
  onDown: () => void;
}

export function searchField({ what, text, onText, onLeft, onDown }: SearchProps): TemplateResult {
  const key = (event: KeyboardEvent): void => {
    const isPlain = !(event.isComposing || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey);
    if (event.key !== "ArrowDown" || !isPlain) return;
    event.preventDefault();
    onDown();
  };
  return html`<label class="search">
    <span class="sr">Search ${what}</span>
    <input
      id="finding-search"
      type="search"
      placeholder="Search id, package, title, target, image"
      spellcheck="false"
      autocapitalize="none"
      autocomplete="off"
      aria-keyshortcuts=${shortcut("/")}
      aria-describedby="search-full"
      maxlength=${LONGEST_SEARCH}
      .value=${text}
      @input=${(event: Event) => onText((event.target as HTMLInputElement).value)}
      @keydown=${key}
      @blur=${onLeft}
    />
    ${keyCap("/")}
  </label>`;
}

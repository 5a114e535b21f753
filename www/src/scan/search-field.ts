/** The field in which findings are searched: those of a scan, or those that changed. Data in, nodes out. */
import { html, type TemplateResult } from "lit";
import { LONGEST_SEARCH } from "../parts/search-limit.ts";
import { keyCap, shortcut } from "../parts/shortcut.ts";

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

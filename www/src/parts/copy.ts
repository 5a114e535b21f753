/** A button that copies a text to the clipboard and says that it did: in its own words, and to a screen reader. */
import { html, type TemplateResult } from "lit";
import { ref } from "lit/directives/ref.js";
import { visible } from "./text.ts";

const SHOWN_MS = 1500;

/** What a button copied, and the timer after which it shows its word again. */
const waiting = new WeakMap<Element, { text: string; timer: number }>();

/** Changes Lit's own text node and does not replace it: Lit writes the button's word into that node later. */
function show(button: HTMLButtonElement, shown: string): void {
  if (button.lastChild !== null) button.lastChild.nodeValue = shown;
}

async function copy(event: Event, text: string, label: string): Promise<void> {
  const button = event.currentTarget as HTMLButtonElement;
  let said = "Copied";
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    said = "Not allowed";
  }
  clearTimeout(waiting.get(button)?.timer);
  show(button, said);
  // The button's name is its label, whatever it shows: the page's announcer says what became of it.
  button.dispatchEvent(new CustomEvent("announce", { bubbles: true, detail: `${label}: ${said.toLowerCase()}` }));
  waiting.set(button, { text, timer: window.setTimeout(() => show(button, button.dataset.word ?? ""), SHOWN_MS) });
}

/** What the button copies now is not what it copied: it says so no longer. */
function follow(button: Element | undefined, text: string): void {
  const copied = button === undefined ? undefined : waiting.get(button);
  if (copied === undefined || copied.text === text || !(button instanceof HTMLButtonElement)) return;
  clearTimeout(copied.timer);
  waiting.delete(button);
  show(button, button.dataset.word ?? "");
}

/** For a name: its invisible characters are not copied. */
export const copyName = (text: string, label: string): TemplateResult => copyButton(visible(text), label);

/** For a text that the page has made. `word` is shown on the button: give one if what it copies is not shown beside it. */
export function copyButton(text: string, label: string, word = "Copy"): TemplateResult {
  return html`<button class="small" type="button" data-word=${word} aria-label=${label} @click=${(event: Event) => copy(event, text, label)} ${ref((button) => follow(button, text))}>${word}</button>`;
}

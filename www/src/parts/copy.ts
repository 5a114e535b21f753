/** A button that copies a text to the clipboard and says that it did: in its own words, and to a screen reader. */
import { html, type TemplateResult } from "lit";
import { visible } from "./text.ts";

const SHOWN_MS = 1500;

/** The timer after which a button shows its word again. */
const waiting = new WeakMap<HTMLButtonElement, number>();

/** Writes into the text that Lit has made, which it changes with the button's word: a text in its place would be lost to it. */
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
  clearTimeout(waiting.get(button));
  show(button, said);
  // The button's name is its label, whatever it shows: the page's announcer says what became of it.
  button.dispatchEvent(new CustomEvent("announce", { bubbles: true, detail: `${label}: ${said.toLowerCase()}` }));
  waiting.set(
    button,
    window.setTimeout(() => show(button, button.dataset.word ?? ""), SHOWN_MS),
  );
}

/** For a name: its invisible characters are not copied. */
export const copyName = (text: string, label: string): TemplateResult => copyButton(visible(text), label);

/** For a text that the page has made. `word` is shown on the button: give one if what it copies is not shown beside it. */
export function copyButton(text: string, label: string, word = "Copy"): TemplateResult {
  return html`<button class="small" type="button" data-word=${word} aria-label=${label} @click=${(event: Event) => copy(event, text, label)}>${word}</button>`;
}

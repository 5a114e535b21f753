/** A button that copies a text to the clipboard and says that it did: in its own words, and to a screen reader. */
import { html, type TemplateResult } from "lit";
import { visible } from "./text.ts";

const SHOWN_MS = 1500;

/** When each button that said something goes back to its word. */
const waiting = new WeakMap<HTMLButtonElement, number>();

async function copy(event: Event, text: string, label: string, word: string): Promise<void> {
  const button = event.currentTarget as HTMLButtonElement;
  let said = "Copied";
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    said = "Not allowed";
  }
  clearTimeout(waiting.get(button));
  button.textContent = said;
  // The button's name is its label, whatever it shows: the page's announcer says what became of it.
  button.dispatchEvent(new CustomEvent("announce", { bubbles: true, detail: `${label}: ${said.toLowerCase()}` }));
  waiting.set(
    button,
    window.setTimeout(() => (button.textContent = word), SHOWN_MS),
  );
}

/** Of a name: what nobody sees in it is not copied. */
export const copyName = (text: string, label: string): TemplateResult => copyButton(visible(text), label);

/** Of a text of the page's own making. `word` is what is read on the button, where what it copies does not stand beside it. */
export function copyButton(text: string, label: string, word = "Copy"): TemplateResult {
  return html`<button class="small" type="button" aria-label=${label} @click=${(event: Event) => copy(event, text, label, word)}>${word}</button>`;
}

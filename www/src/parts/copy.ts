/** A button that copies a text to the clipboard and says that it did. */
import { html, type TemplateResult } from "lit";

async function copy(event: Event, text: string): Promise<void> {
  const button = event.currentTarget as HTMLButtonElement;
  const before = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    button.textContent = "Not allowed";
  }
  setTimeout(() => {
    button.textContent = before;
  }, 1500);
}

export function copyButton(text: string, label: string): TemplateResult {
  return html`<button class="small" type="button" aria-label=${label} @click=${(event: Event) => copy(event, text)}>Copy</button>`;
}

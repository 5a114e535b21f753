/** A link that shows only while it has the focus: it skips a part that would take many presses of the Tab key. */
import { html, type TemplateResult } from "lit";

/** `onSkip` moves the focus to the element with the id `to`. The address stays as it is. */
export function skipLink(label: string, to: string, onSkip: () => void): TemplateResult {
  const skip = (event: Event): void => {
    event.preventDefault();
    onSkip();
  };
  return html`<a class="skip" href="#${to}" @click=${skip}>${label}</a>`;
}

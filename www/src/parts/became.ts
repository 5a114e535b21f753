/** Between what was and what is: an arrow to see, a word to hear. A label on the arrow would not be read everywhere. */
import { html } from "lit";

export const ARROW = html`<span aria-hidden="true">→</span><span class="sr">to</span>`;

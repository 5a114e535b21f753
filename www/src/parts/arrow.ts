/** Between what was and what is: an arrow to see, a word to hear. Not every screen reader would read a label of the arrow. */
import { html } from "lit";

export const ARROW = html`<span aria-hidden="true">→</span><span class="sr">to</span>`;

/**
 * An option of a `<select>` that shows the page's state. The attribute `selected` has no effect once a person has picked something,
 * and the page may not accept what they picked: so the property is set whenever it differs.
 */
import { html, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";

export const option = (value: string | number, text: unknown, isChosen: boolean): TemplateResult =>
  html`<option value=${value} .selected=${live(isChosen)}>${text}</option>`;

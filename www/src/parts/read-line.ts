/** When what is shown was read, and the button that reads it again; while that is under way the line says so, with a button to cancel. */
import { html, nothing, type TemplateResult } from "lit";
import { readWhen } from "./time.ts";

export interface ReadLineProps {
  /** In milliseconds since 1970. */
  readAt: number;
  now: number;
  /** It is being read again, and nothing else on the page says so. */
  isReading: boolean;
  onRead: () => void;
  onStop: () => void;
}

export function readLine({ readAt, now, isReading, onRead, onStop }: ReadLineProps): TemplateResult {
  const again = html`<span class="under-way">reading… <button type="button" class="small" @click=${onStop}>Cancel</button></span>`;
  return html`read ${readWhen(readAt, now)}
    <button type="button" class="small" @click=${onRead}>Read again</button>
    ${isReading ? again : nothing}`;
}

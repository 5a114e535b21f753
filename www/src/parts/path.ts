/**
 * Names like `registry.example/team/app:1.4`, of which the end tells one from another: where there is no room, the front gives
 * way to an ellipsis. A name without a slash gives way at its end. Either way the text is whole, in one piece, to copy and to find.
 */
import { html, type TemplateResult } from "lit";
import { MISSING } from "./given.ts";
import { clip } from "./text.ts";

/**
 * The style sheet cuts `.ends` on the left, in most browsers by writing from right to left; the name in it is isolated, and reads
 * as it is.
 */
export function pathName(text: string, length?: number): TemplateResult {
  if (text === "") return MISSING;
  const whole = clip(text, length);
  return html`<span class="path ${whole.includes("/") ? "ends" : ""}" title=${whole}><bdi dir="ltr">${whole}</bdi></span>`;
}

/**
 * Versions and ids in a cell: builds of one release, and advisories of one year, differ at the end, others at the front. If there
 * is no room for a long one, an ellipsis takes the place of its middle.
 */
import { html, type TemplateResult } from "lit";
import { MISSING } from "./mono.ts";
import { clip } from "./text.ts";

/** How much of the end stays in sight: the style sheet leaves `.inside .front` that much less room. */
const END = 7;
/** Shorter ones fit, or have no middle. */
const LONG_VERSION = 2 * END;
/** A `CVE` of seven digits is shorter, and fits. */
const LONG_ID = 17;
/** Only characters of one width and one direction can be cut by count. */
const PLAIN = /^[\x21-\x7e]+$/;

function cutInside(text: string | null | undefined, long: number, length: number | undefined): TemplateResult {
  if (!text) return MISSING;
  const whole = clip(text, length);
  if (whole.length < long || !PLAIN.test(whole)) return html`<span class="mono" title=${whole}>${whole}</span>`;
  // A screen reader would read two boxes as two words, so it gets the whole text in one that nobody sees.
  return html`<span class="mono inside" title=${whole}
    ><span class="sr">${whole}</span><span aria-hidden="true"><span class="front">${whole.slice(0, -END)}</span>${whole.slice(-END)}</span></span
  >`;
}

export const versionName = (text: string | null | undefined, length?: number): TemplateResult => cutInside(text, LONG_VERSION, length);

export const idName = (text: string | null | undefined, length?: number): TemplateResult => cutInside(text, LONG_ID, length);

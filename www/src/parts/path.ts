/**
 * Names like `registry.example/team/app:1.4`, of which the end tells one from another: where there is no room, the front gives
 * way. The text is whole either way.
 */
import { html, type TemplateResult } from "lit";
import { MISSING } from "./given.ts";
import { clip } from "./text.ts";

/** An end shorter than this (`v4`, `:1`) says too little: it takes the segment before it along. */
const TELLING = 6;

export function pathName(text: string, length?: number): TemplateResult {
  if (text === "") return MISSING;
  const whole = clip(text, length);
  let cut = whole.lastIndexOf("/");
  while (cut > 0 && whole.length - cut <= TELLING) cut = whole.lastIndexOf("/", cut - 1);
  return html`<span class="path" title=${whole}><span class="front">${whole.slice(0, cut + 1)}</span><span class="end">${whole.slice(cut + 1)}</span></span>`;
}

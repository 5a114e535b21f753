/**
 * Names like `registry.example.com/team/app:1.4` or `org.apache.commons:commons-text`, of which the end tells one from another: where
 * there is no room, the front gives way to an ellipsis. A name of one part gives way at its end, unless it is one that is made short:
 * what names of a list have in common may be left out to be seen (`names.ts`). In each case the text is whole, in one piece, to copy,
 * to find and to hear.
 */
import { html, nothing, type TemplateResult } from "lit";
import { MISSING } from "./given.ts";
import { LEAD, type NamePart, type ShortNames } from "./names.ts";
import { clip, plain } from "./text.ts";

/** Parts that go from the general to the particular. */
const JOINT = /[/:]/;

/** The space in front of brackets is at no end of the name. */
const inside = (text: string): string => (text.startsWith(" (") ? ` ${plain(text.slice(1))}` : plain(text));

const part = ({ text, mark }: NamePart): TemplateResult | string =>
  mark === undefined ? plain(text) : html`<span class="left-out ${mark === LEAD ? "first" : ""}"><span>${inside(text)}</span></span>`;

const cut = (whole: string, title: string | typeof nothing): TemplateResult =>
  html`<span class="path ${JOINT.test(whole) ? "ends" : ""}" title=${title}><bdi dir="ltr">${whole}</bdi></span>`;

/**
 * The style sheet cuts `.ends` on the left, in most browsers by writing from right to left; the name in it is isolated, and reads
 * as it is. Beside the `names` that it is one of, it is short.
 */
export function pathName(text: string, length?: number, names?: ShortNames): TemplateResult {
  if (text === "") return MISSING;
  const parts = names?.parts(text) ?? null;
  if (parts !== null)
    return html`<span class="path ends" title=${plain(text)}><bdi dir="ltr"><span>${parts.map(part)}</span></bdi></span>`;
  const whole = clip(text, length);
  return cut(whole, whole);
}

/** The same in what has a title of its own. */
export const pathText = (text: string): TemplateResult => cut(clip(text), nothing);

/** Says what stands for what, where something is left out. */
export const leadNote = ({ lead }: ShortNames): TemplateResult | typeof nothing =>
  lead === "" ? nothing : html`<span class="note left-out-note">${LEAD}/ is <bdi class="mono">${clip(lead, 120)}/</bdi></span>`;

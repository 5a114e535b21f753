/**
 * Names like `registry.example.com/team/app:1.4` or `org.apache.commons:commons-text`, whose ends tell them apart: if there is no
 * room, an ellipsis takes the place of the front. A name of one part is cut at its end, unless it is made short by leaving out what
 * the names of a list have in common (`names.ts`). Whatever is seen, the whole text can be copied, found and heard in one piece.
 */
import { html, nothing, type TemplateResult } from "lit";
import { MISSING } from "./mono.ts";
import { LEAD, type NamePart, type ShortNames } from "./names.ts";
import { clip, plain } from "./text.ts";

/** Parts that go from the general to the particular. */
const JOINT = /[/:]/;

/** A space before brackets is inside the name, so it is not shown as a symbol. */
const inside = (text: string): string => (text.startsWith(" (") ? ` ${plain(text.slice(1))}` : plain(text));

const part = ({ text, mark }: NamePart): TemplateResult | string =>
  mark === undefined ? plain(text) : html`<span class="left-out ${mark === LEAD ? "first" : ""}"><span>${inside(text)}</span></span>`;

const cut = (whole: string, title: string | typeof nothing): TemplateResult =>
  html`<span class="path ${JOINT.test(whole) ? "ends" : ""}" title=${title}><bdi dir="ltr">${whole}</bdi></span>`;

/**
 * The style sheet cuts `.ends` on the left, in most browsers by writing from right to left; the name in it is isolated, and reads
 * as it is. If it is one of `names`, it is shown short.
 */
export function pathName(text: string, length?: number, names?: ShortNames): TemplateResult {
  if (text === "") return MISSING;
  const parts = names?.parts(text) ?? null;
  if (parts !== null)
    return html`<span class="path ends" title=${plain(text)}><bdi dir="ltr"><span>${parts.map(part)}</span></bdi></span>`;
  const whole = clip(text, length);
  return cut(whole, whole);
}

/** The same inside an element that has a title of its own. */
export const pathText = (text: string): TemplateResult => cut(clip(text), nothing);

/** Says what the sign for a part left out stands for, if there is one. */
export const leadNote = ({ lead }: ShortNames): TemplateResult | typeof nothing =>
  lead === "" ? nothing : html`<span class="note left-out-note">${LEAD}/ is <bdi class="mono">${clip(lead, 120)}/</bdi></span>`;

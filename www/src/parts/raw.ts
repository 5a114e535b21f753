/**
 * Objects whose inner fields the service keeps to itself, shown readably: names and values as a nested list, bounded in
 * depth and number, one by one and in all, so that no answer can stop the page.
 */
import { html, type TemplateResult } from "lit";
import { safeUrl } from "scanfold";
import { outsideLink } from "./link.ts";
import { clip, number } from "./text.ts";

const DEPTH = 6;
/** Of one object. */
const ENTRIES = 60;
/** In all of a value; nested objects share what the entries above them leave. */
const MOST = 2_000;
/** A text that is a safe web address becomes a link, because people follow references. */
const ADDRESS = /^https?:\/\/\S+$/i;

const isObject = (value: unknown): value is object => value !== null && typeof value === "object";

export const rawValue = (value: unknown): TemplateResult => shown(value, 0, MOST);

function shown(value: unknown, depth: number, most: number): TemplateResult {
  if (typeof value === "string" && ADDRESS.test(value) && safeUrl(value) !== null) return outsideLink(value);
  if (!isObject(value))
    return html`<span class="mono">${clip(typeof value === "string" ? value : String(value), 2000)}</span>`;
  const entries = Object.entries(value);
  if (entries.length === 0) return html`<span class="unknown">empty</span>`;
  if (depth === DEPTH) return html`<span class="unknown">${number(entries.length)} more, nested deeper than shown</span>`;
  if (most === 0) return html`<span class="unknown">${number(entries.length)} more</span>`;
  const head = entries.slice(0, Math.min(ENTRIES, most));
  const inside = Math.floor((most - head.length) / Math.max(1, head.filter(([, inner]) => isObject(inner)).length));
  const rest = entries.length - head.length;
  // A record of plain values stands on one line, as a row of a table does.
  const isFlat = !Array.isArray(value) && !entries.some(([, inner]) => isObject(inner));
  return html`<dl class="raw ${isFlat ? "flat" : ""}">
    ${head.map(([name, inner]) => {
      const label = Array.isArray(value) ? `${Number(name) + 1}` : name;
      return html`<div><dt>${clip(label, 120)}</dt><dd>${shown(inner, depth + 1, inside)}</dd></div>`;
    })}
    ${rest > 0 ? html`<div><dt>…</dt><dd class="unknown">${number(rest)} more</dd></div>` : null}
  </dl>`;
}

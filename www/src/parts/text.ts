/**
 * Text that others wrote, made safe to read. Lit puts it into text nodes, so it cannot become markup; here it is kept from
 * deceiving: control and direction characters become visible symbols, lone surrogates the replacement character. `clip` shows
 * joiners, variation selectors and unusual spaces too, for names that have to be told apart; `prose` leaves them as they are in
 * sentences.
 */

/** Written as escapes: this file would otherwise hold the characters it is about. */
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/g;
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u2028-\u202e\ufff9-\ufffb]/gu;
/** Blanks that look like a space, or like nothing. */
const BLANKS = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000]/g;
/** Spaces that the page would draw as one. */
const SPACES = /\u0020{2,}/g;
/** As many marks as a letter has in any script; a run of more takes as much room as all of them. */
const MARKS = /(\p{M}{8})\p{M}+/gu;
/** Those of the invisible that some scripts and emoji need: joiners and variation selectors. */
const WRITING = /[\u034f\u180b-\u180d\u180f\u200c\u200d\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/u;

const NAMES: Record<string, string> = {
  "\u00a0": "NBSP",
  "\u061c": "ALM",
  "\u200b": "ZWSP",
  "\u200c": "ZWNJ",
  "\u200d": "ZWJ",
  "\u200e": "LRM",
  "\u200f": "RLM",
  "\u202a": "LRE",
  "\u202b": "RLE",
  "\u202c": "PDF",
  "\u202d": "LRO",
  "\u202e": "RLO",
  "\u2066": "LRI",
  "\u2067": "RLI",
  "\u2068": "FSI",
  "\u2069": "PDI",
  "\ufeff": "BOM",
};

function symbol(control: string): string {
  const code = control.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return "\u2421";
  return `⟦U+${code.toString(16).toUpperCase().padStart(4, "0")}⟧`;
}

function named(character: string): string {
  const name = NAMES[character];
  return name !== undefined ? `⟦${name}⟧` : `⟦U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}⟧`;
}

const spaces = (run: string): string => "\u2423".repeat(run.length);

/** Spaces at the ends, which the page would not draw. */
function withEnds(text: string): string {
  const rest = text.replace(/^\u0020+/, spaces);
  return rest.endsWith(" ") ? `${rest.slice(0, -1)}\u2423` : rest;
}

/** One line, nothing hidden. */
export function plain(text: string): string {
  return withEnds(text.toWellFormed().replace(SPACES, spaces))
    .replace(CONTROLS, symbol)
    .replace(INVISIBLE, named)
    .replace(BLANKS, named)
    .replace(MARKS, "$1…");
}

/** What is copied of a name: pasted into a terminal, an invisible character could take effect there, such as the end of a line. */
export const visible = (text: string): string => text.toWellFormed().replace(CONTROLS, "").replace(INVISIBLE, "");

function prosaic(text: string): string {
  return text
    .toWellFormed()
    .replace(CONTROLS, symbol)
    .replace(INVISIBLE, (character) => (WRITING.test(character) ? character : named(character)))
    .replace(MARKS, "$1…");
}

/** The first `length` characters, or one less, so that no character is split: after the first half of a pair comes another. */
export function beginning(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 && length < text.length ? length - 1 : length);
}

/** As `plain`, at most `length` characters: a title of two megabytes must not stop the page. */
export function clip(text: string, length = 300): string {
  return text.length <= length ? plain(text) : `${plain(beginning(text, length).trimEnd())}…`;
}

/** The last `length` characters, or one less, so that no character is split. */
const ending = (text: string, length: number): string => text.slice(-length).replace(/^[\udc00-\udfff]/, "");

/** As `clip`, for names whose ends tell them apart, such as branches: cut in the middle. */
export function clipMiddle(text: string, length: number): string {
  if (text.length <= length) return plain(text);
  const first = Math.floor(length / 3);
  return `${plain(beginning(text, first).trimEnd())}…${plain(ending(text, length - first).trimStart())}`;
}

/**
 * As `clip`, for titles, names and sentences, which joiners and variation selectors belong to. Not for what tells one thing from
 * another (ids, logins, hosts, packages, images, versions): there they would let two look the same.
 */
export function prose(text: string, length = 300): string {
  return text.length <= length ? prosaic(text) : `${prosaic(beginning(text, length))}…`;
}

/** Shown if the service sent nothing. Absent, `null` and empty are the same to a reader. */
export const NOT_GIVEN = "not given";

/** As `prose`, for what may be missing. */
export const givenProse = (text: string | null | undefined, length?: number): string => (text ? prose(text, length) : NOT_GIVEN);

/** As `clip`, for what may be missing. */
export const given = (text: string | null | undefined, length?: number): string => (text ? clip(text, length) : NOT_GIVEN);

/** `n thing` or `n things`, the number grouped. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${number(count)} ${count === 1 ? one : many}`;
}

const grouped = new Intl.NumberFormat("en");

export function number(value: number): string {
  return grouped.format(value);
}

/** A share in whole percent; never "0%" for something or "100%" for not everything. */
export function percent(part: number, whole: number): string {
  if (whole === 0 || part === 0) return "0%";
  const share = (100 * part) / whole;
  if (share < 1) return "<1%";
  return part < whole && share > 99 ? ">99%" : `${Math.round(share)}%`;
}

export function bytes(count: number): string {
  if (count < 1000) return `${count} B`;
  // From here on kilobytes would be rounded to a thousand.
  return count < 999_500 ? `${(count / 1e3).toFixed(0)} kB` : `${(count / 1e6).toFixed(1)} MB`;
}

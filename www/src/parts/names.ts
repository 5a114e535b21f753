/**
 * Names of one list, such as `registry.example/team/app:1.4`, made short: what most of them begin with is left out, and all of a
 * digest but its beginning, so that what tells one from another has the room. No two names of a list ever become alike: if two
 * registries have the same path, the part that tells them apart stays, and of digests as many digits as tell them apart.
 *
 * It says what may be left out. `path.ts` draws it, and leaves nothing out of what is copied, read aloud or found.
 */

/** A part of a name. The parts, one after another, are the name. */
export interface NamePart {
  text: string;
  /** The sign that is shown in place of the text; absent if the text is shown. */
  mark?: typeof LEAD | typeof REST;
}

export interface ShortNames {
  /** What `LEAD` stands for in this list; empty if nothing is left out at the front. */
  readonly lead: string;
  /** The parts of a name; `null` if it is shown as it is. */
  parts: (name: string) => readonly NamePart[] | null;
}

/** Stands for what most of the names begin with. Not an ellipsis: one in front says that there was no room. */
export const LEAD = "~";
/** Stands for all else. */
const REST = "…";

/** A name that takes more room than any table has is shown as it is. */
const LONGEST = 300;
/** Fewer characters than this are not worth a mark in their place. */
const SPARED = 4;
/** Digits of a digest that are shown at least. */
const DIGITS = 12;
/** Everything before the digits of a digest, and these. */
const DIGEST = /^(.+@[\w.+-]+:)([0-9a-f]{32,})$/i;
/** Where a registry's name may be split. */
const JOINT = /[.:-]/;

/** A name with a mark of its own, or something like one, would be read as a name that was made short. */
const isMarked = (name: string): boolean => /^\s*[~\u223c\uff5e\u02dc]|\u2026|\u22ef|\.\.\./.test(name);

/** A name without the digits of its digest, and these; or without what stands in brackets after it. */
interface Stem {
  text: string;
  digits: string;
}

/** If `bare` has it, a name is only what stands in front of the brackets. */
function stemOf(name: string, bare: ReadonlySet<string>): Stem {
  const front = frontOf(name);
  if (bare.has(front)) return { text: front, digits: "" };
  const [, text = name, digits = ""] = DIGEST.exec(name) ?? [];
  return { text, digits };
}

/** The part before the brackets, as of `debian:12 (debian 12.5)`, `amazon:2 (amazon 2 (Karoo))`; the whole name if there are none. */
const frontOf = (name: string): string => (name.endsWith(")") && name.includes(" (") ? name.slice(0, name.indexOf(" (")) : name);

/** The parts before brackets that only one name has. None with a digest, which would look like one that is cut. */
function distinctFronts(names: readonly string[]): Set<string> {
  const counts = new Map<string, number>();
  for (const front of names.map(frontOf)) counts.set(front, (counts.get(front) ?? 0) + 1);
  return new Set(names.map(frontOf).filter((front) => counts.get(front) === 1 && /\S$/.test(front) && !front.includes("@")));
}

/** How many characters two texts begin with in common. */
function common(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}

/** How many characters all of the texts begin with in common. */
const commonOf = ([some = "", ...others]: readonly string[]): number =>
  others.reduce((length, other) => Math.min(length, common(some, other)), some.length);

/** Before the first slash, and from it on. */
const firstOf = (stem: string): string => stem.slice(0, Math.max(0, stem.indexOf("/")));
const pathOf = (stem: string): string => stem.slice(firstOf(stem).length);

/** The folders that most of the stems begin with, without the slash at their end. */
function leadOf(stems: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const stem of stems) counts.set(firstOf(stem), (counts.get(firstOf(stem)) ?? 0) + 1);
  counts.delete("");
  const [first, count] = [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), ["", 0]);
  if (count < 2 || 2 * count <= stems.length) return "";
  const led = stems.filter((stem) => firstOf(stem) === first);
  const lead = (led[0] ?? "").slice(0, Math.max(0, (led[0] ?? "").lastIndexOf("/", commonOf(led) - 1)));
  return lead.length < SPARED ? "" : lead;
}

/** Of the registries that share a path: where in each the part lies that tells it from the others. */
type Told = readonly [from: number, to: number];

const backwards = (text: string): string => [...text].reverse().join("");

function toldApart(registries: readonly string[]): Map<string, Told> {
  const shortest = Math.min(...registries.map(({ length }) => length));
  // Back to a joint: a part of a word tells nobody anything, and no part is empty.
  let from = Math.max(0, Math.min(commonOf(registries), shortest - 1));
  while (from > 0 && !JOINT.test(registries[0]?.[from] ?? "")) from -= 1;
  let kept = Math.max(0, Math.min(commonOf(registries.map(backwards)), shortest - from - 1));
  while (kept > 0 && !registries.every((one) => JOINT.test(one[one.length - kept] ?? ""))) kept -= 1;
  return new Map(registries.map((one) => [one, [from, one.length - kept]]));
}

/** For each stem whose path another registry has too, what of its own registry is shown. */
function twinsOf(stems: ReadonlySet<string>): Map<string, Told> {
  const byPath = new Map<string, string[]>();
  for (const stem of stems) {
    if (!stem.includes("/")) continue;
    const registries = byPath.get(pathOf(stem));
    if (registries === undefined) byPath.set(pathOf(stem), [firstOf(stem)]);
    else registries.push(firstOf(stem));
  }
  const twins = new Map<string, Told>();
  for (const [path, registries] of byPath)
    if (registries.length > 1) for (const [registry, told] of toldApart(registries)) twins.set(registry + path, told);
  return twins;
}

const order = (one: string, other: string): number => (one === other ? 0 : one < other ? -1 : 1);

/** How many digits are shown of the digests of each stem: as many as tell them apart. */
function digitsShown(all: readonly Stem[]): Map<string, number> {
  const shown = new Map<string, number>();
  const sorted = all.filter(({ digits }) => digits !== "").toSorted((a, b) => order(a.text, b.text) || order(a.digits, b.digits));
  sorted.forEach(({ text, digits }, at) => {
    const next = sorted[at + 1];
    const parting = next?.text === text && next.digits !== digits ? common(digits, next.digits) + 1 : 0;
    shown.set(text, Math.max(DIGITS, parting, shown.get(text) ?? 0));
  });
  return shown;
}

/** A stretch of a name that is left out if that saves room. */
interface Cut {
  from: number;
  to: number;
  mark: typeof LEAD | typeof REST;
}

function partsOf(name: string, cuts: readonly Cut[]): NamePart[] | null {
  const real = cuts.filter(({ from, to }) => to - from >= SPARED);
  if (real.length === 0) return null;
  const parts: NamePart[] = [];
  let at = 0;
  for (const { from, to, mark } of real) {
    parts.push({ text: name.slice(at, from) }, { text: name.slice(from, to), mark });
    at = to;
  }
  return [...parts, { text: name.slice(at) }].filter(({ text }) => text !== "");
}

const AS_THEY_ARE: ShortNames = { lead: "", parts: () => null };

/** If there is little room, what stands in brackets after a name is left out where names differ without it. */
export function shortNames(names: readonly string[], room: "little" | "enough" = "enough"): ShortNames {
  const taken = names.filter(({ length }) => length <= LONGEST);
  if (taken.some(isMarked)) return AS_THEY_ARE;
  const bare = room === "little" ? distinctFronts(taken) : new Set<string>();
  const all = taken.map((name) => stemOf(name, bare));
  const stems = new Set(all.map(({ text }) => text));
  const lead = leadOf([...stems]);
  const twins = twinsOf(stems);
  const shown = digitsShown(all);
  // A name outside the list could look like one that is made short, so it stays whole.
  const listed = new Set(taken);
  // Not if it would look like another name of the list without the lead.
  const isLed = (stem: string): boolean => lead !== "" && stem.startsWith(`${lead}/`) && !twins.has(stem) && !stems.has(stem.slice(lead.length + 1));
  const inFront = (stem: string): Cut[] => {
    if (isLed(stem)) return [{ from: 0, to: lead.length, mark: LEAD }];
    const [from, to] = twins.get(stem) ?? [0, firstOf(stem).length];
    return [
      { from: 0, to: from, mark: REST },
      { from: to, to: firstOf(stem).length, mark: REST },
    ];
  };
  const parts = (name: string): NamePart[] | null => {
    if (!listed.has(name)) return null;
    const { text } = stemOf(name, bare);
    const seen = text.length + (shown.get(text) ?? 0);
    return partsOf(name, [...inFront(text), { from: seen, to: name.length, mark: REST }]);
  };
  return { lead: [...stems].some(isLed) ? lead : "", parts };
}

/** The ways out of a filter that leaves no finding: the search as it was meant, and the parts without which something matches. */
import type { ContainerScan, FindingFilter } from "scanfold";
import { onceEach } from "../parts/kept.ts";
import { isFull } from "../parts/search-limit.ts";
import { visible } from "../parts/text.ts";
import { pills, withPart, type Pill } from "./filters.ts";

/** So many are offered. */
const MOST = 4;

/** A dash or minus sign that word processors and web pages have where an id has a hyphen. */
const DASH = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/.source;
const DASHES = new RegExp(DASH, "g");
/** Dashes before a word are a bullet: a hyphen there would exclude what the word finds. */
const BULLETS = new RegExp(`(?<=^| )${DASH}+`, "g");
/** What stands before a word in a sentence or a list. */
const BEFORE = /(?<=^| )[([{<"'`“”‘’„«»•‣·*]+/g;
/** What stands after one. It is looked for from its first character alone: elsewhere a long row of dots would cost its square. */
const CLOSING = /[)\]}>"'`“”‘’«»,;:.?!*]/.source;
const AFTER = new RegExp(`(?<!${CLOSING})${CLOSING}+(?= |$)`, "g");

/** Words with one space between them. */
const spaced = (text: string): string => text.replace(/\s+/g, " ").trim();

/** What was searched for, written as an id or a package would be. */
const tidied = (text: string): string =>
  spaced(visible(spaced(text)).replace(BEFORE, "").replace(AFTER, "").replace(BULLETS, "").replace(DASHES, "-"));

/** As advisories are named: letters, a hyphen, and a number after it that no version has. Some of GitHub's have none. */
const ID = /^(?:[a-z][a-z0-9]*-(?=.*\d{3})|ghsa-)[a-z0-9.:_-]+$/i;
const BETWEEN_IDS = /[\s,;]+/;

/** Ids that were searched for together, which no finding matches: it has one id. */
export interface SearchedIds {
  /** How many. */
  asked: number;
  /** Those that are there, as they are written there. */
  known: string[];
  missing: string[];
}

/** The ids of a scan as it writes them, by the tidied id in lower case that they are compared by. */
const idsIn = onceEach((scan: ContainerScan): Map<string, string[]> => {
  const ids = new Map<string, string[]>();
  for (const { value } of scan.facets(undefined, { dimensions: ["id"] })?.id ?? []) {
    const id = tidied(value).toLowerCase();
    const spellings = ids.get(id);
    if (spellings === undefined) ids.set(id, [value]);
    else spellings.push(value);
  }
  return ids;
});

/** `null` if the search is for anything but several ids. */
export function searchedIds(scan: ContainerScan, { text = "" }: FindingFilter): SearchedIds | null {
  // Of a text that was cut off, the last word may be the beginning of another id.
  const whole = isFull(text) ? text.replace(/(?<![^\s,;])[^\s,;]+$/, "") : text;
  const words = whole.split(BETWEEN_IDS).map(tidied).filter((word) => word !== "" && word !== "-");
  const asked = [...new Map(words.map((word) => [word.toLowerCase(), word]))];
  if (asked.length < 2 || !words.every((word) => ID.test(word))) return null;
  const ids = idsIn(scan);
  const known = asked.flatMap(([id]) => ids.get(id) ?? []);
  return { asked: asked.length, known, missing: asked.filter(([id]) => !ids.has(id)).map(([, word]) => word) };
}

/** A part of the filter, and how many findings match without it: its values are alternatives, and are removed together. */
export interface Way {
  part: Pill["part"];
  label: string;
  values: string[];
  without: FindingFilter;
  /** What is searched for in its stead; empty where the part goes. */
  instead: string;
  /** How many ids were searched for, if a filter by those that the scan has is offered instead; else 0. */
  ids: number;
  /** The place of its first pill. */
  at: number;
  findings: number;
}

/** The same search without what a copy from elsewhere brought along, where that matches: it is what was meant. */
function meant(scan: ContainerScan, where: FindingFilter): Way[] {
  const { text = "" } = where;
  const instead = tidied(text);
  if (instead === spaced(text) || instead === "") return [];
  const without = { ...where, text: instead };
  const findings = scan.rollup({ where: without })?.findings ?? 0;
  return findings === 0 ? [] : [{ part: "text", label: "Search", values: [text], without, instead, ids: 0, at: pills(where).length - 1, findings }];
}

/** The findings of any of the ids that were searched for. */
function anyOf(scan: ContainerScan, where: FindingFilter, ids: SearchedIds | null): Way[] {
  if (ids === null || ids.known.length === 0) return [];
  const without = withPart(withPart(where, "text", undefined), "id", ids.known);
  const findings = scan.rollup({ where: without })?.findings ?? 0;
  const at = pills(without).findIndex(({ part }) => part === "id");
  return findings === 0 ? [] : [{ part: "text", label: "Search", values: [where.text ?? ""], without, instead: "", ids: ids.asked, at, findings }];
}

/** What was meant first, then those that lead to the most findings, most first. */
export function waysOut(scan: ContainerScan, where: FindingFilter, ids: SearchedIds | null): Way[] {
  const set = pills(where);
  const ways = [...new Set(set.map(({ part }) => part))].map((part): Way => {
    const own = set.filter((pill) => pill.part === part);
    const without = withPart(where, part, undefined);
    return {
      part,
      label: own[0]?.label ?? "",
      values: own.map(({ value }) => value),
      without,
      instead: "",
      ids: 0,
      at: set.findIndex((pill) => pill.part === part),
      findings: scan.rollup({ where: without })?.findings ?? 0,
    };
  });
  const shorter = ways.filter(({ findings }) => findings > 0).sort((one, other) => other.findings - one.findings);
  return [...meant(scan, where), ...anyOf(scan, where, ids), ...shorter].slice(0, MOST);
}

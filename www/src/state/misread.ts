/**
 * Filters that a link names in words the page does not know. If the page did not say so, it would show more than the author of the
 * link meant.
 */
import { parse, serialise } from "./url.ts";

/** Filters that take only the page's own words, by the names readers know; the others take any text. */
const FILTER_WORD = {
  sev: "severity",
  fixable: "fix available",
  exploit: "known exploit",
  epss: "EPSS",
  from: "first day",
  until: "last day",
};
const NAMES = Object.keys(FILTER_WORD) as (keyof typeof FILTER_WORD)[];

/** How many texts a filter has. All but severities have one value: the first text counts, and the others filter nothing. */
function countOf(query: URLSearchParams, name: string): number {
  const { size } = new Set(query.getAll(name).filter((text) => text.trim() !== ""));
  return name === "sev" ? size : Math.min(size, 1);
}

/** Whether a zone was not understood: it was read as UTC, which the page's own links never name. */
const isOtherZone = (given: URLSearchParams, understood: URLSearchParams): boolean =>
  countOf(given, "zone") > countOf(understood, "zone") && !/^[+ -]00:00$/.test(given.get("zone") ?? "");

export function misread(search: string): string[] {
  const given = new URLSearchParams(search);
  const understood = new URLSearchParams(serialise(parse(search)));
  const words = NAMES.filter((name) => countOf(given, name) > countOf(understood, name)).map((name) => FILTER_WORD[name]);
  return isOtherZone(given, understood) ? [...words, "time zone"] : words;
}

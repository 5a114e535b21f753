/** The ways out of a filter that leaves no finding: the search as it was meant, and the parts without which something matches. */
import type { ContainerScan, FindingFilter } from "scanfold";
import { visible } from "../parts/text.ts";
import { pills, withPart, type Pill } from "./filters.ts";

/** So many are offered. */
const MOST = 4;

/** Dashes and minus signs that word processors and web pages have where an id has a hyphen. */
const DASHES = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;
/** What stands around a word in a sentence or a list. */
const AROUND = /(?<=^|\s)[([{"'“”‘’„«]+|[)\]}"'“”‘’»,;:.]+(?=\s|$)/g;

/** What was searched for, written as an id or a package would be. */
export const tidied = (text: string): string => visible(text).replace(DASHES, "-").replace(AROUND, "").trim();

/** A part of the filter, and how many findings match without it: its values are alternatives, and are removed together. */
export interface Way {
  part: Pill["part"];
  label: string;
  values: string[];
  without: FindingFilter;
  /** What is searched for in its stead; empty where the part goes. */
  instead: string;
  /** The place of its first pill. */
  at: number;
  findings: number;
}

/** The same search without what a copy from elsewhere brought along, where that matches: it is what was meant. */
function meant(scan: ContainerScan, where: FindingFilter): Way[] {
  const { text = "" } = where;
  const instead = tidied(text);
  if (instead === text || instead === "") return [];
  const without = { ...where, text: instead };
  const findings = scan.rollup({ where: without })?.findings ?? 0;
  return findings === 0 ? [] : [{ part: "text", label: "Text", values: [text], without, instead, at: pills(where).length - 1, findings }];
}

/** What was meant first, then those that lead to the most findings, most first. */
export function waysOut(scan: ContainerScan, where: FindingFilter): Way[] {
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
      at: set.findIndex((pill) => pill.part === part),
      findings: scan.rollup({ where: without })?.findings ?? 0,
    };
  });
  const shorter = ways.filter(({ findings }) => findings > 0).sort((one, other) => other.findings - one.findings);
  return [...meant(scan, where), ...shorter].slice(0, MOST);
}

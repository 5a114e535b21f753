/** The ways out of a filter that leaves no finding: the parts of it without which something matches. */
import type { ContainerScan, FindingFilter } from "scanfold";
import { pills, withPart, type Pill } from "./filters.ts";

/** So many are offered. */
const MOST = 4;

/** A part of the filter, without which so many findings match: its values are alternatives, and go together. */
export interface Way {
  part: Pill["part"];
  label: string;
  values: string[];
  without: FindingFilter;
  /** Of its first pill. */
  at: number;
  findings: number;
}

/** Those that lead to the most findings, most first. */
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
      at: set.findIndex((pill) => pill.part === part),
      findings: scan.rollup({ where: without })?.findings ?? 0,
    };
  });
  return ways
    .filter(({ findings }) => findings > 0)
    .sort((one, other) => other.findings - one.findings)
    .slice(0, MOST);
}

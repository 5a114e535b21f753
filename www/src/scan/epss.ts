/**
 * The EPSS probability of one row, for display. Its inner fields are the service's own, so the usual names are tried, by the
 * rule of the package, which sorts and filters by it.
 */
import type { ContainerFinding } from "scanfold";

const NAMES = ["epss", "score", "epss_score", "probability"];

/** A text that holds a number as JSON writes them: no `.5`, `01` or `0x1`. */
const NUMBER = /^\p{White_Space}*(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?)\p{White_Space}*$/iu;

function read(value: unknown): number {
  if (typeof value === "number") return value;
  return typeof value === "string" ? Number(NUMBER.exec(value)?.[1]) : Number.NaN;
}

function ofOne(details: unknown): number | null {
  if (typeof details !== "object" || details === null || Array.isArray(details)) return null;
  const values = NAMES.map((name) => read((details as Record<string, unknown>)[name]));
  return values.find((value) => value >= 0 && value <= 1) ?? null;
}

/** Of several the greatest. */
function probability(details: unknown): number | null {
  if (!Array.isArray(details)) return ofOne(details);
  return details.map(ofOne).reduce((most, one) => (one !== null && (most === null || one > most) ? one : most), null);
}

/** A bound that a person or a link set, as it was set: "7 %", not 7.000000000000001. */
export const atLeast = (probability: number): string => `at least ${Number((100 * probability).toPrecision(6))} %`;

/** "12.4 %", or `null` where there is none: none is not zero. */
export function epssOf(row: ContainerFinding): string | null {
  const value = probability(row.epss_details);
  if (value !== null && value > 0 && value < 0.0001) return "<0.01 %";
  return value === null ? null : `${(100 * value).toFixed(value < 0.1 ? 2 : 1)} %`;
}

/**
 * The EPSS probability of one row, for display. Its inner fields are the service's own, so the usual names are tried; the
 * package sorts and filters by its own reading of the same.
 */
import type { ContainerFinding } from "scanfold";

const NAMES = ["epss", "score", "epss_score", "probability"];

function probability(details: unknown): number | null {
  if (Array.isArray(details))
    return details.map(probability).reduce((most, one) => (one !== null && (most === null || one > most) ? one : most), null);
  if (typeof details !== "object" || details === null) return null;
  for (const name of NAMES) {
    const value = (details as Record<string, unknown>)[name];
    const read = typeof value === "number" ? value : typeof value === "string" && value.trim() !== "" ? Number(value) : Number.NaN;
    if (read >= 0 && read <= 1) return read;
  }
  return null;
}

/** A bound that a person or a link set, as it was set: "7 %", not 7.000000000000001. */
export const atLeast = (probability: number): string => `at least ${Number((100 * probability).toPrecision(6))} %`;

/** "12.4 %", or `null` where there is none: none is not zero. */
export function epssOf(row: ContainerFinding): string | null {
  const value = probability(row.epss_details);
  if (value !== null && value > 0 && value < 0.0001) return "<0.01 %";
  return value === null ? null : `${(100 * value).toFixed(value < 0.1 ? 2 : 1)} %`;
}

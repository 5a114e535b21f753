/**
 * The EPSS probability of one row, and of a bound, for display.
 */
import { epssOf, type ContainerFinding } from "scanfold";

/** A bound that a person or a link set, as it was set: "7%", not 7.000000000000001. */
export const atLeast = (probability: number): string => `at least ${Number((100 * probability).toPrecision(6))}%`;

/** "12.4%", or `null` if there is none: none is not zero. */
export function epssText(row: ContainerFinding): string | null {
  const value = epssOf(row);
  if (value !== null && value > 0 && value < 0.0001) return "<0.01%";
  if (value !== null && value < 1 && value > 0.999) return ">99.9%";
  return value === null ? null : `${(100 * value).toFixed(value < 0.1 ? 2 : 1)}%`;
}

/** The severities, worst first. */

import type { Severity, SeverityCounts } from "scanfold";

export const SEVERITIES = ["critical", "high", "medium", "low", "unknown"] as const satisfies readonly Severity[];

/** A number for each of them. */
export function bySeverity(of: (severity: Severity) => number): SeverityCounts {
  return { critical: of("critical"), high: of("high"), medium: of("medium"), low: of("low"), unknown: of("unknown") };
}

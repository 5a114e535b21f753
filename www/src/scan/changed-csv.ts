/**
 * Findings that stayed and became different, as CSV: the columns that the package writes of a finding, and what three of them were.
 * The probability has JavaScript's digits, not the service's.
 */
import { epssOf, isExploitable, isFixable } from "scanfold";
import { csvFile, type Cell } from "../parts/csv-file.ts";
import type { Change } from "./diff-rows.ts";

const TEXTS = ["uid", "image", "kind", "target", "id", "package", "severity", "installed_version", "fixed_version", "title", "primary_url"] as const;
const EARLIER = ["severity", "installed_version", "fixed_version"] as const;
const HEADER = [...TEXTS, "epss", "fixable", "exploit", ...EARLIER.map((name) => `${name}_before`)];

const cells = ({ before, after }: Change): Cell[] => [
  ...TEXTS.map((name) => after[name] ?? ""),
  epssOf(after) ?? "",
  String(isFixable(after)),
  String(isExploitable(after)),
  ...EARLIER.map((name) => before?.[name] ?? ""),
];

/** In the order of the list. */
export const changedCsv = (changes: readonly Change[]): Promise<Blob> => csvFile(HEADER, changes, cells);

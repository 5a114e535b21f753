/** The scans that another one can be compared with: those that are known by name, then those that were opened, the latest first. */
import { counted } from "../parts/text.ts";
import { dayIn } from "../parts/time.ts";
import type { Choice } from "../state/demo.ts";
import { instant } from "../state/instant.ts";
import type { OpenedScan } from "../state/scan-memory.ts";

/** Its id, and what tells it from others of the same name; the day in UTC, as wherever a time is written in full. */
function labelOf({ scanId, findingCount, createdAt }: OpenedScan): string {
  const ms = instant(createdAt);
  const parts = [scanId, findingCount === null ? "" : counted(findingCount, "finding"), ms === null ? "" : dayIn(ms, 0)];
  return parts.filter((part) => part !== "").join(", ");
}

export function scanChoices(named: readonly Choice[], opened: readonly OpenedScan[]): Choice[] {
  const names = new Set(named.map(({ id }) => id));
  const others = opened.filter(({ scanId }) => !names.has(scanId));
  return [...named, ...others.map((scan) => ({ id: scan.scanId, label: labelOf(scan) }))];
}

/**
 * What is odd about the times, the ids and the order of a history, by kind. The card that counts and the list that names both use
 * this, so that they always agree.
 */
import { html, type TemplateResult } from "lit";
import type { AgentScan } from "scanfold";
import { counted } from "../parts/text.ts";
import { ahead as inFuture } from "../parts/time.ts";
import { instant } from "../state/instant.ts";
import type { HistoryModel } from "./history-model.ts";

export interface Oddity {
  word: string;
  /** How many there are, in words. */
  total: string;
  /** The odd scans; of several with one id, the first. */
  scans: AgentScan[];
  /** What is said of one. Called only for those that are shown, a few of perhaps thousands. */
  text: (scan: AgentScan) => TemplateResult | string;
}

function firstOf(ids: readonly string[], scans: AgentScan[]): AgentScan[] {
  const wanted = new Set(ids);
  // The first of each id: deleting it from the wanted ones skips the others.
  return scans.filter(({ scan_id }) => wanted.delete(scan_id));
}

/** Only kinds that occur. */
export function oddities({ ahead, scans, summary, zone }: HistoryModel, now: number): Oddity[] {
  const { outOfOrder, duplicates, invalidTimestamps, withoutZone } = summary;
  const at = (places: number[]): AgentScan[] => places.flatMap((place) => scans[place] ?? []);
  const kinds: Oddity[] = [
    {
      word: "Future",
      total: `${counted(ahead.length, "time")} in the future`,
      scans: ahead,
      // That time may have passed while the page was open.
      text: ({ timestamp }) => ((instant(timestamp) ?? now) > now ? html`is dated ${inFuture(timestamp, now, zone)}` : "was dated later than it was read"),
    },
    {
      word: "Order",
      total: `${counted(outOfOrder.length, "entry", "entries")} out of order`,
      scans: at(outOfOrder),
      text: () => "stands out of order in the service's list, newest first",
    },
    {
      word: "Id",
      total: `${counted(duplicates.length, "scan id")} more than once`,
      scans: firstOf(duplicates, scans),
      text: () => "is the id of more than one scan",
    },
    {
      word: "Time",
      total: counted(invalidTimestamps.length, "unreadable time"),
      scans: at(invalidTimestamps),
      text: () => "has no time that can be read",
    },
    {
      word: "Zone",
      total: `${counted(withoutZone.length, "time")} without a zone, read as UTC`,
      scans: at(withoutZone),
      text: () => "has a time without a zone, read as UTC",
    },
  ];
  return kinds.filter((kind) => kind.scans.length > 0);
}

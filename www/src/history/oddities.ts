/**
 * What is odd about the times, the ids and the order of a history, of each kind how much. The card counts it and the list names it,
 * both from here: neither knows of anything that the other does not.
 */
import { html, type TemplateResult } from "lit";
import type { AgentScan } from "scanfold";
import { counted } from "../parts/text.ts";
import { ahead as inFuture } from "../parts/time.ts";
import { instant } from "../state/instant.ts";
import type { HistoryModel } from "./history-model.ts";

export interface Oddity {
  word: string;
  /** Of all of its kind, for a sum. */
  total: string;
  /** Those that are odd; of an id that several have, the first. */
  scans: AgentScan[];
  /** What is said of one: made for those that are shown, of thousands few. */
  text: (scan: AgentScan) => TemplateResult | string;
}

function firstOf(ids: readonly string[], scans: AgentScan[]): AgentScan[] {
  const wanted = new Set(ids);
  // Of each id the first one: it is wanted no more then.
  return scans.filter(({ scan_id }) => wanted.delete(scan_id));
}

/** Those kinds of which there is any. */
export function oddities({ ahead, scans, summary, zone }: HistoryModel, now: number): Oddity[] {
  const { outOfOrder, duplicates, invalidTimestamps, withoutZone } = summary;
  const at = (places: number[]): AgentScan[] => places.flatMap((place) => scans[place] ?? []);
  const kinds: Oddity[] = [
    {
      word: "Future",
      total: `${counted(ahead.length, "time")} in the future`,
      scans: ahead,
      // That time may have come while the page was open.
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

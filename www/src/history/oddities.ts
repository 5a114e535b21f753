/**
 * What is odd about the times, the ids and the order of a history, of each kind how much. The card counts it and the list names it,
 * both from here: neither knows of anything that the other does not.
 */
import { html, type TemplateResult } from "lit";
import { counted } from "../parts/text.ts";
import { ahead as inFuture } from "../parts/time.ts";
import type { HistoryModel } from "./history-model.ts";

export interface Oddity {
  word: string;
  /** Of all of its kind, for a sum. */
  total: string;
  /** Of the scans that are odd; an id may be empty. */
  ids: string[];
  /** What is said of the one at a place: made for those that are shown, of thousands few. */
  text: (at: number) => TemplateResult | string;
}

/** Those kinds of which there is any. */
export function oddities({ ahead, scans, summary, zone }: HistoryModel, now: number): Oddity[] {
  const { outOfOrder, duplicates, invalidTimestamps, withoutZone } = summary;
  const idsAt = (places: number[]): string[] => places.map((place) => scans[place]?.scan_id ?? "");
  const kinds: Oddity[] = [
    {
      word: "Future",
      total: `${counted(ahead.length, "time")} in the future`,
      ids: ahead.map(({ scan_id }) => scan_id),
      text: (at) => html`is dated ${inFuture(ahead[at]?.timestamp, now, zone)}`,
    },
    {
      word: "Order",
      total: `${counted(outOfOrder.length, "entry", "entries")} out of order`,
      ids: idsAt(outOfOrder),
      text: () => "stands out of order in the service's list, newest first",
    },
    {
      word: "Id",
      total: `${counted(duplicates.length, "scan id")} more than once`,
      ids: duplicates,
      text: () => "is the id of more than one scan",
    },
    {
      word: "Time",
      total: counted(invalidTimestamps.length, "unreadable time"),
      ids: idsAt(invalidTimestamps),
      text: () => "has no time that can be read",
    },
    {
      word: "Zone",
      total: `${counted(withoutZone.length, "time")} without a zone, read as UTC`,
      ids: idsAt(withoutZone),
      text: () => "has a time without a zone, read as UTC",
    },
  ];
  return kinds.filter(({ ids }) => ids.length > 0);
}

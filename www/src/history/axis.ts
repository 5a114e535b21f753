/** The words under the timeline: one form for all, chosen by how far apart the ticks are. Days are written as elsewhere on the page. */
import { DAY_MS, MINUTE_MS, shortDay } from "../parts/time.ts";

const SHORTEST_MONTH = 28;
const SHORTEST_YEAR = 365;

const month = new Intl.DateTimeFormat("en-GB", { month: "short", year: "numeric", timeZone: "UTC" });
const year = new Intl.DateTimeFormat("en-GB", { year: "numeric", timeZone: "UTC" });
const minute = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: "UTC" });
const second = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium", timeZone: "UTC" });

/** A text for each tick of an axis in UTC, oldest first. */
export function tickTexts(ticks: Date[]): string[] {
  const steps = ticks.slice(1).map((tick, at) => tick.getTime() - (ticks[at]?.getTime() ?? 0));
  const days = (steps.length === 0 ? DAY_MS : Math.min(...steps)) / DAY_MS;
  const text = (tick: Date): string => {
    if (days >= SHORTEST_YEAR) return year.format(tick);
    if (days >= SHORTEST_MONTH) return month.format(tick);
    const day = shortDay(tick.getTime());
    if (days >= 1) return day;
    return `${day} ${(days * DAY_MS < MINUTE_MS ? second : minute).format(tick)}`;
  };
  return ticks.map(text);
}

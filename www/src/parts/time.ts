/** Times: relative in the text, absolute on hover, and the raw text if it cannot be read. `now` is an argument. */
import { html, type TemplateResult } from "lit";
import { instant } from "../state/instant.ts";
import { zoneText } from "../state/url-history.ts";
import { clip, counted, number } from "./text.ts";

const UNITS: [string, number][] = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["min", 60_000],
  ["s", 1000],
];

/** "3 d 4 h", "12 min 5 s": the two largest units. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(Math.max(0, ms))} ms`;
  const parts: string[] = [];
  let rest = ms;
  for (const [unit, size] of UNITS) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(`${number(count)} ${unit}`);
    if (parts.length === 2 || (parts.length === 1 && count === 0)) break;
  }
  return parts.join(" ");
}

const relative = new Intl.RelativeTimeFormat("en", { numeric: "always" });
const STEPS: [Intl.RelativeTimeFormatUnitSingular, number][] = [
  ["year", 31_557_600_000],
  ["month", 2_629_800_000],
  ["week", 604_800_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1000],
];

/** The largest unit that fits into so much time, and how often; `null` for less than a second. */
function whole(ms: number): [Intl.RelativeTimeFormatUnitSingular, number] | null {
  const step = STEPS.find(([, size]) => Math.abs(ms) >= size);
  return step === undefined ? null : [step[0], Math.trunc(ms / step[1])];
}

/** In whole units that have passed, or are left: 35 hours are one day. Never "yesterday", which means a day of the calendar. */
export function ago(ms: number, now: number): string {
  const found = whole(ms - now);
  return found === null ? "just now" : relative.format(found[1], found[0]);
}

/** How far the clock of a service may be ahead of this device's. */
export const AHEAD_MS = 5 * 60_000;

/** How long ago by the clock of the service: what is slightly in the future by this device's clock may be now. */
const since = (ms: number, now: number): string => (ms > now && ms - now <= AHEAD_MS ? "just now" : ago(ms, now));

const toSecond = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium", timeZone: "UTC" });
const toMinute = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });

export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;

/** Zones are minutes east of UTC: an instant that is moved by them is written in UTC as the zone's clocks show it. */
export const moved = (ms: number, zone: number): number => ms + zone * MINUTE_MS;

export const zoneName = (zone: number): string => (zone === 0 ? "UTC" : `UTC${zoneText(zone)}`);

/** By the clocks of a zone, to the minute: for where the zone is named once for many times. */
export const inZone = (ms: number, zone: number): string => toMinute.format(moved(ms, zone));

/** By the clocks of a zone, to the second, and of which zone. */
export const exact = (ms: number, zone: number): string => `${toSecond.format(moved(ms, zone))} ${zoneName(zone)}`;

export const utc = (ms: number): string => exact(ms, 0);

/** The day in a zone, `YYYY-MM-DD`; empty if its year does not have four digits. */
export function dayIn(ms: number, zone: number): string {
  const text = new Date(moved(ms, zone)).toISOString();
  return /^\d{4}-/.test(text) ? text.slice(0, 10) : "";
}

const clock = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium", timeZone: "UTC" });

/** A moment: by this device's clock, with its zone, if it is less than a day away; else with its date, in UTC. */
export function moment(ms: number, now: number): string {
  if (Math.abs(ms - now) >= DAY_MS) return utc(ms);
  // The zone that the device has by now: a traveller's page stays open.
  const zone = 0 - new Date(ms).getTimezoneOffset();
  return `${clock.format(moved(ms, zone))} ${zoneName(zone)}`;
}

export const shortDay = (ms: number): string =>
  new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" }).format(ms);

const dayOnly = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });

/** A day that is to be known exactly, how long ago beside it; the time on hover. */
export function onDay(text: string | null | undefined, now: number): TemplateResult {
  const ms = instant(text);
  if (ms === null) return when(text, now);
  const date = new Date(ms).toISOString();
  return html`<time datetime=${date} title=${utc(ms)}>${dayOnly.format(ms)}</time> <span class="note">${since(ms, now)}</span>`;
}

/** A time that the page itself measured, or will come to. */
export const measured = (ms: number, now: number): TemplateResult => timed(ms, ago(ms, now));

const timed = (ms: number, text: string, zone = 0): TemplateResult =>
  html`<time datetime=${new Date(ms).toISOString()} title=${exact(ms, zone)}>${text}</time>`;

/** When something was read, in words that stay true until the page is drawn again, which need not be every second. */
export function readWhen(ms: number, now: number): TemplateResult {
  const text = now - ms < 60_000 ? "just now" : ago(ms, now);
  return timed(ms, text);
}

/** A time a person reads; what cannot be read as one is shown as it came. On hover, the time in a zone. */
export function when(text: string | null | undefined, now: number, zone = 0): TemplateResult {
  const ms = instant(text);
  if (ms === null) return html`<span class="unknown">${text ? `“${clip(text, 60)}” (not a readable time)` : "not given"}</span>`;
  return timed(ms, since(ms, now), zone);
}

/**
 * A time that should not be in the future, with how far it is: "18 hours in the future". Once it has come, or if the clock of the
 * service is only a little ahead, it is shown like any other.
 */
export function ahead(text: string | null | undefined, now: number, zone = 0): TemplateResult {
  const ms = instant(text);
  return ms === null ? when(text, now, zone) : timed(ms, aheadWords(ms, now), zone);
}

/** The words of that. */
export function aheadWords(ms: number, now: number): string {
  const left = whole(ms - now);
  return left === null || ms - now <= AHEAD_MS ? since(ms, now) : `${counted(left[1], left[0])} in the future`;
}

/** How long ago, and beside it by the clocks of a zone, which is named near by. To the second, with the zone, on hover. */
export function dated(text: string | null | undefined, now: number, zone: number): TemplateResult {
  const ms = instant(text);
  if (ms === null) return when(text, now);
  return html`<time datetime=${new Date(ms).toISOString()} title=${exact(ms, zone)}>${since(ms, now)} <span class="note">${inZone(ms, zone)}</span></time>`;
}

/**
 * Order, groups and summary of a caller's own history entries.
 *
 * Only keys cross the border: the timestamps go in as one text, and places in the caller's array come back. The caller's
 * objects are handed out as they are.
 */

import { failure } from "./error.js";
import { inside } from "./instance.js";
import { module } from "./loader.js";

export function sortHistory(scans, options) {
  const { sortHistory: ask } = module();
  const { text, ends } = timestamps(list(scans));
  return Array.from(
    inside(() => ask(text, ends, options)),
    (at) => scans[at],
  );
}

export function groupHistory(scans, options) {
  const { groupHistory: ask } = module();
  const { text, ends } = timestamps(list(scans));
  const groups = inside(() => ask(text, ends, keys(scans, options?.by), options));
  return groups.map(({ key, scans: places, latest }) => ({
    key,
    scans: places.map((at) => scans[at]),
    latest: scans[latest],
  }));
}

export function latestBy(scans, by) {
  const { latestBy: ask } = module();
  const { text, ends } = timestamps(list(scans));
  return new Map(inside(() => ask(text, ends, keys(scans, by), by)).map(([key, at]) => [key, scans[at]]));
}

export function summarizeHistory(scans, options) {
  const { summarizeHistory: ask } = module();
  const now = options?.now instanceof Date ? { ...options, now: isoOf(options.now) } : options;
  return inside(() => ask(JSON.stringify(list(scans)), now));
}

function list(scans) {
  if (Array.isArray(scans)) return scans;
  throw failure("invalid_argument", { path: "scans", hint: "must be an array" });
}

function isoOf(date) {
  if (Number.isNaN(date.getTime())) throw failure("invalid_argument", { path: "options.now", hint: "must be a valid date" });
  return date.toISOString();
}

/** All timestamps as one text, with the end of each. What is not ASCII is no timestamp, and counts as absent. */
function timestamps(scans) {
  const ends = new Uint32Array(scans.length);
  const texts = new Array(scans.length);
  let end = 0;
  for (let at = 0; at < scans.length; at += 1) {
    const given = scans[at]?.timestamp;
    const timestamp = typeof given === "string" ? given : "";
    texts[at] = timestamp;
    end += timestamp.length;
    ends[at] = end;
  }
  const text = texts.join("");
  if (/^[\0-\x7f]*$/.test(text)) return { text, ends };
  return timestamps(texts.map((timestamp) => ({ timestamp: /[^\0-\x7f]/.test(timestamp) ? "" : timestamp })));
}

/** The value that each entry is grouped by; days are made of the timestamps. */
function keys(scans, by) {
  if (by === "day") return [];
  return scans.map((scan) => {
    const key = scan?.[by];
    return typeof key === "string" ? key : "";
  });
}

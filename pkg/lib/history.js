/**
 * Order, groups and summary of a caller's own history entries.
 *
 * Only keys cross the border: the timestamps go in as one text, and places in the caller's array come back. The caller's
 * objects are handed out as they are.
 */

import { failure } from "./error.js";
import { inside } from "./instance.js";
import { module } from "./loader.js";
import { memberOf, snapshot } from "./snapshot.js";

/** What a summary is made of: the entries' texts, and their number of files. */
const SUMMED = ["scan_id", "repo_name", "branch", "prompt", "timestamp"];

export function sortHistory(scans, options) {
  const { sortHistory: ask } = module();
  const { text, ends } = timestamps(scans);
  return Array.from(
    inside(() => ask(text, ends, options)),
    (at) => scans[at],
  );
}

export function groupHistory(scans, options) {
  const { groupHistory: ask } = module();
  const { text, ends } = timestamps(scans);
  const own = snapshot(options);
  const groups = inside(() => ask(text, ends, keys(scans, memberOf(own, "by")), own));
  return groups.map(({ key, scans: places, latest }) => ({
    key,
    scans: places.map((at) => scans[at]),
    latest: scans[latest],
  }));
}

export function latestBy(scans, by) {
  const { latestBy: ask } = module();
  const { text, ends } = timestamps(scans);
  return new Map(inside(() => ask(text, ends, keys(scans, by), by)).map(([key, at]) => [key, scans[at]]));
}

export function summarizeHistory(scans, options) {
  const { summarizeHistory: ask } = module();
  const own = snapshot(options);
  const now = memberOf(own, "now");
  const asked = isDate(now) ? { ...own, now: isoOf(now) } : own;
  const entries = each(scans, summed);
  const json = text(() => JSON.stringify(entries));
  return inside(() => ask(json, asked));
}

/** What `read` makes of each entry, also of those that are missing. An entry that throws is a bad argument. */
function each(scans, read) {
  try {
    if (!Array.isArray(scans)) throw new TypeError();
    const values = new Array(scans.length);
    for (let at = 0; at < values.length; at += 1) values[at] = read(scans[at]);
    return values;
  } catch (error) {
    throw failure("invalid_argument", { path: "scans", hint: "must be an array of entries that can be read" }, error);
  }
}

/** A text that `make` makes of all entries, unless it is longer than a text can be. */
function text(make) {
  try {
    return make();
  } catch (error) {
    throw failure("too_large", { path: "scans", hint: "give fewer entries at a time" }, error);
  }
}

/** A member that is a text; anything else counts as absent. */
function textOf(scan, name) {
  const value = scan?.[name];
  return typeof value === "string" ? value : "";
}

/** An entry of which only what a summary needs is left: whatever else is in it, JSON has to hold none of it. */
function summed(scan) {
  const entry = {};
  for (const name of SUMMED) {
    const text = textOf(scan, name);
    if (text !== "") entry[name] = text;
  }
  const files = scan?.num_files;
  if (Number.isSafeInteger(files) && files >= 0) entry.num_files = files;
  return entry;
}

/** Also of another realm. */
function isDate(value) {
  return value instanceof Date || Object.prototype.toString.call(value) === "[object Date]";
}

function isoOf(date) {
  try {
    return Date.prototype.toISOString.call(date);
  } catch (error) {
    throw failure("invalid_argument", { path: "now", hint: "must be a valid date" }, error);
  }
}

/** All timestamps as one text, with the end of each. What is not ASCII is no timestamp, and counts as absent. */
function timestamps(scans) {
  const texts = each(scans, (scan) => textOf(scan, "timestamp"));
  let joined = text(() => texts.join(""));
  if (!isAscii(joined)) {
    for (const [at, timestamp] of texts.entries()) texts[at] = isAscii(timestamp) ? timestamp : "";
    joined = texts.join("");
  }
  const ends = new Uint32Array(texts.length);
  let end = 0;
  for (let at = 0; at < texts.length; at += 1) {
    end += texts[at].length;
    ends[at] = end;
  }
  return { text: joined, ends };
}

const isAscii = (text) => /^[\0-\x7f]*$/.test(text);

/** The value that each entry is grouped by; days are made of the timestamps. */
function keys(scans, by) {
  return by === "day" ? [] : each(scans, (scan) => textOf(scan, by));
}

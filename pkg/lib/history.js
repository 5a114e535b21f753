/**
 * Order, groups and summary of a caller's own history entries.
 *
 * Little crosses the border: the timestamps go in as one text, what is only compared as numbers, and places in the caller's
 * array come back. The caller's objects are handed out as they are.
 */

import { failure } from "./error.js";
import { runQuery } from "./instance.js";
import { isA } from "./kind.js";
import { listOf } from "./lists.js";
import { module } from "./loader.js";
import { claimRoom } from "./room.js";
import { memberOf, snapshot } from "./snapshot.js";

/** As many as the service's answer may have; a sparse array can have a `length` of billions. */
const MOST_ENTRIES = 10_000_000;
const FEWER = "give fewer entries at a time";

/** Bytes of the module's memory that order and groups take for each entry beside its timestamp: at most. */
const OF_AN_ENTRY = 80;
/** The same for a summary. */
const OF_A_SUMMARY = 360;

export function instantOf(timestamp) {
  const { instantOf: ask } = module();
  return typeof timestamp === "string" ? (runQuery(() => ask(timestamp)) ?? null) : null;
}

export function sortHistory(scans, options) {
  const { sortHistory: ask } = module();
  const entries = entriesOf(scans);
  const { text, ends } = timestamps(entries);
  const places = runQuery(() => ask(text, ends, snapshot(options)));
  return listOf(places.length, (at) => entries[places[at]]);
}

export function groupHistory(scans, options) {
  const { groupHistory: ask } = module();
  const entries = entriesOf(scans);
  const { text, ends } = timestamps(entries);
  const copied = snapshot(options);
  const by = memberOf(copied, "by");
  const keys = keysOf(entries, by);
  const [places, groupEnds, days] = runQuery(() => ask(text, ends, numbered(keys), copied));
  return listOf(groupEnds.length, (group) => {
    const start = group === 0 ? 0 : groupEnds[group - 1];
    const grouped = listOf(groupEnds[group] - start, (at) => entries[places[start + at]]);
    return { key: by === "day" ? days[group] : keys[places[start]], scans: grouped, latest: grouped[0] };
  });
}

export function latestBy(scans, by) {
  const { latestBy: ask } = module();
  const entries = entriesOf(scans);
  const { text, ends } = timestamps(entries);
  const keys = keysOf(entries, by);
  const places = runQuery(() => ask(text, ends, numbered(keys), by));
  return new Map(listOf(places.length, (at) => [keys[places[at]], entries[places[at]]]));
}

export function summarizeHistory(scans, options) {
  const { summarizeHistory: ask } = module();
  const copied = snapshot(options);
  const now = memberOf(copied, "now");
  if (isDate(now)) copied.now = isoOf(now);
  const entries = entriesOf(scans);
  const ids = each(entries, (scan) => memberText(scan, "scan_id"));
  const lines = each(entries, lineOf);
  const files = Float64Array.from(each(entries, filesOf));
  const { texts, text, ends } = timestamps(entries, OF_A_SUMMARY);
  const summary = runQuery(() => ask(text, ends, numbered(ids), numbered(lines), files, copied));
  const timeOf = (place) => (place === null ? null : texts[place]);
  return {
    ...summary,
    firstAt: timeOf(summary.firstAt),
    lastAt: timeOf(summary.lastAt),
    gaps: summary.gaps.map(({ from, to, ms }) => ({ from: timeOf(from), to: timeOf(to), ms })),
    duplicates: summary.duplicates.map((place) => ids[place]),
    coverageDrops: summary.coverageDrops.map(({ at, from, to }) => ({ scan_id: ids[at], from, to })),
  };
}

/** The caller's entries in an array of our own: one that is asked for twice may be another the second time. */
function entriesOf(scans) {
  const length = lengthOf(scans);
  if (length > MOST_ENTRIES) throw failure("too_large", { path: "scans", hint: FEWER });
  return each(scans, (scan) => scan, length);
}

/** What `read` makes of each entry, also of those that are missing. An entry that throws is a bad argument. */
function each(entries, read, length = entries.length) {
  try {
    const values = new Array(length);
    for (let at = 0; at < length; at += 1) values[at] = read(entries[at]);
    return values;
  } catch (error) {
    throw unreadable(error);
  }
}

function lengthOf(scans) {
  let length = -1;
  try {
    if (Array.isArray(scans)) length = scans.length;
  } catch (error) {
    throw unreadable(error);
  }
  // What only stands for an array may have any length.
  if (Number.isInteger(length) && length >= 0) return length;
  throw unreadable(undefined);
}

const unreadable = (cause) => failure("invalid_argument", { path: "scans", hint: "must be an array of entries that can be read" }, cause);

/** A member that is a text; anything else counts as absent. */
function memberText(scan, name) {
  const value = scan?.[name];
  return typeof value === "string" ? value : "";
}

/** What tells lines of scans apart: no two run together. */
function lineOf(scan) {
  const [repository, branch] = [memberText(scan, "repo_name"), memberText(scan, "branch")];
  return `${repository.length} ${branch.length} ${repository}${branch}${memberText(scan, "prompt")}`;
}

function filesOf(scan) {
  const files = scan?.num_files;
  return Number.isSafeInteger(files) && files >= 0 ? files : NaN;
}

/** A number for each text, from 1; 0 for an empty one. */
function numbered(texts) {
  const known = new Map([["", 0]]);
  return Uint32Array.from(texts, (text) => {
    const number = known.get(text);
    if (number !== undefined) return number;
    known.set(text, known.size);
    return known.size - 1;
  });
}

/** Also of another realm. */
function isDate(value) {
  return value instanceof Date || isA("Date", value);
}

function isoOf(date) {
  try {
    const text = Date.prototype.toISOString.call(date);
    if (/^\d/.test(text)) return text;
  } catch (error) {
    throw failure("invalid_argument", { path: "now", hint: "must be a valid date" }, error);
  }
  throw failure("invalid_argument", { path: "now", hint: "must be a date of the years 0 to 9999" });
}

/**
 * All timestamps as one text, with the end of each, if the module has room for them and for what it makes of them. What is not
 * ASCII is no timestamp, and counts as absent.
 */
function timestamps(scans, ofAnEntry = OF_AN_ENTRY) {
  const texts = each(scans, (scan) => memberText(scan, "timestamp"));
  let joined = together(texts);
  if (!isAscii(joined)) {
    for (let at = 0; at < texts.length; at += 1) if (!isAscii(texts[at])) texts[at] = "";
    joined = together(texts);
  }
  const ends = new Uint32Array(texts.length);
  let end = 0;
  for (let at = 0; at < texts.length; at += 1) {
    end += texts[at].length;
    ends[at] = end;
  }
  claimRoom(2 * joined.length + texts.length * ofAnEntry);
  return { texts, text: joined, ends };
}

/** As one text, unless that is longer than a text can be. */
function together(texts) {
  try {
    return texts.join("");
  } catch (error) {
    throw failure("too_large", { path: "scans", hint: FEWER }, error);
  }
}

const isAscii = (text) => /^[\0-\x7f]*$/.test(text);

/** The value that each entry is grouped by; days are made of the timestamps. What names no member is left to the module to refuse. */
function keysOf(scans, by) {
  return typeof by !== "string" || by === "day" ? [] : each(scans, (scan) => memberText(scan, by));
}

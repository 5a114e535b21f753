/** Makes objects of the numbers that the module answers with (`src/bindings/flat.rs`). */

import { listOf } from "./lists.js";

/** @type {import("../index.js").Severity[]} */
export const SEVERITIES = ["critical", "high", "medium", "low", "unknown"];
const FLAGS = ["false", "true"];
/** Columns of texts, by their numbers in the module. */
const [IMAGE, KIND, TARGET, ID, PACKAGE, INSTALLED, FIXED] = [0, 1, 2, 3, 4, 6, 7];
/**
 * Dimensions in the module's order: the column whose texts its values are the codes of, or the words of its values.
 *
 * @type {[name: string, texts: number | string[]][]}
 */
const DIMENSIONS = [
  ["severity", SEVERITIES],
  ["image", IMAGE],
  ["kind", KIND],
  ["target", TARGET],
  ["package", PACKAGE],
  ["id", ID],
  ["fixable", FLAGS],
  ["exploit", FLAGS],
];
/** Numbers that figures take. */
const FIGURES = 12;

const severities = (numbers, at, step = 1) => ({
  critical: numbers[at],
  high: numbers[at + step],
  medium: numbers[at + 2 * step],
  low: numbers[at + 3 * step],
  unknown: numbers[at + 4 * step],
});

/** What is odd about a scan. Unknown severities come as pairs: one may be called `__proto__`. */
export const diagnosticsOf = (diagnostics) => ({
  ...diagnostics,
  unknownSeverities: Object.fromEntries(diagnostics.unknownSeverities),
});

/** The texts of values of a dimension. */
function textsOf(rows, dimension, values) {
  const [, texts] = DIMENSIONS[dimension];
  return typeof texts === "number" ? rows.texts(texts, values) : listOf(values.length, (at) => texts[values[at]]);
}

/** A rollup, with the texts of the scan that it is of. */
export function rollupOf(numbers, rows) {
  if (numbers.length === 0) return null;
  const count = numbers[0];
  const size = count + FIGURES;
  const groups = count === 0 ? 0 : (numbers.length - 1) / size - 1;
  // The values of each dimension in one run.
  const values = new Uint32Array(groups);
  const keys = listOf(count, (place) => {
    for (let group = 0; group < groups; group += 1) values[group] = numbers[1 + (group + 1) * size + place];
    return textsOf(rows, numbers[1 + place], values);
  });
  const { key: _, ...figures } = figuresOf(numbers, 1 + count, []);
  const made = [];
  for (let group = 0; group < groups; group += 1) {
    const key = keys.map((texts) => texts[group]);
    made.push(figuresOf(numbers, 1 + (group + 1) * size + count, key));
  }
  return { ...figures, groups: made };
}

/**
 * Figures of a key. In one step: V8 throws code away that it has compiled for objects that grow when none of these is left.
 *
 * @returns {import("../index.js").RollupGroup}
 */
const figuresOf = (numbers, at, key) => ({
  key,
  findings: numbers[at],
  bySeverity: severities(numbers, at + 1),
  uniqueIds: numbers[at + 6],
  uniquePackages: numbers[at + 7],
  uniqueImages: numbers[at + 8],
  fixable: numbers[at + 9],
  exploitable: numbers[at + 10],
  worst: SEVERITIES[numbers[at + 11]] ?? null,
});

/** Facets, with the texts of the scan that they are of. */
export function facetsOf(numbers, rows) {
  if (numbers.length === 0) return null;
  /** @type {any} */
  const facets = {};
  let at = 1;
  for (let facet = 0; facet < numbers[0]; facet += 1) {
    const dimension = numbers[at];
    const values = numbers.subarray(at + 2, at + 2 + numbers[at + 1]);
    const counts = at + 2 + values.length;
    const [name] = DIMENSIONS[dimension];
    facets[name] = textsOf(rows, dimension, values).map((value, place) => ({ value, count: numbers[counts + place] }));
    at = counts + values.length;
  }
  if (at < numbers.length) {
    // Three numbers a step: the two halves of a double, and the count. A copy, since a view of the buffer begins at its first byte.
    const steps = numbers.slice(at + 1);
    const read = new DataView(steps.buffer);
    facets.minEpss = listOf(numbers[at], (step) => ({ min: read.getFloat64(12 * step, true), count: steps[3 * step + 2] }));
  }
  return facets;
}

/** Numbers of an upgrade, besides its identifiers. */
const OF_A_STEP = 13;

/** Upgrades, with the texts of the scan that they are of. */
export function stepsOf(numbers, rows) {
  const count = numbers[0];
  if (count === 0) return [];
  const run = (place) => numbers.subarray(1 + place * count, 1 + (place + 1) * count);
  const images = rows.texts(IMAGE, run(0));
  const packages = rows.texts(PACKAGE, run(1));
  const installed = rows.texts(INSTALLED, run(2));
  const fixed = rows.texts(FIXED, run(3));
  const [starts, ends, clears] = [run(4), run(5), run(6)];
  const lengths = run(OF_A_STEP - 1);
  const ids = rows.texts(ID, numbers.subarray(1 + OF_A_STEP * count));
  const steps = [];
  let from = 0;
  for (let at = 0; at < count; at += 1) {
    steps.push({
      image: images[at],
      package: packages[at],
      installedVersion: installed[at],
      upgradeTo: fixed[at].slice(starts[at], ends[at]),
      clears: clears[at],
      bySeverity: severities(numbers, 1 + 7 * count + at, count),
      ids: ids.slice(from, (from += lengths[at])),
    });
  }
  return steps;
}

/** A scan diff, with the findings of both scans. */
export function diffOf(numbers, before, after) {
  // In the order of `diff` in `flat.rs`: five numbers, the delta, and the length of each list that follows; after a limit, five counts.
  const [persisting, uid, exact, withoutTarget, withoutVersion] = numbers;
  const delta = numbers.subarray(5, 10);
  const [added, resolved, severityChanged, becameFixable, exploitBecameKnown] = numbers.subarray(10, 15);
  let at = 15;
  const take = (rows, count) => rows.of(numbers.subarray(at, (at += count)));
  const pairs = (count) => {
    const then = take(before, count);
    return take(after, count).map((now, place) => ({ before: then[place], after: now }));
  };
  const diff = {
    added: take(after, added),
    resolved: take(before, resolved),
    persisting,
    severityChanged: pairs(severityChanged),
    becameFixable: pairs(becameFixable),
    exploitBecameKnown: pairs(exploitBecameKnown),
    // Differences may be negative: they come as two's complement.
    delta: severities(Int32Array.from(delta), 0),
    matchedBy: { uid, exact, withoutTarget, withoutVersion },
  };
  return at === numbers.length ? diff : { ...diff, counts: changeCounts(numbers.subarray(at)) };
}

/** How many changes there are of each kind, in the order in which the lists come. */
const changeCounts = ([added, resolved, severityChanged, becameFixable, exploitBecameKnown]) => ({
  added,
  resolved,
  severityChanged,
  becameFixable,
  exploitBecameKnown,
});

/**
 * What a page without the package would do: `JSON.parse` and loops over objects, and libraries where they are the usual
 * answer. Written as well as a careful person writes them; what can be prepared once is prepared outside the timed part.
 */

const NO_FIX = new Set(["", "none", "n/a", "-", "not fixed", "won't fix", "wont-fix"]);
const RANK = { critical: 0, high: 1, medium: 2, low: 3, unknown: 4 };

export const isFixable = (row) => !NO_FIX.has((row.fixed_version ?? "").trim().toLowerCase());

const isExploitable = (row) => {
  for (const _ in row.public_exploit) return true;
  return false;
};

const noCounts = () => ({ critical: 0, high: 0, medium: 0, low: 0, unknown: 0 });

/** The figures of a rollup. */
export function figures(rows) {
  const bySeverity = noCounts();
  const [ids, packages, images] = [new Set(), new Set(), new Set()];
  let fixable = 0;
  let exploitable = 0;
  for (const row of rows) {
    bySeverity[row.severity] += 1;
    ids.add(row.id);
    packages.add(row.package);
    images.add(row.image);
    if (isFixable(row)) fixable += 1;
    if (isExploitable(row)) exploitable += 1;
  }
  return { findings: rows.length, bySeverity, uniqueIds: ids.size, uniquePackages: packages.size, uniqueImages: images.size, fixable, exploitable };
}

export const decodeAndParse = (bytes) => JSON.parse(new TextDecoder().decode(bytes));

/** The text of chunks as they come, parsed at their end. */
export function decodeChunks(chunks) {
  const decoder = new TextDecoder();
  let text = "";
  for (const chunk of chunks) text += decoder.decode(chunk, { stream: true });
  return JSON.parse(text + decoder.decode());
}

// ------------------------------------------------------------------------------------------------ severity by image

export const severityByLodash = (lodash, rows) => lodash.mapValues(lodash.groupBy(rows, "image"), (group) => lodash.countBy(group, "severity"));

export const severityByArquero = (table) => table.groupby("image", "severity").count().objects();

export function severityByLoop(rows) {
  const images = new Map();
  for (const { image, severity } of rows) {
    let counts = images.get(image);
    if (counts === undefined) images.set(image, (counts = noCounts()));
    counts[severity] += 1;
  }
  return images;
}

// ------------------------------------------------------------------------------------------------ largest groups

/** How many groups are asked for. */
export const LARGEST = 100;

/** `[image, package, count]`, the most findings first. */
export function largestByLodash(lodash, rows) {
  const counts = lodash.countBy(rows, (row) => `${row.image}\n${row.package}`);
  const groups = Object.entries(counts).map(([key, count]) => [...key.split("\n"), count]);
  return lodash.orderBy(groups, ["2", "0", "1"], ["desc", "asc", "asc"]).slice(0, LARGEST);
}

export const largestByArquero = ({ desc }, table) =>
  table.groupby("image", "package").count().orderby(desc("count"), "image", "package").slice(0, LARGEST).objects();

// ------------------------------------------------------------------------------------------------ filter and facets

export const FACETS = ["severity", "image", "kind", "package", "fixable"];

const FILTERS = [
  { severity: ["critical", "high"], kind: ["debian", "npm", "jar"], fixable: true },
  { severity: ["high", "medium"], kind: ["debian", "alpine", "ubuntu", "redhat"], fixable: false },
];

/** Two filters in turn, so that nobody answers from the last time. */
export const filterAt = (turn) => FILTERS[turn % 2];

/** Two filters in turn that differ in the severities alone. */
export const severityFilterAt = (turn) => ({ ...FILTERS[0], severity: FILTERS[turn % 2].severity });

/** Objects with what a filter asks of them worked out beforehand. */
export const flat = (rows) => rows.map((row) => ({ ...row, fixable: isFixable(row) }));

/** Five facets, each under all filters but its own. */
export function facetsByLoop(rows, { severity, kind, fixable }) {
  const severities = new Set(severity);
  const kinds = new Set(kind);
  const counts = { severity: new Map(), image: new Map(), kind: new Map(), package: new Map(), fixable: new Map() };
  const add = (facet, value) => counts[facet].set(value, (counts[facet].get(value) ?? 0) + 1);
  for (const row of rows) {
    const [bySeverity, byKind, byFix] = [severities.has(row.severity), kinds.has(row.kind), row.fixable === fixable];
    if (byKind && byFix) add("severity", row.severity);
    if (bySeverity && byFix) add("kind", row.kind);
    if (bySeverity && byKind) add("fixable", row.fixable);
    if (bySeverity && byKind && byFix) {
      add("image", row.image);
      add("package", row.package);
    }
  }
  return counts;
}

/** Dimensions and groups, built once as crossfilter means it. */
export function crossfiltered(crossfilter, rows) {
  const all = crossfilter(rows);
  const dimensions = Object.fromEntries(FACETS.map((name) => [name, all.dimension((row) => row[name])]));
  const groups = Object.fromEntries(FACETS.map((name) => [name, dimensions[name].group()]));
  return { dimensions, groups };
}

export function facetsByCrossfilter({ dimensions, groups }, { severity, kind, fixable }) {
  const [severities, kinds] = [new Set(severity), new Set(kind)];
  dimensions.severity.filterFunction((value) => severities.has(value));
  dimensions.kind.filterFunction((value) => kinds.has(value));
  dimensions.fixable.filterExact(fixable);
  return Object.fromEntries(FACETS.map((name) => [name, groups[name].all()]));
}

/** The same if the other filters are as they were. */
export function severitiesByCrossfilter({ dimensions, groups }, { severity }) {
  const severities = new Set(severity);
  dimensions.severity.filterFunction((value) => severities.has(value));
  return Object.fromEntries(FACETS.map((name) => [name, groups[name].all()]));
}

// ------------------------------------------------------------------------------------------------ sort and diff

/** `rows` by severity, then package. */
export function sortRows(rows, worstFirst) {
  const sign = worstFirst ? 1 : -1;
  return rows.slice().sort((a, b) => sign * (RANK[a.severity] - RANK[b.severity]) || (a.package < b.package ? -1 : a.package > b.package ? 1 : 0));
}

/** The first `count` of that order. */
export function firstRows(rows, worstFirst, count) {
  const bySeverity = Array.from({ length: 5 }, () => []);
  for (const row of rows) bySeverity[RANK[row.severity]].push(row);
  if (!worstFirst) bySeverity.reverse();
  const first = [];
  for (const alike of bySeverity) {
    if (first.length >= count) break;
    first.push(...sortRows(alike, worstFirst).slice(0, count - first.length));
  }
  return first;
}

export function diffByMap(before, after) {
  const known = new Map();
  for (const row of before) known.set(row.uid, row);
  const diff = { added: [], resolved: [], persisting: 0, severityChanged: [], becameFixable: [], exploitBecameKnown: [] };
  for (const row of after) {
    const old = known.get(row.uid);
    if (old === undefined) {
      diff.added.push(row);
      continue;
    }
    known.delete(row.uid);
    diff.persisting += 1;
    if (old.severity !== row.severity) diff.severityChanged.push({ before: old, after: row });
    if (!isFixable(old) && isFixable(row)) diff.becameFixable.push({ before: old, after: row });
    if (!isExploitable(old) && isExploitable(row)) diff.exploitBecameKnown.push({ before: old, after: row });
  }
  diff.resolved.push(...known.values());
  return diff;
}

// ------------------------------------------------------------------------------------------------ history

export const sortByDateComparator = (entries) => entries.slice().sort((a, b) => Date.parse(b.timestamp) - Date.parse(a.timestamp));

export const sortByText = (entries) => entries.slice().sort((a, b) => (a.timestamp < b.timestamp ? 1 : a.timestamp > b.timestamp ? -1 : 0));

export const sortDecorated = (entries) =>
  entries
    .map((entry) => ({ entry, at: Date.parse(entry.timestamp) }))
    .sort((a, b) => b.at - a.at)
    .map(({ entry }) => entry);

/** Instant and place packed into one number each: right while the instants span less than 2^53 / length milliseconds. */
export function sortPacked(entries) {
  const instants = Float64Array.from(entries, ({ timestamp }) => Date.parse(timestamp));
  let newest = -Infinity;
  for (const instant of instants) newest = Math.max(newest, instant);
  const count = entries.length;
  const packed = instants.map((instant, place) => (newest - instant) * count + place);
  packed.sort();
  return Array.from(packed, (number) => entries[number % count]);
}

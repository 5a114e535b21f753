/** Answers of different sides in one form, so that they can be compared. They are made outside the timed parts. */

/** A short number for a long list of texts in order. */
export function digest(texts) {
  let [a, b] = [0x811c9dc5, 0x01000193];
  for (const text of texts) {
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      a = Math.imul(a ^ unit, 0x01000193);
      b = Math.imul(b ^ unit, 0x85ebca6b) + at;
    }
    a = Math.imul(a ^ 0x10001, 0x01000193);
  }
  return `${a >>> 0}-${b >>> 0}`;
}

/** Every member of every finding, whatever the order of the members. */
export const wholeRows = (rows) =>
  `${rows.length} findings ${digest(rows.map((row) => JSON.stringify(Object.keys(row).sort().map((name) => [name, row[name]]))))}`;

export const withoutRest = ({ findings, bySeverity, uniqueIds, uniquePackages, uniqueImages, fixable, exploitable }) => ({
  findings,
  bySeverity,
  uniqueIds,
  uniquePackages,
  uniqueImages,
  fixable,
  exploitable,
});

/** Counts above zero by key and value, from `[key, value, count]`. */
export function counted(entries) {
  const all = {};
  for (const [key, value, count] of entries) {
    if (count > 0) (all[key] ??= {})[value] = count;
  }
  return all;
}

/** A scan diff: how many of each, and which. */
export const diffed = (diff) => ({
  persisting: diff.persisting,
  added: wholeRows(byUid(diff.added)),
  resolved: wholeRows(byUid(diff.resolved)),
  ...Object.fromEntries(
    ["severityChanged", "becameFixable", "exploitBecameKnown"].map((name) => [
      name,
      digest(diff[name].map(({ before, after }) => `${before.uid} ${before.severity} ${after.severity} ${after.fixed_version}`).sort()),
    ]),
  ),
});

const byUid = (rows) => [...rows].sort((a, b) => (a.uid < b.uid ? -1 : 1));

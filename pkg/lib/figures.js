/** Objects of the rows of numbers that the module answers with (`src/bindings/flat.rs`). */

const severities = (numbers, at) => ({
  critical: numbers[at],
  high: numbers[at + 1],
  medium: numbers[at + 2],
  low: numbers[at + 3],
  unknown: numbers[at + 4],
});

/** A scan diff, with the findings of both scans. */
export function diffOf(numbers, before, after) {
  let at = 15;
  const take = (rows, count) => rows.of(numbers.subarray(at, (at += count)));
  const pairs = (count) => {
    const then = take(before, count);
    return take(after, count).map((now, place) => ({ before: then[place], after: now }));
  };
  return {
    added: take(after, numbers[10]),
    resolved: take(before, numbers[11]),
    persisting: numbers[0],
    severityChanged: pairs(numbers[12]),
    becameFixable: pairs(numbers[13]),
    exploitBecameKnown: pairs(numbers[14]),
    // Differences: the other half of the numbers is negative.
    delta: severities(Int32Array.from(numbers.subarray(5, 10)), 0),
    matchedBy: { uid: numbers[1], exact: numbers[2], withoutTarget: numbers[3], withoutVersion: numbers[4] },
  };
}

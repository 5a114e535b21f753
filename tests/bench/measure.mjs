/**
 * Times things that do the same work, in turns: one sample of each, then the next of each, so that whatever else the
 * machine does meets them all alike. Says medians and quartiles. Relies on `performance.now` and, where there is one, `gc`.
 */

/** A sample lasts at least so long: short work is repeated and divided. */
const SAMPLE_MS = 5;
const MOST_REPEATS = 2000;

export function quartiles(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const at = (share) => {
    const place = (sorted.length - 1) * share;
    const below = sorted[Math.floor(place)];
    return below + (sorted[Math.ceil(place)] - below) * (place % 1);
  };
  return { low: at(0.25), median: at(0.5), high: at(0.75), samples: sorted.length };
}

/**
 * Quartiles of milliseconds for each side, in order. A side has `run(turn)`, and may have `before()` and `after(result)`, which are not timed;
 * a side that has either is not repeated within a sample. `run` may return a promise.
 */
export async function race(sides, { budgetMs, fewest, most }) {
  const repeats = [];
  for (const side of sides) repeats.push(await settle(side));
  // Each side counts its own turns: whatever the number of sides, its questions alternate.
  const turns = sides.map(() => 0);
  const samples = sides.map(() => []);
  const start = performance.now();
  while (samples[0].length < fewest || (samples[0].length < most && performance.now() - start < budgetMs)) {
    for (const [place, side] of sides.entries()) {
      globalThis.gc?.();
      samples[place].push(await sample(side, repeats[place], turns[place]));
      turns[place] += repeats[place];
    }
  }
  return samples.map(quartiles);
}

/** Warms a side up and says how often it is repeated within a sample. */
async function settle(side) {
  const once = Math.min(await sample(side, 1, 0), await sample(side, 1, 1));
  if (side.before || side.after || once >= SAMPLE_MS) return 1;
  const repeats = Math.min(MOST_REPEATS, Math.ceil(SAMPLE_MS / Math.max(once, 0.001)));
  const settled = await sample(side, repeats, 0);
  return Math.min(MOST_REPEATS, Math.max(1, Math.ceil(SAMPLE_MS / Math.max(settled, 0.001))));
}

async function sample(side, repeats, from) {
  await side.before?.();
  const start = performance.now();
  let result;
  for (let turn = 0; turn < repeats; turn += 1) {
    result = side.run(from + turn);
    if (typeof result?.then === "function") result = await result;
  }
  const took = (performance.now() - start) / repeats;
  await side.after?.(result);
  return took;
}

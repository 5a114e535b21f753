/**
 * Times things that do the same work, in turns: one sample of each, then the next of each, so that whatever else the
 * machine does meets them all alike. Reports medians and quartiles. Relies on `performance.now` and, if there is one, `gc`.
 */

/** A sample lasts at least so long: short work is repeated and divided. */
const SAMPLE_MS = 5;
const MOST_REPEATS = 2000;
/** Work shorter than this runs once untimed before each sample: cold caches after a collection are not its own. */
const WARMED_MS = 50;
/** Work that takes so long cold is not tried a second time to know what kind it is. */
const LONG_MS = 4 * WARMED_MS;
/** So long after a collection other threads sweep, and give back, what the side before left: they would take turns on the processor. */
const SWEPT_MS = 50;

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

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
  const settled = [];
  for (const side of sides) settled.push(await settle(side));
  // Each side counts its own turns: whatever the number of sides, its questions alternate.
  const turns = sides.map(() => 0);
  const samples = sides.map(() => []);
  const start = performance.now();
  while (samples[0].length < fewest || (samples[0].length < most && performance.now() - start < budgetMs)) {
    for (const [place, side] of sides.entries()) {
      globalThis.gc?.();
      await pause(SWEPT_MS);
      const { repeats, warm } = settled[place];
      if (warm) await sample(side, 1, (turns[place] += 1));
      samples[place].push(await sample(side, repeats, turns[place] + 1));
      turns[place] += repeats;
    }
  }
  return samples.map(quartiles);
}

/** Warms a side up and says how often it is repeated within a sample, and whether it is warmed before each. */
async function settle(side) {
  const first = await sample(side, 1, 0);
  if (first >= LONG_MS) return { repeats: 1, warm: false };
  const once = Math.min(first, await sample(side, 1, 1));
  if (side.before || side.after || once >= SAMPLE_MS) return { repeats: 1, warm: once < WARMED_MS };
  const often = (ms) => Math.min(MOST_REPEATS, Math.max(1, Math.ceil(SAMPLE_MS / Math.max(ms, 0.001))));
  return { repeats: often(await sample(side, often(once), 0)), warm: true };
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

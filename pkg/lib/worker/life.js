/**
 * Whether the worker still runs: it holds a lock as long as it does, and whoever waits for the lock learns of its end.
 *
 * Nothing else tells: a worker that was terminated, by whomever, leaves its ports silent.
 */

/** The worker's side: resolves to what lets go of the lock, or to nothing where there are no locks. */
export function hold(name) {
  return new Promise((resolve) => {
    const held = () => new Promise((release) => resolve(release));
    request(name, {}, held).catch(() => resolve(undefined));
  });
}

/** The page's side: runs `gone` when nobody holds it any more. What is returned stops that. */
export function outlive(name, gone) {
  const stop = new AbortController();
  request(name, { signal: stop.signal }, gone).catch(() => {});
  return () => stop.abort();
}

async function request(name, options, granted) {
  return navigator.locks.request(name, options, granted);
}

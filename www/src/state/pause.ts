/** What a wait does between two requests. Each function rejects as soon as the signal aborts. */

/** The longest delay of a timer: one with a longer delay would fire at once. */
const LONGEST_MS = 2 ** 31 - 1;

export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  for (let left = ms; left > 0; left -= LONGEST_MS) await timer(Math.min(left, LONGEST_MS), signal);
}

function timer(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timeout);
      reject(signal.reason);
    };
    const timeout = setTimeout(() => {
      signal.removeEventListener("abort", end);
      resolve();
    }, ms);
    signal.addEventListener("abort", end, { once: true });
  });
}

const isAwake = (): boolean => document.visibilityState === "visible" && navigator.onLine;

/** Resolves once somebody can see the page and the browser is online; says whether that had to be waited for. */
export async function awake(signal: AbortSignal): Promise<boolean> {
  signal.throwIfAborted();
  const isAtOnce = isAwake();
  while (!isAwake()) await turned(signal);
  return !isAtOnce;
}

function turned(signal: AbortSignal): Promise<void> {
  const heard = new AbortController();
  const until = { signal: heard.signal };
  const turn = new Promise<void>((resolve, reject) => {
    document.addEventListener("visibilitychange", () => resolve(), until);
    addEventListener("online", () => resolve(), until);
    signal.addEventListener("abort", () => reject(signal.reason), until);
  });
  return turn.finally(() => heard.abort());
}

/**
 * How a turn is given away, taken from the platform once: tests that put simulated timers in its place later must not hold up
 * what never waited for time.
 */

const { setImmediate: immediate, MessageChannel: Channel, setTimeout: timeout, clearTimeout: noTimeout, queueMicrotask: microtask } = globalThis;
const { scheduler } = /** @type {{ scheduler?: { postTask?: (step: () => void) => Promise<void> } }} */ (globalThis);
const post = typeof scheduler?.postTask === "function" ? scheduler.postTask.bind(scheduler) : undefined;

/** Runs `step` as soon as nothing is on the stack. */
export const soon = (step) => microtask(step);

/**
 * A later turn of the event loop, without the delay that timers have. Where the platform has a scheduler, its tasks come several
 * times sooner than messages. `scheduler.yield` would come back before the tasks that the page itself is waiting for.
 *
 * In WebKit what arrives from the network goes before messages, all of a body that keeps arriving, but not before a timer.
 *
 * @returns {Promise<void>}
 */
export function laterTurn() {
  if (typeof immediate === "function") return new Promise((resolve) => immediate(resolve));
  if (post !== undefined) return new Promise((resolve) => resolve(post(() => {})));
  // A simulated browser may have timers alone.
  if (typeof Channel !== "function") return new Promise((resolve) => timeout(resolve));
  return new Promise((resolve) => {
    const { port1, port2 } = new Channel();
    const turn = () => {
      noTimeout(timer);
      port1.close();
      resolve();
    };
    const timer = timeout(turn);
    port1.onmessage = turn;
    port2.postMessage(null);
  });
}

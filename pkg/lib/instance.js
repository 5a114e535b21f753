/**
 * The life of the module's instance: which one runs, whether it still does, what is held in it, and which promises it owes.
 *
 * A trap ends an instance. Every promise it owed rejects with `internal`, handles of it are `disposed`, and the next call
 * gets a fresh one; not before the frames of the old one have returned, which go on below a callback in which it trapped.
 */

import { failure } from "./error.js";
import { soon } from "./turns.js";

/** What rejects a promise → what its error says beside its kind. */
const owed = new Map();
/** What the instance has begun outside itself (a timer, a listener) → how to stop it. */
const underWay = new Map();
/** Counts down where a handle is collected before anybody disposed of it; the glue's own finalizer frees what it held. */
const lost = typeof FinalizationRegistry === "function" ? new FinalizationRegistry(dropHandle) : undefined;
let current = null;
/** How many calls into the module are on the stack: while there are any, nothing takes its instance away. */
let depth = 0;

/** The running instance, or `null`. Handles keep it to find out later whether theirs still runs. */
export function running() {
  if (current?.alive === false) endInstance();
  return current;
}

/** Whether the module is on the stack, perhaps an instance of it that has trapped. */
export const isEntered = () => depth > 0;

/** Says that a fresh instance runs; `onIdle` is called whenever nothing in it is held or waited for any more. */
export function instanceStarted(onIdle) {
  current = { alive: true, handles: 0, onIdle };
}

/** Counts a handle of the running instance, which is returned. */
export function retainHandle(handle) {
  const instance = running();
  instance.handles += 1;
  lost?.register(handle, instance, handle);
  return instance;
}

/** Says that a handle of this instance is gone. */
export function releaseHandle(handle, instance) {
  lost?.unregister(handle);
  dropHandle(instance);
}

function dropHandle(instance) {
  instance.handles -= 1;
  tellIfIdle();
}

/** What lets go of something inside the module is part of a question or of a promise that is owed, whose end tells. */
function tellIfIdle() {
  if (depth === 0 && running()?.handles === 0 && owed.size === 0) current.onIdle();
}

/**
 * Says that the instance has trapped. Where the stack is too full to finish this, `running` does later: the instance is
 * let go last, so until then it is neither used nor replaced.
 */
export function endInstance() {
  if (current === null) return;
  current.alive = false;
  for (const [reject, about] of owed) {
    reject(failure("internal", about));
    owed.delete(reject);
  }
  // In a turn of its own: what listens to an abort is not ours, and this may be called from the middle of anything.
  const left = [...underWay.values()];
  soon(() => left.forEach(stopQuietly));
  underWay.clear();
  current = null;
}

/**
 * Remembers how to stop what the instance has begun outside itself: once it has trapped, it cannot do so. What a trapped instance
 * still begins is stopped at once.
 */
export function trackResource(thing, stop) {
  if (running()) underWay.set(thing, stop);
  else soon(() => stopQuietly(stop));
  return thing;
}

/** Says that this has come to its end by itself. */
export function untrackResource(thing) {
  underWay.delete(thing);
}

/** Stops it, unless it has come to its end. */
export function stopResource(thing) {
  const stop = underWay.get(thing);
  underWay.delete(thing);
  if (stop !== undefined) stopQuietly(stop);
}

/** A page may have replaced what stops something. If that fails, the rest goes on: whoever waited has the answer by other means. */
function stopQuietly(stop) {
  try {
    stop();
  } catch {
    // It comes to its end by itself, and nobody hears of it.
  }
}

/**
 * A promise that settles like `started`, or rejects when the instance that owes it dies; `about` is then in the error.
 *
 * @template Value
 * @param {Promise<Value>} started
 * @returns {Promise<Value>}
 */
export function owe(started, about = {}) {
  return new Promise((resolve, reject) => {
    owed.set(reject, about);
    started.then(
      (value) => {
        promiseSettled(reject);
        resolve(value);
      },
      (reason) => {
        promiseSettled(reject);
        reject(reason);
      },
    );
  });
}

/** Forgets a promise that has settled. It may have been the last thing that kept a large instance, which can be replaced now. */
function promiseSettled(reject) {
  owed.delete(reject);
  tellIfIdle();
}

/**
 * Runs `step` inside the module; a trap in it is an `internal` error, with `about` in it.
 *
 * @template Answer
 * @param {() => Answer} step
 */
export function runInside(step, about = {}) {
  const instance = running();
  depth += 1;
  try {
    return step();
  } catch (error) {
    // Written down before anything is called: after an overflow there may be no room for a call.
    if (instance !== null) instance.alive = false;
    if (!isTrap(error)) throw keepAlive(instance, error);
    endInstance();
    throw failure("internal", about, error);
  } finally {
    depth -= 1;
  }
}

/** Runs a question that holds nothing in the module and leaves nothing there. It may have made the instance large. */
export function runQuery(question) {
  try {
    return runInside(question);
  } finally {
    tellIfIdle();
  }
}

/**
 * Runs a callback that enters the module on its own: from a promise, a timer or a signal. Nobody waits for what it throws.
 * Whatever that is, even a failure of the platform that should never happen, it has cut a step of the module short, and nothing
 * that waits for the step would ever settle. So it ends the instance.
 */
export function runCallback(step) {
  const instance = running();
  if (instance === null) return undefined;
  depth += 1;
  try {
    return step();
  } catch {
    instance.alive = false;
    return endInstance();
  } finally {
    depth -= 1;
  }
}

/** A registry of the glue's: what it frees is inside the module, and gone where the instance has trapped. */
export const whenCollected = (free) => new FinalizationRegistry((held) => runCallback(() => free(held)));

/** An exception that is not the module's: the instance goes on, unless it died meanwhile. */
function keepAlive(instance, error) {
  if (instance !== null && instance === current) instance.alive = true;
  return error;
}

/** Whether an exception means that the instance cannot go on: a trap, or a stack that overflowed inside it. */
function isTrap(error) {
  return error instanceof WebAssembly.RuntimeError || isOverflow(error);
}

/** Firefox has a class of its own for it, which is no `RangeError`. */
export function isOverflow(error) {
  return (error instanceof RangeError || error?.name === "InternalError") && /call stack|recursion/i.test(error.message);
}

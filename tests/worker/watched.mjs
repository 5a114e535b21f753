/** A page's workers and the messages to them, from the call on. */

/** The workers that are made. */
export function madeWorkers() {
  const made = [];
  globalThis.Worker = class extends Worker {
    constructor(...given) {
      super(...given);
      made.push(this);
    }
  };
  return made;
}

/** The numbers of what workers are told to release. */
export function freedThings() {
  const freed = [];
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (message, ...rest) {
    const said = Array.isArray(message) ? message : [];
    freed.push(...said.filter(({ say }) => say === "free").map(({ id }) => id));
    return postMessage.call(this, message, ...rest);
  };
  return freed;
}

/** Resolves once the page has heard that the worker's script runs: from then on it does not listen for one that fails to. */
export function heard(worker) {
  return new Promise((resolve) => {
    const { removeEventListener } = worker;
    worker.removeEventListener = (...given) => {
      removeEventListener.apply(worker, given);
      resolve();
    };
  });
}

/** How many listen to these who did not before. */
export function listeners(...targets) {
  const listening = [];
  for (const target of targets) {
    const { addEventListener, removeEventListener } = target;
    target.addEventListener = (...given) => (listening.push([target, ...given]), addEventListener.apply(target, given));
    target.removeEventListener = (...given) => {
      const at = listening.findIndex(([of, type, listener]) => of === target && type === given[0] && listener === given[1]);
      if (at >= 0) listening.splice(at, 1);
      removeEventListener.apply(target, given);
    };
  }
  return () => listening.length;
}

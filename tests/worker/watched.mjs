/** What a page's workers are, and what is said to them, from the call on. */

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

/** What workers are told to let go of, by its number there. */
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

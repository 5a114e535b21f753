/** Which maps code makes: what it keeps in them is its own business, but how much is to be seen from outside. */

/** Records each map that is made, until `done` is called. */
export function recordMaps() {
  const made = [];
  const Own = globalThis.Map;
  globalThis.Map = class extends Own {
    constructor(...given) {
      super(...given);
      made.push(this);
    }
  };
  return { made, done: () => void (globalThis.Map = Own) };
}

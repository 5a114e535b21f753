/** A module that ends under a scan, or has no memory left. */

/** It ends with the next question to a scan, from when the page is told to: `globalThis.isTrapped`. Before the page's own scripts run. */
export const letTrap = (page) =>
  page.addInitScript(() => {
    WebAssembly.Instance = new Proxy(WebAssembly.Instance, {
      construct(target, given) {
        const { exports } = new target(...given);
        const ask = (own) => (...values) => {
          if (globalThis.isTrapped) throw new WebAssembly.RuntimeError("unreachable");
          return own(...values);
        };
        const scans = Object.entries(exports).filter(([name, own]) => typeof own === "function" && /scan/.test(name));
        return { exports: { ...exports, ...Object.fromEntries(scans.map(([name, own]) => [name, ask(own)])) } };
      },
    });
  });

/** The exports of the module that was made last are `globalThis.moduleExports`. Before the page's own scripts run. */
export const showModule = (page) =>
  page.addInitScript(() => {
    WebAssembly.Instance = new Proxy(WebAssembly.Instance, {
      construct(Instance, given) {
        const made = new Instance(...given);
        globalThis.moduleExports = made.exports;
        return made;
      },
    });
  });

/**
 * Takes all memory that the module may have but so many blocks of 64 KiB; `globalThis.taken` are those that were taken: 32 MiB or more,
 * so that whoever gives them back has enough.
 */
export const takeMemory = (page, left) =>
  page.evaluate((left) => {
    const { memory, __wbindgen_malloc: take, __wbindgen_free: free } = globalThis.moduleExports;
    const [size, most, enough] = [1 << 16, 1 << 16, 1 << 25];
    free(take(enough, 1), enough, 1);
    memory.grow(most - memory.buffer.byteLength / size);
    globalThis.taken = [];
    // What is free already is taken, up to blocks that are too small for an answer.
    try {
      for (;;) taken.push(take(size, 1));
    } catch {}
    for (const at of taken.splice(0, left)) free(at, size, 1);
  }, left);

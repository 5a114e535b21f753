/** A module that ends with the next question to a scan, from when the page is told to: `globalThis.isTrapped`. */

/** Before the page's own scripts run. */
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

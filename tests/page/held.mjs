/** A module that is watched: `globalThis.heldScans` is how many scans it holds, and `globalThis.onScan` is called for each that comes. */

/** Before the page's own scripts run. */
export const watchScans = (page) =>
  page.addInitScript(() => {
    Object.assign(globalThis, { heldScans: 0, onScan: () => {} });
    WebAssembly.Instance = new Proxy(WebAssembly.Instance, {
      construct(target, [module, imports]) {
        const [place] = Object.keys(imports).filter((name) => "__wbg_scanhandle_new" in imports[name]);
        const made = (handle) => {
          globalThis.heldScans += 1;
          globalThis.onScan();
          return imports[place].__wbg_scanhandle_new(handle);
        };
        const { exports } = new target(module, { ...imports, [place]: { ...imports[place], __wbg_scanhandle_new: made } });
        // What was lost is collected some time: that is not to let it go.
        const freed = (handle, isLost) => {
          if (!isLost) globalThis.heldScans -= 1;
          return exports.__wbg_scanhandle_free(handle, isLost);
        };
        return { exports: { ...exports, __wbg_scanhandle_free: freed } };
      },
    });
  });

export const heldScans = (page) => page.evaluate(() => globalThis.heldScans);

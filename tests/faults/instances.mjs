/**
 * The instances of the module that a copy of the package makes, recorded so that a test can look into their memory or
 * arm a trap; the package itself never hands them out. Works in Node and in a page alike.
 */

/** Records every instance made from now on into `instances`; returns what ends that. */
export function recordInstances(instances) {
  const Instance = WebAssembly.Instance;
  WebAssembly.Instance = new Proxy(Instance, {
    construct(target, given) {
      const instance = new target(...given);
      // Node makes modules of its own now and then.
      if ("__wbindgen_start" in instance.exports) instances.push(instance);
      return instance;
    },
  });
  return () => (WebAssembly.Instance = Instance);
}

/** How often an ASCII text occurs in the memories of instances. */
export function timesInMemory(instances, text) {
  const wanted = new TextEncoder().encode(text);
  const isAt = (bytes, at) => wanted.every((byte, offset) => bytes[at + offset] === byte);
  let times = 0;
  for (const { exports } of instances) {
    const bytes = new Uint8Array(exports.memory.buffer);
    for (let at = bytes.indexOf(wanted[0]); at >= 0; at = bytes.indexOf(wanted[0], at + 1)) times += isAt(bytes, at);
  }
  return times;
}

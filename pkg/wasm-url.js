/** Where the module lies: the address that bundlers have to find. What gathers a server's files finds the one in `node.js`. */
export const wasmUrl = () => new URL("./scanfold_bg.wasm", import.meta.url);

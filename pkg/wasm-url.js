/** Where the module lies: the address that bundlers have to find. `node.js` has it once more, for what gathers the files of a server. */
export const wasmUrl = () => new URL("./scanfold_bg.wasm", import.meta.url);

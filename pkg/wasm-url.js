/** Where the module lies: the one address that bundlers have to find. */
export const wasmUrl = () => new URL("./scanfold_bg.wasm", import.meta.url);

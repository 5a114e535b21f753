/** The package's weight: everything in it that runs, each file compressed by itself. */
import { readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";

import { packed } from "../../xtask/src/size.mjs";
import { below } from "../harness/places.mjs";

const BUDGET_KB = 60;

export function packageSize() {
  const files = packed().filter((file) => /\.(js|wasm)$/.test(file));
  const kb = files.reduce((sum, file) => sum + brotliCompressSync(readFileSync(below("pkg", file))).length, 0) / 1000;
  return { work: "package, brotli, JavaScript and module", unit: "KB", where: "", ours: { median: kb }, most: BUDGET_KB, met: kb <= BUDGET_KB };
}

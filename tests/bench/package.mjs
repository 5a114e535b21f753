/** The package's weight: everything in it that runs, each file compressed by itself; of the copy that was measured. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";

import { counted } from "../../xtask/src/size.mjs";

const BUDGET_KB = 60;

export function packageSize(folder) {
  const files = counted();
  const kb = files.reduce((sum, file) => sum + brotliCompressSync(readFileSync(join(folder, file))).length, 0) / 1000;
  return { work: "package, brotli, JavaScript and module", unit: "KB", where: "", ours: { median: kb }, most: BUDGET_KB, met: kb <= BUDGET_KB };
}

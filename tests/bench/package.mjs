/** The package's weight: everything in it that runs, each file compressed by itself; of the copy that was measured. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";

import { BUDGET, counted } from "../../xtask/src/size.mjs";

export function packageSize(folder) {
  const files = counted(folder);
  const most = BUDGET / 1000;
  const kb = files.reduce((sum, file) => sum + brotliCompressSync(readFileSync(join(folder, file))).length, 0) / 1000;
  return { work: "package, brotli, JavaScript and module", unit: "KB", where: "", ours: { median: kb }, most, met: kb <= most };
}

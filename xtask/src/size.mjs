/**
 * Prints raw, gzip and brotli bytes of every file that runs (`.wasm` and `.js`) in the package as npm would pack it,
 * and of those that a page loads: what the browser's entry imports, and the module, against the budget. `inline.data.js` holds
 * the same module once more, for pages that load that instead, so it is listed apart.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** Brotli bytes of everything that runs. */
export const BUDGET = 60_000;

const SECOND_COPY = ["inline.js", "inline.data.js"];

const FOLDER = fileURLToPath(new URL("../../pkg", import.meta.url));

function measure(bytes) {
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } };
  return [bytes.length, gzipSync(bytes, { level: 9 }).length, brotliCompressSync(bytes, brotli).length];
}

/** What npm would pack of a folder. */
export function packed(folder = FOLDER) {
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const answer = execFileSync(npm, ["pack", "--dry-run", "--json", "--no-foreground-scripts"], { cwd: folder, stdio: ["ignore", "pipe", "ignore"] });
  return JSON.parse(answer)[0].files.map((file) => file.path);
}

/** What runs, less the second copy of the module. */
export const counted = (folder = FOLDER) => packed(folder).filter((file) => /\.(js|wasm)$/.test(file) && !SECOND_COPY.includes(file));

/** The files that a module imports statically, itself included. */
function imports(file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  const text = readFileSync(join(FOLDER, file), "utf8");
  for (const [, name] of text.matchAll(/\b(?:from|import)\s*["'](\.[^"']+)["']/g)) {
    imports(relative(FOLDER, join(FOLDER, dirname(file), name)), found);
  }
  return found;
}

const sum = (rows) => rows.reduce((total, row) => total.map((bytes, column) => bytes + row[column]), [0, 0, 0]);
const print = (name, row) => console.log(name.padEnd(28) + row.map((bytes) => bytes.toLocaleString("en").padStart(11)).join(""));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const sized = (files) => new Map(files.map((file) => [file, measure(readFileSync(join(FOLDER, file)))]));
  const sizes = sized(counted());
  console.log(`${"".padEnd(28)}${["raw", "gzip", "brotli"].map((word) => word.padStart(11)).join("")}`);
  for (const [file, row] of sizes) print(file, row);
  const entry = JSON.parse(readFileSync(join(FOLDER, "package.json"), "utf8")).exports["."].default;
  const loaded = [...imports(relative(FOLDER, join(FOLDER, entry))), "scanfold_bg.wasm"].map((file) => sizes.get(file) ?? [0, 0, 0]);
  print("a page loads", sum(loaded));
  const total = sum([...sizes.values()]);
  print("in all", total);
  const left = BUDGET - total[2];
  print("inline, instead", sum([...sized([...imports("inline.js")]).values()]));
  console.log(`budget: ${BUDGET.toLocaleString("en")} bytes brotli in all, ${Math.abs(left).toLocaleString("en")} ${left < 0 ? "over" : "left"}`);
}

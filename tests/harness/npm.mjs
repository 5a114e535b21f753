/**
 * npm, and the package as it would be published.
 */
import { execFileSync } from "node:child_process";
import { join } from "node:path";

import { below } from "./places.mjs";

/** What npm prints when it is run in a folder. */
export function npm(options, folder) {
  const program = process.platform === "win32" ? "npm.cmd" : "npm";
  return execFileSync(program, options, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
}

/** Packs the package that lies in `from` into an existing folder: the tarball, and the names of the files in it. */
export function packInto(folder, from = below("pkg")) {
  const [{ filename, files }] = JSON.parse(npm(["pack", "--json", "--pack-destination", folder], from));
  return { tarball: join(folder, filename), names: files.map(({ path }) => path).sort() };
}

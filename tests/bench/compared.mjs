/**
 * What is compared, in a folder of its own: a copy of the package, so that a build meanwhile changes nothing, its peers, and the
 * real reports if there are any.
 */
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { build } from "esbuild";

import { below } from "../harness/places.mjs";
import { scratchFolder } from "../harness/scratch.mjs";
import { REPORTS, reportsBody } from "./reports.mjs";

/** `{ scratch, reports }`: the folder, and the reports' bytes or `null`. */
export async function compared() {
  const scratch = scratchFolder();
  cpSync(below("pkg"), join(scratch, "pkg"), { recursive: true, filter: (from) => !from.includes("node_modules") });
  const reports = reportsBody();
  if (reports) writeFileSync(join(scratch, REPORTS), reports);
  await build({ entryPoints: [below("tests", "bench", "libraries.mjs")], outfile: join(scratch, "libraries.mjs"), bundle: true, format: "esm", platform: "browser", logLevel: "error" });
  return { scratch, reports };
}

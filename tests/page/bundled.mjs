/** A file of the page's source with its imports, for tests that need no browser. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import esbuild from "esbuild";

import { below } from "../harness/places.mjs";
import { scratchFolder } from "../harness/scratch.mjs";

/** The package is the built one, as everywhere. */
const built = {
  name: "built package",
  setup: ({ onResolve }) => onResolve({ filter: /^scanfold$/ }, () => ({ path: import.meta.resolve("scanfold"), external: true })),
};

/** What the file exports. */
export async function bundled(path) {
  const outfile = join(scratchFolder(), "bundled.mjs");
  await esbuild.build({ entryPoints: [below(path)], bundle: true, format: "esm", platform: "node", outfile, plugins: [built] });
  return import(pathToFileURL(outfile));
}

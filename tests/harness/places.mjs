/**
 * Where things are: the repository, the package, the real reports.
 *
 * The reports are not part of the project. They are found through `SCANFOLD_DATA`, or in a folder `shared/data` beside
 * the repository; a test that needs them says that it is skipped if they are absent.
 */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** A path below the repository's root. */
export const below = (...parts) => join(root, ...parts);

/** The folder of real reports, or `null` if there is none. */
export function dataFolder() {
  const folder = resolve(process.env.SCANFOLD_DATA ?? below("..", "shared", "data"));
  return existsSync(folder) ? folder : null;
}

/** For a test's `skip` option: the reason, or `false` if the reports are there. */
export const withoutData = () => (dataFolder() ? false : "no real reports: SCANFOLD_DATA is not set and ../shared/data is absent");

/**
 * A folder of one's own for a test's files, removed when the process ends, however it ends short of a kill.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { whenLeaving } from "./leaving.mjs";

/** A new, empty folder. */
export function scratchFolder() {
  const folder = mkdtempSync(join(tmpdir(), "scanfold-test-"));
  whenLeaving(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

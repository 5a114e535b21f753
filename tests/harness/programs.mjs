/** Programs of this machine. */
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** The first of these names that is a program on `PATH`, folder by folder; nothing if none is. */
export function onPath(names) {
  const places = (process.env.PATH ?? "").split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  return places.find(isProgram);
}

/** Whether a file can be run. */
export function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

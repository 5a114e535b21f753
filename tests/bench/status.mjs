/** What Linux says about a process. */
import { readFileSync } from "node:fs";

/** Bytes by name, such as `VmRSS` and `VmHWM`. */
export function status(id) {
  const text = readFileSync(`/proc/${id}/status`, "utf8");
  return Object.fromEntries([...text.matchAll(/^(\w+):\s+(\d+) kB$/gm)].map(([, name, kb]) => [name, Number(kb) * 1024]));
}

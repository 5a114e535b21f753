/** What can be said of findings without a scan: fixable or not, which version is newer, which link is safe. */

import { failure } from "./error.js";
import { inside } from "./instance.js";
import { module } from "./loader.js";

export function isFixable(finding) {
  const { isFixable: ask } = module();
  const version = fixedVersion(finding);
  return inside(() => ask(typeof version === "string" ? version : undefined));
}

function fixedVersion(finding) {
  try {
    return finding?.fixed_version;
  } catch (error) {
    throw failure("invalid_argument", { path: "finding.fixed_version", hint: "must be something that can be read" }, error);
  }
}

export function compareVersions(a, b, kind) {
  const { compareVersions: ask } = module();
  for (const [path, text] of Object.entries({ a, b, kind })) {
    if (typeof text !== "string" && text != null) throw failure("invalid_argument", { path, hint: "must be a string" });
  }
  // Many findings name no fixed version: what is not there cannot be compared.
  if (a == null || b == null) return null;
  return inside(() => ask(a, b, kind ?? undefined)) ?? null;
}

export function safeUrl(url) {
  const { safeUrl: ask } = module();
  return typeof url === "string" ? (inside(() => ask(url)) ?? null) : null;
}

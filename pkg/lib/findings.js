/** What can be said of findings without a scan: fixable or not, which version is newer, which link is safe. */

import { inside } from "./instance.js";
import { module } from "./loader.js";

export function isFixable(finding) {
  const { isFixable: ask } = module();
  const version = finding?.fixed_version;
  return inside(() => ask(typeof version === "string" ? version : undefined));
}

export function compareVersions(a, b, kind) {
  const { compareVersions: ask } = module();
  return inside(() => ask(String(a), String(b), kind === undefined ? undefined : String(kind))) ?? null;
}

export function safeUrl(url) {
  const { safeUrl: ask } = module();
  return typeof url === "string" ? (inside(() => ask(url)) ?? null) : null;
}

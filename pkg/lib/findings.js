/** What can be said of findings without a scan: what counts in them, which version is newer, which link is safe. */

import { jsonOf } from "./data.js";
import { failure } from "./error.js";
import { SEVERITIES } from "./figures.js";
import { runQuery } from "./instance.js";
import { isObject } from "./kind.js";
import { module } from "./loader.js";

export function isFixable(finding) {
  const { isFixable: ask } = module();
  const version = readMember(finding, "fixed_version");
  return runQuery(() => ask(typeof version === "string" ? version : undefined));
}

// Tables ask these of every row they draw: what most rows have is told without a way into the module, by the same rules.

export function isExploitable(finding) {
  const { isExploitable: ask } = module();
  const json = openText(finding, "public_exploit", (value) => Object.keys(value).every((name) => name === "__proto__") && "");
  return json !== "" && runQuery(() => ask(json));
}

export function epssOf(finding) {
  const { epssOf: ask } = module();
  const json = openText(finding, "epss_details", ({ epss }) => typeof epss === "number" && epss >= 0 && epss <= 1 && epss);
  // JSON has no −0.
  if (typeof json === "number") return json + 0;
  return json === "" ? null : (runQuery(() => ask(json)) ?? null);
}

export function severityOf(finding) {
  const { severityOf: ask } = module();
  const word = readMember(finding, "severity");
  if (SEVERITIES.includes(word)) return word;
  return runQuery(() => ask(typeof word === "string" ? word : ""));
}

function readMember(finding, name) {
  return read(name, () => ownMember(finding, name));
}

/** A finding's own member, as JSON would hold it: what it inherits is not in a scan either. */
function ownMember(finding, name) {
  return finding != null && Object.hasOwn(finding, name) ? finding[name] : undefined;
}

/** An open object as the service would have sent it; `""` for what is none; or what is `known` of a plain one by a look. */
function openText(finding, name, known) {
  return read(name, () => {
    const value = ownMember(finding, name);
    if (!isObject(value)) return "";
    const isOpen = Object.getPrototypeOf(value) === Object.prototype && !Object.hasOwn(value, "toJSON");
    const found = isOpen && known(value);
    if (found !== false) return found;
    return jsonOf(typeof value.toJSON === "function" ? value.toJSON() : value) ?? "";
  });
}

/** What others wrote may throw. */
function read(name, how) {
  try {
    return how();
  } catch (error) {
    throw failure("invalid_argument", { path: `finding.${name}`, hint: "must be something that can be read" }, error);
  }
}

export function compareVersions(a, b, kind) {
  const { compareVersions: ask } = module();
  for (const [path, text] of Object.entries({ a, b, kind })) {
    if (typeof text !== "string" && text != null) throw failure("invalid_argument", { path, hint: "must be a string" });
  }
  // Many findings name no fixed version: what is not there cannot be compared.
  if (a == null || b == null) return null;
  return runQuery(() => ask(a, b, kind ?? undefined)) ?? null;
}

export function safeUrl(url) {
  const { safeUrl: ask } = module();
  return typeof url === "string" ? (runQuery(() => ask(url)) ?? null) : null;
}

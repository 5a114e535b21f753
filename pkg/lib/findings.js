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
  const isEmpty = (value) => Object.keys(value).every((name) => name === "__proto__");
  const { known, json } = openMember(finding, "public_exploit", (value) => (isEmpty(value) ? false : undefined));
  return known ?? (json !== "" && runQuery(() => ask(json)));
}

export function epssOf(finding) {
  const { epssOf: ask } = module();
  // JSON has no −0.
  const probability = ({ epss }) => (typeof epss === "number" && epss >= 0 && epss <= 1 ? epss + 0 : undefined);
  const { known, json } = openMember(finding, "epss_details", probability);
  if (known !== undefined) return known;
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

/** What `look` knows of a plain open object, or its `json` as the service would have sent it, `""` for what is no object. */
function openMember(finding, name, look) {
  return read(name, () => {
    const value = ownMember(finding, name);
    if (!isObject(value)) return { known: undefined, json: "" };
    const isPlain = Object.getPrototypeOf(value) === Object.prototype && !Object.hasOwn(value, "toJSON");
    const known = isPlain ? look(value) : undefined;
    if (known !== undefined) return { known, json: "" };
    return { known, json: jsonOf(typeof value.toJSON === "function" ? value.toJSON() : value) ?? "" };
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

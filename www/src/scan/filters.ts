/**
 * What can be done to a filter, as pure functions: switch a value on or off, say in words what is set, take a part out.
 */
import type { FindingFilter, Severity } from "scanfold";
import { WORD } from "../parts/severity.ts";
import { number } from "../parts/text.ts";
import { SEVERITIES } from "../state/severity.ts";
import { atLeast } from "./epss.ts";

/** Lists of texts that a filter can have. */
export type ListPart = Exclude<{ [Part in keyof FindingFilter]-?: FindingFilter[Part] extends readonly string[] | undefined ? Part : never }[keyof FindingFilter], "severity">;

/** Also the order of the pills. */
export const PART_LABEL: Record<ListPart, string> = {
  image: "Image",
  kind: "Kind",
  target: "Target",
  package: "Package",
  installed_version: "Version",
  id: "Id",
};

function toggled<T>(values: readonly T[] | undefined, value: T): T[] {
  return values?.includes(value) ? values.filter((kept) => kept !== value) : [...(values ?? []), value];
}

/** The filter with one part replaced; an empty part is left out, as the package and the URL want it. */
export function withPart<P extends keyof FindingFilter>(where: FindingFilter, part: P, value: FindingFilter[P] | undefined): FindingFilter {
  const { [part]: _, ...rest } = where;
  const isBlank = typeof value === "string" && value.trim() === "";
  const empty = value === undefined || isBlank || (Array.isArray(value) && value.length === 0);
  return empty ? rest : { ...rest, [part]: value };
}

export function toggleSeverity(where: FindingFilter, severity: Severity): FindingFilter {
  const next = toggled(where.severity, severity);
  return withPart(
    where,
    "severity",
    SEVERITIES.filter((known) => next.includes(known)),
  );
}

export function toggleValue(where: FindingFilter, part: ListPart, value: string): FindingFilter {
  return withPart(where, part, toggled(where[part], value));
}

export function isEmpty(where: FindingFilter): boolean {
  return Object.keys(where).length === 0;
}

export interface Pill {
  part: keyof FindingFilter;
  label: string;
  value: string;
  without: FindingFilter;
}

/** Up to so many values of a list have a pill each; more share one, which takes them back together. */
const EACH = 8;

export function pills(where: FindingFilter): Pill[] {
  const list: Pill[] = [];
  for (const severity of where.severity ?? [])
    list.push({ part: "severity", label: "Severity", value: WORD[severity], without: toggleSeverity(where, severity) });
  for (const part of Object.keys(PART_LABEL) as ListPart[]) {
    const values = where[part] ?? [];
    if (values.length > EACH) list.push({ part, label: PART_LABEL[part], value: `any of ${number(values.length)}`, without: withPart(where, part, undefined) });
    else for (const value of values) list.push({ part, label: PART_LABEL[part], value, without: toggleValue(where, part, value) });
  }
  if (where.fixable !== undefined)
    list.push({ part: "fixable", label: "Fix", value: where.fixable ? "available" : "none known", without: withPart(where, "fixable", undefined) });
  if (where.exploit !== undefined)
    list.push({ part: "exploit", label: "Known exploit", value: where.exploit ? "yes" : "no", without: withPart(where, "exploit", undefined) });
  if (where.minEpss !== undefined)
    list.push({ part: "minEpss", label: "EPSS", value: atLeast(where.minEpss), without: withPart(where, "minEpss", undefined) });
  if (where.text !== undefined) list.push({ part: "text", label: "Search", value: where.text, without: withPart(where, "text", undefined) });
  return list;
}

/** The filter of a history: whether one is set, whether anything can match it, and how it is changed. */
import type { HistoryState, Matched } from "../state/url-history.ts";

export const CLEARED: Partial<HistoryState> = { where: {}, from: "", until: "" };

export function withMatch(where: HistoryState["where"], field: Matched, value: string): HistoryState["where"] {
  const { [field]: _, ...rest } = where;
  return value === "" ? rest : { ...rest, [field]: value };
}

export const isFiltered = ({ where, from, until }: HistoryState): boolean => Object.keys(where).length > 0 || from !== "" || until !== "";

/** Days are compared as texts, which have the same order. */
export const isReversed = ({ from, until }: HistoryState): boolean => from !== "" && until !== "" && from > until;

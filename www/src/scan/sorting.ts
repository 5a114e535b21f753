/** How findings are sorted by the headers of their tables. */
import type { Sort } from "../state/url.ts";

/** The order that a table of findings has where none is chosen: the scan's own, worst first. */
const WORST_FIRST: Sort[] = [{ by: "severity", descending: true }];

/** The order that the headers show. */
export const shownOrder = (sort: Sort[]): Sort[] => (sort.length === 0 ? WORST_FIRST : sort);

/** The order a header gives when it is pressed: worst or greatest first where that is what one looks for. */
export function pressed(sort: Sort[], key: Sort["by"]): Sort[] {
  const first = sort[0];
  const greatestFirst = key === "severity" || key === "epss" || key === "fixable";
  if (first?.by !== key) return [{ by: key, descending: greatestFirst }];
  return first.descending === greatestFirst ? [{ by: key, descending: !greatestFirst }] : [];
}

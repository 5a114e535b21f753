/** How findings are sorted by the headers of their tables. */
import type { Sort } from "../state/url.ts";

/** The order a header gives when it is pressed: worst or greatest first where that is what one looks for. */
export function pressed(sort: Sort[], key: Sort["by"]): Sort[] {
  const first = sort[0];
  const greatestFirst = key === "severity" || key === "epss" || key === "fixable";
  if (first?.by !== key) return [{ by: key, descending: greatestFirst }];
  return first.descending === greatestFirst ? [{ by: key, descending: !greatestFirst }] : [];
}

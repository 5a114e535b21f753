/** How the tables of a scan are sorted by their headers. */
import type { Sort } from "../state/url.ts";
import { WORST_FIRST, type Order } from "../state/url-orders.ts";

/** The order of a table of findings if none is chosen: the scan's own, worst first. */
const WORST: Sort[] = [{ by: "severity", descending: true }];

/** The order that the headers show. */
export const shownOrder = (sort: Sort[]): Sort[] => (sort.length === 0 ? WORST : sort);

/** The order after a header is pressed: worst or greatest first in columns where people look for that. */
export function pressed(sort: Sort[], key: Sort["by"]): Sort[] {
  const first = sort[0];
  const greatestFirst = ["severity", "epss", "fixable", "exploit"].includes(key);
  if (first?.by !== key) return [{ by: key, descending: greatestFirst }];
  return first.descending === greatestFirst ? [{ by: key, descending: !greatestFirst }] : [];
}

/** The same for groups and upgrades: a second press turns the order round, a third is back at worst first. */
export function pressedOrder<By extends string>(order: Order<By>, by: By, greatestFirst: boolean): Order<By | "severity"> {
  if (order.by !== by) return { by, descending: greatestFirst };
  return order.descending === greatestFirst ? { by, descending: !greatestFirst } : WORST_FIRST;
}

export const isWorstFirst = ({ by, descending }: Order<string>): boolean => by === WORST_FIRST.by && descending;

/**
 * Groups and upgrades in the order that a header asks for. Worst first is the package's own order; by every other column they are
 * sorted here, and those that are equal in it stay worst first.
 */
import type { RemediationStep, RollupGroup } from "scanfold";
import { compareTexts } from "../parts/code-points.ts";
import type { GroupOrder, UpgradeOrder } from "../state/url-orders.ts";

/** Ascending, or descending; equal ones keep the given order either way. */
function sorted<Item>(list: readonly Item[], compare: (one: Item, other: Item) => number, descending: boolean): Item[] {
  return list.toSorted(descending ? (one, other) => compare(other, one) : compare);
}

type Amount = Exclude<GroupOrder["by"], "severity" | "name">;

/** What a column of numbers shows of a group. */
function amountOf(by: Amount): (group: RollupGroup) => number {
  switch (by) {
    case "findings":
      return ({ findings }) => findings;
    case "ids":
      return ({ uniqueIds }) => uniqueIds;
    case "images":
      return ({ uniqueImages }) => uniqueImages;
    case "fixable":
      return ({ fixable }) => fixable;
    default:
      return ({ bySeverity }) => bySeverity[by];
  }
}

/** `worstFirst`, in that order. */
export function orderGroups(worstFirst: readonly RollupGroup[], { by, descending }: GroupOrder): readonly RollupGroup[] {
  if (by === "severity") return descending ? worstFirst : worstFirst.toReversed();
  if (by === "name") return sorted(worstFirst, (one, other) => compareTexts(one.key[0] ?? "", other.key[0] ?? ""), descending);
  const amount = amountOf(by);
  return sorted(worstFirst, (one, other) => amount(one) - amount(other), descending);
}

export function orderUpgrades(worstFirst: readonly RemediationStep[], { by, descending }: UpgradeOrder): readonly RemediationStep[] {
  if (by === "severity") return descending ? worstFirst : worstFirst.toReversed();
  if (by === "clears") return sorted(worstFirst, (one, other) => one.clears - other.clears, descending);
  return sorted(worstFirst, (one, other) => compareTexts(one[by], other[by]), descending);
}

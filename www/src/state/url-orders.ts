/** The orders of the tables that list no findings, as a link carries them: groups, and upgrades. Worst first unless given. */

import { SEVERITIES } from "./severity.ts";

export const GROUP_ORDERS = ["severity", "name", ...SEVERITIES, "findings", "ids", "images", "fixable"] as const;
export const UPGRADE_ORDERS = ["severity", "clears", "package", "image"] as const;

export interface Order<By extends string> {
  by: By;
  descending: boolean;
}

/** Worst first, which is their own order, or by another column. */
export type GroupOrder = Order<(typeof GROUP_ORDERS)[number]>;
export type UpgradeOrder = Order<(typeof UPGRADE_ORDERS)[number]>;

export const WORST_FIRST = { by: "severity", descending: true } as const;

/** As `key` or `-key`; `undefined` if it is no such key. */
export function readOrder<By extends string>(known: readonly By[], text: string): Order<By> | undefined {
  const descending = text.startsWith("-");
  const by = known.find((key) => key === (descending ? text.slice(1) : text));
  return by === undefined ? undefined : { by, descending };
}

/** Worst first if it is no such key. */
export const parseOrder = <By extends string>(known: readonly By[], text: string | null): Order<By | "severity"> =>
  readOrder(known, text ?? "") ?? WORST_FIRST;

export const writeOrder = ({ by, descending }: Order<string>): string => (descending ? `-${by}` : by);

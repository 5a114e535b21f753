/**
 * Leaves out columns for which a scan, or a comparison, has no values. That is decided by the whole of it, so that no filter takes a
 * column away. A column that is sorted or filtered by is always shown, because a link may ask for that.
 */
import type { ContainerScan, FindingFilter } from "scanfold";
import type { Column } from "../parts/data-grid.ts";
import { onceEach } from "../parts/kept.ts";
import type { PageState } from "../state/url.ts";

/** Columns that may be left out, by their id, and whether each has values. The rail leaves out EPSS with its column. */
export type Given = Readonly<Record<"epss" | "exploit", boolean>>;

/** Whether any finding of the scan has a probability, and whether any has a known exploit. */
export const givenIn = onceEach((scan: ContainerScan): Given => {
  // A finding without a score is not counted even under the lowest bound.
  const whole = scan.facets(undefined, { dimensions: ["exploit"], minEpss: [0] });
  return { epss: (whole?.minEpss[0]?.count ?? 0) > 0, exploit: whole?.exploit.some(({ value, count }) => value === "true" && count > 0) ?? false };
});

const isFilteredBy = (id: string, { minEpss, exploit }: FindingFilter): boolean =>
  (id === "epss" && minEpss !== undefined) || (id === "exploit" && exploit !== undefined);

/** The columns that are shown, and the name of their layout. */
export function givenColumns<Shown extends Column<never>>(
  layout: string,
  columns: readonly Shown[],
  given: Partial<Given>,
  { sort, where }: Pick<PageState["scan"], "sort" | "where">,
): { columns: Shown[]; layout: string } {
  const isOut = ({ id }: Shown): boolean => given[id as keyof Given] === false && !sort.some(({ by }) => by === id) && !isFilteredBy(id, where);
  const out = columns.filter(isOut).map(({ id }) => `no-${id}`);
  return { columns: columns.filter((column) => !isOut(column)), layout: [layout, ...out].join(" ") };
}

/**
 * Whose details are open. A link names a finding by its uid, which another finding may share, or which may be empty: so the row
 * that was opened on the page is kept beside the uid, for this step of the page's history. After a link there is no row, and the
 * uid decides.
 */
import type { ContainerFinding } from "scanfold";
import type { OpenRow, PageState } from "../state/url.ts";

type ScanState = PageState["scan"];
type Opened = Pick<ScanState, "finding" | "row">;

export const NONE_OPEN: Opened = { finding: "", row: null };

export const opened = (row: OpenRow): Opened => ({ finding: row.finding.uid, row });

export const isAnyOpen = ({ finding, row }: Opened): boolean => finding !== "" || row !== null;

/** Whether two are the same in everything that the service said of them. */
export const areEqual = (one: ContainerFinding, other: ContainerFinding): boolean =>
  one === other || (one.uid === other.uid && JSON.stringify(one) === JSON.stringify(other));

/**
 * Tells the open one among the rows of a table. Rows that are equal in everything are told apart for as long as the table
 * `holds` the very one that was opened.
 */
export function isOpenAmong(open: ContainerFinding | undefined, holds: (row: ContainerFinding) => boolean): (row: ContainerFinding) => boolean {
  if (open === undefined) return () => false;
  return holds(open) ? (row) => row === open : (row) => areEqual(row, open);
}

/** A resolved finding is open only while the list that it is in is shown. */
export function withoutStray(before: ScanState, after: ScanState): ScanState {
  const isListed = after.tab === "changes" && after.change === "resolved" && after.before === before.before && after.ignoreImage === before.ignoreImage;
  return isListed ? after : { ...after, ...NONE_OPEN };
}

/**
 * Whose details are open: those of a finding that the link names by its uid, or those of one without a uid, which no link can
 * name. The latter is the row itself, for as long as the page is on this step of its history.
 */
import type { ContainerFinding } from "scanfold";
import type { PageState } from "../state/url.ts";

type Opened = Pick<PageState["scan"], "finding" | "nameless">;

export const NONE_OPEN: Opened = { finding: "", nameless: null };

export const opened = (row: ContainerFinding): Opened =>
  row.uid === "" ? { finding: "", nameless: row } : { finding: row.uid, nameless: null };

export const isAnyOpen = ({ finding, nameless }: Opened): boolean => finding !== "" || nameless !== null;

export const isOpen = ({ finding, nameless }: Opened, row: ContainerFinding): boolean =>
  row.uid === "" ? row === nameless : row.uid === finding;

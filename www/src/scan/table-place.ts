/**
 * Where the table of the scan view is scrolled to: brings the row of the open finding into sight, and returns to where the table
 * was left for another view or tab, or by a step of the history. `ScanMemory` keeps this, because it outlives the view.
 */
import type { ContainerFinding } from "scanfold";
import type { DataGrid } from "../parts/data-grid.ts";
import type { InSight, ScanMemory } from "../state/scan-memory.ts";
import { KeptTable } from "../state/table-places.ts";
import type { PageState, Tab } from "../state/url.ts";
import type { ChangeList } from "./change-list.ts";
import { moveIn } from "./diff-rows.ts";
import { areEqual } from "./opened.ts";
import type { ScanModel } from "./scan-model.ts";

type ScanState = PageState["scan"];

/** What the table lists: those parts of the state that the tab depends on, and nothing else. */
function listed({ tab, where, sort, groups, upgrades, before, ignoreImage, change, moved }: ScanState): unknown[] {
  const grouped = [where, groups];
  const by: Record<Tab, unknown[]> = {
    findings: [where, sort],
    id: grouped,
    image: grouped,
    package: grouped,
    kind: grouped,
    target: grouped,
    upgrades: [where, upgrades],
    changes: [before, ignoreImage, change, moveIn({ change, moved }), where, sort],
  };
  return [tab, ...by[tab]];
}

export const keptTable = new KeptTable<ScanState>((state, generation) => JSON.stringify([generation, state.id, ...listed(state)]));

/** The open finding, by its row if that is known, and the list it is looked for in. */
const sight = (state: ScanState): InSight => ({ list: JSON.stringify(listed(state)), open: state.row?.finding ?? state.finding, index: null });

const isSame = (one: InSight | null, other: InSight): boolean => one?.list === other.list && one.open === other.open;

/** The view is left: the search for a row that was not found yet ends, and begins anew when the view is back. */
export function leaveSearch(memory: ScanMemory): void {
  if (memory.inSight?.index === null) memory.inSight = null;
}

/** The row of a finding opened from the table is in sight already. */
export function openedHere(memory: ScanMemory, state: ScanState, open: Pick<ScanState, "finding" | "row">, index: number): void {
  memory.inSight = { ...sight({ ...state, ...open }), index };
}

/** The row of the open finding in the table that is shown; `null` if it has none, or none was found yet. */
export const placeOf = ({ inSight }: ScanMemory, state: ScanState): number | null => (isSame(inSight, sight(state)) ? (inSight?.index ?? null) : null);

export interface Sought {
  state: ScanState;
  /** The finding whose details are open. */
  open: ContainerFinding | undefined;
  /** The changes that are listed, once they are sorted. */
  changes: ChangeList | null;
  /** The model that is drawn at present: an answer for another one comes too late. */
  drawn: () => ScanModel | null;
  /** Told once its row is known. */
  found: () => void;
}

/** Brings the open finding's row into sight once, if it was opened by a link, the panel, or a step back. */
export async function showFinding(grid: DataGrid | null, memory: ScanMemory, { state, open, changes, drawn, found }: Sought): Promise<void> {
  const model = drawn();
  const wanted = sight(state);
  if (wanted.open === "") memory.inSight = null;
  if (open === undefined || isSame(memory.inSight, wanted) || model === null || grid === null) return;
  // In another order the row would stand elsewhere.
  if (state.tab === "changes" && changes === null) return;
  memory.inSight = wanted;
  const still = (): boolean => memory.inSight === wanted && drawn() === model;
  let index = -1;
  if (state.tab === "findings") index = await model.rows().indexOf({ uid: open.uid, is: (row) => areEqual(row, open) }, still);
  else if (state.tab === "changes" && changes !== null) index = await changes.indexOf(open, still);
  // For other rows the table first goes to its top.
  await grid.updateComplete;
  if (index < 0 || !still()) return;
  wanted.index = index;
  grid.show(index);
  found();
}

/**
 * Where the table of the scan view stands: it brings the row of the open finding into sight, and comes back to where it was
 * left when the view was. What it remembers is in `ScanMemory`, which outlives the view.
 */
import type { ContainerFinding } from "scanfold";
import type { DataGrid } from "../parts/data-grid.ts";
import type { InSight, ScanMemory } from "../state/scan-memory.ts";
import type { PageState } from "../state/url.ts";
import { placeIn, type Change } from "./diff-rows.ts";
import { areEqual } from "./opened.ts";
import type { ScanModel } from "./scan-model.ts";

type ScanState = PageState["scan"];

/** Names what the table lists. */
function rowsOf({ id, tab, where, sort, before, ignoreImage, change, find }: ScanState, asked: string): string {
  return JSON.stringify([asked, id, tab, where, sort, before, ignoreImage, change, find]);
}

/** The open finding, by its row where that is known, and the list it is looked for in. */
const sight = ({ tab, change, find, sort, finding, row }: ScanState): InSight => ({
  list: tab === "changes" ? `${tab} ${change} ${find}` : `${tab} ${JSON.stringify(sort)}`,
  open: row?.finding ?? finding,
});

const isSame = (one: InSight | null, other: InSight): boolean => one?.list === other.list && one.open === other.open;

export function leaveTable(grid: DataGrid | null, memory: ScanMemory, state: ScanState): void {
  memory.left = grid === null ? null : { rows: rowsOf(state, memory.asked), ...grid.place };
}

/** Once the table is there again that was left for another view, it is where it was. */
export function comeBack(grid: DataGrid | null, memory: ScanMemory, state: ScanState): void {
  const { left } = memory;
  if (grid === null || left === null) return;
  memory.left = null;
  if (left.rows === rowsOf(state, memory.asked)) void grid.comeBack(left);
}

/** A finding opened from the table has its row in sight. */
export function openedHere(memory: ScanMemory, state: ScanState, open: Pick<ScanState, "finding" | "row">): void {
  memory.inSight = sight({ ...state, ...open });
}

export interface Sought {
  state: ScanState;
  /** The finding whose details are open. */
  open: ContainerFinding | undefined;
  /** The changes that are listed, where they are. */
  changes: Change[] | null;
  /** The model that is drawn at present: the answer for another one is late. */
  drawn: () => ScanModel | null;
}

/** Brings the open finding's row into sight once, where it was opened by a link, the panel, or a step back. */
export async function showFinding(grid: DataGrid | null, memory: ScanMemory, { state, open, changes, drawn }: Sought): Promise<void> {
  const model = drawn();
  const wanted = sight(state);
  if (wanted.open === "") memory.inSight = null;
  if (open === undefined || isSame(memory.inSight, wanted) || model === null || grid === null) return;
  memory.inSight = wanted;
  const still = (): boolean => memory.inSight === wanted && drawn() === model;
  let index = -1;
  if (state.tab === "findings") index = await model.rows().indexOf((row) => areEqual(row, open), still);
  else if (state.tab === "changes" && changes !== null) index = placeIn(changes, open);
  // The table goes to its top for other rows first.
  await grid.updateComplete;
  if (index >= 0 && still()) grid.show(index);
}

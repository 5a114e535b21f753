/**
 * Where the table of the history view is scrolled to: brings the row of the selected scan into sight, wherever that was selected,
 * and returns to where the table was left. `HistoryMemory` keeps this, because it outlives the view.
 */
import type { AgentScan } from "scanfold";
import type { DataGrid } from "../parts/data-grid.ts";
import type { HistoryMemory } from "../state/history-memory.ts";
import type { HistoryState } from "../state/url-history.ts";
import { orderOf, type Rows } from "./order.ts";

type Sight = Pick<HistoryState, "list" | "entry">;

/** Names what the table lists: made of those parts of the state that the list depends on, and nothing else. */
export function rowsKey(state: HistoryState, generation: number): string {
  const { repo, where, from, until, zone, list, by } = state;
  return JSON.stringify([generation, repo, where, from, until, zone, list, list === "scans" ? "" : by, orderOf(state)]);
}

/** Keeps where the table stands, for another view, list or step of the history. */
export const leaveTable = (grid: DataGrid | null, { tables, generation }: HistoryMemory, state: HistoryState): void =>
  tables.leave(grid, rowsKey(state, generation));

/** A list that is set anew is shown from its beginning. */
export const beginTable = ({ tables, generation }: HistoryMemory, state: HistoryState): void => tables.begin(rowsKey(state, generation));

/** Scrolls a table that is back on the page to where it was left. */
export const comeBack = (grid: DataGrid | null, { tables, generation }: HistoryMemory, state: HistoryState): void =>
  tables.comeBack(grid, rowsKey(state, generation));

/** The selected scan, which may have no id, and the list it is looked for in. */
const sight = ({ list, entry }: Sight): string => `${list} ${entry}`;

/** The row of a scan selected in the table is in sight already. */
export function selectedHere(memory: HistoryMemory, state: Sight): void {
  memory.inSight = sight(state);
}

/** Whatever is selected next is brought into sight. */
export function forgetSight(memory: HistoryMemory): void {
  memory.inSight = "";
}

/** Brings the selected row into sight once, wherever it was selected: by a link, a mark, a warning. */
export async function showEntry(grid: DataGrid | null, memory: HistoryMemory, state: Sight, rows: Rows | null, placeOf: (scans: AgentScan[]) => number): Promise<void> {
  const wanted = sight(state);
  if (wanted === memory.inSight || grid === null || rows === null || rows.list === "groups" || rows.list !== state.list) return;
  const index = placeOf(rows.scans);
  if (index < 0) return;
  memory.inSight = wanted;
  // For other rows the table first goes to its top.
  await grid.updateComplete;
  grid.show(index);
}

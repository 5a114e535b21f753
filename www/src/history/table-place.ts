/**
 * Where the table of the history view is scrolled to: brings the row of the selected scan into sight, wherever that was selected,
 * and returns to where the table was left. `HistoryMemory` keeps this, because it outlives the view.
 */
import type { AgentScan } from "scanfold";
import type { DataGrid } from "../parts/data-grid.ts";
import type { HistoryMemory } from "../state/history-memory.ts";
import { KeptTable } from "../state/table-places.ts";
import type { HistoryState } from "../state/url-history.ts";
import { orderOf, type Rows } from "./order.ts";

type Sight = Pick<HistoryState, "list" | "entry">;

/** Names what the table lists. */
export function rowsKey(state: HistoryState, generation: number): string {
  const { repo, where, from, until, zone, list, by } = state;
  return JSON.stringify([generation, repo, where, from, until, zone, list, list === "scans" ? "" : by, orderOf(state)]);
}

export const keptTable = new KeptTable(rowsKey);

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

export interface Sought {
  state: Sight;
  /** What the table lists, if it is shown. */
  rows: Rows | null;
  /** The row of the selected scan among these. */
  placeOf: (scans: AgentScan[]) => number;
}

/** Brings the selected row into sight once, wherever it was selected: by a link, a mark, a warning. */
export async function showEntry(grid: DataGrid | null, memory: HistoryMemory, { state, rows, placeOf }: Sought): Promise<void> {
  const wanted = sight(state);
  if (wanted === memory.inSight || grid === null || rows === null || rows.list === "groups" || rows.list !== state.list) return;
  const index = placeOf(rows.scans);
  if (index < 0) return;
  memory.inSight = wanted;
  // For other rows the table first goes to its top.
  await grid.updateComplete;
  grid.show(index);
}

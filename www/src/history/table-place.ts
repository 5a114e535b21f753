/** Where the table of the history view stands: it brings the row of the selected scan into sight, wherever that was selected. */
import type { AgentScan } from "scanfold";
import type { DataGrid } from "../parts/data-grid.ts";
import type { HistoryState } from "../state/url-history.ts";
import type { Rows } from "./table.ts";

type Sight = Pick<HistoryState, "list" | "entry">;

/** The selected scan, which may have no id, and the list it is looked for in. */
const sight = ({ list, entry }: Sight): string => `${list} ${entry}`;

export class TablePlace {
  /** Which selection the table was scrolled to. */
  #inSight = "";

  /** A scan that is selected in the table has its row in sight. */
  selectedHere(state: Sight): void {
    this.#inSight = sight(state);
  }

  /** Whatever is selected next is brought into sight. */
  forget(): void {
    this.#inSight = "";
  }

  /** Brings the selected row into sight once, wherever it was selected: by a link, a mark, a warning. */
  async showEntry(grid: DataGrid | null, state: Sight, rows: Rows | null, isChosen: (scan: AgentScan) => boolean): Promise<void> {
    const wanted = sight(state);
    if (wanted === this.#inSight || grid === null || rows === null || rows.list === "groups" || rows.list !== state.list) return;
    const index = rows.scans.findIndex(isChosen);
    if (index < 0) return;
    this.#inSight = wanted;
    // The table goes to its top for other rows first.
    await grid.updateComplete;
    grid.show(index);
  }
}

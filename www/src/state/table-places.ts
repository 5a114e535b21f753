/** Where tables were scrolled to when they were left for another view or list, or by a step of the history; by what they list. */
import { putLast } from "./bounded.ts";

/** How far down, and on which row. */
export interface LeftAt {
  top: number;
  active: number;
}

interface Table {
  readonly isConnected: boolean;
  readonly place: LeftAt;
  comeBack: (to: LeftAt) => Promise<void>;
}

/** The places of so many tables are kept. */
const KEPT = 32;

export class TablePlaces {
  readonly #left = new Map<string, LeftAt>();

  leave(table: Table | null, rows: string): void {
    if (table !== null) putLast(this.#left, rows, table.place, KEPT);
  }

  /** A list that is set anew is shown from its beginning. */
  begin(rows: string): void {
    this.#left.delete(rows);
  }

  /** Scrolls a table that is back on the page to where it was left. One that has left may be drawn once more, and takes no place. */
  comeBack(table: Table | null, rows: string): void {
    if (!table?.isConnected) return;
    const place = this.#left.get(rows);
    this.#left.delete(rows);
    if (place !== undefined) void table.comeBack(place);
  }
}

/** What keeps the places, and which connection they belong to. */
interface Memory {
  readonly tables: TablePlaces;
  readonly generation: number;
}

/** The table of one view, whose place is known by the state that the view shows. */
export class KeptTable<State> {
  /** `rowsKey` names what the table lists: made of those parts of the state that the list depends on, and nothing else. */
  constructor(private readonly rowsKey: (state: State, generation: number) => string) {}

  /** Whether it lists the same rows in both. */
  listsSame(one: State, other: State): boolean {
    return this.rowsKey(one, 0) === this.rowsKey(other, 0);
  }

  /** Keeps where it stands, for another view or list, or a step of the history. */
  leave(table: Table | null, { tables, generation }: Memory, state: State): void {
    tables.leave(table, this.rowsKey(state, generation));
  }

  begin({ tables, generation }: Memory, state: State): void {
    tables.begin(this.rowsKey(state, generation));
  }

  comeBack(table: Table | null, { tables, generation }: Memory, state: State): void {
    tables.comeBack(table, this.rowsKey(state, generation));
  }
}

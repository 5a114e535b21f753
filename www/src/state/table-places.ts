/** Where tables stood when they were left, by what they list: for another view or list, or by a step of the history. */
import { putLast } from "./bounded.ts";

/** How far down, and on which row. */
export interface LeftAt {
  top: number;
  active: number;
}

interface Table {
  readonly place: LeftAt;
  comeBack: (to: LeftAt) => Promise<void>;
}

/** Tables whose place is kept. */
const KEPT = 32;

export class TablePlaces {
  readonly #left = new Map<string, LeftAt>();

  leave(table: Table | null, rows: string): void {
    if (table !== null) putLast(this.#left, rows, table.place, KEPT);
  }

  /** What is set anew is looked at from its beginning. */
  begin(rows: string): void {
    this.#left.delete(rows);
  }

  /** Once a table is there again that was left, it is where it was. */
  comeBack(table: Table | null, rows: string): void {
    if (table === null) return;
    const place = this.#left.get(rows);
    this.#left.delete(rows);
    if (place !== undefined) void table.comeBack(place);
  }
}

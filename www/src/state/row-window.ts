/**
 * Rows of a query, fetched in windows and kept while the query stays the same. A table asks for row 73,412 and gets it; how
 * many rows exist as JavaScript objects is bounded here.
 */
import type { ContainerFinding, ContainerScan, FindingFilter } from "scanfold";
import { putLast } from "./bounded.ts";
import { wholeFinding } from "./sparse.ts";
import type { Sort } from "./url.ts";

const PAGE = 100;
const KEPT_PAGES = 24;
/** Rows looked through at a time for one that is searched: few enough for a frame. */
const SLICE = 1000;

/** A finding that is searched: `is` tells it from others that share its uid. */
export interface Wanted {
  uid: string;
  is: (row: ContainerFinding) => boolean;
}

export class RowWindow {
  readonly total: number;
  #pages = new Map<number, ContainerFinding[]>();

  constructor(
    private readonly scan: ContainerScan,
    private readonly where: FindingFilter,
    private readonly sort: Sort[],
    /** Told if a window can no longer be read, mostly because the module behind the scan is gone. */
    private readonly broken: (error: unknown) => void,
  ) {
    const first = scan.findings({ where, sort, offset: 0, limit: PAGE });
    this.total = first?.total ?? 0;
    this.#pages.set(0, (first?.rows ?? []).map(wholeFinding));
  }

  row(index: number): ContainerFinding | undefined {
    return this.#page(Math.floor(index / PAGE))[index % PAGE];
  }

  /** Whether this very row is one of those that are kept at present. */
  holds(row: ContainerFinding): boolean {
    return this.some((kept) => kept === row);
  }

  /** Whether any of the rows that are kept at present is such a one. */
  some(is: (row: ContainerFinding) => boolean): boolean {
    return [...this.#pages.values()].some((rows) => rows.some(is));
  }

  /** Every row, for a file: none of them is kept. Throws if they cannot be read: no file must say that there are none. */
  all(): ContainerFinding[] {
    return this.#asked(0, this.total);
  }

  /**
   * Where a finding with this uid stands in this order, or −1. If it is not the first with it, the rows are looked through: with
   * pauses for frames in between, until it is no longer `wanted`.
   */
  async indexOf({ uid, is }: Wanted, wanted: () => boolean): Promise<number> {
    try {
      const first = this.scan.finding(uid);
      if (first !== undefined && is(wholeFinding(first))) return this.scan.position(uid, { where: this.where, sort: this.sort }) ?? -1;
    } catch (error) {
      this.broken(error);
      return -1;
    }
    for (let offset = 0; offset < this.total && wanted(); offset += SLICE) {
      const at = this.#read(offset, SLICE).findIndex((row) => row.uid === uid && is(row));
      if (at >= 0) return offset + at;
      await new Promise((resolve) => setTimeout(resolve));
    }
    return -1;
  }

  #page(page: number): ContainerFinding[] {
    const kept = this.#pages.get(page);
    if (kept !== undefined) {
      // What was used last is dropped last.
      putLast(this.#pages, page, kept, KEPT_PAGES);
      return kept;
    }
    const rows = this.#read(page * PAGE, PAGE);
    putLast(this.#pages, page, rows, KEPT_PAGES);
    return rows;
  }

  #read(offset: number, limit: number): ContainerFinding[] {
    try {
      return this.#asked(offset, limit);
    } catch (error) {
      this.broken(error);
      return [];
    }
  }

  #asked(offset: number, limit: number): ContainerFinding[] {
    const page = this.scan.findings({ where: this.where, sort: this.sort, offset, limit });
    return (page?.rows ?? []).map(wholeFinding);
  }
}

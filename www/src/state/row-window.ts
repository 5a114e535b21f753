/**
 * Rows of a query, fetched in windows and kept while the query stays the same. A table asks for row 73,412 and gets it; how
 * many rows exist as JavaScript objects is bounded here.
 */
import type { ContainerFinding, ContainerScan, FindingFilter } from "scanfold";
import type { Sort } from "./url.ts";

const PAGE = 100;
const KEPT_PAGES = 24;

export class RowWindow {
  readonly total: number;
  #pages = new Map<number, ContainerFinding[]>();

  constructor(
    private readonly scan: ContainerScan,
    private readonly where: FindingFilter,
    private readonly sort: Sort[],
    /** Told where a window cannot be read any more: the module behind the scan is gone. */
    private readonly broken: (error: unknown) => void,
  ) {
    const first = scan.findings({ where, sort, offset: 0, limit: PAGE });
    this.total = first?.total ?? 0;
    this.#pages.set(0, first?.rows ?? []);
  }

  row(index: number): ContainerFinding | undefined {
    return this.#page(Math.floor(index / PAGE))[index % PAGE];
  }

  #page(page: number): ContainerFinding[] {
    const kept = this.#pages.get(page);
    if (kept !== undefined) {
      // Last used goes last: the first of the map is the next to leave.
      this.#pages.delete(page);
      this.#pages.set(page, kept);
      return kept;
    }
    const rows = this.#fetch(page);
    this.#pages.set(page, rows);
    if (this.#pages.size > KEPT_PAGES) {
      for (const oldest of this.#pages.keys()) {
        this.#pages.delete(oldest);
        break;
      }
    }
    return rows;
  }

  #fetch(page: number): ContainerFinding[] {
    try {
      return this.scan.findings({ where: this.where, sort: this.sort, offset: page * PAGE, limit: PAGE })?.rows ?? [];
    } catch (error) {
      this.broken(error);
      return [];
    }
  }
}

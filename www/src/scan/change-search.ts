/**
 * Finds changes by what is typed, and sorts them. Their findings go into a store of the package's, each with its place in the list:
 * so they are found and sorted by the very rules by which the findings of a scan are, and only the rows that are drawn are made. The
 * order that they come in is `default-order.ts`.
 */
import { openScan, type ContainerFinding, type ContainerScan } from "scanfold";
import { RowWindow } from "../state/row-window.ts";
import type { Sort } from "../state/url.ts";
import { WholeList, type ChangeList } from "./change-list.ts";
import { placeIn, type Change } from "./diff-rows.ts";

/** Findings made ready for the store at a time: few enough for a frame. */
const SLICE = 5_000;

/** What is asked of a list. */
export interface ChangeQuery {
  find: string;
  /** By nothing: in the order of the list. */
  sort: Sort[];
}

/** Those of a list that match. */
export interface Matching {
  list: ChangeList;
  /** What they are sorted by: nothing yet until the list can be sorted, then what was asked for. */
  sort: Sort[];
}

/** The order of the list: a finding's place stands where its kind would, which is in no column, and nothing is found by it. */
const BY_PLACE: Sort[] = [{ by: "kind", descending: false }];

/** Of one length, so that they come one after another as texts too. */
const placeText = (place: number): string => String(place).padStart(10, "0");

/** The changes that a store found, made when they are asked for. */
class FoundList implements ChangeList {
  readonly total: number;

  constructor(
    private readonly whole: Change[],
    private readonly rows: RowWindow,
  ) {
    this.total = rows.total;
  }

  row(index: number): Change | undefined {
    return this.#change(this.rows.row(index));
  }

  holds(finding: ContainerFinding): boolean {
    return this.rows.some((row) => this.#change(row)?.after === finding);
  }

  indexOf(finding: ContainerFinding, wanted: () => boolean): Promise<number> {
    const place = placeIn(this.whole, finding);
    const text = placeText(place);
    return place < 0 ? Promise.resolve(-1) : this.rows.indexOf(({ uid }) => uid === text, wanted);
  }

  all(): Change[] {
    return this.rows.all().flatMap((row) => this.#change(row) ?? []);
  }

  #change(row: ContainerFinding | undefined): Change | undefined {
    return row === undefined ? undefined : this.whole[Number(row.uid)];
  }
}

/** What changes can be sorted by: a link may sort by kind too, as findings can be. */
export const orderOfChanges = (sort: Sort[]): Sort[] => sort.filter(({ by }) => by !== "kind");

export class ChangeSearch {
  /** What the store is of, or is being made of. */
  #whole: WholeList | null = null;
  #making: AbortController | null = null;
  #store: ContainerScan | null = null;
  #found: { query: ChangeQuery; list: ChangeList } | null = null;

  constructor(
    /** Told when a list can be searched that could not be before. */
    private readonly ready: () => void,
    /** Told where a list cannot be searched: the module behind it is gone. */
    private readonly broken: (error: unknown) => void,
  ) {}

  /**
   * Those of a list that match; nothing until the list can be searched, and the list as it is until it can be sorted. The same
   * list for the same question.
   */
  matching(changes: Change[], { find, sort }: ChangeQuery): Matching | null {
    if (this.#whole?.changes !== changes) {
      this.forget();
      this.#whole = new WholeList(changes);
    }
    const list = this.#whole;
    const order = orderOfChanges(sort);
    if (find === "" && order.length === 0) return { list, sort };
    if (this.#making === null) void this.#make(changes);
    if (this.#store === null) return find === "" ? { list, sort: [] } : null;
    const before = this.#found?.query;
    if (this.#found === null || before?.find !== find || before.sort !== sort)
      this.#found = { query: { find, sort }, list: this.#ask(this.#store, list, { find, sort: order }) };
    return { list: this.#found.list, sort };
  }

  /** Gives the memory back; what is asked for afterwards is made anew. */
  forget(): void {
    this.#making?.abort();
    this.#store?.dispose();
    this.#whole = null;
    this.#making = null;
    this.#store = null;
    this.#found = null;
  }

  async #make(changes: Change[]): Promise<void> {
    const making = new AbortController();
    this.#making = making;
    const { signal } = making;
    try {
      const findings: ContainerFinding[] = [];
      for (const { after } of changes) {
        const place = placeText(findings.length);
        findings.push({ ...after, uid: place, kind: place });
        if (findings.length % SLICE === 0) await new Promise((resolve) => setTimeout(resolve));
        if (signal.aborted) return;
      }
      const store = await openScan(findings, { signal });
      if (signal.aborted) return store.dispose();
      this.#store = store;
      this.ready();
    } catch (error) {
      if (!signal.aborted) this.broken(error);
    }
  }

  #ask(store: ContainerScan, whole: WholeList, { find, sort }: ChangeQuery): ChangeList {
    // A table may ask for another row of a store that is gone, before it is drawn again.
    const broken = (error: unknown): void => void (this.#store === store && this.broken(error));
    const where = find === "" ? {} : { text: find };
    try {
      return new FoundList(whole.changes, new RowWindow(store, where, sort.length === 0 ? BY_PLACE : sort, broken));
    } catch (error) {
      this.broken(error);
      return whole;
    }
  }
}

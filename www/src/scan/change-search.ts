/**
 * Searches changes for what is typed, and sorts them. Their findings go into a store of the package, each with its place in the
 * list: so the same rules find and sort them as the findings of a scan, and only rows that are drawn are made. The order in which
 * they come is made in `default-order.ts`.
 */
import { isScanfoldError, openScan, type ContainerFinding, type ContainerScan } from "scanfold";
import { RowWindow } from "../state/row-window.ts";
import type { Sort } from "../state/url.ts";
import { WholeList, type ChangeList } from "./change-list.ts";
import { placeIn, type Change } from "./diff-rows.ts";

/** Findings made ready for the store at a time: few enough for a frame. */
const SLICE = 5_000;

/** What is asked of a list. */
export interface ChangeQuery {
  find: string;
  /** Empty: in the order of the list. */
  sort: Sort[];
}

/** Those of a list that match. */
export interface Matching {
  list: ChangeList;
  /** What they are sorted by: empty until the list can be sorted, then what was asked for. */
  sort: Sort[];
}

/** The order of the list: in the store a finding's place replaces its kind, which has no column and is not searched. */
const BY_PLACE: Sort[] = [{ by: "kind", descending: false }];

/** All of one length, so that they sort as texts as they would as numbers. */
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

/** What changes can be sorted by: not by kind, which a link may name because findings can be. */
export const orderOfChanges = (sort: Sort[]): Sort[] => sort.filter(({ by }) => by !== "kind");

export class ChangeSearch {
  /** The list that the store holds, or is being made for. */
  #whole: WholeList | null = null;
  #making: AbortController | null = null;
  #store: ContainerScan | null = null;
  #found: { query: ChangeQuery; list: ChangeList } | null = null;
  /** Why the list cannot be searched and sorted, if so, though the scans can be asked: there is no memory for it. */
  failed: unknown = null;

  constructor(
    /** Told when a list can be searched that could not be before, or when it turns out that it cannot. */
    private readonly turned: () => void,
    /** Told if the module behind a list is gone, and the scans with it. */
    private readonly broken: (error: unknown) => void,
  ) {}

  /**
   * Those of a list that match: `null` until the list can be searched, unsorted until it can be sorted. The same question gives the
   * same list.
   */
  matching(changes: Change[], { find, sort }: ChangeQuery): Matching | null {
    if (this.#whole?.changes !== changes) {
      this.forget();
      this.#whole = new WholeList(changes);
    }
    const list = this.#whole;
    const order = orderOfChanges(sort);
    if (find === "" && order.length === 0) return { list, sort };
    if (this.#making === null && this.failed === null) void this.#make(changes);
    if (this.#store === null) return find === "" ? { list, sort: [] } : null;
    const before = this.#found?.query;
    if (this.#found === null || before?.find !== find || before.sort !== sort)
      this.#found = { query: { find, sort }, list: this.#ask(this.#store, list, { find, sort: order }) };
    return { list: this.#found.list, sort };
  }

  /** Whether a search of the last list would find any; `false` until it can be searched. */
  finds(text: string): boolean {
    try {
      return text !== "" && (this.#store?.rollup({ where: { text } })?.findings ?? 0) > 0;
    } catch (error) {
      this.#fail(error);
      return false;
    }
  }

  /** Forgets what failed: the list is searched again. */
  again(): void {
    this.failed = null;
    this.#found = null;
    this.turned();
  }

  #fail(error: unknown): void {
    if (isScanfoldError(error, "internal") || isScanfoldError(error, "disposed")) return this.broken(error);
    this.failed = error;
    this.turned();
  }

  /** Gives the memory back; what is asked for afterwards is made anew. */
  forget(): void {
    this.#making?.abort();
    this.#store?.dispose();
    this.#whole = null;
    this.#making = null;
    this.#store = null;
    this.#found = null;
    this.failed = null;
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
      this.turned();
    } catch (error) {
      if (signal.aborted) return;
      this.#making = null;
      this.#fail(error);
    }
  }

  #ask(store: ContainerScan, whole: WholeList, { find, sort }: ChangeQuery): ChangeList {
    // A table may ask for another row of a store that is gone, before it is drawn again.
    const broken = (error: unknown): void => void (this.#store === store && this.#fail(error));
    const where = find === "" ? {} : { text: find };
    try {
      return new FoundList(whole.changes, new RowWindow(store, where, sort.length === 0 ? BY_PLACE : sort, broken));
    } catch (error) {
      this.#fail(error);
      return whole;
    }
  }
}

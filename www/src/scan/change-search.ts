/**
 * Searches changes for what is typed, and sorts them. Their findings go into a store of the package, each with its place in the
 * list: so the same rules find and sort them as the findings of a scan, and only rows that are drawn are made.
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
    return place < 0 ? Promise.resolve(-1) : this.rows.indexOf({ uid: text, is: () => true }, wanted);
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

/** What a question brought: the list, or why there is none, or neither yet. */
interface Answer {
  list: ChangeList | null;
  failed: unknown;
}

/** The module behind a list is gone, and all scans with it. */
const isGone = (error: unknown): boolean => isScanfoldError(error, "internal") || isScanfoldError(error, "disposed");

export class ChangeSearch {
  /** The list that the store holds, or is being made for. */
  #whole: WholeList | null = null;
  #making: AbortController | null = null;
  #store: ContainerScan | null = null;
  /** Why there is no store. */
  #unmade: unknown = null;
  #found: ({ query: ChangeQuery } & Answer) | null = null;
  /** Why the changes that were asked for last cannot be searched and sorted, if so, though the scans can be asked. */
  failed: unknown = null;

  constructor(
    /** Told when a list can be searched that could not be before, or turns out not to be. */
    private readonly turned: () => void,
    /** Told if the module behind a list is gone. */
    private readonly broken: (error: unknown) => void,
  ) {}

  /**
   * Those of a list that match: `null` until the list can be searched, unsorted until it can be sorted; so too if that failed. The
   * same question gives the same list.
   */
  matching(changes: Change[], { find, sort }: ChangeQuery): Matching | null {
    if (this.#whole?.changes !== changes) {
      this.forget();
      this.#whole = new WholeList(changes);
    }
    const whole = this.#whole;
    const order = orderOfChanges(sort);
    this.failed = null;
    if (find === "" && order.length === 0) return { list: whole, sort };
    const answer = this.#answer(whole, { find, sort });
    this.failed = answer.failed;
    if (answer.list !== null) return { list: answer.list, sort };
    return find === "" ? { list: whole, sort: [] } : null;
  }

  #answer(whole: WholeList, query: ChangeQuery): Answer {
    if (this.#making === null && this.#unmade === null) void this.#make(whole.changes);
    if (this.#store === null) return { list: null, failed: this.#unmade };
    const before = this.#found?.query;
    if (this.#found === null || before?.find !== query.find || before.sort !== query.sort) this.#found = { query, ...this.#ask(this.#store, whole, query) };
    return this.#found;
  }

  /** Whether a search of the last list would find any; `false` until it can be searched. */
  finds(text: string): boolean {
    try {
      return text !== "" && (this.#store?.rollup({ where: { text } })?.findings ?? 0) > 0;
    } catch (error) {
      if (isGone(error)) this.broken(error);
      return false;
    }
  }

  /** Begins anew with what is asked for. The list is the same, so that its table stays where it is. */
  again(): void {
    const whole = this.#whole;
    this.forget();
    this.#whole = whole;
    this.turned();
  }

  /** Gives the memory back; what is asked for afterwards is made anew. */
  forget(): void {
    this.#making?.abort();
    this.#store?.dispose();
    this.#whole = null;
    this.#making = null;
    this.#store = null;
    this.#unmade = null;
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
      // With the module gone nothing is made until the scans are read anew.
      if (isGone(error)) return this.broken(error);
      this.#making = null;
      this.#unmade = error;
      this.turned();
    }
  }

  #ask(store: ContainerScan, whole: WholeList, { find, sort }: ChangeQuery): Answer {
    const order = orderOfChanges(sort);
    const where = find === "" ? {} : { text: find };
    try {
      const rows = new RowWindow(store, where, order.length === 0 ? BY_PLACE : order, (error) => this.#unreadable(store, error));
      return { list: new FoundList(whole.changes, rows), failed: null };
    } catch (error) {
      if (!isGone(error)) return { list: null, failed: error };
      this.broken(error);
      return { list: null, failed: null };
    }
  }

  /** Rows of a list cannot be read. A table may ask for one of a store that is gone, before it is drawn again. */
  #unreadable(store: ContainerScan, error: unknown): void {
    if (this.#store !== store) return;
    if (isGone(error)) return this.broken(error);
    if (this.#found !== null) this.#found = { query: this.#found.query, list: null, failed: error };
    this.turned();
  }
}

/**
 * Filters changes, counts and sorts them. Their findings become a scan of the package, each with its place in the list: so the same
 * rules hold for them as for the findings of a scan, and only rows that are drawn are made.
 */
import { isScanfoldError, openScan, type ContainerFinding, type ContainerScan, type FindingFilter } from "scanfold";
import type { RowWindow } from "../state/row-window.ts";
import type { Sort } from "../state/url.ts";
import { WholeList, type ChangeList } from "./change-list.ts";
import { placeIn, type Change } from "./diff-rows.ts";
import { isEmpty } from "./filters.ts";
import { ScanModel } from "./scan-model.ts";

/** Findings made ready for the package at a time: few enough for a frame. */
const SLICE = 5_000;

/** What is asked of a list. */
export interface ChangeQuery {
  where: FindingFilter;
  /** Empty: worst first, as the list is. */
  sort: Sort[];
}

/** Those of a list that match. */
export interface Matching {
  list: ChangeList;
  /** What they are sorted by: empty until the list can be sorted, then what was asked for. */
  sort: Sort[];
  /** The figures and facets of the whole list under the filter; `null` until it is a scan. */
  model: ScanModel | null;
}

/** The place of a finding stands in for its uid: the last thing that decides the order of a scan, by which the list is ordered. */
const placeText = (place: number): string => String(place).padStart(10, "0");

/** The changes that a filter leaves, made when they are asked for. */
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

/** What a question brought: the list and what counts it, or why there is none, or neither yet. */
interface Answer {
  list: ChangeList | null;
  model: ScanModel | null;
  failed: unknown;
}

/** Of a kind without changes. */
const EMPTY = new WholeList([]);

const UNANSWERED: Answer = { list: null, model: null, failed: null };

/** The module behind a list is gone, and all scans with it. */
const isGone = (error: unknown): boolean => isScanfoldError(error, "internal") || isScanfoldError(error, "disposed");

/** A list of changes that is a scan, or is being made one. */
class ListScan {
  scan: ContainerScan | null = null;
  #found: ({ query: ChangeQuery } & Answer) | null = null;
  /** Why it could not be made one. */
  #unmade: unknown = null;
  readonly #ended = new AbortController();

  constructor(
    readonly whole: WholeList,
    private readonly turned: () => void,
    private readonly broken: (error: unknown) => void,
  ) {
    void this.#make();
  }

  /** The same question gives the same answer. */
  answer(query: ChangeQuery): Answer {
    if (this.scan === null) return { ...UNANSWERED, failed: this.#unmade };
    const before = this.#found?.query;
    if (this.#found === null || before?.where !== query.where || before.sort !== query.sort) this.#found = { query, ...this.#ask(this.scan, query) };
    return this.#found;
  }

  end(): void {
    this.#ended.abort();
    this.scan?.dispose();
  }

  async #make(): Promise<void> {
    const { signal } = this.#ended;
    try {
      const findings: ContainerFinding[] = [];
      for (const { after } of this.whole.changes) {
        findings.push({ ...after, uid: placeText(findings.length) });
        if (findings.length % SLICE === 0) await new Promise((resolve) => setTimeout(resolve));
        if (signal.aborted) return;
      }
      const scan = await openScan(findings, { signal });
      if (signal.aborted) return scan.dispose();
      this.scan = scan;
      this.turned();
    } catch (error) {
      if (signal.aborted) return;
      // With the module gone nothing is made until the scans are read anew.
      if (isGone(error)) return this.broken(error);
      this.#unmade = error;
      this.turned();
    }
  }

  #ask(scan: ContainerScan, { where, sort }: ChangeQuery): Answer {
    try {
      const model = new ScanModel(scan, where, sort, this.#unreadable);
      const list = new FoundList(this.whole.changes, model.rows());
      // Asked here, where a refusal is told: the model keeps what it was answered.
      model.rollup();
      model.bySeverity();
      if (list.total === 0) model.ways();
      return { list, model, failed: null };
    } catch (error) {
      if (!isGone(error)) return { ...UNANSWERED, failed: error };
      this.broken(error);
      return UNANSWERED;
    }
  }

  /** Rows of a list cannot be read. A table may ask for one of a scan that is gone, before it is drawn again. */
  readonly #unreadable = (error: unknown): void => {
    if (this.#ended.signal.aborted) return;
    if (isGone(error)) return this.broken(error);
    if (this.#found !== null) this.#found = { query: this.#found.query, ...UNANSWERED, failed: error };
    this.turned();
  };
}

export class ChangeFilter {
  /** Those of a comparison that were listed: who goes back to one need not wait again. */
  readonly #lists = new Map<Change[], ListScan>();
  /** The one that was asked for last. */
  #present: ListScan | null = null;
  /** Why the changes that were asked for last cannot be counted, filtered and sorted, if so, though the scans can be asked. */
  failed: unknown = null;

  constructor(
    /** Told when a list can be asked that could not be before, or turns out not to be. */
    private readonly turned: () => void,
    /** Told if the module behind a list is gone. */
    private readonly broken: (error: unknown) => void,
  ) {}

  /**
   * Those of a list that match: `null` until the list can be filtered, unsorted until it can be sorted; so too if that failed. The
   * same question gives the same list.
   */
  matching(changes: Change[], query: ChangeQuery): Matching | null {
    this.failed = null;
    const { where, sort } = query;
    if (changes.length === 0) return { list: EMPTY, sort, model: null };
    this.#present = this.#listOf(changes);
    const { whole } = this.#present;
    const { list, model, failed } = this.#present.answer(query);
    this.failed = failed;
    if (isEmpty(where) && sort.length === 0) return { list: whole, sort, model };
    if (list !== null) return { list, sort, model };
    return isEmpty(where) ? { list: whole, sort: [], model } : null;
  }

  /** Begins anew with what is asked for. The list is the same, so that its table stays where it is. */
  again(): void {
    if (this.#present !== null) this.#present = this.#begin(this.#present.whole);
    this.turned();
  }

  /** Gives the memory back; what is asked for afterwards is made anew. */
  forget(): void {
    this.#lists.forEach((list) => list.end());
    this.#lists.clear();
    this.#present = null;
    this.failed = null;
  }

  #listOf(changes: Change[]): ListScan {
    const known = this.#lists.get(changes);
    if (known !== undefined && known === this.#present) return known;
    // One that was left before it was made would only hold up those that are looked at.
    if (this.#present?.scan === null) this.#end(this.#present.whole);
    return known ?? this.#begin(new WholeList(changes));
  }

  #begin(whole: WholeList): ListScan {
    this.#end(whole);
    const list = new ListScan(whole, this.turned, this.broken);
    this.#lists.set(whole.changes, list);
    return list;
  }

  #end({ changes }: WholeList): void {
    this.#lists.get(changes)?.end();
    this.#lists.delete(changes);
  }
}

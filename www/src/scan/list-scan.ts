/**
 * A list of changes as a scan of the package: its findings, each with its place in the list. So the same rules filter, count and sort
 * them as the findings of a scan, and only rows that are drawn are made.
 */
import { isScanfoldError, openScan, type ContainerFinding, type ContainerScan, type FindingFilter } from "scanfold";
import type { RowWindow } from "../state/row-window.ts";
import type { Sort } from "../state/url.ts";
import type { ChangeList, WholeList } from "./change-list.ts";
import { placeIn, type Change } from "./diff-rows.ts";
import { ScanModel } from "./scan-model.ts";

/** Findings made ready for the package at a time: few enough for a frame. */
const SLICE = 5_000;

/** What is asked of a list. */
export interface ChangeQuery {
  where: FindingFilter;
  /** Empty: worst first, as the list is. */
  sort: Sort[];
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
export interface Answer {
  list: ChangeList | null;
  model: ScanModel | null;
  failed: unknown;
}

const UNANSWERED: Answer = { list: null, model: null, failed: null };

/** The module behind a list is gone, and all scans with it. */
const isGone = (error: unknown): boolean => isScanfoldError(error, "internal") || isScanfoldError(error, "disposed");

/** A list of changes that is a scan, or is being made one. */
export class ListScan {
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

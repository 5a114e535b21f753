/** Filters changes, counts and sorts them: those of one kind at a time. */
import type { Sort } from "../state/url.ts";
import { WholeList, type ChangeList } from "./change-list.ts";
import type { Change } from "./diff-rows.ts";
import { isEmpty } from "./filters.ts";
import { ListScan, type ChangeQuery } from "./list-scan.ts";
import type { ScanModel } from "./scan-model.ts";

/** Those of a list that match. */
export interface Matching {
  list: ChangeList;
  /** What they are sorted by: empty until the list can be sorted, then what was asked for. */
  sort: Sort[];
  /** The figures and facets of the whole list under the filter; `null` until it is a scan. */
  model: ScanModel | null;
}

/** Of a kind without changes. */
const EMPTY = new WholeList([]);

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

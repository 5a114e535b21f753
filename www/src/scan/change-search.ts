/**
 * Finds changes by what is typed, and sorts them. Their findings go into a store of the package's, each under its place in the
 * list: so they are found and sorted by the very rules by which the findings of a scan are, and nothing of it is done by hand.
 */
import { openScan, type ContainerScan } from "scanfold";
import type { Sort } from "../state/url.ts";
import type { Change } from "./diff-rows.ts";

/** Findings taken at a time. */
const PAGE = 10_000;

/** What is asked of a list. */
export interface ChangeQuery {
  find: string;
  /** By nothing: in the order of the list. */
  sort: Sort[];
}

export class ChangeSearch {
  /** The list that the store is of, or is being made of. */
  #list: Change[] | null = null;
  #store: ContainerScan | null = null;
  #found: { query: ChangeQuery; changes: Change[] } | null = null;

  constructor(
    /** Told when a list can be searched that could not be before. */
    private readonly ready: () => void,
    /** Told where a list cannot be searched: the module behind it is gone. */
    private readonly broken: (error: unknown) => void,
  ) {}

  /**
   * Those of a list that match; nothing until the list can be searched, and the list as it is until it can be sorted. The same array
   * for the same question.
   */
  matching(list: Change[], { find, sort }: ChangeQuery): Change[] | null {
    if (find === "" && sort.length === 0) return list;
    if (list !== this.#list) void this.#take(list);
    if (this.#store === null) return find === "" ? list : null;
    const before = this.#found?.query;
    if (this.#found === null || before?.find !== find || before.sort !== sort)
      this.#found = { query: { find, sort }, changes: this.#ask(this.#store, list, { find, sort }) };
    return this.#found.changes;
  }

  /** Gives the memory back; what is asked for afterwards is put there anew. */
  forget(): void {
    this.#store?.dispose();
    this.#list = null;
    this.#store = null;
    this.#found = null;
  }

  async #take(list: Change[]): Promise<void> {
    this.forget();
    this.#list = list;
    try {
      const store = await openScan(list.map(({ after }, place) => ({ ...after, uid: String(place) })));
      if (this.#list !== list) return store.dispose();
      this.#store = store;
      this.ready();
    } catch (error) {
      if (this.#list === list) this.broken(error);
    }
  }

  #ask(store: ContainerScan, list: Change[], { find, sort }: ChangeQuery): Change[] {
    const places: number[] = [];
    try {
      for (let offset = 0, total = 1; offset < total; offset += PAGE) {
        const page = store.findings({ where: find === "" ? {} : { text: find }, sort, offset, limit: PAGE });
        total = page?.total ?? 0;
        for (const { uid } of page?.rows ?? []) places.push(Number(uid));
      }
    } catch (error) {
      this.broken(error);
    }
    if (sort.length === 0) places.sort((a, b) => a - b);
    return places.flatMap((place) => list[place] ?? []);
  }
}

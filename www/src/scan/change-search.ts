/**
 * Finds changes by what is typed. Their findings go into a store of the package's, each under its place in the list: so they are
 * found by the very rules by which the findings of a scan are, and nothing is searched by hand.
 */
import { openScan, type ContainerScan } from "scanfold";
import type { Change } from "./diff-rows.ts";

/** Findings taken at a time. */
const PAGE = 10_000;

export class ChangeSearch {
  /** The list that the store is of, or is being made of. */
  #list: Change[] | null = null;
  #store: ContainerScan | null = null;
  #found: { text: string; changes: Change[] } | null = null;

  constructor(
    /** Told when a list can be searched that could not be before. */
    private readonly ready: () => void,
    /** Told where a list cannot be searched: the module behind it is gone. */
    private readonly broken: (error: unknown) => void,
  ) {}

  /** Those of a list that match, in its order; nothing until the list can be searched. The same array for the same question. */
  matching(list: Change[], text: string): Change[] | null {
    if (text === "") return list;
    if (list !== this.#list) void this.#take(list);
    if (this.#store === null) return null;
    if (this.#found?.text !== text) this.#found = { text, changes: this.#find(this.#store, list, text) };
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

  #find(store: ContainerScan, list: Change[], text: string): Change[] {
    const found: Change[] = [];
    try {
      for (let offset = 0, total = 1; offset < total; offset += PAGE) {
        const page = store.findings({ where: { text }, offset, limit: PAGE });
        total = page?.total ?? 0;
        for (const { uid } of page?.rows ?? []) {
          const change = list[Number(uid)];
          if (change !== undefined) found.push(change);
        }
      }
    } catch (error) {
      this.broken(error);
    }
    return found;
  }
}

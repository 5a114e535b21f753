/**
 * What the table of the scan view lists: the findings under the filter, or the changes. It follows the open scan and its filter,
 * and knows whether the scan can still be asked.
 */
import type { ContainerFinding, ContainerScan } from "scanfold";
import { onceEach } from "../parts/kept.ts";
import { counted } from "../parts/text.ts";
import type { Compared } from "../state/comparison.ts";
import { isEmptySoFar } from "../state/empty-so-far.ts";
import type { ScanMemory } from "../state/scan-memory.ts";
import type { PageState } from "../state/url.ts";
import type { ChangeList } from "./change-list.ts";
import { ChangeFilter, type Matching } from "./change-filter.ts";
import type { RowPlace } from "./details.ts";
import { chosenOf, type Change } from "./diff-rows.ts";
import { ScanModel } from "./scan-model.ts";
import { clean, NO_MATCH } from "./spoken.ts";
import { placeOf } from "./table-place.ts";
import { ChangeTally, type Tally, type TallyQuery } from "./tally.ts";

export interface FindingList {
  total: number;
  row: (index: number) => ContainerFinding | undefined;
}

/** The view, as it is at present. */
export interface Listing {
  readonly memory: ScanMemory;
  readonly page: PageState;
  requestUpdate: () => void;
}

export class Listed {
  /** The open scan under its filter, if one is read. */
  model: ScanModel | null = null;
  /** Why the open scan can no longer be asked, if so. */
  broken: unknown = null;
  readonly #changes: ChangeFilter;
  readonly #tally = new ChangeTally();
  /** How long ago stays as it is said first, so that it is not said again. */
  readonly #clean = onceEach((scan: ContainerScan) => clean(scan, Date.now()));

  constructor(private readonly view: Listing) {
    this.#changes = new ChangeFilter(() => view.requestUpdate(), this.breaks);
  }

  readonly breaks = (error: unknown): void => {
    // Later errors follow from the first, and say less.
    if (this.broken !== null) return;
    this.broken = error;
    this.view.requestUpdate();
  };

  /** The scan is read anew. */
  mend(): void {
    this.broken = null;
  }

  /** Makes another model if another scan is open, or another filter or order is asked for. */
  follow(): void {
    const { phase } = this.view.memory.session;
    const { where, sort } = this.#state;
    if (phase.kind !== "ready") this.model = null;
    else if (this.model === null || !this.model.is(phase.scan, where, sort)) this.model = new ScanModel(phase.scan, where, sort, this.breaks);
  }

  /** The changes that are filtered belong to the comparison. */
  forgetChanges(): void {
    this.#changes.forget();
    this.#tally.forget();
  }

  /** Why the changes cannot be counted, filtered and sorted, if so. */
  get filterFailed(): unknown {
    return this.#changes.failed ?? this.#tally.failed;
  }

  filterAgain(): void {
    this.#tally.forget();
    this.#changes.again();
  }

  readonly tally = (compared: Compared, query: TallyQuery): Tally | null => this.#tally.of(compared, query);

  readonly matching = (list: Change[]): Matching | null => this.#changes.matching(list, this.#state);

  /** The changes that the table lists, once they are in the order that is asked for, or it is known that they cannot be. */
  changes(): ChangeList | null {
    const [state, { phase }] = [this.#state, this.view.memory.comparison];
    if (state.tab !== "changes" || phase.kind !== "ready") return null;
    const found = this.matching(chosenOf(phase.diff, state));
    return found !== null && (found.sort === state.sort || this.filterFailed !== null) ? found.list : null;
  }

  /** The findings that the table lists. */
  findings(): FindingList | null {
    if (this.#state.tab === "findings") return this.model?.rows() ?? null;
    const changes = this.changes();
    return changes === null ? null : { total: changes.total, row: (index) => changes.row(index)?.after };
  }

  /** Whether the table has findings, in whatever order. */
  listsAny(): boolean {
    const [state, { phase }] = [this.#state, this.view.memory.comparison];
    if (state.tab !== "changes") return (this.findings()?.total ?? 0) > 0;
    return phase.kind === "ready" && (this.matching(chosenOf(phase.diff, state))?.list.total ?? 0) > 0;
  }

  /** The row of the open finding, and how many there are. */
  place(): RowPlace | null {
    const [index, list] = [placeOf(this.view.memory, this.#state), this.findings()];
    return index === null || list === null ? null : { index, total: list.total };
  }

  /** How many findings that is, in words; `""` if that is not known. */
  counted(): string {
    if (this.broken !== null || this.model === null || this.model.scan.findingCount === null) return "";
    if (isEmptySoFar(this.model.scan)) return "It is not known whether the scan has findings";
    if (this.model.scan.findingCount === 0) return this.#clean(this.model.scan);
    try {
      const { total } = this.model.rows();
      return total === 0 ? NO_MATCH : `${counted(total, "finding")} shown`;
    } catch {
      // The view shows the same failure.
      return "";
    }
  }

  get #state(): PageState["scan"] {
    return this.view.page.scan;
  }
}

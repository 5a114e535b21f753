/**
 * What a click or a typed letter in the history view means for the page's state, which scan is selected with it, and where the focus
 * goes. It knows the state, the table's place and the focus; what is asked for, and what is drawn, it does not.
 */
import type { AgentScan, HistoryGroup } from "scanfold";
import { clip } from "../parts/text.ts";
import type { Surroundings } from "../state/navigation.ts";
import type { PageState } from "../state/url.ts";
import type { HistoryState } from "../state/url-history.ts";
import { CLEARED, withMatch } from "./filters.ts";
import type { FocusMoves } from "./focus-moves.ts";
import type { HistoryModel } from "./history-model.ts";
import type { TablePlace } from "./table-place.ts";
import { branchOf } from "./words.ts";

/** The view, as it is at present. */
export interface Stepping {
  readonly page: PageState;
  readonly around: Surroundings;
}

export class HistorySteps {
  /** The selected scan where it has no id: no link can name it. */
  #nameless: AgentScan | null = null;
  /** What is being typed, as its last key left it. */
  #typing: HistoryState | null = null;

  constructor(
    private readonly view: Stepping,
    private readonly moves: FocusMoves,
    private readonly place: TablePlace,
  ) {}

  get #state(): HistoryState {
    return this.view.page.history;
  }

  readonly change = (part: Partial<HistoryState>, how: "push" | "replace" = "push"): void => {
    if (part.entry !== undefined) this.#nameless = null;
    this.view.around.go((page) => ({ ...page, history: { ...page.history, ...part } }), how);
  };

  readonly openRepo = (repo: string): void => this.change({ repo, ...CLEARED, entry: "" });

  readonly isChosen = (scan: AgentScan): boolean => {
    const { entry } = this.#state;
    return entry === "" ? scan === this.#nameless : scan.scan_id === entry;
  };

  /** Selects in both; the table lists scans and follows. */
  readonly select = (scan: AgentScan | undefined): void => {
    if (scan === undefined) return;
    this.place.forget();
    this.#select(scan, { list: "scans" });
  };

  /** The same in the table. */
  readonly selectRow = (scan: AgentScan): void => {
    this.moves.holdTable();
    this.place.selectedHere({ list: this.#state.list, entry: scan.scan_id });
    this.#select(scan, {});
  };

  #select(scan: AgentScan, also: Partial<HistoryState>): void {
    const { scan_id: id, branch } = scan;
    this.change({ entry: id, ...also }, "replace");
    this.#nameless = id === "" ? scan : null;
    this.view.around.announce(`Selected: scan ${id === "" ? "without an id" : clip(id, 60)}, on ${branchOf(branch, 60)}`);
  }

  /** By a button that goes with the selection: the focus is then on the first of these that is there. */
  deselect(...selectors: string[]): void {
    this.moves.to(...selectors);
    this.change({ entry: "" }, "replace");
  }

  /** By a pill that goes with it. */
  readonly unfilter = (part: Partial<HistoryState>, at: number): void => {
    this.moves.to(`.filters .pill:nth-child(${at + 1})`, ".filters .pill:last-of-type", "select[name=branch]");
    this.change(part);
  };

  readonly clear = (): void => this.unfilter(CLEARED, 0);

  /** A range that ends before it begins is turned round. */
  readonly swapDays = (): void => {
    const { from, until } = this.#state;
    this.moves.to("input[name=from]");
    this.change({ from: until, until: from });
  };

  /** One step of the history for as long as somebody types in one field. */
  readonly typed = (part: Partial<HistoryState> | null): void => {
    const present = this.#state;
    const typed = part === null ? null : { ...present, ...part };
    if (typed !== null) this.view.around.go((page) => ({ ...page, history: typed }), this.#typing === present ? "replace" : "push");
    this.#typing = typed;
  };

  /** A group opens as the scans in it. */
  readonly openGroup = ({ key }: HistoryGroup<AgentScan>): void => {
    const { by, where } = this.#state;
    const isDay = /^\d{4}-\d{2}-\d{2}$/.test(key);
    // What has no value cannot be asked for by it.
    if (key === "" || (by === "day" && !isDay)) return;
    this.moves.to("data-grid");
    this.change({ ...(by === "day" ? { from: key, until: key } : { where: withMatch(where, by, key) }), list: "scans" });
  };

  /** A branch without a scan in the range of days is shown on all days: under the range there is nothing to see. */
  showBranch(branch: string, { lanes }: HistoryModel): void {
    const empty = lanes.some((lane) => lane.branch === branch && lane.scans.length === 0);
    const where = withMatch(this.#state.where, "branch", branch);
    this.moves.toLane(branch);
    this.change({ where, entry: "", ...(empty ? { from: "", until: "" } : {}) });
  }

  /** By a button that goes once it is done: the focus is then in the timeline. */
  readonly narrowTo = (part: Partial<HistoryState>): void => {
    this.moves.to(".mark[tabindex='0']", "select[name=branch]");
    this.change(part);
  };
}

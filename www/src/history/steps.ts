/**
 * What a click or a typed letter in the history view means for the page's state, which scan is selected with it, and where the
 * focus goes. It knows the state, the table's place and the focus, but neither asks for anything nor draws.
 */
import type { AgentScan, HistoryGroup } from "scanfold";
import { clip } from "../parts/text.ts";
import { TypedStep } from "../parts/typed-step.ts";
import type { HistoryMemory } from "../state/history-memory.ts";
import type { Surroundings } from "../state/navigation.ts";
import type { PageState } from "../state/url.ts";
import type { HistoryState } from "../state/url-history.ts";
import { CLEARED, withMatch } from "./filters.ts";
import type { FocusMoves } from "./focus-moves.ts";
import type { HistoryModel } from "./history-model.ts";
import { forgetSight, keptTable, selectedHere } from "./table-place.ts";
import { branchOf } from "./words.ts";

/** The view, as it is at present. */
export interface Stepping {
  readonly memory: HistoryMemory;
  readonly page: PageState;
  readonly around: Surroundings;
  requestUpdate: () => void;
}

/** Whether only another list is chosen, and nothing else is set. */
const isListChange = (part: Partial<HistoryState>): boolean => Object.keys(part).every((name) => name === "list");

export class HistorySteps {
  /** The scan that was selected last. Its id does not always say which: others may share it, or it has none. */
  #picked: AgentScan | null = null;
  /** The scan on whose mark the keyboard was last. */
  #stop: AgentScan | null = null;
  readonly #typing = new TypedStep<HistoryState>();

  constructor(
    private readonly view: Stepping,
    private readonly moves: FocusMoves,
  ) {}

  get #state(): HistoryState {
    return this.view.page.history;
  }

  readonly change = (part: Partial<HistoryState>, how: "push" | "replace" = "push"): void => {
    if (part.entry !== undefined) this.#picked = null;
    this.view.around.go((page) => {
      const history = { ...page.history, ...part };
      if (!isListChange(part)) keptTable.begin(this.view.memory, history);
      return { ...page, history };
    }, how);
  };

  readonly openRepo = (repo: string): void => this.change({ repo, ...CLEARED, entry: "" });

  readonly isChosen = (scan: AgentScan): boolean => {
    const { entry } = this.#state;
    return scan.scan_id === entry && (entry !== "" || scan === this.#picked);
  };

  /** Of scans that share the selected id, the one that was picked, else the first. */
  readonly placeOf = (scans: AgentScan[]): number => {
    const picked = scans.findIndex((scan) => scan === this.#picked && this.isChosen(scan));
    return picked < 0 ? scans.findIndex(this.isChosen) : picked;
  };

  /** Selects in the timeline and the table, which then lists scans. */
  readonly select = (scan: AgentScan): void => {
    forgetSight(this.view.memory);
    this.moves.toSelected();
    this.#select(scan, { list: "scans" });
  };

  /** The same from a place below the line of the selected scan. */
  readonly selectWarned = (scan: AgentScan): void => {
    forgetSight(this.view.memory);
    this.moves.hold(".history-warnings");
    this.#select(scan, { list: "scans" });
  };

  /** The same in the table. */
  readonly selectRow = (scan: AgentScan): void => {
    this.moves.hold("data-grid");
    selectedHere(this.view.memory, { list: this.#state.list, entry: scan.scan_id });
    this.#select(scan, {});
  };

  #select(scan: AgentScan, also: Partial<HistoryState>): void {
    const { scan_id: id, branch } = scan;
    this.change({ entry: id, ...also }, "replace");
    this.#picked = scan;
    this.#stop = null;
    this.view.around.announce(`Selected: scan ${id === "" ? "without an id" : clip(id, 60)}, on ${branchOf(branch, 60)}`);
  }

  /** The keyboard is on the mark of that scan: Tab returns there. */
  readonly stopAt = (scan: AgentScan): void => {
    if (scan === this.#stop) return;
    this.#stop = scan;
    this.view.requestUpdate();
  };

  readonly isStop = (scan: AgentScan): boolean => scan === this.#stop;

  /** Closes the selection by a key. Returns whether anything was selected. */
  close(): boolean {
    if (this.#state.entry === "" && this.#picked === null) return false;
    // Its own line has buttons, and disappears.
    if (document.activeElement?.closest(".selected") != null) this.moves.to(".mark[tabindex='0']", "data-grid");
    this.change({ entry: "" }, "replace");
    return true;
  }

  /** Closes the selection by a button that disappears with it: the focus goes to the first of these that is there. */
  deselect(...selectors: string[]): void {
    this.moves.to(...selectors);
    this.change({ entry: "" }, "replace");
  }

  /** Removes a filter by its pill, which disappears with it. */
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

  /** `null`: the field is left. */
  readonly typed = (part: Partial<HistoryState> | null): void => {
    if (part === null) return this.#typing.end();
    const present = this.#state;
    this.#typing.take(present, (how) => {
      const history = { ...present, ...part };
      keptTable.begin(this.view.memory, history);
      this.view.around.go((page) => ({ ...page, history }), how);
      return history;
    });
  };

  /** A group opens as the scans in it. */
  readonly openGroup = ({ key }: HistoryGroup<AgentScan>): void => {
    const { by, where } = this.#state;
    const isDay = /^\d{4}-\d{2}-\d{2}$/.test(key);
    // A group without a value cannot be filtered by it.
    if (key === "" || (by === "day" && !isDay)) return;
    this.moves.to("data-grid");
    this.change({ ...(by === "day" ? { from: key, until: key } : { where: withMatch(where, by, key) }), list: "scans" });
  };

  /** A branch without a scan in the range of days is shown on all days, because the range would leave nothing to see. */
  showBranch(branch: string, { lanes }: HistoryModel): void {
    const empty = lanes.some((lane) => lane.branch === branch && lane.scans.length === 0);
    const where = withMatch(this.#state.where, "branch", branch);
    this.moves.toLane(branch);
    this.change({ where, entry: "", ...(empty ? { from: "", until: "" } : {}) });
  }

  /** Narrows the filter by a button that then disappears: the focus goes to the timeline. */
  readonly narrowTo = (part: Partial<HistoryState>): void => {
    this.moves.to(".mark[tabindex='0']", "select[name=branch]");
    this.change(part);
  };
}

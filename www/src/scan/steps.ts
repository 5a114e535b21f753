/**
 * What a click, a key or a typed letter in the scan view means for the page's state, and where the focus goes with it. It knows the
 * state, the table's memory and the focus, but neither asks a scan nor draws.
 */
import type { ContainerFinding, FindingFilter, RemediationStep } from "scanfold";
import { TypedStep } from "../parts/typed-step.ts";
import type { Go, How } from "../state/navigation.ts";
import type { ScanMemory } from "../state/scan-memory.ts";
import type { GroupTab, OpenRow, PageState } from "../state/url.ts";
import { WORST_FIRST } from "../state/url-orders.ts";
import { isEmpty, withPart } from "./filters.ts";
import type { FocusMoves } from "./focus-moves.ts";
import type { FindingList } from "./listed.ts";
import { areEqual, isAnyOpen, NONE_OPEN, opened, withoutStray } from "./opened.ts";
import { walked } from "./spoken.ts";
import { keptTable, openedHere, placeOf } from "./table-place.ts";

type ScanState = PageState["scan"];

/** Whether only another list is chosen, and nothing else is set. */
const isListChange = (part: Partial<ScanState>): boolean => Object.keys(part).every((name) => name === "tab" || name === "change");

/** The view, as it is at present. */
export interface Stepping {
  state: () => ScanState;
  memory: () => ScanMemory;
  go: Go;
  /** The finding whose details were drawn last. */
  drawn: () => OpenRow | null;
  /** The findings that the table lists, if it lists any. */
  rows: () => FindingList | null;
  /** Says something to a screen reader. */
  announce: (text: string) => void;
  moves: FocusMoves;
}

export class ScanSteps {
  readonly #typing = new TypedStep<ScanState>();
  /** The page is being left for one that replaces its step of the history. */
  #isPassing = false;
  /** The row that was opened last from a table. */
  #browsed: ContainerFinding | null = null;

  constructor(private readonly view: Stepping) {}

  /** Whether the page that was shown last was only passed through. Asking resets it: once for each page. */
  passed(): boolean {
    const was = this.#isPassing;
    this.#isPassing = false;
    return was;
  }

  change(part: Partial<ScanState>, how: How = "push"): void {
    this.#change(part, how);
  }

  /** The same; returns the state that it makes. */
  #change(part: Partial<ScanState>, how: How): ScanState {
    this.#typing.end();
    this.#isPassing = how === "replace";
    const isResolved = (this.view.state().row ?? this.view.drawn())?.side === "resolved";
    let made = this.view.state();
    this.view.go((page) => {
      const scan = { ...page.scan, ...part };
      if (!isListChange(part)) keptTable.begin(this.view.memory(), scan);
      made = isResolved && part.row === undefined ? withoutStray(page.scan, scan) : scan;
      return { ...page, scan: made };
    }, how);
    return made;
  }

  #type(part: Partial<ScanState>): void {
    this.#typing.take(this.view.state(), (how) => this.#change({ ...part, ...NONE_OPEN }, how));
  }

  readonly leftField = (): void => this.#typing.end();

  readonly filter = (where: FindingFilter): void => this.change({ where, ...NONE_OPEN });

  /** A filter taken back by a button that may disappear with it: the focus moves to the pill that takes its place, else to the search. */
  readonly takeBack = (where: FindingFilter, at: number): void => {
    this.filter(where);
    this.view.moves.after(() => this.view.moves.toPill(at));
  };

  readonly search = (text: string): void => {
    const present = this.view.state().where;
    if (text.trim() === "" && present.text === undefined) return;
    this.#type({ where: withPart(present, "text", text) });
  };

  /** Lists only the severities that moved one way, or all again. */
  readonly move = (moved: ScanState["moved"]): void => this.change({ moved, ...NONE_OPEN });

  readonly pickGroup = (part: GroupTab, value: string): void => this.#list({ [part]: [value] });

  readonly pickUpgrade = (step: RemediationStep): void =>
    this.#list({ image: [step.image], package: [step.package], installed_version: [step.installedVersion], fixable: true });

  /** The findings of a row of another table. */
  #list(its: FindingFilter): void {
    this.change({ tab: "findings", where: { ...this.view.state().where, ...its }, ...NONE_OPEN });
    this.view.moves.after(this.view.moves.toTable);
  }

  /** Lists the findings of one id alone. Details that cover the table are closed, because they would hide the result. */
  onlyId(id: string, covers: boolean): void {
    this.change({ tab: "findings", where: { id: [id] }, ...(covers ? NONE_OPEN : {}) });
    this.view.moves.after(this.view.moves.toTable);
  }

  /**
   * Rows opened one after another are one step of the history, so that a person who looks through many goes back past all of them.
   * Opening the open one again is no step.
   */
  readonly pickRow = (row: OpenRow, index: number): void => {
    const { finding } = row;
    const open = this.view.drawn()?.finding;
    const goesOn = open !== undefined && open === this.#browsed;
    const isSame = open !== undefined && areEqual(open, finding);
    // Until changes are sorted as asked, the row is not in its final place.
    if (this.view.rows() !== null) openedHere(this.view.memory(), this.view.state(), opened(row), index);
    this.open(row, goesOn || isSame ? "replace" : "open");
    if (goesOn || !isSame) this.#browsed = finding;
  };

  /**
   * Opens the finding before or after the open one in the table, and brings its row into sight. The focus stays where it is, but
   * goes along if it was on a row. Returns whether the details of a row are open at all.
   */
  readonly walk = (by: 1 | -1): boolean => {
    const { moves, drawn, rows, state, memory } = this.view;
    const [open, list, at] = [drawn(), rows(), placeOf(memory(), state())];
    if (open === null || list === null || at === null) return false;
    const index = at + by;
    if (index < 0 || index >= list.total) {
      this.view.announce(by > 0 ? "That is the last finding" : "That is the first finding");
      return true;
    }
    const finding = list.row(index);
    if (finding !== undefined) {
      this.pickRow({ finding, side: open.side }, index);
      moves.after(() => moves.toOther(index));
      this.view.announce(walked(finding, index, list.total));
    }
    return true;
  };

  open(row: OpenRow, how: How): void {
    this.change(opened(row), how);
    this.view.moves.after(this.view.moves.toPanel);
  }

  /** Returns whether any were open. */
  readonly close = (): boolean => {
    if (!isAnyOpen(this.view.state())) return false;
    this.change(NONE_OPEN, "close");
    this.view.moves.after(this.view.moves.toTable);
    return true;
  };

  /** The earlier scan becomes the open one, and this the one that it is compared with. */
  turnRound(): void {
    const { id, before } = this.view.state();
    this.change({ id: before, before: id, ...NONE_OPEN });
  }

  /** Opens another scan without filters. Those of the present one are remembered, so that they can be offered again. */
  readonly openScan = (id: string): void => {
    const left = this.view.state();
    if (!isEmpty(left.where)) this.view.memory().leftFilters = { id: left.id, where: left.where };
    this.change({ id, where: {}, sort: [], groups: WORST_FIRST, upgrades: WORST_FIRST, ...NONE_OPEN, before: "", ignoreImage: false, change: "added", moved: "", tab: "findings" });
  };
}

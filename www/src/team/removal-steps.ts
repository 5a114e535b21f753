/**
 * What a person does about a removal, where the focus goes then and what else is told: asks for it, agrees to it, looks at its
 * outcome, puts that away. The dialog asks the question, the desk does the removal.
 */
import type { LitElement } from "lit";
import type { CallOptions, Member, Team } from "scanfold";
import { focusFirst } from "../parts/focus-hold.ts";
import type { Connection } from "../state/connection.ts";
import type { Surroundings } from "../state/navigation.ts";
import type { Removal } from "../state/removal.ts";
import type { TeamDesk } from "../state/team-desk.ts";
import type { TeamMemory } from "../state/team-memory.ts";
import type { TeamReading } from "../state/team-reading.ts";
import type { PageState } from "../state/url.ts";
import { placeOf } from "./outcomes.ts";
import { STOP_BUTTON } from "./sending.ts";

/** The view, as it is at present. */
export interface Removing extends LitElement {
  readonly connection: Connection;
  readonly memory: TeamMemory;
  readonly page: PageState;
  readonly around: Surroundings;
}

/** What a person reads there, in one line. */
const textOf = (element: Element | null | undefined): string => element?.textContent.replace(/\s+/g, " ").trim() ?? "";

export class RemovalSteps {
  /** The desks whose answers decide where the focus goes, one entry for each awaited answer. */
  #awaited: readonly TeamDesk[] = [];

  constructor(
    private readonly view: Removing,
    private readonly reading: TeamReading,
    private readonly shown: () => TeamDesk,
  ) {}

  readonly remove = async (member: Member): Promise<void> => {
    const desk = this.shown();
    const { place, personal } = this.view.connection;
    if (place === null || desk.known === null || desk.removals.leaving !== null) return;
    const { team } = desk.known;
    const { id } = this.view.page.team;
    const { self } = personal;
    const read = (options: CallOptions): Promise<Team> => this.reading.present(desk, id, options);
    const leaver = await this.view.querySelector("removal-dialog")?.ask({ team, member, self, place, read });
    if (!leaver) return this.#keepFocus();
    if (desk !== this.shown()) return;
    await this.#keepFocus();
    const removal = desk.removals.begin(leaver);
    await this.#focusAfter(desk, () => removal.send(id), `#${placeOf(removal)} h2`);
    if (!this.#isShown(desk)) return this.view.memory.handOver(desk, removal);
    this.#tell(removal);
  };

  /** The same for one that was sent before this view was shown: the focus stays where it is. */
  readonly takeOver = async (removal: Removal): Promise<void> => {
    await this.view.updateComplete;
    this.#tell(removal);
  };

  /**
   * Where the focus goes if the element that had it disappears. An awaited answer places it elsewhere, but until then whoever was
   * on the button that stops the removal stays with that.
   */
  placesInsteadOf(lost: Element): string[] {
    const near = lost.matches(STOP_BUTTON) ? [".sending"] : [];
    return this.#awaited.includes(this.shown()) ? near : [...near, "#team-name", "h1"];
  }

  /** Another team is shown: the question about this one is taken back. */
  withdraw(): void {
    this.view.querySelector("removal-dialog")?.withdraw();
  }

  readonly look = async (removal: Removal): Promise<void> => {
    const desk = this.shown();
    await this.#focusAfter(desk, () => removal.look(this.view.page.team.id, "person"), `#${placeOf(removal)} .actions button`);
    if (!this.#isShown(desk)) return;
    const [heading, look] = this.#partsOf(removal);
    this.#announce(look ?? heading);
  };

  /** What was read is announced, with the headings of the outcomes that it changes. The view is not drawn anew yet. */
  readonly tellRead = async (said: string): Promise<void> => {
    const desk = this.shown();
    const { all } = desk.removals;
    const headings = (): string[] => all.map((removal) => textOf(this.#partsOf(removal)[0]));
    const before = headings();
    await this.view.updateComplete;
    if (!this.#isShown(desk)) return;
    // An outcome that is new is told by whoever waited for it.
    const changed = headings().filter((heading, at) => heading !== "" && before[at] !== "" && before[at] !== heading);
    this.view.around.announce([said, ...changed].join(". "));
  };

  /** The outcome is put away, and the focus goes on to what stood below it. */
  readonly close = async (removal: Removal): Promise<void> => {
    const desk = this.shown();
    const { all } = desk.removals;
    const below = all.slice(all.indexOf(removal) + 1).map((one) => `#${placeOf(one)} h2`);
    await this.#focusAfter(desk, () => desk.removals.close(removal), ...below, "#team-name", "h1");
  };

  /** Once the view is left, its desk may be another's to show, and what is drawn here is out of date. */
  #isShown(desk: TeamDesk): boolean {
    return this.view.isConnected && desk === this.shown();
  }

  /** The heading of an outcome, and what was seen since. */
  #partsOf(removal: Removal): (Element | null)[] {
    return ["h2", ".look"].map((part) => this.view.querySelector(`#${placeOf(removal)} ${part}`));
  }

  #tell(removal: Removal): void {
    const [heading, look] = this.#partsOf(removal);
    this.#announce(heading === document.activeElement ? null : heading, look);
  }

  /** Announces what of an outcome the focus does not tell. */
  #announce(...parts: readonly (Element | null | undefined)[]): void {
    const text = parts.map(textOf).join(" ").trim();
    if (text !== "") this.view.around.announce(text);
  }

  /** The button that asked may be gone, if the team was read anew meanwhile. */
  async #keepFocus(): Promise<void> {
    await this.view.updateComplete;
    if (document.activeElement === document.body) focusFirst(this.view, ["#team-name", "h1"]);
  }

  /**
   * After the step, the focus goes to the first of these places that is there, if the desk is still shown and the person has not
   * moved on. The row that had the focus may disappear before the answer is drawn.
   */
  async #focusAfter(desk: TeamDesk, step: () => Promise<void> | void, ...selectors: string[]): Promise<void> {
    const from = document.activeElement;
    this.#awaited = [...this.#awaited, desk];
    try {
      await step();
      await this.view.updateComplete;
      const isThere = [document.body, from].includes(document.activeElement);
      if (this.#isShown(desk) && isThere) focusFirst(this.view, selectors);
    } finally {
      this.#awaited = this.#awaited.toSpliced(this.#awaited.indexOf(desk), 1);
    }
  }
}

/**
 * `<choice-list>`: a list that shows what is open, and opens another. In a closed list each key chooses what it passes over, so
 * such a choice is only held, for Enter or for the button beside the list; Escape and leaving the list take it back. What is picked
 * by a pointer, or in a list that is dropped down, opens at once.
 */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { live } from "lit/directives/live.js";
import type { Choice } from "../state/demo.ts";
import { painted } from "../state/painted.ts";
import { LightElement } from "./light-element.ts";
import { option } from "./option.ts";
import { isDroppedDown } from "./typing.ts";

/** Takes the id, and the list, to find what stands beside it. */
export type OnChoice = (id: string, list: HTMLElement) => void;

const PASSING = new Set(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End", "PageUp", "PageDown"]);

/** Whether a key may choose without dropping the list down. A space may belong to a name that is typed. */
const passesOver = ({ key, altKey }: KeyboardEvent): boolean => !altKey && (PASSING.has(key) || key.length === 1);

@customElement("choice-list")
export class ChoiceList extends LightElement {
  @property({ attribute: false }) choices: Choice[] = [];
  /** The one that is open, or empty. */
  @property({ attribute: false }) chosen = "";
  /** What the list shows if it does not name the open one. */
  @property({ attribute: false }) other = "";
  @property({ attribute: false }) name = "";
  @property({ attribute: false }) onHold: OnChoice = () => undefined;
  @property({ attribute: false }) onOpen: OnChoice = () => undefined;
  @state() private held: string | null = null;
  /** Counts the keys that may choose. */
  private keys = 0;
  /** The last of them has just been pressed. */
  private isPassing = false;

  override connectedCallback(): void {
    super.connectedCallback();
    // The list itself stands in its label's line.
    this.style.display = "contents";
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("chosen")) this.takeBack();
  }

  private readonly pressed = (event: KeyboardEvent): void => {
    if (isDroppedDown(event.target as Element)) return;
    if (passesOver(event)) void this.pass();
    if (this.held === null || (event.key !== "Enter" && event.key !== "Escape")) return;
    // Else Enter would submit the form that the list is in, and Escape close what is open elsewhere.
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Enter") this.open();
    else this.takeBack();
  };

  /** What a key chooses is told with it. Where it drops the list down instead, the choice comes later. */
  private async pass(): Promise<void> {
    const key = (this.keys += 1);
    this.isPassing = true;
    await painted();
    if (key === this.keys) this.isPassing = false;
  }

  private readonly typed = (event: KeyboardEvent): void => {
    if (event.key !== "Enter") void this.pass();
  };

  private readonly changed = (event: Event): void => {
    const { value } = event.target as HTMLSelectElement;
    this.held = value;
    this.onHold(value, this);
    if (!this.isPassing) this.open();
  };

  /** The list shows again what is open. The button still opens what was held, which stands beside it. */
  private readonly left = (): void => {
    this.held = null;
  };

  private takeBack(): void {
    if (this.held === null) return;
    this.held = null;
    this.onHold(this.chosen, this);
  }

  private open(): void {
    const { held, chosen } = this;
    this.held = null;
    if (held !== null && held !== chosen) this.onOpen(held, this);
  }

  protected override render(): TemplateResult {
    const { choices, chosen, held, other, name } = this;
    const shown = held ?? chosen;
    const isNamed = choices.some(({ id }) => id === chosen);
    const note = `${name || "open"}-choice-note`;
    return html`<select
        name=${name || nothing}
        aria-describedby=${note}
        @keydown=${this.pressed}
        @keypress=${this.typed}
        @change=${this.changed}
        @blur=${this.left}
      >
        ${isNamed ? nothing : html`<option value="" disabled .selected=${live(held === null)}>${other}</option>`}
        ${choices.map(({ id, label }) => option(id, label, id === shown))}
      </select>
      <span id=${note} hidden>Enter opens what is chosen by a key, Escape takes it back</span>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "choice-list": ChoiceList;
  }
}

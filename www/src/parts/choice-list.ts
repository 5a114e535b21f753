/**
 * `<choice-list>`: a list that shows what is open, and opens another. In a closed list each key chooses what it passes over, so
 * such a choice is only held: Enter opens it, and so does leaving the list. What is picked by a pointer, or in a list that is
 * dropped down, opens at once.
 */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { Choice } from "../state/demo.ts";
import { painted } from "../state/painted.ts";
import { LightElement } from "./light-element.ts";
import { option } from "./option.ts";
import { isDroppedDown } from "./typing.ts";

/** Takes the id, and the list, to find what stands beside it. */
export type OnChoice = (id: string, list: HTMLElement) => void;

const PASSING = new Set(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End", "PageUp", "PageDown"]);

/** Whether a key may choose without dropping the list down. Space does drop it down. */
const passesOver = ({ key, altKey }: KeyboardEvent): boolean => !altKey && (PASSING.has(key) || (key.length === 1 && key !== " "));

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
  /** A key that is still down may choose. */
  private isPassing = false;

  override connectedCallback(): void {
    super.connectedCallback();
    // The list itself stands in its label's line.
    this.style.display = "contents";
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("chosen")) this.held = null;
  }

  private readonly pressed = (event: KeyboardEvent): void => {
    if (isDroppedDown(event.target as Element)) return;
    this.isPassing = passesOver(event);
    if (event.key !== "Enter" || this.held === null) return;
    // Else the key would submit the form that the list is in.
    event.preventDefault();
    this.open();
  };

  private readonly released = (): void => {
    this.isPassing = false;
  };

  private readonly changed = (event: Event): void => {
    const { value } = event.target as HTMLSelectElement;
    this.held = value;
    this.onHold(value, this);
    if (!this.isPassing) this.open();
  };

  /** Not if the window is left, nor for the button that opens what is held. */
  private readonly left = async (event: FocusEvent): Promise<void> => {
    // The key may be let go of elsewhere.
    this.isPassing = false;
    const next = event.relatedTarget as Element | null;
    if (next?.matches("[type=submit]") && this.closest("form, .open-scan")?.contains(next)) return;
    // Once the focus is where it goes: what opens may look for it.
    await painted();
    if (this.isConnected && !this.contains(document.activeElement)) this.open();
  };

  private open(): void {
    const { held, chosen } = this;
    this.held = null;
    if (held !== null && held !== chosen) this.onOpen(held, this);
  }

  protected override render(): TemplateResult {
    const { choices, chosen, held, other, name } = this;
    const shown = held ?? chosen;
    const isNamed = choices.some(({ id }) => id === chosen);
    return html`<select
      name=${name || nothing}
      @keydown=${this.pressed}
      @keyup=${this.released}
      @change=${this.changed}
      @blur=${this.left}
    >
      ${isNamed ? nothing : html`<option value="" selected disabled>${other}</option>`}
      ${choices.map(({ id, label }) => option(id, label, id === shown))}
    </select>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "choice-list": ChoiceList;
  }
}

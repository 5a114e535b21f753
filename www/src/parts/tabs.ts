/**
 * A row of tabs: one tab stop, arrows and Home/End move, as the ARIA practice for tabs has it. Where the row is wider than its
 * place it is scrolled to the tab that was chosen, by a link too.
 */
import { html, noChange, type TemplateResult } from "lit";
import { Directive, directive, PartType, type ElementPart, type PartInfo } from "lit/directive.js";
import { cssom } from "./cssom.ts";
import { number } from "./text.ts";

export interface TabChoice<Id extends string> {
  id: Id;
  label: string;
  count?: number | undefined;
  /** The most that `count` can become: so much room is kept, and no tab moves. */
  most?: number | undefined;
}

export interface TabsProps<Id extends string> {
  label: string;
  choices: TabChoice<Id>[];
  chosen: Id;
  /** Id of the element the tabs switch. */
  controls: string;
  onChoose: (id: Id) => void;
}

/** What shows of the next tab beside the chosen one. */
const PEEK = 24;

/** Scrolls the row alone, and at once: the page stays where it is, and nothing moves that a person may not want to see move. */
function bringIn(row: HTMLElement): void {
  const tab = row.querySelector("[aria-selected=true]");
  if (tab === null) return;
  const [place, own] = [row.getBoundingClientRect(), tab.getBoundingClientRect()];
  const [before, after] = [own.left - place.left - PEEK, own.right - place.right + PEEK];
  if (before < 0) row.scrollLeft += before;
  else if (after > 0) row.scrollLeft += after;
}

/** On a row: brings the chosen tab into it, whenever another one is. */
class InSight extends Directive {
  #chosen: unknown = undefined;

  constructor(info: PartInfo) {
    super(info);
    if (info.type !== PartType.ELEMENT) throw new Error("inSight is for elements");
  }

  override update(part: ElementPart, [chosen]: [unknown]): typeof noChange {
    if (chosen !== this.#chosen) {
      this.#chosen = chosen;
      // Once the row is drawn and has a place.
      requestAnimationFrame(() => bringIn(part.element as HTMLElement));
    }
    return noChange;
  }

  render(_chosen: unknown): typeof noChange {
    return noChange;
  }
}

const inSight = directive(InSight);

export function tabs<Id extends string>({ label, choices, chosen, controls, onChoose }: TabsProps<Id>): TemplateResult {
  const key = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const at = choices.findIndex(({ id }) => id === chosen);
    const to = {
      ArrowRight: (at + 1) % choices.length,
      ArrowLeft: (at - 1 + choices.length) % choices.length,
      Home: 0,
      End: choices.length - 1,
    }[event.key];
    const choice = to === undefined ? undefined : choices[to];
    if (choice === undefined) return;
    event.preventDefault();
    const list = event.currentTarget as HTMLElement;
    onChoose(choice.id);
    list.querySelector<HTMLElement>(`[data-tab="${choice.id}"]`)?.focus();
  };
  return html`<div class="tabs" role="tablist" aria-label=${label} @keydown=${key} ${inSight(chosen)}>
    ${choices.map(
      ({ id, label: text, count, most }) => html`<button
        type="button"
        role="tab"
        id="${controls}-${id}"
        data-tab=${id}
        aria-selected=${id === chosen}
        aria-controls=${controls}
        tabindex=${id === chosen ? 0 : -1}
        @click=${() => onChoose(id)}
      >${text}${count === undefined ? null : html`<span class="n" ${cssom({ "min-width": `${number(most ?? count).length}ch` })}>${number(count)}</span>`}</button>`,
    )}
  </div>`;
}

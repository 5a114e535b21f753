/**
 * A row of tabs: one tab stop, arrows and Home/End move, as the ARIA practice for tabs has it.
 */
import { html, type TemplateResult } from "lit";
import { cssom } from "./cssom.ts";
import { inSight } from "./in-sight.ts";
import { number } from "./text.ts";

export interface TabChoice<Id extends string> {
  id: Id;
  label: string;
  count?: number | undefined;
  /** The most that `count` can become: so much room is kept, so that no tab moves. */
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
      >${text}${count === undefined ? null : html` <span class="n" ${cssom({ "min-width": `${number(most ?? count).length}ch` })}>${number(count)}</span>`}</button>`,
    )}
  </div>`;
}

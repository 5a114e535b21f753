/** Which scan or team to open: one of those that are known by name, or any by its id. Data in, nodes out. */
import { html, nothing, type TemplateResult } from "lit";
import type { Choice } from "../state/demo.ts";
import "./choice-list.ts";
import type { OnChoice } from "./choice-list.ts";
import { prose } from "./text.ts";

export interface OpenFormProps {
  /** "scan": what is opened, and the name of the field. */
  noun: string;
  known: Choice[];
  /** The one that is open, or empty. */
  id: string;
  /** What the list shows if it does not name the open one. */
  other: string;
  onOpen: (id: string) => void;
}

export function openForm({ noun, known, id, other, onOpen }: OpenFormProps): TemplateResult {
  const word = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`;
  const isNamed = (one: string): boolean => known.some((choice) => choice.id === one);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const typed = String(new FormData(form).get(noun) ?? "").trim();
    if (typed === "") return;
    // The list shows it.
    if (isNamed(typed)) form.reset();
    onOpen(typed);
  };
  const formBeside = (list: HTMLElement): HTMLFormElement | null | undefined => list.closest(".open-scan")?.querySelector("form");
  /** The button opens what is held. What is open already is not named a second time. */
  const hold: OnChoice = (held, list) => {
    const field = formBeside(list)?.elements.namedItem(noun) as HTMLInputElement | null | undefined;
    if (field) field.value = held === id ? "" : held;
  };
  /** What was typed beside it but not sent is dropped: it is not what is open. */
  const pick: OnChoice = (picked, list) => {
    formBeside(list)?.reset();
    onOpen(picked);
  };
  const choices = known.map((choice) => ({ id: choice.id, label: prose(choice.label, 60) }));
  const list = html`<label>
    ${word}
    <choice-list .choices=${choices} .chosen=${id} .other=${id === "" ? "choose" : other} .onHold=${hold} .onOpen=${pick}></choice-list>
  </label>`;
  return html`<div class="open-scan">
    ${known.length > 0 ? list : nothing}
    <form class="line" @submit=${submit}>
      <label>
        ${known.length > 0 ? html`<span>or id<span class="sr"> of a ${noun}</span></span>` : `${word} id`}
        <input name=${noun} class="mono" autocomplete="off" spellcheck="false" autocapitalize="none" required .value=${isNamed(id) ? "" : id} />
      </label>
      <button type="submit">Open</button>
    </form>
  </div>`;
}

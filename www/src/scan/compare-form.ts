/** The form that says which earlier scan the open one is compared with, and how. */
import { html, nothing, type TemplateResult } from "lit";
import "../parts/choice-list.ts";
import type { OnChoice } from "../parts/choice-list.ts";
import { clip } from "../parts/text.ts";
import type { Choice } from "../state/demo.ts";

export interface CompareFormProps {
  /** Scans that are known here: any other is named by its id. */
  choices: Choice[];
  /** The earlier scan that is compared, or empty. */
  chosen: string;
  /** The same, or the one that is offered. */
  before: string;
  onCompare: (scanId: string) => void;
  /** Findings of differently named images may be the same: for images that were renamed or rebuilt under another tag. */
  ignoreImage: boolean;
  onIgnoreImage: (ignoreImage: boolean) => void;
}

export function compareForm({ choices, chosen, before, onCompare, ignoreImage, onIgnoreImage }: CompareFormProps): TemplateResult {
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const field = (event.target as HTMLFormElement).elements.namedItem("before") as HTMLInputElement;
    const id = field.value.trim();
    // An empty field shows the scan on offer again.
    if (id === "") field.value = before;
    onCompare(id);
  };
  /** The field shows the compared scan, as the list does: what was typed but not sent is dropped. */
  const hold: OnChoice = (held, list) => {
    const field = list.closest("form")?.elements.namedItem("before") as HTMLInputElement | null | undefined;
    if (field) field.value = held;
  };
  const change = (event: Event): void => onIgnoreImage((event.target as HTMLInputElement).checked);
  const listed = choices.map(({ id, label }) => ({ id, label: clip(label, 80) }));
  const other = chosen === "" ? "choose" : "another";
  const list = html`<label>
      Compare with the earlier scan
      <choice-list
        .name=${"earlier"}
        .choices=${listed}
        .chosen=${chosen}
        .other=${other}
        .onHold=${hold}
        .onOpen=${onCompare}
      ></choice-list>
    </label>`;
  return html`<form class="line" @submit=${submit}>
    ${choices.length > 0 ? list : nothing}
    <label>
      ${choices.length > 0 ? html`<span>or id<span class="sr"> of the earlier scan</span></span>` : "Compare with the earlier scan"}
      <input
        name="before"
        class="mono"
        list="scans-before"
        placeholder="scan id"
        autocomplete="off"
        spellcheck="false"
        autocapitalize="none"
        .value=${before}
      />
    </label>
    <datalist id="scans-before">${listed.map(({ id, label }) => html`<option value=${id}>${label}</option>`)}</datalist>
    <button type="submit">Compare</button>
    <label><input type="checkbox" name="ignore-image" .checked=${ignoreImage} @change=${change} /> Across image names</label>
  </form>`;
}

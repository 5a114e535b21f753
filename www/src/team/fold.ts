/**
 * The first of a long list, and a button for the rest. The button stands above the list, so that it stays where it is, and the
 * focus with it, when the list grows below.
 */
import { html, nothing, type TemplateResult } from "lit";
import { counted, number } from "../parts/text.ts";

export interface Fold {
  /** Lists that are shown whole, by what they hold. */
  whole: ReadonlySet<string>;
  onFold: (noun: string) => void;
}

export interface Folded<Item> {
  items: Item[];
  button: TemplateResult | typeof nothing;
}

/** `noun` and `nouns` say what the list holds. Lists that are hardly longer than `head` are not cut; of others at most `most` are shown. */
export function folded<Item>(all: Item[], [noun, nouns]: [string, string], head: number, { whole, onFold }: Fold, most = all.length): Folded<Item> {
  if (all.length <= head + head / 4) return { items: all, button: nothing };
  const open = whole.has(noun);
  const button = html`<button type="button" class="link" data-fold=${noun} aria-expanded=${open} @click=${() => onFold(noun)}>
    ${open ? `Show the first ${head}` : `Show ${all.length > most ? `the first ${number(most)} of` : "all"} ${counted(all.length, noun, nouns)}`}
  </button>`;
  return { items: all.slice(0, open ? most : head), button };
}

/**
 * Lists items like Lit's `repeat`: an item that stays in the list keeps its element, and with it the focus. A new item takes over
 * the element of one that leaves, which costs a browser far less than a new element.
 */
import { Directive, directive, type DirectiveResult } from "lit/directive.js";
import { repeat } from "lit/directives/repeat.js";
import type { TemplateResult } from "lit";

class Recycle extends Directive {
  /** By item: the number of its element. */
  #numbers = new Map<unknown, number>();
  #made = 0;

  render<Item>(items: readonly Item[], key: (item: Item) => unknown, template: (item: Item) => TemplateResult): unknown {
    const before = this.#numbers;
    const present = new Set(items.map(key));
    const free = [...before].flatMap(([known, number]) => (present.has(known) ? [] : number));
    const numbers = new Map<unknown, number>();
    // The first new items get new elements, the later ones take over free elements, last first: `repeat` then moves those, and
    // leaves the elements of items that stay where they are.
    let fresh = [...present].filter((known) => !before.has(known)).length - free.length;
    const next = (): number => (fresh-- > 0 ? this.#made++ : (free.pop() ?? this.#made++));
    for (const known of present) numbers.set(known, before.get(known) ?? next());
    this.#numbers = numbers;
    return repeat(items, (item) => numbers.get(key(item)), template);
  }
}

const made = directive(Recycle);

/** Keys must differ from one another, as those of `repeat`. */
export function recycle<Item>(
  items: readonly Item[],
  key: (item: Item) => unknown,
  template: (item: Item) => TemplateResult,
): DirectiveResult {
  return made(items as readonly unknown[], key as (item: unknown) => unknown, template as (item: unknown) => TemplateResult);
}

/**
 * Rows of links or tabs that may be wider than their place: scrolls the chosen one into sight, also if a link chose it, with a
 * little of what stands beside it.
 */
import { noChange } from "lit";
import { Directive, directive, PartType, type ElementPart, type PartInfo } from "lit/directive.js";

/** How much shows of the neighbours of the chosen one, in pixels. */
const PEEK = 24;
const CHOSEN = "[aria-selected=true], [aria-current=page]";

/** Scrolls the row alone, and at once: the page stays where it is, and nothing moves that a person may not want to see move. */
function bringIn(row: HTMLElement): void {
  const chosen = row.querySelector(CHOSEN);
  if (chosen === null) return;
  const [place, own] = [row.getBoundingClientRect(), chosen.getBoundingClientRect()];
  const [before, after] = [own.left - place.left - PEEK, own.right - place.right + PEEK];
  if (before < 0) row.scrollLeft += before;
  else if (after > 0) row.scrollLeft += after;
}

class InSight extends Directive {
  #chosen: unknown = undefined;
  #place: ResizeObserver | null = null;

  constructor(info: PartInfo) {
    super(info);
    if (info.type !== PartType.ELEMENT) throw new Error("inSight is for elements");
  }

  override update(part: ElementPart, [chosen]: [unknown]): typeof noChange {
    const row = part.element as HTMLElement;
    if (this.#place === null) {
      // Its width is known late, and changes: a scrollbar comes, a phone is turned.
      this.#place = new ResizeObserver(() => bringIn(row));
      this.#place.observe(row);
    } else if (chosen !== this.#chosen) {
      // Once it is drawn.
      requestAnimationFrame(() => bringIn(row));
    }
    this.#chosen = chosen;
    return noChange;
  }

  render(_chosen: unknown): typeof noChange {
    return noChange;
  }
}

/** On a row: scrolls the chosen one into sight whenever another is chosen or the row's width changes. */
export const inSight = directive(InSight);

/**
 * Sets style properties of an element one by one. Lit's own `styleMap` writes a `style` attribute at first, which the
 * page's Content-Security-Policy refuses.
 */
import { noChange } from "lit";
import { Directive, directive, PartType, type ElementPart, type PartInfo } from "lit/directive.js";

class Cssom extends Directive {
  /** As last set: reading a style back would make the browser serialise it. */
  #set = new Map<string, string>();

  constructor(part: PartInfo) {
    super(part);
    if (part.type !== PartType.ELEMENT) throw new Error("cssom is for elements");
  }

  override update(part: ElementPart, [properties]: [Record<string, string>]): typeof noChange {
    const style = (part.element as HTMLElement).style;
    for (const [name, value] of Object.entries(properties)) {
      if (this.#set.get(name) === value) continue;
      this.#set.set(name, value);
      style.setProperty(name, value);
    }
    return noChange;
  }

  render(_properties: Record<string, string>): typeof noChange {
    return noChange;
  }
}

export const cssom = directive(Cssom);

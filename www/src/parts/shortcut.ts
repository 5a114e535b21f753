/**
 * Keys of one character: what is said of them, unless they are switched off. Who speaks to the computer presses them with any word
 * (WCAG 2.1.4, Character Key Shortcuts).
 */
import { html, nothing, type TemplateResult } from "lit";

const { dataset } = document.documentElement;

export function switchShortcuts(on: boolean): void {
  if (on) delete dataset["keys"];
  else dataset["keys"] = "off";
}

export const isSwitchedOff = (key: string): boolean => key.length === 1 && dataset["keys"] === "off";

/** For `aria-keyshortcuts`. */
export const shortcut = (key: string): string | typeof nothing => (isSwitchedOff(key) ? nothing : key);

/** What the eye sees of it. */
export const keyCap = (key: string): TemplateResult | typeof nothing =>
  isSwitchedOff(key) ? nothing : html`<kbd aria-hidden="true">${key}</kbd>`;

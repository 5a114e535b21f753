/**
 * Keys of one character: what the page says about them, unless they are switched off. People who control the computer by speech
 * would press them with any word (WCAG 2.1.4, Character Key Shortcuts).
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

/** The key as it is shown. */
export const keyCap = (key: string): TemplateResult | typeof nothing =>
  isSwitchedOff(key) ? nothing : html`<kbd aria-hidden="true">${key}</kbd>`;

/**
 * A menu that hangs from its button. It closes by Escape, which gives the focus back to the button, by a press elsewhere, and
 * when the focus leaves it.
 */
import { html, type TemplateResult } from "lit";
import { painted } from "../state/painted.ts";
import { isDroppedDown } from "./typing.ts";

/** Ends the listener for a press elsewhere once the menu is closed. */
const watching = new WeakMap<HTMLDetailsElement, AbortController>();

/** How many pieces of work that were begun from a menu are not done yet. */
const working = new WeakMap<HTMLDetailsElement, number>();

function watch(event: Event): void {
  const menu = event.currentTarget as HTMLDetailsElement;
  watching.get(menu)?.abort();
  if (!menu.open) return;
  const elsewhere = (press: Event): void => {
    if (!menu.contains(press.target as Node)) menu.open = false;
  };
  const controller = new AbortController();
  watching.set(menu, controller);
  document.addEventListener("pointerdown", elsewhere, { signal: controller.signal });
}

function escape(event: KeyboardEvent): void {
  const menu = event.currentTarget as HTMLDetailsElement;
  if (event.key !== "Escape" || !menu.open || isDroppedDown(event.target as Element)) return;
  event.preventDefault();
  menu.open = false;
  menu.querySelector("summary")?.focus();
}

function leave(event: FocusEvent): void {
  const menu = event.currentTarget as HTMLDetailsElement;
  // If the focus goes nowhere, it was lost by a press, and `watch` knows where that was.
  if (event.relatedTarget !== null && !menu.contains(event.relatedTarget as Node)) menu.open = false;
}

/**
 * What hangs down can have the focus, for a press on text inside: else the focus would go to what lies behind, and the menu would
 * close during the press, which crashes Chromium 156.
 */
export function menu(label: string, content: TemplateResult): TemplateResult {
  return html`<details class="menu" @toggle=${watch} @keydown=${escape} @focusout=${leave}>
    <summary>${label}</summary>
    <div class="drop" tabindex="-1">${content}</div>
  </details>`;
}

/**
 * Closes the menu that holds what was pressed, and works once it is drawn closed and busy, because nothing is drawn during a long
 * step. The focus goes to the menu's button, since what was pressed is gone.
 */
export async function closeAndWork(event: Event, work: () => Promise<void> | void): Promise<void> {
  const menu = (event.target as Element).closest("details");
  const count = (more: number): void => {
    if (menu === null) return;
    const pieces = (working.get(menu) ?? 0) + more;
    working.set(menu, pieces);
    menu.ariaBusy = pieces > 0 ? "true" : null;
  };
  if (menu !== null) {
    menu.open = false;
    menu.querySelector("summary")?.focus();
  }
  count(1);
  try {
    await painted();
    await work();
  } finally {
    count(-1);
  }
}

/**
 * A menu that hangs from its button. It closes by Escape, which gives the focus back to the button, by a press elsewhere, and
 * when the focus leaves it.
 */
import { html, type TemplateResult } from "lit";
import { painted } from "../state/painted.ts";
import { isDroppedDown } from "./typing.ts";

/** What listens for a press elsewhere while a menu is open. */
const watching = new WeakMap<HTMLDetailsElement, AbortController>();

/** How much work that was begun from a menu is not done. */
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
  // Without a place to go to, the focus was lost by a press, of which `watch` knows where it was.
  if (event.relatedTarget !== null && !menu.contains(event.relatedTarget as Node)) menu.open = false;
}

/**
 * What hangs down takes the focus of who presses a text in it: else that would go to what lies behind, and the menu would close under the
 * press, which Chromium 156 does not survive.
 */
export function menu(label: string, content: TemplateResult): TemplateResult {
  return html`<details class="menu" @toggle=${watch} @keydown=${escape} @focusout=${leave}>
    <summary>${label}</summary>
    <div class="drop" tabindex="-1">${content}</div>
  </details>`;
}

/**
 * Closes the menu that holds what was pressed, and works once it is drawn closed and busy: a step that takes long lets nothing be drawn.
 * The focus goes to the menu's button, since what was pressed is not there any more.
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

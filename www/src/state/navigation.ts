/** How a view changes the page's state: a new state from the old one, as a step of the history or in place. */
import type { PageState } from "./url.ts";

/**
 * `open` lays something over the page, as a step that `close` takes back: if nothing else was changed meanwhile, closing is the
 * browser's own step back, so that opening and closing leave no trail.
 */
export type How = "push" | "replace" | "open" | "close";

export type Go = (change: (state: PageState) => PageState, how: How) => void;

/** What every view gets from the page around it. */
export interface Surroundings {
  go: Go;
  /** Opens the connection dialog. `cause` is the failure that led there, so that the dialog begins at what is wrong. */
  connect: (cause?: unknown) => void;
  /** Says something to a screen reader, politely. `""` takes back what was said last, because it no longer holds. */
  announce: (text: string) => void;
}

export interface AskingView {
  /** Asks once more for what failed, if `which` accepts the failure. */
  askAgain: (which: (error: unknown) => boolean) => void;
  /** A person wants answers now: asks for what failed, was stopped or put off. What is under way goes on. */
  takeUp: () => void;
}

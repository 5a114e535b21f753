/** How a view changes the page's state: a new state from the old one, as a step of the history or in place. */
import type { PageState } from "./url.ts";

/**
 * `open` lays something over the page, as a step that `close` takes back: where nothing else was changed meanwhile, closing is
 * the browser's own step back, so that opening and closing leave no trail.
 */
export type How = "push" | "replace" | "open" | "close";

export type Go = (change: (state: PageState) => PageState, how: How) => void;

/** What every view gets from the page around it. */
export interface Surroundings {
  go: Go;
  /** Opens the connection dialog, at what is wrong where a failure says so. */
  connect: (cause?: unknown) => void;
  /** Says something to a screen reader, politely. Nothing, `""`, takes back what was said last: it holds no longer. */
  announce: (text: string) => void;
}

export interface AskingView {
  /** Asks for what failed once more, where it failed so. */
  askAgain: (which: (error: unknown) => boolean) => void;
  /** A person wants answers now: what failed, was stopped or is put off is asked for. What is under way goes on. */
  takeUp: () => void;
}

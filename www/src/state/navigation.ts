/** How a view changes the page's state: a new state from the old one, as a step of the history or in place. */
import type { PageState } from "./url.ts";

export type Go = (change: (state: PageState) => PageState, how: "push" | "replace") => void;

/** What every view gets from the page around it. */
export interface Surroundings {
  go: Go;
  /** Opens the connection dialog. */
  connect: () => void;
  /** Says something to a screen reader, politely. */
  announce: (text: string) => void;
}

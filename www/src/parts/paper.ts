/**
 * Whether the page is laid out for paper just now. There, a part that grows with its content must not be measured to decide how
 * much it shows: it would grow without end.
 */
export const isOnPaper = (): boolean => matchMedia("print").matches;

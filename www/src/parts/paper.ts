/**
 * Whether the page is laid out for paper just now. There, what is as large as what it shows is not to be measured for how much to
 * show: it would grow without end.
 */
export const isOnPaper = (): boolean => matchMedia("print").matches;

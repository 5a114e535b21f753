/**
 * Links within the page: a plain click goes there without loading anything anew; a click for a new tab, a window or a file is left
 * to the browser.
 */

/** What a link does on a click. */
export const going =
  (go: () => void) =>
  (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go();
  };

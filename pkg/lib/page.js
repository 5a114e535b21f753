/**
 * The page that waits for answers: whether anybody looks at it, and whether it is online. In a worker the pages it serves say so
 * themselves.
 */

/** @type {(EventTarget & { visibilityState: string, onLine?: boolean } | undefined)[]} */
const pages = [globalThis.document];

/** What has a `visibilityState`, perhaps `onLine`, and tells their changes; nothing where there is no page. */
export const page = () => pages.at(-1);

/** Takes another's word for it, until the function that is returned is called. */
export function watch(other) {
  pages.push(other);
  return () => {
    const at = pages.indexOf(other);
    if (at >= 0) pages.splice(at, 1);
  };
}

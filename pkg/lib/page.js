/** The page that waits for answers: whether anybody looks at it. In a worker the page says so itself. */

let document = globalThis.document;

/** What has a `visibilityState` and tells its changes; nothing where there is no page. */
export const page = () => document;

/** Takes another's word for it. */
export function watch(other) {
  document = other;
}

/** Where keys are somebody's own: a page that has keys of its own leaves them those. */
const CHOSEN = ["button", "checkbox", "color", "file", "image", "radio", "range", "reset", "submit"];
const TYPED = `input:not(${CHOSEN.map((type) => `[type="${type}"]`).join()}), textarea, [contenteditable]:not([contenteditable="false"]), dialog`;

/** Whether keys become text there, or belong to a dialog. */
export const isTypedInto = (target: Element): boolean => target.closest(TYPED) !== null;

/** Whether it is a list of choices that is dropped down. Browsers that cannot say so let no key of it through to the page. */
export const isDroppedDown = (target: Element): boolean => CSS.supports("selector(:open)") && target.matches("select:open");

/** Where keys belong to an element: there the page leaves its own shortcuts aside. */
const CHOSEN = ["button", "checkbox", "color", "file", "image", "radio", "range", "reset", "submit"];
const TYPED = `input:not(${CHOSEN.map((type) => `[type="${type}"]`).join()}), textarea, [contenteditable]:not([contenteditable="false"]), dialog`;

/** Whether keys become text there, or belong to a dialog. */
export const isTypedInto = (target: Element): boolean => target.closest(TYPED) !== null;

/** Whether it is a list of choices that is dropped down. Browsers that cannot say so pass none of its keys to the page. */
export const isDroppedDown = (target: Element): boolean => CSS.supports("selector(:open)") && target.matches("select:open");

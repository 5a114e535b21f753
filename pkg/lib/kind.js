/** What a value is. */

/**
 * Whether it is an object, and no function.
 *
 * @param {any} value
 * @returns {value is object}
 */
export const isObject = (value) => typeof value === "object" && value !== null;

/** Whether it is of this kind, whatever realm it comes from: `"Date"`, `"ArrayBuffer"`. What throws when it is asked is of none. */
export function isA(name, value) {
  try {
    return Object.prototype.toString.call(value) === `[object ${name}]`;
  } catch {
    return false;
  }
}

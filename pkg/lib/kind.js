/** What a value is. */

/**
 * Whether it is an object, and no function.
 *
 * @param {any} value
 * @returns {value is object}
 */
export const isObject = (value) => typeof value === "object" && value !== null;

/** Whether it is of this kind, whatever realm it comes from: `"Date"`, `"ArrayBuffer"`. */
export const isA = (name, value) => Object.prototype.toString.call(value) === `[object ${name}]`;

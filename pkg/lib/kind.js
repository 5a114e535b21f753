/** What the platform calls a value. */

/** Whether it is of this kind, whatever realm it comes from: `"Date"`, `"ArrayBuffer"`. */
export const isA = (name, value) => Object.prototype.toString.call(value) === `[object ${name}]`;

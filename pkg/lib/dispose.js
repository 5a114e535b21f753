/**
 * The name of the method that `using` calls. Where the platform has none yet, what bundlers make of `using` looks for this
 * symbol of the same description.
 */

/** @type {typeof Symbol.dispose} */
export const DISPOSE = Symbol.dispose ?? Symbol.for("Symbol.dispose");

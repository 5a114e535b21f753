/** An object's own members alone: what it lacks is not looked for in `Object.prototype`, which a page may have given anything. */
export const bare = (members) => ({ __proto__: null, ...members });

/** A day, in milliseconds. */
export const DAY_MS = 86_400_000;

/** Taken once, so that days agree with each other if one begins meanwhile. */
const NOW = Date.now();

/** The day, in UTC, so many days ago. */
export const dayAgo = (days) => new Date(NOW - days * DAY_MS).toISOString().slice(0, 10);

/** A day, in milliseconds. */
export const DAY_MS = 86_400_000;

/** The day, in UTC, so many days ago. */
export const dayAgo = (days) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

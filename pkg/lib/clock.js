/** The time, and chance. A page may have taken any of them away: what it asks of the package goes on without. */

/** Milliseconds that only ever go up. */
export function steadyNow() {
  try {
    return performance.now();
  } catch {
    return dateNow();
  }
}

/** Milliseconds since 1970. */
export function dateNow() {
  try {
    return Date.now();
  } catch {
    return 0;
  }
}

/** A number from 0 to 1. */
export function chance() {
  try {
    return Math.random();
  } catch {
    return 0.5;
  }
}

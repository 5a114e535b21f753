/** Every case, in the order of the catalogue. One with `page: false` runs in Node only. */
import { bodies } from "./bodies.mjs";
import { statuses } from "./statuses.mjs";

export const cases = [...statuses, ...bodies];

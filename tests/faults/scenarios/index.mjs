/** Every scenario by its name, which is what a client's base URL ends in. */
import { bodies } from "./bodies.mjs";
import { framing } from "./framing.mjs";
import { statuses } from "./statuses.mjs";

export const scenarios = { ...statuses, ...bodies, ...framing };

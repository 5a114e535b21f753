/** Every case, in the order of the catalogue. One with `page: false` runs in Node only, one with `worker: false` in no worker. */
import { bodies } from "./bodies.mjs";
import { foreign } from "./foreign.mjs";
import { input } from "./input.mjs";
import { schema } from "./schema.mjs";
import { statuses } from "./statuses.mjs";
import { time } from "./time.mjs";
import { transport } from "./transport.mjs";

export const cases = [...statuses, ...bodies, ...schema, ...transport, ...foreign, ...time, ...input];

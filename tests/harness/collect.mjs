/** Collects garbage now, in Node. Finalizers run in later turns. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
export const collect = runInNewContext("gc");

/** Compiles where each entry gives what its types say. */
import * as browser from "../../pkg/browser.js";
import { startIn } from "../../pkg/lib/worker/start.js";
import * as node from "../../pkg/node.js";
import type { ScanfoldWorker, WorkerOptions } from "../../pkg/worker.js";
import * as workerd from "../../pkg/workerd.js";

/** An error's fields are put into it by their names. */
type Main = Omit<typeof import("../../pkg/index.js"), "ScanfoldError">;

export const main: Main[] = [browser, node, workerd];
export const worker = (options: WorkerOptions): Promise<ScanfoldWorker> => startIn(() => {}, options, () => {});

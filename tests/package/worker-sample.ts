/** Uses every export of `scanfold/worker`, for the compiler. */
import type { Client, ContainerFinding, FindingPage, Rollup, ScanDiff } from "scanfold";
import { isScanfoldError, ScanfoldError, startWorker } from "scanfold/worker";
import type { ModuleWorker, ScanfoldWorker, WorkerClient, WorkerExports, WorkerOptions, WorkerScan } from "scanfold/worker";
import { serveWorker } from "scanfold/worker-thread";

const own: ModuleWorker = new Worker("/worker.js", { type: "module" });
const options: WorkerOptions = { worker: own, wasm: new URL("https://app.example.com/scanfold_bg.wasm") };
const worker: ScanfoldWorker = await startWorker(options);
const client: WorkerClient = await worker.createClient({ baseUrl: "https://analysis.example.com", apiToken: async () => "token" });
const scan: WorkerScan = await client.containerScans.open({ platform: "github", org: "acme", scan_id: "s" }, { onProgress: ({ bytes }) => bytes });
const before = await worker.openScan(new Blob(), { maxBytes: 10 });

const rollup: Rollup | null = await scan.rollup({ by: "image" });
const facets = await scan.facets({ severity: ["high"] as const }, { dimensions: ["image"] as const });
console.log(facets?.image.length, (await scan.facets(undefined, { minEpss: [0.5] }))?.minEpss[0]?.count);
const page: FindingPage | null = await scan.findings({ limit: 10 });
const one: ContainerFinding | undefined = await scan.finding("uid");
const place: number | null = await scan.position("uid", { sort: [{ by: "severity", descending: true }] });
const diff: ScanDiff = await scan.diff(before);
const changes: number | undefined = (await scan.diff(before, { where: {}, sort: [], limit: 0 })).counts?.added;
const format: keyof WorkerExports = "sarif";
const files: Blob[] = [await scan.export("csv", { sort: [{ by: "id", descending: true }], raw: true }), await scan.export(format, { where: {} }), await scan.export("json")];
const same: Client["teams"] = client.teams;

try {
  // @ts-expect-error -- a worker cannot be given a fetch
  await worker.createClient({ baseUrl: "https://analysis.example.com", fetch });
  // @ts-expect-error -- a dimension is asked of Markdown alone
  await scan.export("csv", { by: "image" });
} catch (error) {
  if (isScanfoldError(error, "init_failed") || error instanceof ScanfoldError) console.log(error.hint);
}
console.log(rollup, page, one, place, diff, changes, files, same, await scan.diagnostics(), await scan.repositories());
worker.dispose();
serveWorker();

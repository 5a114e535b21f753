/**
 * Asks a scan ahead for what its first view needs, in a task each: the package keeps the answers, and a million findings do
 * not hold the page up in one long task.
 */
import type { ContainerScan } from "scanfold";

export async function prepare(scan: ContainerScan, signal: AbortSignal): Promise<void> {
  const asks = [() => scan.rollup(), () => scan.diagnostics, () => scan.facets(), () => scan.findings({ limit: 1 })];
  for (const ask of asks) {
    await new Promise((resolve) => setTimeout(resolve));
    if (signal.aborted) return;
    ask();
  }
  await new Promise((resolve) => setTimeout(resolve));
}

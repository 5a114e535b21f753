/** Whether what a scan found is known. */
import type { ContainerScan } from "scanfold";

/** An empty list of a scan that does not say it has completed tells nothing: it means neither zero nor clean. */
export const isEmptySoFar = ({ findingCount, status }: ContainerScan): boolean => findingCount === 0 && status !== "completed";

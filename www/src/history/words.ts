/** What a scan of the history says of itself, in words where the service left it out. */
import type { AgentScan } from "scanfold";
import { clip } from "../parts/text.ts";

/** How many files a scan read, or `null` where the service does not say: that is not none. */
export const filesOf = ({ num_files }: AgentScan): number | null => (num_files as number | null | undefined) ?? null;

/** Inside a sentence. */
export const branchOf = (branch: string, length: number): string => (branch === "" ? "a branch not given" : clip(branch, length));

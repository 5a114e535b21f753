/**
 * Rows as the page's types have them. The package hands rows out as the service sent them, and a service may leave any member
 * out: here, where rows come in, a text that is missing becomes the empty one, which `given` shows as what it is. What is no
 * text (`num_files`) stays missing, since every number would be a claim.
 */
import type { AgentScan, ContainerFinding } from "scanfold";

const FINDING = ["uid", "image", "kind", "target", "id", "package", "severity", "installed_version"] as const;
const ENTRY = ["service", "repo_name", "branch", "commit_id", "scan_id", "prompt", "timestamp"] as const;

/** The row itself where nothing is missing. */
function filled<Row extends object>(row: Row, texts: readonly (keyof Row)[]): Row {
  const missing = texts.filter((name) => typeof row[name] !== "string");
  return missing.length === 0 ? row : { ...row, ...Object.fromEntries(missing.map((name) => [name, ""])) };
}

export const wholeFinding = (row: ContainerFinding): ContainerFinding => filled(row, FINDING);

export const wholeEntry = (scan: AgentScan): AgentScan => filled(scan, ENTRY);

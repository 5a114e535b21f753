/**
 * Rows as the page's types have them. The package hands rows out as the service sent them, and a service may leave any member out:
 * here, where rows come in, a text that is missing becomes the empty one, which `given` shows as what it is. What is no text
 * (`num_files`) stays missing, since every number would be a claim. A saved file has what the service sent.
 */
import type { AgentScan, ContainerFinding } from "scanfold";

const FINDING = ["uid", "image", "kind", "target", "id", "package", "severity", "installed_version"] as const;
const ENTRY = ["service", "repo_name", "branch", "commit_id", "scan_id", "prompt", "timestamp"] as const;

/** Rows that were filled in, and what was sent instead. */
const sent = new WeakMap<object, object>();

/** The row itself if nothing is missing. */
function filled<Row extends object>(row: Row, texts: readonly (keyof Row)[]): Row {
  const missing = texts.filter((name) => typeof row[name] !== "string");
  if (missing.length === 0) return row;
  const whole = { ...row, ...Object.fromEntries(missing.map((name) => [name, ""])) };
  sent.set(whole, row);
  return whole;
}

/** A row as the service sent it. */
export const asSent = <Row extends object>(row: Row): Row => (sent.get(row) as Row | undefined) ?? row;

export const wholeFinding = (row: ContainerFinding): ContainerFinding => filled(row, FINDING);

export const wholeEntry = (scan: AgentScan): AgentScan => filled(scan, ENTRY);

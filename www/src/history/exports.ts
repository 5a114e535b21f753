/** What the table of a history lists, as a file. Its name says which list it is, and whether that is everything. */
import { html, type TemplateResult } from "lit";
import type { AgentScan, HistoryGroup } from "scanfold";
import { csvFile, SEPARATOR, type Cell } from "../parts/csv-file.ts";
import { download } from "../parts/download.ts";
import { jsonFile, jsonList, jsonOf } from "../parts/json-file.ts";
import { closeAndWork, menu } from "../parts/menu.ts";
import { counted } from "../parts/text.ts";
import { zoneName } from "../parts/time.ts";
import { instant } from "../state/instant.ts";
import { asSent } from "../state/sparse.ts";
import type { HistoryState } from "../state/url-history.ts";
import { isFiltered } from "./filters.ts";
import type { Rows } from "./order.ts";
import { filesOf } from "./words.ts";

/** Named as the service names them, but for `time`, which is the timestamp in UTC. */
const SCAN = ["time", "timestamp", "branch", "prompt", "num_files", "commit_id", "scan_id", "service", "repo_name"] as const;

const timeOf = (timestamp: string): string => {
  const ms = instant(timestamp);
  return ms === null ? "" : new Date(ms).toISOString();
};

const cells = (scan: AgentScan): Cell[] =>
  SCAN.map((name) => {
    if (name === "time") return timeOf(scan.timestamp);
    return name === "num_files" ? (filesOf(scan) ?? "") : scan[name];
  });

export interface HistoryExportProps {
  state: HistoryState;
  rows: Rows;
  onError: (error: unknown) => void;
}

/** The lists of a history, in words and in the names of files. */
function named(rows: Rows, by: HistoryState["by"]): { count: number; noun: string; part: string } {
  if (rows.list === "groups") return { count: rows.groups.length, noun: "group", part: `-by-${by}` };
  return { count: rows.scans.length, noun: "scan", part: rows.list === "latest" ? `-latest-by-${by === "day" ? "branch" : by}` : "" };
}

const groupCells = ({ key, scans, latest }: HistoryGroup<AgentScan>): Cell[] => [key, scans.length, ...cells(latest)];

function csv(rows: Rows, { by, zone }: HistoryState): Promise<Blob> {
  // Days are those of the table, times are in UTC.
  const key = by === "day" ? `day (${zoneName(zone)})` : by;
  if (rows.list === "groups") return csvFile([key, "scans", ...SCAN.map((name) => `latest_${name}`)], rows.groups, groupCells);
  return csvFile(SCAN, rows.scans, cells);
}

/** One group may have all scans. */
function* groupTexts(groups: readonly HistoryGroup<AgentScan>[]): Generator<string> {
  yield "[";
  for (const [at, { key, latest, scans }] of groups.entries()) {
    yield `${at > 0 ? "," : ""}{"key":${JSON.stringify(key)},"latest":${JSON.stringify(asSent(latest))},"scans":`;
    yield* jsonList(scans, asSent);
    yield "}";
  }
  yield "]";
}

function json(rows: Rows): Promise<Blob> {
  return rows.list === "groups" ? jsonOf(groupTexts(rows.groups)) : jsonFile(rows.scans, asSent);
}

export function exportMenu({ state, rows, onError }: HistoryExportProps): TemplateResult {
  const { count, noun, part } = named(rows, state.by);
  const name = `${state.repo}-agent-history${part}${isFiltered(state) ? "-filtered" : ""}`;
  const save = async (ending: string, write: () => Promise<Blob>): Promise<void> => {
    try {
      download(`${name}.${ending}`, await write());
    } catch (error) {
      onError(error);
    }
  };
  const item = (label: string, write: () => Promise<Blob>): TemplateResult =>
    html`<li><button type="button" @click=${(event: Event) => closeAndWork(event, () => save(label.toLowerCase(), write))}>${label}</button></li>`;
  const held = rows.list === "groups" ? ", each with its latest scan in CSV, with all of its scans in JSON" : "";
  return menu(
    "Export",
    html`<ul>${item("CSV", () => csv(rows, state))}${item("JSON", () => json(rows))}</ul>
      <p class="note">The ${counted(count, noun)} listed, in their order${held}. ${SEPARATOR}</p>`,
  );
}

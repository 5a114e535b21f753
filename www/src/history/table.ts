/** The table below the timeline in its three forms: every scan, groups with their latest, the latest scan of each. */
import { html, nothing, type TemplateResult } from "lit";
import { summarizeHistory, type AgentScan, type HistoryGroup } from "scanfold";
import { cssom } from "../parts/cssom.ts";
import type { Column } from "../parts/data-grid.ts";
import { mono } from "../parts/mono.ts";
import { option } from "../parts/option.ts";
import { pathName } from "../parts/path.ts";
import { HEADER_HEIGHT, ROW_HEIGHT } from "../parts/row-range.ts";
import { tabs } from "../parts/tabs.ts";
import { beginning, given, number } from "../parts/text.ts";
import { dated, zoneName } from "../parts/time.ts";
import { GROUP_KEYS, type GroupKey, type HistorySortKey, type HistoryState, type List } from "../state/url-history.ts";
import { files, prompt } from "./cells.ts";
import { exportMenu } from "./exports.ts";
import type { HistoryModel } from "./history-model.ts";
import { nextSort, orderOf, type Rows } from "./order.ts";

export interface TableProps {
  model: HistoryModel;
  state: HistoryState;
  rows: Rows;
  /** Says what the rows are: with another name the table lists other rows. */
  name: string;
  now: number;
  onChange: (part: Partial<HistoryState>) => void;
  isChosen: (scan: AgentScan) => boolean;
  onScan: (scan: AgentScan) => void;
  onGroup: (group: HistoryGroup<AgentScan>) => void;
  onExportError: (error: unknown) => void;
}

const BY_WORD: Record<GroupKey, string> = {
  branch: "branch",
  prompt: "prompt",
  commit_id: "commit",
  service: "service",
  repo_name: "repository",
  day: "day",
};

type Columns<Row> = Column<Row, HistorySortKey>[];

/** Whether the latest scan of its kind is too long ago, or in the future, which means there was none. */
function isStale(scan: AgentScan, { at, staleMs, ahead }: HistoryModel): boolean {
  return ahead.includes(scan) || summarizeHistory([scan], { now: at, staleMs }).stale;
}

function scanColumns({ model, now, state }: TableProps): Columns<AgentScan> {
  const staleMark = (scan: AgentScan): TemplateResult | typeof nothing =>
    state.list === "latest" && isStale(scan, model) ? html` <b class="stale">stale</b>` : nothing;
  return [
    { id: "time", label: `Time (${zoneName(model.zone)})`, sort: "time", cell: (scan) => html`${dated(scan.timestamp, now, model.zone)}${staleMark(scan)}` },
    { id: "branch", label: "Branch", sort: "branch", cell: ({ branch }) => html`<span class="mono strong">${pathName(branch)}</span>` },
    { id: "prompt", label: "Prompt", sort: "prompt", cell: (scan) => prompt(scan.prompt, model) },
    { id: "files", label: "Files", sort: "files", cell: (scan) => files(scan, model) },
    {
      id: "commit",
      label: "Commit",
      sort: "commit",
      cell: ({ commit_id }) => html`<span title=${given(commit_id, 80)}>${mono(beginning(commit_id, 10), 12)}</span>`,
    },
    { id: "scan", label: "Scan id", sort: "scan", cell: ({ scan_id }) => mono(scan_id, 60) },
    { id: "stamp", label: "Timestamp as sent", sort: "stamp", cell: ({ timestamp }) => mono(timestamp, 60) },
  ];
}

/** Grouped by day, all scans with an unreadable time share one group, whatever they have instead. */
function keyOf({ key, scans }: HistoryGroup<AgentScan>, by: GroupKey, model: HistoryModel): TemplateResult {
  if (by === "day" && key === "" && scans.some(({ timestamp }) => timestamp)) return html`<span class="unknown">no readable time</span>`;
  if (by === "branch") return html`<span class="mono strong">${pathName(key)}</span>`;
  return html`<span class="strong">${by === "prompt" ? prompt(key, model) : mono(key, 120)}</span>`;
}

/** Without the column that would only repeat what the groups are made by. */
function groupColumns({ model, now, state }: TableProps): Columns<HistoryGroup<AgentScan>> {
  const word = BY_WORD[state.by];
  const columns: Columns<HistoryGroup<AgentScan>> = [
    {
      id: "key",
      label: `${word.charAt(0).toUpperCase()}${word.slice(1)}`,
      sort: "key",
      cell: (group) => keyOf(group, state.by, model),
    },
    { id: "count", label: "Scans", sort: "count", cell: ({ scans }) => number(scans.length) },
    { id: "time", label: `Latest (${zoneName(model.zone)})`, sort: "time", cell: ({ latest }) => dated(latest.timestamp, now, model.zone) },
    { id: "branch", label: "Latest on", sort: "branch", cell: ({ latest }) => html`<span class="mono">${pathName(latest.branch)}</span>` },
    { id: "prompt", label: "Latest prompt", sort: "prompt", cell: ({ latest }) => prompt(latest.prompt, model) },
    { id: "files", label: "Files", sort: "files", cell: ({ latest }) => files(latest, model) },
    { id: "scan", label: "Scan id", sort: "scan", cell: ({ latest }) => mono(latest.scan_id, 60) },
  ];
  return columns.filter(({ id }) => id !== state.by);
}

function sortingOf({ state, onChange }: TableProps): { sorting: HistoryState["sort"][]; onSort: (key: HistorySortKey) => void } {
  const sort = orderOf(state);
  return { sorting: [sort], onSort: (key) => onChange({ sort: nextSort(sort, key) }) };
}

/** The table's borders above and below, in pixels. */
const BORDER = 2;

/** A table is as high as its rows, up to the height that the style sheet allows. */
const height = (count: number): ReturnType<typeof cssom> => cssom({ "--rows": `${HEADER_HEIGHT + count * ROW_HEIGHT + BORDER}px` });

function grid(props: TableProps): TemplateResult {
  const { rows, state } = props;
  const { sorting, onSort } = sortingOf(props);
  if (rows.list === "groups")
    return html`<data-grid
      .layout=${`history-groups grid-by-${state.by}`}
      .label=${`Scans by ${BY_WORD[state.by]}`}
      .columns=${groupColumns(props)}
      .count=${rows.groups.length}
      .query=${props.name}
      .row=${(index: number) => rows.groups[index]}
      .sorting=${sorting}
      .selected=${() => false}
      .onSort=${onSort}
      .onOpen=${props.onGroup}
      ${height(rows.groups.length)}
    ></data-grid>`;
  return html`<data-grid
    .layout=${rows.list === "latest" ? "history grid-history-latest" : "history"}
    .label=${rows.list === "latest" ? "Latest agent scans" : "Agent scans"}
    .columns=${scanColumns(props)}
    .count=${rows.scans.length}
    .query=${props.name}
    .row=${(index: number) => rows.scans[index]}
    .sorting=${sorting}
    .selected=${props.isChosen}
    .onSort=${onSort}
    .onOpen=${props.onScan}
    ${height(rows.scans.length)}
  ></data-grid>`;
}

function chooseBy({ state, onChange }: TableProps): TemplateResult | typeof nothing {
  if (state.list === "scans") return nothing;
  const keys = GROUP_KEYS.filter((key) => state.list === "groups" || key !== "day");
  const change = (event: Event): void =>
    onChange({ by: GROUP_KEYS.find((key) => key === (event.target as HTMLSelectElement).value) ?? "branch" });
  return html`<label>
    ${state.list === "groups" ? "Group by" : "For each"}
    <select name="by" @change=${change}>
      ${keys.map((key) => option(key, BY_WORD[key], key === state.by))}
    </select>
  </label>`;
}

export function table(props: TableProps): TemplateResult {
  const { model, state, onChange } = props;
  return html`<section class="history-table">
    <div class="line">
      ${tabs<List>({
        label: "What the table lists",
        choices: [
          { id: "scans", label: "Scans", count: model.scans.length },
          { id: "groups", label: "Groups" },
          { id: "latest", label: `Latest per ${BY_WORD[state.by === "day" ? "branch" : state.by]}` },
        ],
        chosen: state.list,
        controls: "history-list",
        onChoose: (list) => onChange({ list }),
      })}
      ${chooseBy(props)}${exportMenu({ state, rows: props.rows, onError: props.onExportError })}
    </div>
    <div id="history-list" role="tabpanel" aria-labelledby="history-list-${state.list}">${grid(props)}</div>
  </section>`;
}

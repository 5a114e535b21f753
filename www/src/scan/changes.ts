/** Changes against an earlier scan: what came, what went, what stayed and became different. */
import { html, nothing, type TemplateResult } from "lit";
import type { ContainerFinding, FindingFilter, ScanDiff, Severity, SortKey } from "scanfold";
import { ARROW } from "../parts/arrow.ts";
import { idName, versionName } from "../parts/cut-inside.ts";
import type { Column } from "../parts/data-grid.ts";
import { failure, type FailureActions } from "../parts/failure.ts";
import { leadNote, pathName } from "../parts/path.ts";
import { badge, LETTER, WORD } from "../parts/severity.ts";
import { clip, counted, given, number } from "../parts/text.ts";
import type { Compared } from "../state/comparison.ts";
import { SEVERITIES } from "../state/severity.ts";
import { CHANGE_KINDS, MOVES, type ChangeKind, type Move, type Sort } from "../state/url.ts";
import { exploitFlag, FIXED_IN, fixedIn, titleText } from "./columns.ts";
import type { Matching } from "./change-filter.ts";
import { chosenOf, givenAmong, moveIn, type Change, type ChangeChoice } from "./diff-rows.ts";
import { epssText } from "./epss.ts";
import { givenColumns, type Given } from "./given-columns.ts";
import { changesMenu } from "./exports.ts";
import { isEmpty } from "./filters.ts";
import { noMatch } from "./no-match.ts";
import { isOpenAmong } from "./opened.ts";
import type { ScanModel } from "./scan-model.ts";
import type { ScanNames } from "./scan-names.ts";
import { pressed, shownOrder } from "./sorting.ts";
import type { Tally, TallyQuery } from "./tally.ts";

export const CHANGE_WORD: Record<ChangeKind, string> = {
  added: "New",
  resolved: "Resolved",
  severityChanged: "Severity changed",
  becameFixable: "Now fixable",
  exploitBecameKnown: "Exploit now known",
};

const MOVE_WORD: Record<Move, string> = { rose: "Severity rose", fell: "Severity fell" };

/** What is listed, in words. */
export function changeWord(choice: ChangeChoice): string {
  const move = moveIn(choice);
  return move === "" ? CHANGE_WORD[choice.change] : MOVE_WORD[move];
}

const wordOf = ({ shown, moved }: ChangesPartsProps): string => changeWord({ change: shown, moved });

/** The changes that are listed, for what counts and filters them. */
export interface ListedChanges {
  /** Which optional columns have values, as for the table. */
  given: Given;
  /** `null` until they can be counted, and if there are none. */
  model: ScanModel | null;
  /** How many there are without filters. */
  total: number;
  menu: TemplateResult | typeof nothing;
}

/** What names and sums up a comparison, and below that the list, or whatever stands in its place. */
export interface ChangesParts {
  above: TemplateResult;
  below: TemplateResult;
  /** `null` if nothing is compared. */
  listed: ListedChanges | null;
}

export interface ChangesPartsProps {
  result: Compared;
  /** Of the open scan: an image that only the earlier one has is shown in full. */
  names: ScanNames;
  /** The open scan, and the earlier one. */
  scanId: string;
  before: string;
  shown: ChangeKind;
  moved: ChangeChoice["moved"];
  ignoreImage: boolean;
  where: FindingFilter;
  sort: Sort[];
  /** How many there are; `null` if that cannot be counted. */
  tally: (compared: Compared, query: TallyQuery) => Tally | null;
  /** Those of a list that match the filter, sorted once they can be; `null` until they are found. */
  matching: (list: Change[]) => Matching | null;
  /** Why they cannot be counted, filtered and sorted, if so; read after `tally` and `matching`. */
  filterFailed: () => unknown;
  onFilterAgain: () => void;
  onConnect: FailureActions["connect"];
  /** The finding whose details are open, if it is one of those shown. */
  open: ContainerFinding | undefined;
  /** The earlier scan becomes the open one, and this the one that it is compared with. */
  onTurnRound: () => void;
  onShow: (kind: ChangeKind) => void;
  onMove: (moved: ChangeChoice["moved"]) => void;
  onSort: (sort: Sort[]) => void;
  /** By a button that disappears with what it removes: the pill at this place, or all. */
  onTakeBack: (where: FindingFilter, at: number) => void;
  onOpen: (finding: ContainerFinding, index: number) => void;
  onExportError: (error: unknown) => void;
}

const OF_RESOLVED = "Not in this scan any more: a row shows what the earlier one said.";

const signed = (count: number): string => (count > 0 ? `+${number(count)}` : count < 0 ? `−${number(-count)}` : "0");

/** What is installed, and what was before if that is another version. */
function installed({ before, after }: Change): TemplateResult {
  if (before === null || before.installed_version === after.installed_version) return versionName(after.installed_version, 60);
  const [was, is] = [given(before.installed_version, 60), given(after.installed_version, 60)];
  return html`<span class="mono" title="${was} → ${is}">${was} ${ARROW} ${is}</span>`;
}

const severity: Column<Change, SortKey> = { id: "severity", label: "Severity", sort: "severity", cell: ({ after }) => badge(after.severity) };

/** What it was, and what it has become. */
const severities: Column<Change, SortKey> = {
  id: "severity",
  classes: "c-pair",
  label: "Severity",
  sort: "severity",
  cell: ({ before, after }) => (before === null ? badge(after.severity) : html`${badge(before.severity)}${ARROW}${badge(after.severity)}`),
};

function changeColumns(kind: ChangeKind, { image: images }: ScanNames): Column<Change, SortKey>[] {
  return [
    kind === "severityChanged" ? severities : severity,
    { id: "id", label: "Id", sort: "id", cell: ({ after }) => idName(after.id, 120) },
    {
      id: "package",
      label: "Package",
      sort: "package",
      cell: ({ after }) => html`<span class="mono strong">${pathName(after.package, 120)}</span>`,
    },
    {
      id: "installed",
      label: "Installed",
      sort: "installed_version",
      cell: installed,
    },
    { ...FIXED_IN, cell: ({ after }) => fixedIn(after) },
    { id: "image", label: "Image", sort: "image", cell: ({ after }) => pathName(after.image, 120, images) },
    { id: "epss", label: "EPSS", sort: "epss", cell: ({ after }) => epssText(after) ?? nothing },
    { id: "exploit", label: "Exploit", sort: "exploit", cell: ({ after }) => exploitFlag(after) },
    { id: "title", label: "Title", cell: ({ after }) => titleText(after, 120) },
  ];
}

/** How the findings of both scans were matched; nothing if every uid stayed, as is expected. */
function matched({ uid, exact, withoutTarget, withoutVersion }: ScanDiff["matchedBy"], where: FindingFilter): string {
  if (exact + withoutTarget + withoutVersion === 0) return "";
  const ways: [number, string][] = [
    [uid, "their uid"],
    [exact, "all other fields"],
    [withoutTarget, "all but the target"],
    [withoutVersion, "all but the target and version"],
  ];
  const used = ways.filter(([count]) => count > 0).map(([count, way]) => `${number(count)} by ${way}`);
  return ` · Matched${isEmpty(where) ? "" : ", whatever the filter"}: ${used.join(", ")}.`;
}

function pairing({ result, where, names }: ChangesPartsProps, tally: Tally | null): TemplateResult {
  const note = leadNote(names.image);
  const difference = (severity: Severity): string => (tally === null ? "–" : signed(tally.difference[severity]));
  const differences = SEVERITIES.map((severity) => html`<span class="delta"><span class="sr">${WORD[severity]}</span><span aria-hidden="true">${LETTER[severity]}</span> ${difference(severity)}</span> `);
  return html`<p class="note">
    Net change by severity: <span>${differences}</span>${matched(result.diff.matchedBy, where)}${note === nothing ? nothing : html` ${note}`}
  </p>`;
}

/** How many severities rose and fell: a press lists only those, another one all again. */
function movesChoice(moves: NonNullable<Tally["moves"]>, { moved, onMove }: ChangesPartsProps): TemplateResult {
  const choice = (move: Move): TemplateResult =>
    html`<button type="button" class="kind" aria-pressed=${move === moved} @click=${() => onMove(move === moved ? "" : move)}><b>${number(moves[move])}</b> ${move}</button>`;
  const { unknown } = moves;
  return html`<div class="moves" role="group" aria-label="Which way severities moved">
    ${MOVES.map(choice)}${unknown === 0 ? nothing : html`<span class="note">${number(unknown)} from or to unknown</span>`}
  </div>`;
}

/** What would be misunderstood without a warning. */
function cautions({ result, onTurnRound }: ChangesPartsProps): TemplateResult {
  return html`${
    result.later
      ? html`<p class="issue inside-out">
          That scan is newer than the open one, so “new” and “resolved” are the wrong way round.
          <button type="button" class="link" @click=${onTurnRound}>Compare the other way round</button>
        </p>`
      : nothing
  }
  ${result.apart ? html`<p class="issue apart">The two scans have no image in common: “new” only means not in that scan, and “resolved” only not in this one.</p>` : nothing}`;
}

function changeTable(props: ChangesPartsProps, { list, sort: sorted }: Matching): TemplateResult {
  const { result, shown, names, where, sort, open, onSort, onOpen } = props;
  const isOpen = isOpenAmong(open, (row) => list.holds(row));
  const { columns, layout } = givenColumns("changes", changeColumns(shown, names), givenAmong(result.diff), { sort, where });
  return html`<data-grid
    .layout=${layout}
    .label=${wordOf(props)}
    .columns=${columns}
    .count=${list.total}
    .query=${list}
    .row=${(index: number) => list.row(index)}
    .sorting=${shownOrder(sorted)}
    .onSort=${(key: SortKey) => onSort(pressed(shownOrder(sort), key))}
    .selected=${({ after }: Change) => isOpen(after)}
    .onOpen=${({ after }: Change, index: number) => onOpen(after, index)}
  ></data-grid>`;
}

/** What can be saved of the list, once it is known. */
function menuOf(props: ChangesPartsProps, found: Matching | null): ListedChanges["menu"] {
  const { scanId, before, where, sort, onExportError } = props;
  if (found === null || found.list.total === 0 || props.filterFailed() !== null) return nothing;
  return changesMenu({ scanId, before, label: wordOf(props), list: found.list, filtered: !isEmpty(where), sort, sorted: found.sort, onError: onExportError });
}

/** Severities changed, and none of them the way that was asked for. */
function noneMoved(props: ChangesPartsProps, whole: number | undefined): TemplateResult {
  return html`<section class="state">
    <h2>${wordOf(props)}: none</h2>
    ${whole === undefined ? nothing : html`<p>${CHANGE_WORD[props.shown]}: ${counted(whole, "finding")}.</p>`}
    <div class="actions"><button class="primary" type="button" @click=${() => props.onMove("")}>Show all that changed</button></div>
  </section>`;
}

/** None of the kind, whatever the filter; the others are counted under it. */
function noneOf(props: ChangesPartsProps, tally: Tally | null): TemplateResult {
  if (props.result.diff[props.shown].length > 0) return noneMoved(props, tally?.of(props.shown));
  return html`<section class="state">
    <h2>${wordOf(props)}: none</h2>
    ${tally === null ? nothing : html`<p>${counts(tally, !isEmpty(props.where))}.</p>`}
  </section>`;
}

/** How many findings stayed, and how many changes of other kinds there are. */
function counts({ of, persisting }: Tally, isFiltered: boolean): string {
  const [one, many] = isFiltered ? ["finding that matches", "findings that match"] : ["finding", "findings"];
  const both = persisting === 0 ? `No ${one} is in both scans` : `${counted(persisting, `${one} is`, `${many} are`)} in both scans`;
  const others = CHANGE_KINDS.filter((kind) => of(kind) > 0).map((kind) => `${CHANGE_WORD[kind].toLowerCase()} ${number(of(kind))}`);
  return `${both}${others.length === 0 ? "" : `; ${others.join(", ")}`}`;
}

/** What only fields say, on a screen. */
function onPaper({ before, ignoreImage }: ChangesPartsProps): TemplateResult {
  return html`<p class="note on-paper">
    Compared with <span class="mono">${clip(before, 120)}</span>${ignoreImage ? ", matched across image names" : ""}.
  </p>`;
}

/** What could not be done with the changes. */
function unableTo({ where, sort }: ChangesPartsProps): string {
  if (!isEmpty(where)) return "The changes could not be filtered";
  return sort.length > 0 ? "The changes could not be sorted" : "The changes could not be counted";
}

function listed(props: ChangesPartsProps, list: Change[], found: Matching | null, tally: Tally | null): TemplateResult {
  if (list.length === 0) return noneOf(props, tally);
  const { names, onTakeBack, onFilterAgain, onConnect } = props;
  const failed = props.filterFailed();
  const failedOne = failed === null ? nothing : failure(unableTo(props), failed, { retry: onFilterAgain, connect: onConnect });
  if (found === null) return failed === null ? html`<section class="state" aria-busy="true"><p>Searching the changes.</p></section>` : html`${failedOne}`;
  const { model } = found;
  if (found.list.total === 0 && model !== null) {
    const whole = `${wordOf(props)}: ${counted(list.length, "finding")}.`;
    return html`${failedOne}${noMatch({ ways: model.ways(), ids: model.ids(), whole, names, onTakeBack })}`;
  }
  return html`${failedOne}${changeTable(props, found)}`;
}

export function changesParts(props: ChangesPartsProps): ChangesParts {
  const { result, where, shown, moved, onShow } = props;
  const { diff } = result;
  const tally = props.tally(result, { where, moves: shown === "severityChanged" && diff.severityChanged.length > 0 });
  const moves = tally?.moves ?? null;
  const list = chosenOf(diff, { change: shown, moved });
  const found = props.matching(list);
  const above = html`${onPaper(props)}${cautions(props)}<div class="change-kinds" role="group" aria-label="Which changes">
      ${CHANGE_KINDS.map(
        (kind) =>
          html`<button type="button" class="kind" aria-pressed=${kind === shown} @click=${() => onShow(kind)}>
            ${CHANGE_WORD[kind]} <b>${tally === null ? "–" : number(tally.of(kind))}</b>
          </button>`,
      )}
      <span class="note">${tally === null ? "–" : number(tally.persisting)} in both scans</span>
    </div>
    <div class="net">${pairing(props, tally)}${moves === null ? nothing : movesChoice(moves, props)}${shown === "resolved" ? html`<p class="note">${OF_RESOLVED}</p>` : nothing}</div>`;
  const below = listed(props, list, found, tally);
  return { above, below, listed: { given: givenAmong(diff), model: found?.model ?? null, total: list.length, menu: menuOf(props, found) } };
}

/** A completed scan: tiles, figures, facets, tabs and what the chosen tab shows. Data in, nodes out. */
import { html, nothing, type TemplateResult } from "lit";
import { isScanfoldError, type ContainerFinding, type FindingFilter, type RemediationStep } from "scanfold";
import { skipLink } from "../parts/skip.ts";
import { tabs, type TabChoice } from "../parts/tabs.ts";
import { clip, counted } from "../parts/text.ts";
import { ahead, when } from "../parts/time.ts";
import { instant } from "../state/instant.ts";
import { isEmptySoFar } from "../state/empty-so-far.ts";
import { TABS, type GroupTab, type PageState, type Sort, type Tab } from "../state/url.ts";
import type { FacetView } from "../state/facet-view.ts";
import type { LeftFilters } from "../state/scan-memory.ts";
import type { GroupOrder, UpgradeOrder } from "../state/url-orders.ts";
import type { ChangesParts } from "./changes.ts";
import { findingColumns } from "./columns.ts";
import { exportMenu } from "./exports.ts";
import "./facet-rail.ts";
import { filterBar, type FilterBarSteps } from "./filter-bar.ts";
import { isEmpty } from "./filters.ts";
import { givenColumns, givenIn, type Given } from "./given-columns.ts";
import { groups, orderIn } from "./groups.ts";
import { noMatch } from "./no-match.ts";
import { isOpenAmong } from "./opened.ts";
import { overview } from "./overview.ts";
import type { ScanModel } from "./scan-model.ts";
import { namesBy, namesIn } from "./scan-names.ts";
import { pressed, shownOrder } from "./sorting.ts";
import { NO_FINDINGS } from "./spoken.ts";
import { tiles } from "./tiles.ts";
import { upgradeNote } from "./upgrade-note.ts";
import { upgrades } from "./upgrades.ts";

export interface ResultsProps extends FilterBarSteps {
  model: ScanModel;
  state: PageState["scan"];
  now: number;
  facetView: FacetView;
  /** The filters of the scan before, which can be set again. */
  left: LeftFilters | null;
  railOpen: boolean;
  /** The parts of the Changes tab, if it is chosen. */
  changes: ChangesParts | null;
  panel: TemplateResult | typeof nothing;
  /** The finding whose details the panel has. */
  open: ContainerFinding | undefined;
  onWhere: (where: FindingFilter) => void;
  /** Moves the focus into the search. */
  onToSearch: () => void;
  onFacetView: (view: FacetView) => void;
  onTab: (tab: Tab) => void;
  onSort: (sort: Sort[]) => void;
  onGroupOrder: (order: GroupOrder) => void;
  onUpgradeOrder: (order: UpgradeOrder) => void;
  onOpen: (finding: ContainerFinding, index: number) => void;
  onPickGroup: (part: GroupTab, value: string) => void;
  onPickUpgrade: (step: RemediationStep) => void;
  /** Asks for the scan once more. */
  onAgain: () => void;
  onExportError: (error: unknown) => void;
}

const TAB_LABEL: Record<Tab, string> = {
  findings: "Findings",
  id: "By id",
  image: "By image",
  package: "By package",
  kind: "By kind",
  target: "By target",
  upgrades: "Upgrades",
  changes: "Changes",
};

const CHOICES: TabChoice<Tab>[] = TABS.map((id) => ({ id, label: TAB_LABEL[id] }));

/** A scan without findings has nothing to group, and can still be compared and saved. */
const CLEAN_CHOICES = CHOICES.filter(({ id }) => id === "findings" || id === "changes");

function clean({ model, now, onExportError }: ResultsProps): TemplateResult {
  const { scanId, completedAt, repositories } = model.scan;
  const over = repositories.length > 0 ? ` in ${counted(repositories.length, "repository", "repositories")}` : "";
  const then = instant(completedAt) === null ? html`(time ${when(completedAt, now)})` : ahead(completedAt, now);
  return html`<div class="filter-bar">${exportMenu({ scan: model.scan, where: {}, sort: [], matching: 0, upgrades: [], onError: onExportError })}</div>
  <section class="state clean">
    <h2>${NO_FINDINGS}</h2>
    <p>
      The scan <span class="mono">${clip(scanId, 80)}</span> completed ${then} and reported no
      vulnerabilities${over}. This says nothing about what was not scanned.
    </p>
  </section>`;
}

/** An empty list of a scan that does not say it has completed: not known, which is neither zero nor clean. */
function emptyBefore({ model, onAgain }: ResultsProps): TemplateResult {
  return html`<section class="state running">
    ${tiles({ counts: null, pressed: [] })}
    <div class="wait">
      <div>
        <h2>The list is empty, but the scan does not say that it has completed</h2>
        <p>
          The service sent no findings, with status “${clip(model.scan.status, 60)}”. Whether the scan has found any, or will, is
          not known.
        </p>
        <div class="actions"><button class="primary" type="button" @click=${onAgain}>Ask again</button></div>
      </div>
    </div>
  </section>`;
}

function findings(props: ResultsProps): TemplateResult {
  const { model, state } = props;
  const rows = model.rows();
  const isOpen = isOpenAmong(props.open, (row) => rows.holds(row));
  const { columns, layout } = givenColumns("findings", findingColumns(namesIn(model.scan)), givenIn(model.scan), state);
  return html`<data-grid
    .layout=${layout}
    .label=${"Findings"}
    .columns=${columns}
    .count=${rows.total}
    .query=${rows}
    .row=${(index: number) => rows.row(index)}
    .sorting=${shownOrder(state.sort)}
    .selected=${isOpen}
    .onSort=${(key: Sort["by"]) => props.onSort(pressed(shownOrder(state.sort), key))}
    .onOpen=${props.onOpen}
  ></data-grid>`;
}

/** What the tab lists of the open scan; the changes have a table of their own. */
function table(props: ResultsProps): TemplateResult {
  const { model, state } = props;
  const { tab } = state;
  // In every tab: a table of upgrades or images without rows would not say that no finding matches.
  if (model.rollup()?.findings === 0) return noMatch({ ways: model.ways(), ids: model.ids(), whole: `The scan has ${counted(model.scan.findingCount ?? 0, "finding")}.`, names: namesIn(model.scan), onTakeBack: props.onTakeBack });
  if (tab === "findings" || tab === "changes") return findings(props);
  if (tab === "upgrades") {
    const onClear = isEmpty(state.where) ? null : () => props.onTakeBack({}, 0);
    const steps = model.upgrades(state.upgrades);
    return upgrades({ steps, names: namesIn(model.scan), order: state.upgrades, onOrder: props.onUpgradeOrder, onPick: props.onPickUpgrade, onClear });
  }
  const dimension = tab;
  const order = orderIn(dimension, state.groups);
  const list = model.groups(dimension, order);
  const names = namesBy(dimension, namesIn(model.scan));
  const onPick = (value: string): void => props.onPickGroup(dimension, value);
  return groups({ list, dimension, names, order, onOrder: props.onGroupOrder, onPick });
}

function findingsBar(props: ResultsProps): TemplateResult {
  const { model, state } = props;
  const matching = model.rollup()?.findings ?? 0;
  const steps = state.tab === "upgrades" ? model.upgrades(state.upgrades) : [];
  const menu = exportMenu({ scan: model.scan, where: state.where, sort: state.sort, matching, upgrades: steps, onError: props.onExportError });
  return html`${filterBar({ ...props, what: "findings", where: state.where, names: namesIn(model.scan), matching, total: model.scan.findingCount ?? 0, menu })}
  ${state.tab === "findings" ? upgradeNote(model.upgrade(), matching) : nothing}`;
}

/** The facets beside the table; as a sheet, a dialog of its own, so that the keyboard reaches nothing behind it. */
function rail(props: ResultsProps, model: ScanModel | null, given: Given): TemplateResult {
  const lists = model === null ? nothing : html`<facet-rail
    .model=${model}
    .names=${namesIn(props.model.scan)}
    .given=${given}
    .view=${props.facetView}
    .onWhere=${props.onWhere}
    .onView=${props.onFacetView}
  ></facet-rail>`;
  // Firefox makes a tab stop of whatever scrolls; none is needed here, because the filters inside scroll it.
  if (!props.railOpen)
    return html`<section class="rail" id="facets" aria-label="Filters" tabindex="-1">
      ${skipLink("Skip filters", "finding-search", props.onToSearch)}${lists}
    </section>`;
  const matching = model?.rollup()?.findings;
  const shown = matching === undefined ? "findings" : counted(matching, "finding");
  return html`<dialog class="rail" id="facets" aria-labelledby="sheet-title" @close=${() => props.onRail(false)}>
    <header class="sheet-head">
      <h2 id="sheet-title">Filters</h2>
      <span class="sr" role="status">${matching === undefined ? "Searching" : `${shown} shown`}</span>
      <button type="button" class="primary" @click=${() => props.onRail(false)}>Show ${shown}</button>
    </header>
    ${lists}
  </dialog>`;
}

/** A table with what filters it. The details stand beside the table only, so that what is above it keeps its width, and the table its place. */
function withDetails({ panel }: ResultsProps, above: TemplateResult | typeof nothing, below: TemplateResult): TemplateResult {
  return html`${above}
  <div class="columns no-rail ${panel === nothing ? "" : "with-panel"}">
    <div class="content">${below}</div>
    ${panel}
  </div>`;
}

const columns = ({ railOpen, panel }: ResultsProps, rail: TemplateResult, content: TemplateResult): TemplateResult =>
  html`<div class="columns ${railOpen ? "no-rail" : ""} ${panel === nothing ? "" : "has-panel"}">${rail}${content}</div>`;

/** The changes of a kind are counted and filtered as findings are. */
function changesBelow(props: ResultsProps, { listed, below }: ChangesParts): TemplateResult {
  if (listed === null) return withDetails(props, nothing, below);
  const { where } = props.state;
  const { model, total, given, menu } = listed;
  // Where a kind has no changes too: the others are counted under the filter.
  const railOpen = total === 0 ? null : props.railOpen;
  const bar = filterBar({ ...props, railOpen, what: "changes", where, names: namesIn(props.model.scan), matching: model?.rollup()?.findings ?? null, total, menu });
  if (total === 0) return withDetails(props, bar, below);
  return columns(props, rail(props, model, given), html`<div class="content">${withDetails(props, bar, below)}</div>`);
}

/** How many findings match; not known if there is no memory to count them, which the tabs that need it say. */
function matching(model: ScanModel): number | undefined {
  try {
    return model.rollup()?.findings;
  } catch (error) {
    if (isScanfoldError(error, "too_large")) return undefined;
    throw error;
  }
}

export function results(props: ResultsProps): TemplateResult {
  const { model, state, changes } = props;
  const whole = model.whole();
  if (whole === null) {
    return html`<section class="state">
      <h2>The service sent no list of findings</h2>
      <p>The scan says it is completed, but what it found is not known. That is not the same as none.</p>
    </section>`;
  }
  if (isEmptySoFar(model.scan)) return emptyBefore(props);
  const isClean = whole.findings === 0;
  const choices = (isClean ? CLEAN_CHOICES : CHOICES).map((tab) => (tab.id === "findings" ? { ...tab, count: matching(model), most: whole.findings } : tab));
  // A link may name a tab that a clean scan does not have.
  const chosen = isClean && changes === null ? "findings" : state.tab;
  const content = (nodes: TemplateResult): TemplateResult =>
    html`<div class="content" id="scan-tab" role="tabpanel" aria-labelledby="scan-tab-${chosen}">${nodes}</div>`;
  return html`${overview({ whole, model, changes, where: state.where, onWhere: props.onWhere })}
  ${tabs({ label: "What to show of the scan", choices, chosen, controls: "scan-tab", onChoose: props.onTab })}
  ${
    changes !== null
      ? content(html`${changes.above}${changesBelow(props, changes)}`)
      : isClean
        ? content(clean(props))
        : columns(props, rail(props, model, givenIn(model.scan)), content(withDetails(props, findingsBar(props), table(props))))
  }`;
}

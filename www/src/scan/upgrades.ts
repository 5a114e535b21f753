/** Upgrades: one step in one image, and which findings it clears. */
import { html, nothing, type TemplateResult } from "lit";
import type { RemediationStep } from "scanfold";
import { stackedBar } from "../parts/bar.ts";
import { ARROW } from "../parts/arrow.ts";
import type { Column } from "../parts/data-grid.ts";
import { pathName } from "../parts/path.ts";
import { badge, legend, worstOf } from "../parts/severity.ts";
import { clip, counted, given, number } from "../parts/text.ts";
import type { UpgradeOrder } from "../state/url-orders.ts";
import { cautionOf, cautionWords, marked } from "./caution.ts";
import type { ScanNames } from "./scan-names.ts";
import { isWorstFirst, pressedOrder } from "./sorting.ts";

export interface UpgradesProps {
  /** In the order that is shown. */
  steps: readonly RemediationStep[];
  names: ScanNames;
  order: UpgradeOrder;
  onOrder: (order: UpgradeOrder) => void;
  onPick: (step: RemediationStep) => void;
  /** Takes back the filters; `null` if there are none. */
  onClear: (() => void) | null;
}

/** If there is no room for both, the version to upgrade to stays readable. */
function change({ installedVersion, upgradeTo }: RemediationStep): TemplateResult {
  const [from, to] = [given(installedVersion, 60), given(upgradeTo, 60)];
  const caution = cautionOf(installedVersion, upgradeTo);
  const words = cautionWords(caution);
  return html`<span class="mono upgrade" title="${from} → ${to}${words && `, ${words}`}"
    ><span class="from">${from}</span> ${ARROW} <span class="to">${marked(to, caution)}</span>${words && html`<span class="sr">, ${words}</span>`}</span
  >`;
}

/** More than any column has room for. */
const IDS = 8;

/** How many ids, if there are several, and as many as have room: the style sheet leaves out those that do not fit whole. */
function cleared({ ids }: RemediationStep): TemplateResult {
  const [first = "", ...others] = ids.slice(0, IDS).map((id) => given(id, 60));
  const many = ids.length > 1 ? html`<span class="n">${number(ids.length)}</span><span class="sr"> ids: </span>` : nothing;
  return html`<span class="ids mono" title=${clip(ids.join(", "), 2000)}><span>${many}${first}</span>${others.map((id) => html` <span>${id}</span>`)}</span>`;
}

function columns({ steps, names }: UpgradesProps): Column<RemediationStep, UpgradeOrder["by"]>[] {
  const max = steps.reduce((most, { clears }) => Math.max(most, clears), 0);
  return [
    { id: "clears", label: "Clears", sort: "clears", cell: ({ clears }) => html`<b>${number(clears)}</b>` },
    { id: "worst", label: "Worst", sort: "severity", cell: ({ bySeverity }) => badge(worstOf(bySeverity)) },
    { id: "bar", label: "Severities", cell: ({ bySeverity }) => stackedBar(bySeverity, max) },
    { id: "package", label: "Package", sort: "package", cell: (step) => html`<span class="mono strong">${pathName(step.package, 120)}</span>` },
    { id: "change", label: "Upgrade", cell: change },
    { id: "image", label: "Image", sort: "image", cell: (step) => pathName(step.image, 120, names.image) },
    { id: "ids", label: "Ids", cell: cleared },
  ];
}

function caption({ steps, order }: UpgradesProps): string {
  const sum = steps.reduce((all, { clears }) => all + clears, 0);
  const all = `${counted(steps.length, "upgrade clears", "upgrades clear")} ${counted(sum, "finding")}${isWorstFirst(order) ? "; worst first" : ""}.`;
  const more = "Select a row to see the package's fixable findings in its image; some may need a later version.";
  return `${all} Underlined: another major version, or a pre-release. ${more}`;
}

export function upgrades(props: UpgradesProps): TemplateResult {
  const { steps, order, onOrder, onPick, onClear } = props;
  if (steps.length === 0)
    return html`<section class="state">
      <h2>No upgrade clears anything here</h2>
      <p>None of these findings has a version that fixes it and can be compared with the installed one.</p>
      ${onClear === null ? nothing : html`<div class="actions"><button class="primary" type="button" @click=${onClear}>Clear all filters</button></div>`}
    </section>`;
  return html`<data-grid
    .caption=${legend(caption(props))}
    .layout=${"upgrades"}
    .label=${"Upgrades"}
    .columns=${columns(props)}
    .count=${steps.length}
    .query=${steps}
    .row=${(index: number) => steps[index]}
    .sorting=${[order]}
    .onSort=${(by: UpgradeOrder["by"]) => onOrder(pressedOrder(order, by, by === "clears" || by === "severity"))}
    .onOpen=${onPick}
  ></data-grid>`;
}

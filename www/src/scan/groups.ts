/** One tab of groups (by id, image, package, kind or target): a stacked bar a group on one scale, worst first or sorted by a column. */
import { html, type TemplateResult } from "lit";
import type { RollupGroup, Severity } from "scanfold";
import { stackedBar } from "../parts/bar.ts";
import { idName } from "../parts/cut-inside.ts";
import type { Column } from "../parts/data-grid.ts";
import type { ShortNames } from "../parts/names.ts";
import { leadNote, pathName } from "../parts/path.ts";
import { LETTER, legend, WORD, worstOf } from "../parts/severity.ts";
import { number } from "../parts/text.ts";
import { SEVERITIES } from "../state/severity.ts";
import type { GroupTab } from "../state/url.ts";
import { WORST_FIRST, type GroupOrder } from "../state/url-orders.ts";
import { isWorstFirst, pressedOrder } from "./sorting.ts";

export interface GroupsProps {
  /** In the order that is shown. */
  list: readonly RollupGroup[];
  /** What a group is: "image", "package". */
  dimension: GroupTab;
  names: ShortNames | undefined;
  order: GroupOrder;
  onOrder: (order: GroupOrder) => void;
  onPick: (value: string) => void;
}

/** The count of the worst severity, shown if there is no room for all. */
function worst({ bySeverity }: RollupGroup): TemplateResult {
  const severity = worstOf(bySeverity);
  const count = number(bySeverity[severity]);
  return html`<span class="badge sev-${severity}" role="img" aria-label="${count} ${severity}"><b>${LETTER[severity]}</b>${count}</span>`;
}

/** What a group counts beside findings: ids, or the images of an id. */
const several = (dimension: GroupTab): "ids" | "images" => (dimension === "id" ? "images" : "ids");

/** The order that a link asks for, unless only other tabs have that column. */
export const orderIn = (dimension: GroupTab, order: GroupOrder): GroupOrder =>
  (order.by === "ids" || order.by === "images") && order.by !== several(dimension) ? WORST_FIRST : order;

function columns({ dimension, names }: GroupsProps, max: number): Column<RollupGroup, GroupOrder["by"]>[] {
  const count = (severity: Severity): Column<RollupGroup, GroupOrder["by"]> => ({
    id: "sev",
    classes: `s-${severity}`,
    label: LETTER[severity],
    spoken: `${LETTER[severity]} ${WORD[severity]}`,
    sort: severity,
    cell: ({ bySeverity }) =>
      html`<span
        class=${bySeverity[severity] === 0 ? "none" : `n-${severity}`}
        aria-label="${number(bySeverity[severity])} ${severity}"
      >${number(bySeverity[severity])}</span>`,
  });
  return [
    {
      id: "name",
      label: dimension[0]?.toUpperCase() + dimension.slice(1),
      sort: "name",
      cell: ({ key: [text = ""] }) => html`<span class="mono strong">${dimension === "id" ? idName(text, 160) : pathName(text, 160, names)}</span>`,
    },
    { id: "bar", label: "Severities", sort: "severity", cell: ({ bySeverity }) => stackedBar(bySeverity, max) },
    { id: "worst", label: "Worst", cell: worst },
    ...SEVERITIES.map(count),
    { id: "total", label: "All", sort: "findings", cell: ({ findings }) => number(findings) },
    dimension === "id"
      ? { id: "ids", label: "Images", sort: several(dimension), cell: ({ uniqueImages }) => number(uniqueImages) }
      : { id: "ids", label: "Ids", sort: several(dimension), cell: ({ uniqueIds }) => number(uniqueIds) },
    { id: "fixable", label: "Fixable", sort: "fixable", cell: ({ fixable }) => number(fixable) },
  ];
}

export function groups(props: GroupsProps): TemplateResult {
  const { list, dimension, names, order, onOrder, onPick } = props;
  const max = list.reduce((most, { findings }) => Math.max(most, findings), 0);
  const caption = html`${isWorstFirst(order) ? "Worst first. " : ""}Select a row to filter.${names === undefined ? "" : html` ${leadNote(names)}`}`;
  return html`<data-grid
    .caption=${legend(caption)}
    .layout=${"groups"}
    .label=${`Findings by ${dimension}`}
    .columns=${columns(props, max)}
    .count=${list.length}
    .query=${list}
    .row=${(index: number) => list[index]}
    .sorting=${[order]}
    .onSort=${(by: GroupOrder["by"]) => onOrder(pressedOrder(order, by, by !== "name"))}
    .onOpen=${(group: RollupGroup) => onPick(group.key[0] ?? "")}
  ></data-grid>`;
}

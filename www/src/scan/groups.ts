/** One tab of groups (by image, package, kind or target): a stacked bar a group on one scale, worst first or sorted by a column. */
import { html, type TemplateResult } from "lit";
import type { RollupGroup, Severity } from "scanfold";
import { stackedBar } from "../parts/bar.ts";
import type { Column } from "../parts/data-grid.ts";
import type { ShortNames } from "../parts/names.ts";
import { leadNote, pathName } from "../parts/path.ts";
import { LETTER, legend, WORD, worstOf } from "../parts/severity.ts";
import { number } from "../parts/text.ts";
import { SEVERITIES } from "../state/severity.ts";
import type { GroupOrder } from "../state/url-orders.ts";
import { isWorstFirst, pressedOrder } from "./sorting.ts";

export interface GroupsProps {
  /** In the order that is shown. */
  list: readonly RollupGroup[];
  /** "image", "package": what a group is. */
  noun: string;
  names: ShortNames | undefined;
  order: GroupOrder;
  onOrder: (order: GroupOrder) => void;
  onPick: (value: string) => void;
}

/** Where there is no room for a count of each severity: that of the worst. */
function worst({ bySeverity }: RollupGroup): TemplateResult {
  const severity = worstOf(bySeverity);
  const count = number(bySeverity[severity]);
  return html`<span class="badge sev-${severity}" role="img" aria-label="${count} ${severity}"><b>${LETTER[severity]}</b>${count}</span>`;
}

function columns({ noun, names }: GroupsProps, max: number): Column<RollupGroup, GroupOrder["by"]>[] {
  const count = (severity: Severity): Column<RollupGroup, GroupOrder["by"]> => ({
    id: `sev s-${severity}`,
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
      label: noun[0]?.toUpperCase() + noun.slice(1),
      sort: "name",
      cell: ({ key }) => html`<span class="mono strong">${pathName(key[0] ?? "", 160, names)}</span>`,
    },
    { id: "bar", label: "Severities", sort: "severity", cell: ({ bySeverity }) => stackedBar(bySeverity, max) },
    { id: "worst", label: "Worst", cell: worst },
    ...SEVERITIES.map(count),
    { id: "total", label: "All", sort: "findings", cell: ({ findings }) => number(findings) },
    { id: "ids", label: "Ids", sort: "ids", cell: ({ uniqueIds }) => number(uniqueIds) },
    { id: "fixable", label: "Fixable", sort: "fixable", cell: ({ fixable }) => number(fixable) },
  ];
}

export function groups(props: GroupsProps): TemplateResult {
  const { list, noun, names, order, onOrder, onPick } = props;
  const max = list.reduce((most, { findings }) => Math.max(most, findings), 0);
  const caption = html`${isWorstFirst(order) ? "Worst first. " : ""}A row filters the findings.${names === undefined ? "" : html` ${leadNote(names)}`}`;
  return html`<data-grid
    .caption=${legend(caption)}
    .layout=${"groups"}
    .label=${`Findings by ${noun}`}
    .columns=${columns(props, max)}
    .count=${list.length}
    .query=${list}
    .row=${(index: number) => list[index]}
    .sorting=${[order]}
    .onSort=${(by: GroupOrder["by"]) => onOrder(pressedOrder(order, by, by !== "name"))}
    .onOpen=${(group: RollupGroup) => onPick(group.key[0] ?? "")}
  ></data-grid>`;
}

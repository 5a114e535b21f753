/** One tab of groups (by image, package, kind or target): a stacked bar a group on one scale, worst first. */
import { html, type TemplateResult } from "lit";
import type { Rollup, RollupGroup, Severity } from "scanfold";
import { stackedBar } from "../parts/bar.ts";
import type { Column } from "../parts/data-grid.ts";
import type { ShortNames } from "../parts/names.ts";
import { leadNote, pathName } from "../parts/path.ts";
import { LETTER, legend, worstOf } from "../parts/severity.ts";
import { number } from "../parts/text.ts";
import { SEVERITIES } from "../state/url.ts";

export interface GroupsProps {
  rollup: Rollup;
  /** "image", "package": what a group is. */
  noun: string;
  names: ShortNames | undefined;
  onPick: (value: string) => void;
}

/** Where there is no room for a count of each severity: that of the worst. */
function worst({ bySeverity }: RollupGroup): TemplateResult {
  const severity = worstOf(bySeverity);
  const count = number(bySeverity[severity]);
  return html`<span class="badge sev-${severity}" role="img" aria-label="${count} ${severity}"><b>${LETTER[severity]}</b>${count}</span>`;
}

function columns({ noun, names }: GroupsProps, max: number): Column<RollupGroup>[] {
  const count = (severity: Severity): Column<RollupGroup> => ({
    id: `sev s-${severity}`,
    label: LETTER[severity],
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
      cell: ({ key }) => html`<span class="mono strong">${pathName(key[0] ?? "", 160, names)}</span>`,
    },
    { id: "bar", label: "Severities", cell: ({ bySeverity }) => stackedBar(bySeverity, max) },
    { id: "worst", label: "Worst", cell: worst },
    ...SEVERITIES.map(count),
    { id: "total", label: "All", cell: ({ findings }) => number(findings) },
    { id: "ids", label: "Ids", cell: ({ uniqueIds }) => number(uniqueIds) },
    { id: "fixable", label: "Fixable", cell: ({ fixable }) => number(fixable) },
  ];
}

export function groups(props: GroupsProps): TemplateResult {
  const { rollup, noun, names, onPick } = props;
  const max = rollup.groups.reduce((most, { findings }) => Math.max(most, findings), 0);
  const caption = html`Worst first. A row filters the findings.${names === undefined ? "" : html` ${leadNote(names)}`}`;
  return html`<data-grid .caption=${legend(caption)} .layout=${"groups"} .label=${`Findings by ${noun}`} .columns=${columns(props, max)} .count=${rollup.groups.length} .query=${rollup}
    .row=${(index: number) => rollup.groups[index]} .onOpen=${(group: RollupGroup) => onPick(group.key[0] ?? "")}></data-grid>`;
}

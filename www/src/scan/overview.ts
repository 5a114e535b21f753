/** The tiles and figures above the tabs, and what they filter. Data in, nodes out. */
import { html, type TemplateResult } from "lit";
import type { FindingFilter, Rollup, Severity } from "scanfold";
import { bySeverity } from "../state/severity.ts";
import type { ChangesParts } from "./changes.ts";
import { toggleSeverity, withPart } from "./filters.ts";
import type { ScanModel } from "./scan-model.ts";
import { figures, tiles, type FigurePart, type TilesProps } from "./tiles.ts";

export interface OverviewProps {
  /** Of the open scan, without any filter. */
  whole: Rollup;
  model: ScanModel;
  /** The parts of the Changes tab, if it is chosen. */
  changes: ChangesParts | null;
  where: FindingFilter;
  onWhere: (where: FindingFilter) => void;
}

type Of = NonNullable<TilesProps["of"]>;

/** The tiles and figures, which filter; their counts are not known while there is no model. */
function filters({ where, onWhere }: OverviewProps, of: Of, model: ScanModel | null): TemplateResult {
  const severity = model?.bySeverity()?.severity;
  const counts = bySeverity(() => 0);
  for (const { value, count } of severity ?? []) counts[value] = count;
  const onToggle = (severity: Severity): void => onWhere(toggleSeverity(where, severity));
  const filter = {
    isPressed: (part: FigurePart): boolean => where[part] === true,
    onToggle: (part: FigurePart): void => onWhere(withPart(where, part, where[part] === true ? undefined : true)),
  };
  return html`<div class="overview">
    ${tiles({ of, counts: severity === undefined ? null : counts, pressed: where.severity ?? [], onToggle })}${figures({ of, rollup: model?.rollup() ?? null, filter })}
  </div>`;
}

/** The same where there is nothing to filter. */
const onlyCounts = (of: Of, rollup: Rollup): TemplateResult =>
  html`<div class="overview">${tiles({ of, counts: rollup.bySeverity, pressed: [] })}${figures({ of, rollup })}</div>`;

const NOTHING: Rollup = { findings: 0, bySeverity: bySeverity(() => 0), uniqueIds: 0, uniquePackages: 0, uniqueImages: 0, fixable: 0, exploitable: 0, worst: null, groups: [] };

/** Of the open scan, or of the changes that are listed. */
export function overview(props: OverviewProps): TemplateResult {
  const { whole, model, changes } = props;
  if (changes === null) return whole.findings === 0 ? onlyCounts("Findings", whole) : filters(props, "Findings", model);
  const { listed } = changes;
  if (listed === null) return onlyCounts("Findings", whole);
  return listed.total === 0 ? onlyCounts("Changes", NOTHING) : filters(props, "Changes", listed.model);
}

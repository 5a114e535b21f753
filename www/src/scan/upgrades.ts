/** Upgrades: one step in one image, and how many findings it clears. */
import { html, type TemplateResult } from "lit";
import type { RemediationStep } from "scanfold";
import { stackedBar } from "../parts/bar.ts";
import { ARROW } from "../parts/became.ts";
import type { Column } from "../parts/data-grid.ts";
import { pathName } from "../parts/path.ts";
import { badge, legend, worstOf } from "../parts/severity.ts";
import { clip, counted, given, number } from "../parts/text.ts";
import type { ScanNames } from "./scan-names.ts";
import { cautionOf, cautionWords, marked } from "./caution.ts";

export interface UpgradesProps {
  steps: RemediationStep[];
  names: ScanNames;
  onPick: (step: RemediationStep) => void;
}

/** Where both have no room, the version to upgrade to is the one that is read. */
function change({ installedVersion, upgradeTo }: RemediationStep): TemplateResult {
  const [from, to] = [given(installedVersion, 60), given(upgradeTo, 60)];
  const caution = cautionOf(installedVersion, upgradeTo);
  const words = cautionWords(caution);
  return html`<span class="mono upgrade" title="${from} → ${to}${words && `, ${words}`}"
    ><span class="from">${from}</span> ${ARROW} <span class="to">${marked(to, caution)}</span>${words && html`<span class="sr">, ${words}</span>`}</span
  >`;
}

export function upgrades({ steps, names, onPick }: UpgradesProps): TemplateResult {
  const max = steps.reduce((most, { clears }) => Math.max(most, clears), 0);
  const cleared = steps.reduce((sum, { clears }) => sum + clears, 0);
  const columns: Column<RemediationStep>[] = [
    { id: "clears", label: "Clears", cell: ({ clears }) => html`<b>${number(clears)}</b>` },
    { id: "worst", label: "Worst", cell: ({ bySeverity }) => badge(worstOf(bySeverity)) },
    { id: "bar", label: "Severities", cell: ({ bySeverity }) => stackedBar(bySeverity, max) },
    { id: "package", label: "Package", cell: (step) => html`<span class="mono strong">${pathName(step.package, 120)}</span>` },
    {
      id: "change",
      label: "Upgrade",
      cell: change,
    },
    { id: "image", label: "Image", cell: (step) => pathName(step.image, 120, names.image) },
    {
      id: "ids",
      label: "Ids",
      cell: ({ ids }) =>
        html`<span class="mono" title=${clip(ids.join(", "), 600)}>${ids
          .slice(0, 3)
          .map((id) => given(id, 40))
          .join(", ")}${ids.length > 3 ? ` +${ids.length - 3}` : ""}</span>`,
    },
  ];
  if (steps.length === 0)
    return html`<section class="state">
      <h2>No upgrade clears anything here</h2>
      <p>None of these findings has a version that fixes it and can be compared with the installed one.</p>
    </section>`;
  const all = `${counted(steps.length, "upgrade clears", "upgrades clear")} ${counted(cleared, "finding")}; worst first. Underlined: another major version, or a pre-release.`;
  const more = "A row shows all of these findings with a fix of that version of the package in its image, also those that this upgrade does not clear.";
  return html`<data-grid
      .caption=${legend(`${all} ${more}`)}
      .layout=${"upgrades"}
      .label=${"Upgrades"}
      .columns=${columns}
      .count=${steps.length}
      .query=${steps}
      .row=${(index: number) => steps[index]}
      .onOpen=${onPick}
    ></data-grid>`;
}

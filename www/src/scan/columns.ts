/** The columns of the findings table. Every text in them is the service's: it goes in as text, clipped. */
import { html, nothing, type TemplateResult } from "lit";
import { isExploitable, isFixable, type ContainerFinding, type SortKey } from "scanfold";
import { idName, versionName } from "../parts/cut-inside.ts";
import type { Column } from "../parts/data-grid.ts";
import { pathName } from "../parts/path.ts";
import { badge } from "../parts/severity.ts";
import { prose } from "../parts/text.ts";
import { epssText } from "./epss.ts";
import type { ScanNames } from "./scan-names.ts";

const CELL = 160;

/** A version that fixes it may exist all the same. */
export const NO_FIX = "no fix known";

/** The version that fixes it, or that none is known. */
export function fixedIn(row: ContainerFinding): TemplateResult {
  return isFixable(row) ? versionName(row.fixed_version, CELL) : html`<span class="unknown">${NO_FIX}</span>`;
}

export const exploitFlag = (row: ContainerFinding): TemplateResult | typeof nothing => (isExploitable(row) ? html`<span class="flag">exploit</span>` : nothing);

export const titleText = ({ title }: ContainerFinding, length: number): TemplateResult | typeof nothing =>
  title ? html`<span title=${prose(title)}>${prose(title, length)}</span>` : nothing;

export const FIXED_IN = {
  id: "fixed",
  label: "Fixed in",
  sort: "fixable",
  first: { ascending: "No fix first", descending: "Fix first" },
} as const;

export const findingColumns = ({ image: images }: ScanNames): Column<ContainerFinding, SortKey>[] => [
  { id: "severity", label: "Severity", sort: "severity", cell: (row) => badge(row.severity) },
  { id: "id", label: "Id", sort: "id", cell: (row) => idName(row.id, CELL) },
  {
    id: "package",
    label: "Package",
    sort: "package",
    cell: (row) => html`<span class="mono strong">${pathName(row.package, CELL)}</span>`,
  },
  {
    id: "installed",
    label: "Installed",
    sort: "installed_version",
    cell: (row) => versionName(row.installed_version, CELL),
  },
  { ...FIXED_IN, cell: fixedIn },
  { id: "image", label: "Image", sort: "image", cell: (row) => pathName(row.image, CELL, images) },
  { id: "epss", label: "EPSS", sort: "epss", cell: (row) => epssText(row) ?? nothing },
  {
    id: "exploit",
    label: "Exploit",
    sort: "exploit",
    cell: exploitFlag,
  },
  { id: "title", label: "Title", sort: "title", cell: (row) => titleText(row, CELL) },
];

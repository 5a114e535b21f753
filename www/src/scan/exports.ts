/**
 * What can be saved of a scan under the present filter. The menu says what a file holds, and the file's name whether that is
 * everything.
 */
import { html, nothing, type TemplateResult } from "lit";
import { openScan, type ContainerScan, type FindingFilter, type RemediationStep, type ScanExports } from "scanfold";
import { csvFile, SEPARATOR, type Cell } from "../parts/csv-file.ts";
import { download } from "../parts/download.ts";
import { jsonFile } from "../parts/json-file.ts";
import { closeAndWork, menu } from "../parts/menu.ts";
import { counted, number } from "../parts/text.ts";
import { SEVERITIES } from "../state/severity.ts";
import { asSent } from "../state/sparse.ts";
import type { Sort } from "../state/url.ts";
import type { ChangeList } from "./change-list.ts";
import { changedCsv } from "./changed-csv.ts";
import { isEmpty } from "./filters.ts";

interface Format {
  label: string;
  ending: string;
  /** Of the whole scan, whatever the filter. */
  whole?: true;
  write: (scan: ContainerScan, where: FindingFilter, sort: Sort[]) => Promise<Blob>;
}

/** In the order of the menu. */
const FORMATS: Record<keyof ScanExports, Format> = {
  csv: { label: "CSV", ending: ".csv", write: (scan, where, sort) => scan.export("csv", { where, sort }) },
  markdown: { label: "Markdown", ending: ".md", write: (scan, where) => scan.export("markdown", { where }) },
  sarif: { label: "SARIF", ending: ".sarif", write: (scan, where) => scan.export("sarif", { where }) },
  json: { label: "JSON, whole scan", ending: ".json", whole: true, write: (scan) => scan.export("json") },
};

/** The columns of upgrades, named as those of findings are. */
const UPGRADE = ["image", "package", "installed_version", "upgrade_to", "clears", ...SEVERITIES, "ids"];

const upgradeCells = ({ image, package: name, installedVersion, upgradeTo, clears, bySeverity, ids }: RemediationStep): Cell[] => [
  image,
  name,
  installedVersion,
  upgradeTo,
  clears,
  ...SEVERITIES.map((severity) => bySeverity[severity]),
  ids.join(" "),
];

export interface ExportProps {
  scan: ContainerScan;
  where: FindingFilter;
  /** As the table of findings is sorted. */
  sort: Sort[];
  /** How many findings the filter leaves. */
  matching: number;
  /** Those that are listed, in their order; none where something else is. */
  upgrades: readonly RemediationStep[];
  onError: (error: unknown) => void;
}

export function exportMenu({ scan, where, sort, matching, upgrades, onError }: ExportProps): TemplateResult {
  const filtered = !isEmpty(where);
  const save = async ({ ending, whole, write }: Format): Promise<void> => {
    const part = filtered && whole === undefined ? "-filtered" : "";
    try {
      download(`${scan.scanId}${part}${ending}`, await write(scan, where, sort));
    } catch (error) {
      onError(error);
    }
  };
  const item = (format: Format): TemplateResult =>
    html`<li><button type="button" @click=${(event: Event) => closeAndWork(event, () => save(format))}>${format.label}</button></li>`;
  const ofUpgrades: Format = { label: "CSV of the upgrades", ending: "-upgrades.csv", write: () => csvFile(UPGRADE, upgrades, upgradeCells) };
  const held = filtered ? `The ${counted(matching, "finding that matches", "findings that match")}` : `All ${counted(matching, "finding")}`;
  const order = sort.length === 0 ? "CSV and SARIF list them worst first" : "CSV lists them in the order of the findings table, SARIF worst first";
  const note =
    scan.findingCount === 0
      ? "The scan has no findings, and the files say so."
      : `${held}. ${order}. Markdown has figures by image, and lists no findings. ${SEPARATOR}`;
  const listed = upgrades.length === 0 ? "" : `CSV of the upgrades has the ${number(upgrades.length)} listed, in their order; the other files are of findings. `;
  return menu(
    "Export",
    html`<ul>${upgrades.length === 0 ? nothing : item(ofUpgrades)}${Object.values(FORMATS).map(item)}</ul>
      <p class="note">${listed}${note}</p>`,
  );
}

export interface ChangesExportProps {
  /** The open scan, and the earlier one. */
  scanId: string;
  before: string;
  /** The kind of changes, in words. */
  label: string;
  list: ChangeList;
  /** Whether these are only those that match a filter. */
  filtered: boolean;
  /** The order that was asked for, and the present one: the same once the list is sorted. */
  sort: Sort[];
  sorted: Sort[];
  onError: (error: unknown) => void;
}

/** The changes that are listed, as a file. Of findings that changed, it has the earlier state too. */
export function changesMenu({ scanId, before, label, list, filtered, sort, sorted, onError }: ChangesExportProps): TemplateResult {
  const isPaired = (list.row(0)?.before ?? null) !== null;
  const name = `${scanId}-${label.toLowerCase().replaceAll(" ", "-")}-since-${before}${filtered ? "-filtered" : ""}`;
  const csv = async (): Promise<Blob> => {
    if (isPaired) return changedCsv(list.all());
    const listed = await openScan(list.all().map(({ after }) => asSent(after)));
    try {
      return await listed.export("csv", { sort });
    } finally {
      listed.dispose();
    }
  };
  const json = (): Promise<Blob> =>
    jsonFile(list.all(), ({ before, after }) => (before === null ? asSent(after) : { before: asSent(before), after: asSent(after) }));
  const save = async (ending: string, write: () => Promise<Blob>): Promise<void> => {
    try {
      download(`${name}.${ending}`, await write());
    } catch (error) {
      onError(error);
    }
  };
  const held = `${label}: the ${filtered ? counted(list.total, "finding that matches", "findings that match") : `${counted(list.total, "finding")} listed`}`;
  const isSorting = sorted !== sort;
  const order = isSorting ? " The list is still being sorted." : "";
  return menu(
    "Export",
    html`<ul>
        <li><button type="button" ?disabled=${isSorting && isPaired} @click=${(event: Event) => closeAndWork(event, () => save("csv", csv))}>CSV</button></li>
        <li><button type="button" ?disabled=${isSorting} @click=${(event: Event) => closeAndWork(event, () => save("json", json))}>JSON</button></li>
      </ul>
      <p class="note">${held}${isPaired ? ", with what they were: of severity and versions in CSV, of all in JSON" : ""}.${order} ${SEPARATOR}</p>`,
  );
}

/** What can be saved of a scan, under the filter that is set. The menu says what a file holds, and its name whether that is all. */
import { html, type TemplateResult } from "lit";
import type { ContainerScan, FindingFilter } from "scanfold";
import { download } from "../parts/download.ts";
import { closeMenu, menu } from "../parts/menu.ts";
import { counted } from "../parts/text.ts";
import { isEmpty } from "./filters.ts";

interface Format {
  label: string;
  ending: string;
  type: string;
  /** Of the whole scan, whatever the filter. */
  whole?: true;
  write: (scan: ContainerScan, where: FindingFilter) => string;
}

const FORMATS: Format[] = [
  { label: "CSV", ending: "csv", type: "text/csv", write: (scan, where) => scan.toCsv({ where }) },
  { label: "Markdown", ending: "md", type: "text/markdown", write: (scan, where) => scan.toMarkdown({ where }) },
  {
    label: "SARIF",
    ending: "sarif",
    type: "application/sarif+json",
    write: (scan, where) => JSON.stringify(scan.toSarif({ where }), null, 1),
  },
  { label: "JSON, whole scan", ending: "json", type: "application/json", whole: true, write: (scan) => JSON.stringify(scan.toJSON()) },
];

export interface ExportProps {
  scan: ContainerScan;
  where: FindingFilter;
  /** How many findings the filter leaves. */
  matching: number;
  onError: (error: unknown) => void;
}

export function exportMenu({ scan, where, matching, onError }: ExportProps): TemplateResult {
  const filtered = !isEmpty(where);
  const save = (format: Format, event: Event): void => {
    closeMenu(event);
    const part = filtered && format.whole === undefined ? "-filtered" : "";
    try {
      download(`${scan.scanId}${part}.${format.ending}`, format.type, format.write(scan, where));
    } catch (error) {
      onError(error);
    }
  };
  const held = filtered ? `The ${counted(matching, "finding")} that match` : `All ${counted(matching, "finding")}`;
  return menu(
    "Export",
    html`<p class="note">${held}. CSV and SARIF list them worst first: the order of the table is not kept.</p>
      <ul>${FORMATS.map(
        (format) => html`<li><button type="button" @click=${(event: Event) => save(format, event)}>${format.label}</button></li>`,
      )}</ul>`,
  );
}

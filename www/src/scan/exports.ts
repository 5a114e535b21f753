/** What can be saved of a scan, under the filter that is set. */
import { html, type TemplateResult } from "lit";
import type { ContainerScan, FindingFilter } from "scanfold";
import { download } from "../parts/download.ts";

const FORMATS: { label: string; ending: string; type: string; write: (scan: ContainerScan, where: FindingFilter) => string }[] = [
  { label: "CSV", ending: "csv", type: "text/csv", write: (scan, where) => scan.toCsv({ where }) },
  { label: "Markdown", ending: "md", type: "text/markdown", write: (scan, where) => scan.toMarkdown({ where }) },
  {
    label: "SARIF",
    ending: "sarif",
    type: "application/sarif+json",
    write: (scan, where) => JSON.stringify(scan.toSarif({ where }), null, 1),
  },
  { label: "JSON, whole scan", ending: "json", type: "application/json", write: (scan) => JSON.stringify(scan.toJSON()) },
];

export function exportMenu(scan: ContainerScan, where: FindingFilter, onError: (error: unknown) => void): TemplateResult {
  const save = (format: (typeof FORMATS)[number], event: Event): void => {
    (event.target as Element).closest("details")?.removeAttribute("open");
    try {
      download(`${scan.scanId}.${format.ending}`, format.type, format.write(scan, where));
    } catch (error) {
      onError(error);
    }
  };
  return html`<details class="menu"><summary>Export</summary><ul>
    ${FORMATS.map((format) => html`<li><button type="button" @click=${(event: Event) => save(format, event)}>${format.label}</button></li>`)}
  </ul></details>`;
}

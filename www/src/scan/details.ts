/** The details panel: everything known of one finding, and where else the same id occurs. */
import { html, nothing, type TemplateResult } from "lit";
import { isFixable, type ContainerFinding } from "scanfold";
import { copyButton } from "../parts/copy.ts";
import { outsideLink } from "../parts/link.ts";
import { rawValue } from "../parts/raw.ts";
import { badge } from "../parts/severity.ts";
import { clip, counted, number } from "../parts/text.ts";
import { hasExploit } from "./columns.ts";
import { epssOf } from "./epss.ts";
import { panel } from "./panel.ts";

export interface DetailsProps {
  finding: ContainerFinding;
  /** The same id elsewhere in this scan, the first few, and how many in all. */
  elsewhere: { rows: ContainerFinding[]; total: number };
  /** Whether the panel takes the whole page. */
  covers: boolean;
  onClose: () => void;
  onOpen: (finding: ContainerFinding) => void;
  onOnlyId: () => void;
}

const KNOWN = new Set([
  "uid",
  "image",
  "kind",
  "target",
  "id",
  "package",
  "severity",
  "installed_version",
  "fixed_version",
  "title",
  "primary_url",
  "epss_details",
  "public_exploit",
]);

function field(name: string, value: TemplateResult | string): TemplateResult {
  return html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
}

function mono(text: string): TemplateResult {
  return html`<span class="mono">${clip(text, 2000)}</span>`;
}

/** A version, or that none is known, with the word that the report had in its place. */
function fixedIn(finding: ContainerFinding): TemplateResult {
  if (isFixable(finding)) return mono(finding.fixed_version ?? "");
  const word = finding.fixed_version ? ` (“${clip(finding.fixed_version, 60)}”)` : "";
  return html`<span class="unknown">no fix known${word}</span>`;
}

export function details({ finding, elsewhere, covers, onClose, onOpen, onOnlyId }: DetailsProps): TemplateResult {
  const more = Object.entries(finding).filter(([name]) => !KNOWN.has(name));
  const label = `Details of ${clip(finding.id, 80)} in ${clip(finding.package, 80)}`;
  const content = html`<header>
      <div>${badge(finding.severity)}<h2 class="mono">${clip(finding.id, 120)}</h2></div>
      <button type="button" class="small" @click=${onClose}>Close <kbd>Esc</kbd></button>
    </header>
    ${finding.title ? html`<p class="title">${clip(finding.title, 2000)}</p>` : nothing}
    <dl class="fields">
      ${field("Package", mono(finding.package))}
      ${field("Installed", mono(finding.installed_version))}
      ${field("Fixed in", fixedIn(finding))}
      ${field("Image", mono(finding.image))}
      ${field("Target", mono(finding.target))}
      ${field("Kind", mono(finding.kind))}
      ${field("Advisory", outsideLink(finding.primary_url))}
      ${field("EPSS", epssOf(finding) ?? html`<span class="unknown">no score</span>`)}
      ${field("Public exploit", hasExploit(finding) ? html`<span class="flag">known</span>` : html`<span class="unknown">none known</span>`)}
      ${field("Finding uid", html`${mono(finding.uid)} ${copyButton(finding.uid, "Copy uid")}`)}
    </dl>
    ${finding.epss_details ? html`<h3>EPSS details</h3>${rawValue(finding.epss_details)}` : nothing}
    ${hasExploit(finding) ? html`<h3>Exploit references</h3>${rawValue(finding.public_exploit)}` : nothing}
    ${more.length > 0 ? html`<h3>Other fields</h3>${rawValue(Object.fromEntries(more))}` : nothing}
    <h3>Same id elsewhere <span class="n">${number(elsewhere.total)}</span></h3>
    ${
      elsewhere.total === 0
        ? html`<p class="note">Only here in this scan.</p>`
        : html`<ul class="elsewhere">
      ${elsewhere.rows.map(
        (row) =>
          html`<li>
            <button type="button" class="link" @click=${() => onOpen(row)}>
              <span class="mono">${clip(row.package, 80)} ${clip(row.installed_version, 40)}</span>
              <span class="note">${clip(row.image, 80)} · ${clip(row.target, 80)}</span>
            </button>
          </li>`,
      )}
    </ul>
    ${
      elsewhere.rows.length < elsewhere.total
        ? html`<p class="note cut">The first ${number(elsewhere.rows.length)} of ${number(elsewhere.total)}; the table has them all.</p>`
        : nothing
    }
    <button type="button" @click=${onOnlyId}>Filter the table by this id (${counted(elsewhere.total + 1, "finding")})</button>`
    }`;
  return panel({ label, covers, onClose }, content);
}

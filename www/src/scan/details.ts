/** The details panel: everything known of one finding, and where else the same id occurs. */
import { html, nothing, type TemplateResult } from "lit";
import { isExploitable, isFixable, type ContainerFinding } from "scanfold";
import { copyName } from "../parts/copy.ts";
import { MISSING, mono, monoInParts } from "../parts/mono.ts";
import { outsideLink } from "../parts/link.ts";
import { rawValue } from "../parts/raw.ts";
import { badge, severityText } from "../parts/severity.ts";
import { keyCap, shortcut } from "../parts/shortcut.ts";
import { clip, counted, given, number, prose } from "../parts/text.ts";
import { NO_FIX } from "./columns.ts";
import { epssText } from "./epss.ts";
import { panel } from "./panel.ts";

/** The row of the finding in the table that is shown, and how many that has. */
export interface RowPlace {
  index: number;
  total: number;
}

export interface DetailsProps {
  finding: ContainerFinding;
  /** The earlier scan, if only that one has the finding; else empty. */
  resolvedSince: string;
  /** The finding as the earlier scan had it, if it has changed since. */
  was: ContainerFinding | null;
  /** The same id elsewhere in this scan, the first few, and how many in all. */
  elsewhere: { rows: ContainerFinding[]; total: number };
  /** Whether the panel takes the whole page. */
  covers: boolean;
  /** Whether the table that is shown lists findings. */
  isListed: boolean;
  /** `null` if the table has no row of it, or has not found it yet. */
  place: RowPlace | null;
  /** To the finding of the row before or after. */
  onWalk: (by: 1 | -1) => void;
  onClose: () => void;
  onOpen: (finding: ContainerFinding) => void;
  onOnlyId: () => void;
}

/** How many characters of a text a field shows. */
const LONG = 2000;

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

/** What a finding was before, shown beside what it is now; nothing if that is the same. */
function wasNote({ was, finding }: DetailsProps, say: (finding: ContainerFinding) => string): TemplateResult | typeof nothing {
  if (was === null || say(was) === say(finding)) return nothing;
  return html` <span class="was">was ${say(was)}</span>`;
}

const severitySaid = (finding: ContainerFinding): string => severityText(finding.severity, 60);
const fixSaid = (finding: ContainerFinding): string => (isFixable(finding) ? clip(finding.fixed_version ?? "", 200) : NO_FIX);
const exploitSaid = (finding: ContainerFinding): string => (isExploitable(finding) ? "yes" : "no");

/** A version, or that none is known, with the word that the report had in its place. */
function fixedIn(finding: ContainerFinding): TemplateResult {
  if (isFixable(finding)) return mono(finding.fixed_version, LONG);
  const word = finding.fixed_version ? ` (“${clip(finding.fixed_version, 60)}”)` : "";
  return html`<span class="unknown">${NO_FIX}${word}</span>`;
}

function occurrence(row: ContainerFinding, onOpen: DetailsProps["onOpen"]): TemplateResult {
  return html`<li>
    <button type="button" class="link" @click=${() => onOpen(row)}>
      <span class="mono">${given(row.package, 80)} ${given(row.installed_version, 40)}</span>
      <span class="note">${given(row.image, 80)} · ${given(row.target, 80)}</span>
    </button>
  </li>`;
}

/** Findings without an id have nothing in common. A resolved one is not among those of this scan. */
function sameId({ finding, resolvedSince, elsewhere: { rows, total }, onOpen, onOnlyId }: DetailsProps): TemplateResult | typeof nothing {
  if (finding.id === "") return nothing;
  const resolved = resolvedSince !== "";
  const heading = html`<h3>Same id ${resolved ? "in this scan" : "elsewhere"} <span class="n">${number(total)}</span></h3>`;
  if (total === 0) return html`${heading}<p class="note">${resolved ? "No finding of this scan has it." : "Only here in this scan."}</p>`;
  const cut = html`<p class="note cut">The first ${number(rows.length)} of ${number(total)}; the table has them all.</p>`;
  return html`${heading}
    <ul class="elsewhere">${rows.map((row) => occurrence(row, onOpen))}</ul>
    ${rows.length < total ? cut : nothing}
    <button type="button" @click=${onOnlyId}>Filter the table by this id (${counted(resolved ? total : total + 1, "finding")})</button>`;
}

/**
 * Buttons to the previous and the next row. At either end the button that led there still has the focus, so it is marked with
 * `aria-disabled` and not disabled.
 */
function walk({ place, onWalk }: DetailsProps): TemplateResult {
  const way = (by: 1 | -1, word: string, sign: string, key: string): TemplateResult => {
    const leads = place !== null && place.index + by >= 0 && place.index + by < place.total;
    return html`<button
      type="button"
      class="small"
      title="${word} finding"
      aria-keyshortcuts=${shortcut(key)}
      aria-disabled=${!leads}
      @click=${() => onWalk(by)}
    ><span class="sr">${word} finding</span><span aria-hidden="true">${sign}</span> ${keyCap(key)}</button>`;
  };
  return html`${way(-1, "Previous", "↑", "k")}${way(1, "Next", "↓", "j")}`;
}

/** A link may name a finding of another scan. */
export function notInScan({ covers, onClose }: Pick<DetailsProps, "covers" | "onClose">): TemplateResult {
  return panel(
    { label: "Details", covers, onClose },
    html`<header>
        <h2>Not in this scan</h2>
        <button type="button" class="small" @click=${onClose}>Close <kbd>Esc</kbd></button>
      </header>
      <p>The link names a finding that this scan does not have.</p>`,
  );
}

export function details(props: DetailsProps): TemplateResult {
  const { finding, resolvedSince, covers, place, onClose } = props;
  const more = Object.entries(finding).filter(([name]) => !KNOWN.has(name));
  const label = `Details of ${finding.id === "" ? "a finding without an id" : clip(finding.id, 80)}${finding.package === "" ? "" : ` in ${clip(finding.package, 80)}`}`;
  const content = html`<header>
      <div>
        ${badge(finding.severity, LONG)}${wasNote(props, severitySaid)}
        ${props.isListed ? html`<p class="note place">${place === null ? nothing : `${number(place.index + 1)} of ${number(place.total)}`}</p>` : nothing}
      </div>
      <div class="tools">
        ${props.isListed ? walk(props) : nothing}
        <button type="button" class="small" @click=${onClose}>Close <kbd>Esc</kbd></button>
      </div>
    </header>
    <div class="titled">
      <h2 class="mono">${finding.id === "" ? "Id not given" : clip(finding.id, 120)}</h2>
      ${finding.id === "" ? nothing : copyName(finding.id, "Copy id")}
    </div>
    ${resolvedSince === "" ? nothing : html`<p class="resolved">Resolved: <span class="mono">${clip(resolvedSince, 80)}</span> had it, this scan does not. The details are as they were then.</p>`}
    ${finding.title ? html`<p class="title">${prose(finding.title, 2000)}</p>` : nothing}
    <dl class="fields">
      ${field("Package", monoInParts(finding.package, LONG))}
      ${field("Installed", html`${mono(finding.installed_version, LONG)}${wasNote(props, ({ installed_version }) => given(installed_version, 200))}`)}
      ${field("Fixed in", html`${fixedIn(finding)}${wasNote(props, fixSaid)}`)}
      ${field("Known exploit", html`${isExploitable(finding) ? html`<span class="flag">yes</span>` : html`<span class="unknown">no</span>`}${wasNote(props, exploitSaid)}`)}
      ${field("EPSS", epssText(finding) ?? html`<span class="unknown">no score</span>`)}
      ${field("Advisory", outsideLink(finding.primary_url))}
      ${field("Image", monoInParts(finding.image, LONG))}
      ${field("Target", monoInParts(finding.target, LONG))}
      ${field("Kind", mono(finding.kind, LONG))}
      ${field("Finding uid", finding.uid === "" ? MISSING : html`${mono(finding.uid, LONG)} ${copyName(finding.uid, "Copy uid")}`)}
    </dl>
    ${finding.epss_details ? html`<h3>EPSS details</h3>${rawValue(finding.epss_details)}` : nothing}
    ${isExploitable(finding) ? html`<h3>Exploit references</h3>${rawValue(finding.public_exploit)}` : nothing}
    ${more.length > 0 ? html`<h3>Other fields</h3>${rawValue(Object.fromEntries(more))}` : nothing}
    ${sameId(props)}`;
  return panel({ label, covers, onClose }, content);
}

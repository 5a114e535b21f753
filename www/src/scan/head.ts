/** The head of a scan: which, its status in words, when it ran and for how long, and what it covered. */
import { html, nothing, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import type { ContainerScan } from "scanfold";
import { copyName } from "../parts/copy.ts";
import { rawValue } from "../parts/raw.ts";
import { clip, counted } from "../parts/text.ts";
import { duration, ahead } from "../parts/time.ts";
import { instant } from "../state/instant.ts";
import { isEmptySoFar } from "../state/empty-so-far.ts";

export type StatusTone = "done" | "busy" | "unsure";

/** Known statuses in words; one the interface does not name is quoted, and never shown as a success. */
function statusWords(scan: ContainerScan, status: string): { tone: StatusTone; words: string } {
  if (status === "completed") return { tone: scan.findingCount === null ? "unsure" : "done", words: "Completed" };
  if (isEmptySoFar(scan)) return { tone: "unsure", words: `Lists no findings, with status “${clip(status, 60)}”` };
  if (scan.complete) return { tone: "unsure", words: `Has findings, with status “${clip(status, 60)}”` };
  if (status === "running") return { tone: "busy", words: "Running" };
  return { tone: "unsure", words: `Not completed: status “${clip(status, 60)}”` };
}

function took(scan: ContainerScan): string | null {
  const from = instant(scan.createdAt);
  const to = instant(scan.completedAt);
  // Times less than a second apart were set together, and do not say how long it took.
  return from === null || to === null || to - from < 1000 ? null : duration(to - from);
}

/** `status` is what the service last said of a scan that is waited for. */
export function scanHead(scan: ContainerScan, now: number, status = scan.status): TemplateResult {
  const { tone, words } = statusWords(scan, status);
  const length = took(scan);
  const doubts = doubtsOf(scan);
  return html`<header class="scan-head">
    <div class="titled">
      <h1 tabindex="-1"><span class="mono">${clip(scan.scanId, 120)}</span></h1>
      ${copyName(scan.scanId, "Copy scan id")}
    </div>
    <div class="facts">
      <span class="status ${tone}">${words}</span>
      <span>${scan.createdAt ? "started" : "start"} ${ahead(scan.createdAt, now)}</span>
      ${scan.completedAt !== null ? html`<span>finished ${ahead(scan.completedAt, now)}</span>` : nothing}
      ${length !== null ? html`<span>took ${length}</span>` : nothing}
      ${
        scan.repositories.length === 0
          ? nothing
          : html`<details class="aside">
              <summary>${counted(scan.repositories.length, "repository summary", "repository summaries")}</summary>
              ${guard([scan], () => rawValue(scan.repositories))}
            </details>`
      }
      ${
        doubts.length === 0
          ? nothing
          : html`<details class="aside doubts">
              <summary>${counted(doubts.length, "note")} on the data</summary>
              <ul>${doubts.map((doubt) => html`<li>${doubt}</li>`)}</ul>
            </details>`
      }
    </div>
  </header>`;
}

/** So many words for severities have a sentence each, the most frequent first. */
const WORDS = 20;
/** The package lists at most so many of each. */
const MOST_WORDS = 1_000;
const MOST_FIELDS = 64;

function unknownSeverities(words: Record<string, number>): string[] {
  // An object lists names that look like numbers before all others.
  const all = Object.entries(words).sort(([, one], [, other]) => other - one);
  const rest = all.slice(WORDS).reduce((sum, [, count]) => sum + count, 0);
  const lines = all.slice(0, WORDS).map(([word, count]) => `${counted(count, "finding")} with severity “${clip(word, 40)}”, counted as unknown`);
  const least = all.length < MOST_WORDS ? "" : "at least ";
  return rest === 0 ? lines : [...lines, `${least}${counted(rest, "finding")} with other severities that are counted as unknown`];
}

/** What the package kept or counted rather than dropped, in sentences. */
function doubtsOf({ diagnostics }: ContainerScan): string[] {
  const lines = unknownSeverities(diagnostics.unknownSeverities);
  const fields = diagnostics.unknownFields;
  const cut = fields.length < MOST_FIELDS ? "" : `, the first ${MOST_FIELDS}`;
  if (fields.length > 0) lines.push(`Fields the interface does not name${cut}: ${fields.map((name) => clip(name, 40)).join(", ")}`);
  if (diagnostics.repairedStrings > 0) lines.push(`${counted(diagnostics.repairedStrings, "text")} with broken characters, repaired`);
  return [...lines, ...diagnostics.inconsistent.map((line) => clip(line, 200))];
}

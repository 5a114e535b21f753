/** What is shown before there are findings: bytes arriving, or a scan that is still running. Running is never zero. */
import { html, nothing, type TemplateResult } from "lit";
import { arrival } from "../parts/arrival.ts";
import { missedAs } from "../parts/retry.ts";
import { clip, counted } from "../parts/text.ts";
import { measured, ahead } from "../parts/time.ts";
import type { ScanPhase } from "../state/scan-session.ts";
import { scanHead } from "./head.ts";
import { figures, tiles } from "./tiles.ts";

type Loading = Extract<ScanPhase, { kind: "loading" }>;

/** Tiles and figures in the places they will have in the scan, so that they fill and do not move. */
export function arriving({ progress, retry }: Loading, now: number, onStop: () => void): TemplateResult {
  const counts = progress === null || progress.phase === "waiting" ? null : progress.bySeverity;
  return html`<div class="overview">${tiles({ counts, pressed: [] })}${figures({ rollup: null })}</div>
    <section class="state" aria-busy="true">${arrival({ label: "Loading the scan", progress, retry, now, onStop })}</section>`;
}

export interface RunningProps {
  phase: Extract<ScanPhase, { kind: "running" }>;
  now: number;
  onStop: () => void;
  onResume: () => void;
}

/** What a scan without findings says of itself; a status that the interface does not name is quoted. */
export function statusTold(status: string): string {
  if (status === "completed") return "came without a list of findings";
  return status === "running" ? "is still running" : `reports “${clip(status, 60)}”`;
}

const headline = ({ waiting, status }: RunningProps["phase"]): string =>
  waiting ? `This scan ${statusTold(status)}` : "No longer waiting for this scan";

const UNNAMED = " The interface does not name this status, so the page cannot tell whether it ever will.";

function patience({ waiting, expired }: RunningProps["phase"]): string {
  if (waiting) return "; the page checks again by itself, and shows the results";
  return expired ? "; it took longer than this page waits" : "";
}

/** That the last request brought nothing, and when the page asks again. */
function outage({ missed, againAt, waiting }: RunningProps["phase"], now: number): TemplateResult | typeof nothing {
  if (missed === null) return nothing;
  const isPausing = waiting && againAt !== null && againAt - now >= 1000;
  return html`${missedAs(missed)}${isPausing ? html`; the page asks again ${measured(againAt, now)}` : nothing}.`;
}

export function running({ phase, now, onStop, onResume }: RunningProps): TemplateResult {
  return html`${scanHead(phase.scan, now, phase.status)}
  <div class="overview">${tiles({ counts: phase.progress?.bySeverity ?? null, pressed: [] })}${figures({ rollup: null })}</div>
  <section class="state running" aria-label="Scan not completed">
    <div class="wait">
      ${phase.waiting ? html`<span class="pulse" aria-hidden="true"></span>` : nothing}
      <div>
        <h2>${headline(phase)}</h2>
        <p>
          ${phase.scan.createdAt ? html`Started ${ahead(phase.scan.createdAt, now)}.` : "When it started is not given."} Its findings are not known until it completes, which does not mean that there are
          none.${phase.status === "running" ? "" : UNNAMED}
        </p>
        <p class="note">
          Checked ${counted(phase.asks, "time")}, last ${measured(Math.min(phase.askedAt, now), now)}${patience(phase)}.
          ${outage(phase, now)}
          ${phase.progress === null ? nothing : html`${counted(phase.progress.findings, "finding has", "findings have")} arrived.`}
        </p>
        <div class="actions">
          ${
            phase.waiting
              ? html`<button type="button" @click=${onStop}>Stop waiting</button>`
              : html`<button class="primary" type="button" @click=${onResume}>Wait for it</button>`
          }
        </div>
      </div>
    </div>
  </section>`;
}

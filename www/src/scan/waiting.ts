/** What is shown before there are findings: bytes arriving, or a scan that is still running. Running is never zero. */
import { html, nothing, type TemplateResult } from "lit";
import type { Progress } from "scanfold";
import { bytes, clip, counted, number } from "../parts/text.ts";
import { ago, duration, when } from "../parts/time.ts";
import type { Retry } from "../state/retry.ts";
import type { ScanPhase } from "../state/scan-session.ts";
import { scanHead } from "./head.ts";
import { figures, tiles } from "./tiles.ts";

type Loading = Extract<ScanPhase, { kind: "loading" }>;

/** Why a try follows another. */
export function reason({ status, error }: Retry): string {
  if (error === "rate_limited") return "The service asked to wait";
  if (error === "timeout") return "The service took too long";
  return error === "server_error" && status !== undefined ? `The service answered ${status}` : "The connection broke off";
}

/** "in 4 s (2 of 3)": behind the words that it is tried again. */
export function nextTry({ at, attempt, of }: Retry, now: number): string {
  const seconds = Math.ceil((at - now) / 1000);
  return `${seconds > 0 ? `in ${duration(1000 * seconds)} ` : ""}(${number(attempt)} of ${number(of)})`;
}

/** Why, and when: for a place that is read aloud whenever it changes, so the seconds are only shown. */
export function tryingAgain(retry: Retry, now: number): TemplateResult {
  return html`${reason(retry)}, trying again <span aria-hidden="true">${nextTry(retry, now)}</span>`;
}

/** In words what is waited for: an answer, the rest of it, or the end of a pause before it is asked for again. */
function awaited(progress: Progress | null, retry: Retry | null, now: number): string {
  const which = retry === null ? "" : `${number(retry.attempt)} of ${number(retry.of)}`;
  if (progress !== null) {
    const size = progress.totalBytes === null ? " so far" : ` of ${bytes(progress.totalBytes)}`;
    return `${counted(progress.findings, "finding")}, ${bytes(progress.bytes)}${size}${which === "" ? "" : `, try ${which}`}`;
  }
  if (retry === null) return "Waiting for the service to answer";
  const seconds = Math.ceil((retry.at - now) / 1000);
  return `${reason(retry)}; ${seconds > 0 ? `next try in ${duration(1000 * seconds)}` : "trying again"} (${which})`;
}

export interface ArrivalProps {
  /** "Loading the scan". */
  label: string;
  progress: Progress | null;
  retry: Retry | null;
  now: number;
  onStop: () => void;
}

/** How far an answer has arrived, of how much where that is known. */
export function arrival({ label, progress, retry, now, onStop }: ArrivalProps): TemplateResult {
  const received = progress === null || progress.phase === "waiting" ? null : progress;
  const whole = received?.totalBytes ?? null;
  return html`<p class="progress">
    <progress aria-label=${label} max=${whole ?? nothing} value=${whole === null || received === null ? nothing : received.bytes}></progress>
    <span>${awaited(received, retry, now)}</span>
    <button type="button" class="small" @click=${onStop}>Cancel</button>
  </p>`;
}

/** Where the tiles and figures of the scan will be, so that they fill and do not move. */
export function arriving({ progress, retry }: Loading, now: number, onStop: () => void): TemplateResult {
  const counts = progress === null || progress.phase === "waiting" ? null : progress.bySeverity;
  return html`<div class="overview">${tiles({ counts, pressed: [] })}${figures(null)}</div>
    <section class="state" aria-busy="true">${arrival({ label: "Loading the scan", progress, retry, now, onStop })}</section>`;
}

/** Nothing of it is kept: half of a scan's findings would be read as all of them. */
export function stopped(which: string, onLoad: () => void): TemplateResult {
  return html`<section class="state stopped">
    <h2>Loading was cancelled</h2>
    <p>Nothing is known of ${which} yet.</p>
    <div class="actions"><button type="button" class="primary" @click=${onLoad}>Load it</button></div>
  </section>`;
}

export interface RunningProps {
  phase: Extract<ScanPhase, { kind: "running" }>;
  now: number;
  onStop: () => void;
  onResume: () => void;
}

function headline({ waiting, status }: RunningProps["phase"]): string {
  if (!waiting) return "No longer waiting for this scan";
  return status === "running" ? "This scan is still running" : `This scan reports “${clip(status, 60)}”`;
}

const UNNAMED = " The interface does not name this status, so the page cannot tell whether it ever will.";

function patience({ waiting, expired }: RunningProps["phase"]): string {
  if (waiting) return "; the page asks again by itself and shows the results";
  return expired ? "; it took longer than this page waits" : "";
}

export function running({ phase, now, onStop, onResume }: RunningProps): TemplateResult {
  return html`${scanHead(phase.scan, now)}
  <section class="state running" aria-label="Scan not completed">
    ${tiles({ counts: phase.progress?.bySeverity ?? null, pressed: [] })}
    <div class="wait">
      ${phase.waiting ? html`<span class="pulse" aria-hidden="true"></span>` : nothing}
      <div>
        <h2>${headline(phase)}</h2>
        <p>
          ${phase.scan.createdAt ? html`Started ${when(phase.scan.createdAt, now)}.` : "When it started is not given."} Its findings are not known until it completes; that is not the same as
          none.${phase.status === "running" ? "" : UNNAMED}
        </p>
        <p class="note">
          Asked ${counted(phase.asks, "time")}, last ${ago(phase.askedAt, now)}${patience(phase)}.
          ${phase.missedAt === null ? nothing : html`The service did not answer ${ago(phase.missedAt, now)}.`}
          ${phase.progress === null ? nothing : html`${number(phase.progress.findings)} findings have arrived.`}
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

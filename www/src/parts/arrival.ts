/** An answer on its way: how much has arrived, what is awaited, and the buttons that cancel it and ask for it again. */
import { html, nothing, type TemplateResult } from "lit";
import type { Progress } from "scanfold";
import type { Retry } from "../state/retry.ts";
import { reason, untilTry, whichTry } from "./retry.ts";
import { bytes, counted } from "./text.ts";

/** What is awaited, in words: an answer, the rest of it, or the end of a pause before the next try. */
function awaited(progress: Progress | null, retry: Retry | null, now: number): string {
  if (progress !== null) {
    const size = progress.totalBytes === null ? " so far" : ` of ${bytes(progress.totalBytes)}`;
    return `${counted(progress.findings, "finding")}, ${bytes(progress.bytes)}${size}${retry === null ? "" : `, try ${whichTry(retry)}`}`;
  }
  if (retry === null) return "Waiting for the service to answer";
  const until = untilTry(retry, now);
  return `${reason(retry)}; ${until === "" ? "trying again" : `next try ${until}`} (${whichTry(retry)})`;
}

export interface ArrivalProps {
  /** "Loading the scan". */
  label: string;
  progress: Progress | null;
  retry: Retry | null;
  now: number;
  onStop: () => void;
}

/** How much of an answer has arrived, and of how much if that is known. */
export function arrival({ label, progress, retry, now, onStop }: ArrivalProps): TemplateResult {
  const received = progress === null || progress.phase === "waiting" ? null : progress;
  const whole = received?.totalBytes ?? null;
  return html`<p class="progress">
    <progress aria-label=${label} max=${whole ?? nothing} value=${whole === null || received === null ? nothing : received.bytes}></progress>
    <span>${awaited(received, retry, now)}</span>
    <button type="button" class="small" @click=${onStop}>Cancel</button>
  </p>`;
}

/** Nothing of a cancelled answer is kept: half of a scan's findings would be taken for all of them. */
export function stopped(which: string, onLoad: () => void): TemplateResult {
  return html`<section class="state stopped">
    <h2>Loading was cancelled</h2>
    <p>Nothing of ${which} was kept.</p>
    <div class="actions"><button type="button" class="primary" @click=${onLoad}>Load it</button></div>
  </section>`;
}

/**
 * What stands in place of a scan that is not read, or no longer can be: none is open, it is arriving, still runs, was cancelled or
 * failed.
 */
import { html, type TemplateResult } from "lit";
import { isScanfoldError } from "scanfold";
import { stopped } from "../parts/arrival.ts";
import { failure, type FailureActions } from "../parts/failure.ts";
import { clip } from "../parts/text.ts";
import type { ScanPhase } from "../state/scan-session.ts";
import type { ScanAsking } from "./asking.ts";
import { arriving, running } from "./waiting.ts";

export interface UnreadProps {
  id: string;
  now: number;
  /** Whether there are scans to choose from. */
  isOffered: boolean;
  asking: Pick<ScanAsking, "retry" | "stopLoading" | "stopWaiting" | "waitOn">;
  onConnect: FailureActions["connect"];
}

/** The head while there is no scan to describe. */
const head = (id: string): TemplateResult =>
  html`<header class="scan-head"><div class="titled"><h1 tabindex="-1"><span class="mono">${clip(id, 120)}</span></h1></div></header>`;

const none = (isOffered: boolean): TemplateResult =>
  html`<header class="scan-head"><div class="titled"><h1 tabindex="-1">Container scan</h1></div></header>
    <section class="state">
      <p>No scan is open. ${isOffered ? "Choose one above." : "Enter the id of a scan."}</p>
    </section>`;

export function unread(phase: Exclude<ScanPhase, { kind: "ready" }>, { id, now, isOffered, asking, onConnect }: UnreadProps): TemplateResult {
  switch (phase.kind) {
    case "idle":
      return none(isOffered);
    case "loading":
      return html`${head(id)}${arriving(phase, now, asking.stopLoading)}`;
    case "stopped":
      return html`${head(id)}${stopped("this scan", asking.retry)}`;
    case "running":
      return running({ phase, now, onStop: asking.stopWaiting, onResume: asking.waitOn });
    case "failed":
      return html`${head(id)}${failure("The scan could not be opened", phase.error, { retry: asking.retry, mends: true, connect: onConnect })}`;
  }
}

/** The scan was read, but the module that holds it has ended, or has no memory for what the view asks. */
export function gone(error: unknown, { id, asking, onConnect }: UnreadProps): TemplateResult {
  const what = isScanfoldError(error, "too_large") ? "The scan cannot be shown" : "The scan can no longer be read";
  return html`${head(id)}${failure(what, error, { retry: asking.retry, connect: onConnect })}`;
}

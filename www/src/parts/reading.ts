/**
 * What is shown of an answer that is shown whole or not at all: nothing was asked for, it is on its way, was cancelled or failed,
 * or is known. What is known stays in sight while it is read again; a failure to do so stands above it.
 */
import { html, nothing, type TemplateResult } from "lit";
import type { Retry } from "../state/retry.ts";
import { arrival, stopped } from "./arrival.ts";
import { failure, type FailureActions } from "./failure.ts";

export type ReadingPhase = { kind: "idle" | "loading" | "ready" | "stopped" } | { kind: "failed"; error: unknown };

export interface ReadingProps<Known> {
  /** What the answer is, in a word: "history". */
  noun: string;
  /** "Loading the history". */
  label: string;
  /** What is said if nothing was asked for. */
  ask: string;
  phase: ReadingPhase;
  /** What was read last. */
  known: Known | null;
  /** The try that is waited for, if one has failed. */
  retry: Retry | null;
  draw: (known: Known) => TemplateResult;
  onRead: () => void;
  onStop: () => void;
  onConnect: FailureActions["connect"];
}

function onItsWay<Known>({ label, retry, onStop }: ReadingProps<Known>): TemplateResult {
  return html`<section class="state" aria-busy="true">
    ${arrival({ label, progress: null, retry, now: Date.now(), onStop })}
  </section>`;
}

function failed<Known>(error: unknown, { noun, known, onRead, onConnect }: ReadingProps<Known>): TemplateResult {
  const what = known === null ? `The ${noun} could not be read` : `The ${noun} could not be read again; below is what was read before`;
  return failure(what, error, { retry: onRead, mends: true, connect: onConnect });
}

export function reading<Known>(props: ReadingProps<Known>): TemplateResult {
  const { noun, ask, phase, known, retry, draw, onRead } = props;
  if (phase.kind === "idle") return html`<section class="state"><p>${ask}</p></section>`;
  if (phase.kind === "stopped") return stopped(`this ${noun}`, onRead);
  if (phase.kind === "loading") return onItsWay(props);
  return html`${retry === null ? nothing : onItsWay(props)}${phase.kind === "failed" ? failed(phase.error, props) : nothing}
  ${known === null ? nothing : draw(known)}`;
}

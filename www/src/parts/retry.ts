/** Why a request is tried again, and when, in words. */
import { html, type TemplateResult } from "lit";
import type { Retry } from "../state/retry.ts";
import type { Missed } from "../state/scan-session.ts";
import { number } from "./text.ts";
import { duration } from "./time.ts";

/** Why a try follows another. */
export function reason({ status, error }: Retry): string {
  if (error === "rate_limited") return "The service asked to wait";
  if (error === "timeout") return "The service took too long";
  return error === "server_error" && status !== undefined ? `The service answered ${status}` : "The connection broke off";
}

/** "2 of 3". */
export const whichTry = ({ attempt, of }: Retry): string => `${number(attempt)} of ${number(of)}`;

/** "in 4 s"; `""` if the time has come. */
export function untilTry({ at }: Retry, now: number): string {
  const seconds = Math.ceil((at - now) / 1000);
  return seconds > 0 ? `in ${duration(1000 * seconds)}` : "";
}

/** "in 4 s (2 of 3)": after the words that it is tried again. */
export function nextTry(retry: Retry, now: number): string {
  return `${untilTry(retry, now)} (${whichTry(retry)})`.trimStart();
}

export const tryingAgain = (retry: Retry): string => `${reason(retry)}, trying again`;

/** Why, and when. For a place that screen readers read whenever it changes, so the seconds are only shown. */
export function tryingAgainSoon(retry: Retry, now: number): TemplateResult {
  return html`${tryingAgain(retry)} <span aria-hidden="true">${nextTry(retry, now)}</span>`;
}

/** What the service answers if it has too much to do. */
const BUSY = new Set([429, 503]);

/** What came instead of the answer that was waited for. */
export function missedAs({ status, error }: Missed): string {
  if (error === "timeout") return "The service took too long";
  if (status === undefined) return "The service did not answer";
  if (BUSY.has(status)) return `The service answered that it is busy (${status})`;
  return error === "network" ? "The answer broke off" : `The service answered ${status}`;
}

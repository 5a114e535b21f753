/** What a screen reader is told of a scan: that it is read, that it runs, how many findings are shown. Once each. */
import type { ScanPhase } from "../state/scan-session.ts";
import { reason } from "./waiting.ts";

/** `matching` says how many findings are shown. */
export function spoken(phase: ScanPhase, matching: () => string): string {
  switch (phase.kind) {
    case "ready":
      return matching();
    case "running":
      if (!phase.waiting) return "Not waiting any more";
      return phase.missedAt === null ? "The scan is still running" : "The service does not answer, it is asked again";
    case "loading":
      return phase.retry === null ? "Loading the scan" : `${reason(phase.retry)}, trying again`;
    case "stopped":
      return "Loading was cancelled";
    case "idle":
    case "failed":
      return "";
  }
}

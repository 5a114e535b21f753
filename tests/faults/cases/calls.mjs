/**
 * The calls that cases make, and what they all look at. Runs in Node and in a page alike.
 */
import { fails } from "../../harness/check.mjs";

export const SCAN = { platform: "github", org: "example-org", scan_id: "scan-1" };
export const TEAM = { platform: "github", org: "example-org", team_id: "0b6f2f60-6d0c-4c39-8a55-6f6a6d9f4a01" };
export const REPO = { repo: "example-org/payments-api" };

export const get = (client, options) => client.containerScans.get(SCAN, options);
export const open = (client, options) => client.containerScans.open(SCAN, options);
export const history = (client, options) => client.agentScans.history(REPO, options);
export const team = (client, options) => client.teams.get(TEAM, options);
export const remove = (client, options) => client.teams.removeMember({ ...TEAM, user_login: "heron" }, options);
export const request = (client, options) => client.request("/api/other", { auth: "api", ...options });

/** Every read, by name. */
export const reads = { get, open, history, team };

/** A rejection of this kind that is an error of the package; returns it, and tells whoever collects them. */
export async function failsWith(t, promise, kind, what) {
  const error = await fails(t.scanfold, promise, kind, what);
  t.failed?.(error);
  return error;
}

/**
 * How a wait ends that is over before its scan has completed: `wait` begins one that is to last so long. On a busy machine it takes
 * longer until this many requests were sent.
 */
export async function expires(t, wait, attempts, maxWaitMs) {
  const error = await failsWith(t, wait(maxWaitMs), "wait_expired");
  return error.attempts < attempts && maxWaitMs < 10_000 ? expires(t, wait, attempts, 4 * maxWaitMs) : error;
}

/** How a body fails that breaks off or cannot be unpacked: WebKitGTK takes what came for all of it, and the parser notices. */
export const brokenOff = (t) => (t.place.isQuiet ? "decode" : "network");

/** How long something takes, in milliseconds. If it fails, so does this. */
export async function milliseconds(promise) {
  const began = performance.now();
  await promise;
  return performance.now() - began;
}

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until `holds()` is true. */
export async function until(holds, what, limit = 5_000) {
  const began = performance.now();
  while (!(await holds())) {
    if (performance.now() - began > limit) throw new Error(`it never came: ${what}`);
    await pause(10);
  }
}

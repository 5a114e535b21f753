/**
 * What a failure means to the person at the page: what failed, why, whether it is worth trying again. Takes the package's error
 * kinds; whatever else is thrown is a fault of the page and says so.
 */
import { isScanfoldError, type ErrorKind, type Operation, type ScanfoldError } from "scanfold";
import { namedTime } from "../state/named-time.ts";
import { clip } from "./text.ts";
import { duration, moment } from "./time.ts";

export interface Explanation {
  title: string;
  detail: string;
  /** `correct`: what was entered has to be corrected in its own field. There is no button for that. */
  action: "retry" | "connect" | "correct" | "none";
}

/** A refusal older than this belongs to another failure. */
const RECENT_MS = 3000;

let blocked: { address: string; at: number } | null = null;

/** The address that the policy refused, if that is why a call failed; decided when the failure is first shown. */
const refusedFor = new WeakMap<ScanfoldError, string | null>();

function refusedBy(error: ScanfoldError): string | null {
  const known = refusedFor.get(error);
  if (known !== undefined) return known;
  const address = blocked !== null && Date.now() - blocked.at < RECENT_MS ? blocked.address : null;
  refusedFor.set(error, address);
  return address;
}

/** A connection that the page's own policy forbids looks like a network failure; only this event tells them apart. */
export function watchPolicy(): void {
  document.addEventListener("securitypolicyviolation", (event) => {
    if (event.effectiveDirective === "connect-src") blocked = { address: event.blockedURI, at: Date.now() };
  });
}

/** Which token each operation carries, and what it has to be allowed. */
const ACCESS: Record<Operation, { token: string; permission: string }> = {
  "containerScans.get": { token: "API token", permission: "Container scans need view_cloud_security: read." },
  "agentScans.history": {
    token: "token sent for agent history (API token unless set otherwise)",
    permission: "The token has to be allowed to read the scans of this repository.",
  },
  "teams.get": { token: "git token", permission: "The token has to be allowed to read this organisation's teams." },
  "teams.removeMember": {
    token: "git token",
    permission: "The token has to be allowed to change this organisation's teams; reading them is not enough.",
  },
  request: { token: "API token", permission: "The token has to be allowed to do this." },
};

const accessOf = ({ operation }: ScanfoldError) => ACCESS[operation ?? "request"];

/** Statuses that tell of a moment, not of the request: an error that was answered with 200 is a retrieval that failed. */
const MAY_PASS = new Set([200, 408, 425]);

const HERE = "for this organisation and platform.";

/** What a 404 means: after a removal, that the service does not know the team, or that the member is not in it. */
const UNKNOWN_HERE: Record<Operation, string> = {
  "containerScans.get": `The service does not know this scan ${HERE}`,
  "agentScans.history": "The service does not know this repository, or the token may not see it.",
  "teams.get": `The service does not know this team ${HERE}`,
  "teams.removeMember": "The service does not know the team, or not this member in it: somebody may have removed them meanwhile.",
  request: `The service does not know it ${HERE}`,
};

/** Whether the browser was offline then: the connection may have come back, or gone only later. */
export const wasOffline = (error: unknown): boolean => isScanfoldError(error, "network") && (error.hint?.startsWith("offline:") ?? false);

function unreachable(error: ScanfoldError): Explanation {
  if (wasOffline(error)) return { title: `You ${navigator.onLine ? "were" : "are"} offline`, detail: "", action: "retry" };
  const refused = refusedBy(error);
  if (refused !== null)
    return {
      title: "This page may not connect there",
      detail:
        `Its Content-Security-Policy does not allow connections to ${clip(refused, 120)}. ` +
        "Whoever serves the page has to add that address to connect-src.",
      action: "connect",
    };
  if (error.status !== undefined)
    return { title: "The answer broke off", detail: "The connection ended before all of the answer had come.", action: "retry" };
  const cors = error.hint?.startsWith("possibly_cors:") ? " It may also be that the service does not allow this page's address (CORS)." : "";
  return { title: "The service did not answer", detail: `No connection, or it broke off.${cors}`, action: "retry" };
}

function waiting(error: ScanfoldError): string {
  const named = namedTime(error);
  if (named === null) return "Too many requests for now.";
  const { since, until } = named;
  return `The service wants ${duration(until - since)} before the next request: try again after ${moment(until, since)}.`;
}

/** What the page calls the package's arguments: those of the connection, and those entered elsewhere. */
const OF_CONNECTION: Record<string, string> = {
  baseUrl: "The base URL",
  apiToken: "The API token",
  gitToken: "The git token",
  org: "The organisation",
  github_base_url: "The self-hosted URL",
  gitlab_base_url: "The self-hosted URL",
  bitbucket_base_url: "The self-hosted URL",
  azure_devops_base_url: "The self-hosted URL",
};
const ENTERED: Record<string, string> = {
  repo: "The repository",
  scan_id: "The scan id",
  team_id: "The team id",
  user_login: "The login",
};
const PAGE_WORD: Record<string, string> = { ...OF_CONNECTION, ...ENTERED };

/** Within a sentence. */
const inner = (name: string): string => (PAGE_WORD[name] ?? name).replace(/^The/, "the");

/** A refusal names its argument, and its rule may name others. */
function worded({ path = "", hint = "", message }: ScanfoldError): string {
  if (hint === "") return message;
  const name = Object.hasOwn(PAGE_WORD, path) ? (PAGE_WORD[path] ?? path) : path;
  return `${name} ${hint}`.replace(/\b(?:api|git)Token\b/g, inner);
}

/** The body is not what the interface promises: a page from something in between, another request's answer, or a fault. */
function undecoded({ hint, path }: ScanfoldError): Explanation {
  if (hint?.startsWith("html:"))
    return {
      title: "A web page came instead of the answer",
      detail: "Something between this page and the service answered: sign in to the network or proxy, or check the base URL.",
      action: "retry",
    };
  if (hint?.startsWith("the answer belongs to another"))
    return {
      title: "The answer belongs to another request",
      detail: "A cache or proxy before the service may have mixed up two answers. Asking again may bring the right one.",
      action: "retry",
    };
  return {
    title: "The answer is not what the interface promises",
    detail: `${path ? `At ${clip(path, 160)}. ` : ""}The service, or something before it, has to be corrected; trying again will hardly help.`,
    action: "none",
  };
}

/** A removal that was under way: whatever ended the wait for its answer, nobody should repeat it without looking. */
function unconfirmed({ status }: ScanfoldError): Explanation {
  return {
    title: "It is not known whether this happened",
    detail: `The request was sent${status === undefined ? " and its answer lost" : ", and its answer does not say what came of it"}.`,
    action: "retry",
  };
}

const TOO_LARGE_FILE: Explanation = {
  title: "The file would be larger than this page can make",
  detail: "Filter the findings, and export fewer at a time.",
  action: "none",
};

const FAULT: Explanation = { title: "A fault inside the package", detail: "The next try runs on a fresh instance.", action: "retry" };

/** Without an operation it is about a scan, which was lost with its instance. */
function disposed(error: ScanfoldError): Explanation {
  if (error.operation === undefined) return FAULT;
  if (error.operation === "teams.removeMember" && error.outcome === "unknown") return unconfirmed(error);
  return { title: "The connection was changed meanwhile", detail: "Ask again on the new one.", action: "retry" };
}

/** Whether the request carried no token, because the connection says so. */
const wasSentWithout = ({ hint }: ScanfoldError): boolean => hint?.startsWith("no_token:") ?? false;

/** Whether the service refused the token that it was sent. */
export const isTokenRefused = (error: unknown): boolean => isScanfoldError(error, "unauthorized") && !wasSentWithout(error);

const BY_KIND: Record<ErrorKind, (error: ScanfoldError) => Explanation> = {
  invalid_argument: (e) => ({
    title: "This cannot be sent",
    detail: `${clip(worded(e)).replace(/\.?$/, ".")} Nothing was sent.`,
    action: Object.hasOwn(ENTERED, e.path ?? "") ? "correct" : "connect",
  }),
  unauthorized: (e) =>
    wasSentWithout(e)
      ? {
          title: "The service wants a token",
          detail: "The request carried none: the connection says that agent history sends no token.",
          action: "connect",
        }
      : {
          title: `The service refused the ${accessOf(e).token}`,
          detail: "The token is missing, wrong or expired. Enter a valid one.",
          action: "connect",
        },
  forbidden: (e) => ({
    title: `The ${accessOf(e).token} lacks a permission`,
    detail: accessOf(e).permission,
    action: "connect",
  }),
  not_found: (e) =>
    e.hint?.startsWith("non_json_body:")
      ? {
          title: "That address is not the service",
          detail: "The answer was not from its interface: check the base URL and its path.",
          action: "connect",
        }
      : { title: "Not found", detail: UNKNOWN_HERE[e.operation ?? "request"], action: "none" },
  rate_limited: (e) => ({
    title: "The service asks to wait",
    detail: waiting(e),
    action: "retry",
  }),
  rejected: (e) =>
    e.operation !== "teams.removeMember" && MAY_PASS.has(e.status ?? 0)
      ? { title: "The service did not carry out the request", detail: "It may be able to now.", action: "retry" }
      : { title: "The service rejected the request", detail: "Sending the same again will not help.", action: "none" },
  server_error: (e) => ({
    title: "The service failed",
    detail: `It answered ${e.status ?? "with an error"}${e.attempts > 1 ? `, ${e.attempts} times` : ""}. Try again later.`,
    action: "retry",
  }),
  unexpected_status: (e) => ({
    title: "Unexpected answer",
    detail: `Status ${e.status ?? "unknown"}: probably something between this page and the service answered.`,
    action: "retry",
  }),
  redirect_blocked: () => ({
    title: "The service redirects elsewhere",
    detail: "Redirects are not followed, so that tokens stay where they were meant to go. Correct the base URL.",
    action: "connect",
  }),
  network: unreachable,
  timeout: () => ({ title: "The service took too long", detail: "The request was given up. It may work now.", action: "retry" }),
  decode: undecoded,
  too_large: (e) => {
    if (e.hint?.startsWith("memory:")) return { title: "There is not enough memory for this", detail: "Close other tabs and try again.", action: "retry" };
    return e.hint?.startsWith("export:") ? TOO_LARGE_FILE : { title: "The answer is larger than this page accepts", detail: "Trying again will not help.", action: "none" };
  },
  wait_expired: () => ({ title: "Still running", detail: "The page stopped waiting.", action: "retry" }),
  unconfirmed,
  disposed,
  init_failed: () => ({
    title: "The WebAssembly module did not load",
    detail: "Old browser, blocked by a policy, or the file is missing.",
    action: "retry",
  }),
  internal: () => FAULT,
};

export function explain(error: unknown): Explanation {
  if (isScanfoldError(error)) return BY_KIND[error.kind](error);
  return { title: "This page has failed", detail: clip(error instanceof Error ? error.message : String(error)), action: "retry" };
}

/** Failures that mend themselves when the connection is back. */
export function mendsOnline(error: unknown): boolean {
  return isScanfoldError(error, "network") || isScanfoldError(error, "timeout");
}

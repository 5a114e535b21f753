/**
 * `demo.json`: what `cargo xtask demo` tells the page so that it opens with something to see. Its shape is documented in
 * README.md. Absent (404, or no JSON there) means an ordinary page, which asks for its connection.
 */
import { CLOUDS, PLATFORMS, type Place } from "./url.ts";

export interface Choice {
  id: string;
  label: string;
}

/** What there is to choose from at a place. */
export interface Offer {
  place: Place;
  scans: Choice[];
  compareWith: string;
  repos: Choice[];
  teams: Choice[];
}

export interface Demo extends Offer {
  apiToken: string;
  gitToken: string;
  self: string;
  historyAuth: "api" | "git" | "none";
}

/** Without the tokens, which are the connection's alone. */
export const offerOf = ({ place, scans, compareWith, repos, teams }: Demo): Offer => ({ place, scans, compareWith, repos, teams });

const text = (value: unknown): string => (typeof value === "string" ? value : "");

function choices(value: unknown): Choice[] {
  if (!Array.isArray(value)) return [];
  return value
    .map((item: Record<string, unknown>) => ({ id: text(item["id"]), label: text(item["label"]) || text(item["id"]) }))
    .filter((choice) => choice.id !== "");
}

function read(json: Record<string, unknown>): Demo {
  const repo = text(json["repo"]);
  const repos = choices(json["repos"]);
  return {
    place: {
      base: text(json["baseUrl"]),
      platform: PLATFORMS.find((platform) => platform === json["platform"]) ?? "github",
      org: text(json["org"]),
      cloud: CLOUDS.find((cloud) => cloud === json["cloud"]) ?? "",
      host: "",
    },
    apiToken: text(json["apiToken"]),
    gitToken: text(json["gitToken"]),
    self: text(json["self"]),
    historyAuth: json["historyAuth"] === "git" ? "git" : json["historyAuth"] === "none" ? "none" : "api",
    scans: choices(json["scans"]),
    compareWith: text(json["compareWith"]),
    repos: repo === "" || repos.some((choice) => choice.id === repo) ? repos : [{ id: repo, label: repo }, ...repos],
    teams: choices(json["teams"]),
  };
}

/** An ordinary page waits for it too, so it must not take long. */
const LIMIT_MS = 10_000;

/** `null` if the page is not a demo. */
export async function loadDemo(): Promise<Demo | null> {
  const options: RequestInit = { cache: "no-store", credentials: "same-origin", signal: AbortSignal.timeout(LIMIT_MS) };
  const response = await fetch("./demo.json", options).catch(() => null);
  // A static host may answer every path with its HTML page: that is not a demo either.
  if (response === null || !response.ok || response.headers.get("Content-Type")?.includes("html")) return null;
  try {
    const json: unknown = await response.json();
    return typeof json === "object" && json !== null ? read(json as Record<string, unknown>) : null;
  } catch {
    // The error is left out, because its text may quote a token.
    console.warn("demo.json could not be read, so the page goes on without it.");
    return null;
  }
}

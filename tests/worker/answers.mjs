/** A service of a few fixed answers, for a site that gives them beside its files. */
import { readFileSync } from "node:fs";
import { json } from "node:stream/consumers";

import { below } from "../harness/places.mjs";
import { AFTER, result } from "./questions.mjs";

const fixture = (name) => JSON.parse(readFileSync(below("tests", "fixtures", name), "utf8"));

/** How many lists are in one another. */
function depthOf(value) {
  let depth = 0;
  for (let inner = value; Array.isArray(inner); inner = inner[0]) depth += 1;
  return depth;
}

/** Path → what it answers to a body and the request's token: `{ status?, type?, isCut?, body }`, or nothing for no answer at all. */
const ANSWERS = {
  "/api/cloud/container-scanning/results": ({ scan_id }, { nth }) => {
    if (scan_id === "missing") return { status: 404, body: { error: "scan not found" } };
    if (scan_id.startsWith("slow") && nth < 3) return { body: { ...result(undefined), scan_id, status: "running", completed_at: undefined } };
    return { body: { ...result(AFTER), scan_id } };
  },
  "/api/agents/scan/history": () => ({ body: fixture("agent-history.json") }),
  "/api/metrics/developer/teams/get": () => ({ body: fixture("team.json") }),
  "/api/metrics/developer/teams/members/remove": ({ user_login }) => {
    if (user_login === "never") return undefined;
    if (user_login === "osprey") return { status: 503, body: { error: "down" } };
    return { body: fixture("team-removal.json") };
  },
  "/echo": (body, { token }) => ({ body: { body, token: token ?? null } }),
  "/depth": (body) => ({ body: depthOf(body) }),
  "/never": () => undefined,
  "/never-again": () => undefined,
  "/plain": () => ({ type: "text/plain; charset=utf-8", body: result(AFTER) }),
  "/cut": () => ({ isCut: true, body: result(AFTER) }),
  "/counts": (body, { counts }) => ({ body: counts }),
};

/** Takes a POST over. `counts` says how often each scan and each path was asked for. */
export async function answer(request, response, counts) {
  const { authorization: token } = request.headers;
  const body = await json(request).catch(() => undefined);
  // The caller has left in the middle.
  if (body === undefined) return;
  const nth = (counts[body.scan_id] = (counts[body.scan_id] ?? 0) + 1);
  counts[request.url] = (counts[request.url] ?? 0) + 1;
  const given = ANSWERS[request.url](body, { token, nth, counts });
  if (given === undefined) return;
  response.writeHead(given.status ?? 200, { "Content-Type": given.type ?? "application/json", "X-Request-Id": "r-1" });
  const text = JSON.stringify(given.body);
  if (given.isCut) response.write(text.slice(0, -9), () => response.destroy());
  else response.end(text);
}

/**
 * A token that occurs nowhere else, and the places that are searched for it afterwards. Works in Node and in a page alike.
 *
 * It may be found in one place: the `Authorization` headers of the operations that it is for.
 */
import { SCAN, TEAM, get, history, open, remove, request, team } from "./cases/calls.mjs";

/** Scenarios whose answers take their time, or much room. */
export const SLOW = /^(slow-drip|gzip-bomb|deep|retry-after-seconds|running)$/;

/** Scenarios at once: more, and a browser keeps requests waiting until they have timed out. */
const AT_ONCE = 12;

/** Two tokens made up on the spot; `secret` is what they have in common. */
export function newTokens() {
  const secret = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return { secret, apiToken: `canary-api-${secret}`, gitToken: `canary-git-${secret}` };
}

/** Causes of causes that are looked at. */
const DEEPEST = 50;

/** Everything that an error says, whichever way it is asked, its causes included. */
export function textsOf(error, depth = 0) {
  if (!(error instanceof Error) || depth > DEEPEST) return [String(error), JSON.stringify(error) ?? ""];
  const own = Reflect.ownKeys(error).map((name) => textOf(error[name]));
  const parts = [error.cause, error.error, error.suppressed, ...(Array.isArray(error.errors) ? error.errors : [])];
  return [String(error), error.stack ?? "", JSON.stringify(error), ...own, ...parts.filter((part) => part != null).flatMap((part) => textsOf(part, depth + 1))];
}

/** What a member of an error says: bytes in their letters, and other data as JSON. */
function textOf(value) {
  if (ArrayBuffer.isView(value)) return new TextDecoder("latin1").decode(value);
  return typeof value === "object" && !(value instanceof Error) ? (JSON.stringify(value) ?? "") : String(value);
}

/**
 * Makes every call of every scenario named, with these tokens, and then misuses them as arguments.
 * Returns what was reported, by place, and the clients, which the caller has to dispose of.
 */
export async function exercise(scanfold, origin, { apiToken, gitToken }, names) {
  const told = { error: [], event: [], result: [] };
  const clients = [];
  const make = async (name, more) => {
    const options = { apiToken, gitToken, maxRetries: 1, attemptTimeoutMs: 150, timeoutMs: 2_000, maxResponseBytes: 1 << 22, onEvent: (event) => told.event.push(JSON.stringify(event)) };
    const client = await scanfold.createClient({ baseUrl: `${origin}/canary/${name}`, ...options, ...more });
    clients.push(client);
    return client;
  };
  let failures = 0;
  const settle = (promise) =>
    promise.then(
      (value) => (told.result.push(JSON.stringify(value)), value?.dispose?.()),
      (error) => ((failures += 1), told.error.push(...textsOf(error))),
    );
  const waiting = [...names];
  const work = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const client = await make(name, name.startsWith("cors") ? { apiToken: async () => apiToken } : {});
      for (const call of [get, open, history, team, remove, request]) await settle(call(client));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  // Tokens where none belongs.
  await settle(make("ok", { baseUrl: `${origin}/canary/ok?${apiToken}` }));
  await settle(make("ok", { apiToken: `Bearer ${apiToken}` }));
  await settle(make("ok", { apiToken: `"${apiToken}"`, [apiToken.slice(0, 3)]: 1 }));
  await settle(make("ok", { headers: { Authorization: apiToken } }));
  const own = await make("ok");
  const misuses = [() => own.containerScans.get({ ...SCAN, platform: apiToken }), () => own.teams.get({ ...TEAM, team_id: apiToken }), () => own.agentScans.history({ repo: apiToken })];
  for (const call of misuses) await settle(call());
  for (const client of clients) told.result.push(JSON.stringify(client), String(client), Object.getOwnPropertyNames(client).join());
  return { told, clients, failures };
}

/** Where the log of a fault server holds the secret although it should not. */
export function strayInLog(log, { secret, apiToken, gitToken }) {
  const found = [];
  for (const { target, path, headers, body } of log) {
    const { authorization = "", ...rest } = headers;
    if (target.includes(secret)) found.push("request address");
    if (body.includes(secret)) found.push("request body");
    if (JSON.stringify(rest).includes(secret)) found.push("request header");
    // History may be asked to take the git token, and other operations take either.
    const wrong = /teams/.test(path) ? apiToken : /container-scanning/.test(path) ? gitToken : null;
    const allowed = [apiToken, gitToken].filter((token) => token !== wrong).map((token) => `Bearer ${token}`);
    if (authorization.includes(secret) && !allowed.includes(authorization)) found.push("authorization of another operation");
  }
  return found;
}

/** How many requests carried one of the tokens. */
export const authorized = (log, { secret }) => log.filter(({ headers }) => headers.authorization?.includes(secret)).length;

/**
 * Calls of every kind at once, against a service that does anything, ended by anybody at any time. Time is simulated: a timer fires
 * when all that can happen before it has happened.
 */
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";

import fc from "fast-check";
import * as scanfold from "scanfold";

import { get, history, open, remove, request, team } from "./cases/calls.mjs";
import { good } from "./scenarios/good.mjs";

const CALLS = { get, open, history, team, remove, request };
const TOKENS = { apiToken: "the-api-token+1", gitToken: "the-git-token+2" };
const REASON = new Error("the view was closed");
/** Not before this time do all calls have to be settled: the longest limit, and a read-back. */
const END_MS = 80_000;
/** What a removal may still take beyond its limit, to read the team back. */
const READ_BACK_MS = 5_000;
/** A step of simulated time. */
const STEP_MS = 50;

const seldom = (...values) => fc.oneof({ weight: 7, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.constantFrom(...values) });
const answers = fc.record({
  status: fc.constantFrom(200, 200, 200, 200, 200, 401, 403, 404, 409, 429, 500, 503, "breaks", "is silent"),
  body: fc.constantFrom("good", "good", "good", "good", "error", "cut", "stalls", "none"),
  afterMs: fc.constantFrom(0, 0, 50, 900, 12_000),
  retryAfter: fc.constantFrom(undefined, undefined, 0, 2, 40, 4_000),
});
const calls = fc.record({
  kind: fc.constantFrom(...Object.keys(CALLS)),
  atMs: fc.constantFrom(0, 0, 100, 1_000),
  limits: fc.record({ timeoutMs: fc.constantFrom(1_000, 10_000, 60_000), attemptTimeoutMs: fc.constantFrom(500, 30_000, Infinity), maxRetries: fc.nat(2) }),
  answers: fc.array(answers, { minLength: 1, maxLength: 4 }),
  abortMs: seldom(0, 50, 1_500),
  throws: seldom("waiting", "receiving", "done"),
});
const storms = fc.record({ planned: fc.array(calls, { minLength: 1, maxLength: 5 }), disposeMs: seldom(0, 100, 1_000, 7_000) });

/** A body, and what a service says of it. */
function bodyOf({ body }, sent) {
  const text = JSON.stringify(good(sent));
  if (body === "good") return text;
  if (body === "error") return JSON.stringify({ error: `no: ${TOKENS.apiToken} ${TOKENS.gitToken}` });
  if (body === "none") return null;
  const half = new TextEncoder().encode(text.slice(0, text.length / 2));
  return new ReadableStream({
    start(controller) {
      controller.enqueue(half);
      if (body === "cut") controller.error(new TypeError("the connection was lost"));
    },
  });
}

/** Lets a storm pass; what came of each call, with its requests. */
async function pass({ planned, disposeMs }) {
  mock.timers.enable({ apis: ["setTimeout", "Date"] });
  const own = performance.now;
  let now = 0;
  performance.now = () => now;
  const later = (ms, act) => void setTimeout(act, ms);
  const stories = planned.map((plan) => ({ plan, requests: [], settlements: [], abort: new AbortController() }));
  const fetch = async (sent) => {
    const story = stories[Number(sent.headers.get("X-Call"))];
    const answer = story.plan.answers[Math.min(story.requests.length, story.plan.answers.length - 1)];
    const asked = { path: new URL(sent.url).pathname, json: JSON.parse((await sent.clone().text()) || "null") };
    const seen = { path: asked.path, atMs: now, answer, signal: sent.signal };
    story.requests.push(seen);
    return new Promise((resolve, reject) => {
      sent.signal.addEventListener("abort", () => reject(sent.signal.reason));
      later(answer.afterMs, () => {
        if (sent.signal.aborted) return;
        seen.answeredMs = now;
        if (answer.status === "breaks") reject(new TypeError("fetch failed"));
        if (typeof answer.status !== "number") return;
        const headers = { "Content-Type": "application/json", ...(answer.retryAfter !== undefined && { "Retry-After": String(answer.retryAfter) }) };
        resolve(new Response(bodyOf(answer, asked), { status: answer.status, headers }));
      });
    });
  };
  const client = await scanfold.createClient({ baseUrl: "https://analysis.example.com", ...TOKENS, fetch });
  const begin = (story, number) => {
    const { kind, limits, throws } = story.plan;
    const onProgress = ({ phase }) => {
      if (phase === throws) throw REASON;
    };
    story.beganMs = now;
    const settle = (outcome) => story.settlements.push({ outcome, atMs: now, live: story.requests.filter(({ answeredMs }) => answeredMs === undefined) });
    CALLS[kind](client, { ...limits, headers: { "X-Call": String(number) }, signal: story.abort.signal, onProgress }).then(settle, settle);
  };
  stories.forEach((story, number) => {
    later(story.plan.atMs, () => begin(story, number));
    if (story.plan.abortMs !== undefined) later(story.plan.atMs + story.plan.abortMs, () => story.abort.abort(REASON));
  });
  if (disposeMs !== undefined) later(disposeMs, () => client.dispose());
  try {
    for (; now <= END_MS; now += STEP_MS) {
      for (let turns = 0; turns < 8; turns += 1) await turn();
      if (stories.every(({ settlements }) => settlements.length > 0)) break;
      mock.timers.tick(STEP_MS);
    }
    for (let turns = 0; turns < 20; turns += 1) await turn();
  } finally {
    mock.timers.reset();
    performance.now = own;
    client.dispose();
  }
  return stories;
}

function check({ plan, beganMs, requests, settlements }, disposeMs) {
  assert.equal(settlements.length, 1, "it settles, and once");
  const [{ outcome, atMs, live }] = settlements;
  const { kind, limits } = plan;
  const bound = limits.timeoutMs + (kind === "remove" ? READ_BACK_MS : 0);
  assert.ok(atMs - beganMs <= bound + STEP_MS, `after ${atMs - beganMs} ms`);
  const isOwn = ({ path }) => kind !== "remove" || path.endsWith("/remove");
  const own = requests.filter(isOwn);
  const pauses = own.filter(({ answer, answeredMs }) => answer.status === 429 && answeredMs !== undefined).length;
  // What may change something is repeated only if the service says that nothing was done.
  const isChange = kind === "remove" || kind === "request";
  const repeats = isChange ? Math.min(limits.maxRetries, pauses) : limits.maxRetries;
  assert.ok(own.length <= 1 + repeats, `${own.length} requests`);
  assert.ok(requests.length - own.length <= 1 + limits.maxRetries, "the team is read back like anything else");
  for (const [at, { answer, answeredMs }] of own.entries()) {
    const next = own[at + 1];
    const asks = next && answeredMs !== undefined && typeof answer.status === "number" && [429, 503].includes(answer.status) && answer.retryAfter;
    if (asks) assert.ok(next.atMs - answeredMs >= asks * 1_000, "as long as the service asked for");
  }
  for (const { signal } of live) assert.ok(signal.aborted, "nobody waits for the answer of a call that is over");
  for (const { atMs: sentMs } of requests) assert.ok(sentMs <= atMs && sentMs <= (disposeMs ?? Infinity), "nothing is sent afterwards");
  if (outcome === REASON) return assert.ok(plan.abortMs !== undefined || plan.throws !== undefined);
  if (!(outcome instanceof Error)) return assert.ok(requests.some(({ answer }) => answer.status === 200), "an answer was good");
  assert.ok(scanfold.isScanfoldError(outcome), String(outcome));
  assert.notEqual(outcome.kind, "internal");
  const told = `${outcome} ${JSON.stringify(outcome)} ${outcome.cause} ${outcome.serverMessage}`;
  for (const token of Object.values(TOKENS)) assert.ok(!told.includes(token), "a token is told");
  if (outcome.kind === "disposed") assert.ok(disposeMs !== undefined);
  if (kind === "remove" && outcome.outcome === "not_sent") assert.equal(own.length, 0);
}

test("whatever a service does, and whoever ends what, calls settle within their limits and send no more than they may", { timeout: 120_000 }, async () => {
  await scanfold.init();
  await fc.assert(
    fc.asyncProperty(storms, async (storm) => {
      for (const story of await pass(storm)) check(story, storm.disposeMs);
    }),
    { numRuns: 600 },
  );
});

/**
 * What has to hold when an instance dies: everything it owed settles, its handles say so, and the next call works.
 *
 * A trap needs a copy of the package of its own, so these are no ordinary cases: `world` has the copy as `scanfold`, the
 * `instances` it makes, `client(scenario, options)`, and `unanswered()`, which gives the log of what was asked of `silence` so far.
 */
import { equal, ok, throws } from "../../harness/check.mjs";
import { finding } from "../scenarios/good.mjs";
import { SCAN, TEAM, failsWith, get, history, open, pause, remove, team, until } from "./calls.mjs";

/** How a trap comes about: at once, after the panic hook has said that the instance is lost, or in what a handle asks of the module. */
export const HOW = { abort: 1, panic: 2, handle: 3 };

/** Whose failures they are, in the order of the calls below; `openScan` is no operation of the service. */
const OPERATIONS = ["containerScans.get", "containerScans.get", "agentScans.history", "teams.get", "teams.removeMember", "containerScans.get", "containerScans.get", undefined];

/** Calls of every kind under way, then a trap in a callback. `trapping` is the source of a module that can be armed. */
export async function afterTrap(world, trapping, how) {
  const { scanfold, instances, client, unanswered } = world;
  await scanfold.init(trapping);
  const resident = await scanfold.openScan([finding(1)]);
  const silent = await client("silence");
  const abort = new AbortController();
  const { length: earlier } = await unanswered();
  const calls = [get, open, history, team, remove].map((call) => call(silent, { signal: abort.signal }));
  const waiting = (await client("running")).containerScans.waitFor(SCAN, { intervalMs: 30 });
  const repeating = (await client("status-503", { maxRetries: 10 })).containerScans.get(SCAN);
  const reading = scanfold.openScan(new ReadableStream({}));
  const outcomes = [...calls, waiting, repeating, reading].map((call) => failsWith(world, call, "internal"));
  await until(async () => (await unanswered()).length >= earlier + calls.length, "all are sent");
  instances[0].exports.armed.value = how;
  abort.abort();
  const errors = await Promise.all(outcomes);
  equal(errors.map(({ operation }) => operation), OPERATIONS, "operations of the failures");
  equal(errors.map(({ message }) => message.split(": ")[0]), OPERATIONS.map((operation) => operation ?? "the library failed; the next call runs on a fresh instance"), "what the messages begin with");
  equal(errors.map(({ outcome }) => outcome).indexOf("unknown"), OPERATIONS.indexOf("teams.removeMember"), "only the removal may have happened");
  await until(async () => (await unanswered()).every(({ end }) => end === "left"), "requests are cancelled");
  throws(scanfold, () => resident.rollup(), "disposed");
  resident.dispose();

  // Late answers, timers and signals of the dead instance do nothing.
  equal((await get(await client("ok"))).findings.length, 2, "findings of the next call");
  equal(instances.length, 2, "instances");
  equal(scanfold.compareVersions("1", "2", "semver"), -1, "an ordinary function");
  equal((await failsWith(world, history(await client("not-found")), "not_found")).status, 404, "an ordinary failure");
  await pause(100);
  // A client outlives its instance: it begins anew in the next one, with the fetch that it was made with.
  const { fetch } = globalThis;
  globalThis.fetch = () => Promise.reject(new Error("another fetch"));
  try {
    const again = silent.teams.get(TEAM, { timeoutMs: 100 });
    equal((await failsWith(world, again, "timeout")).attempts, 1, "attempts of a client that went over");
  } finally {
    globalThis.fetch = fetch;
  }
}

/** A call from so deep in the stack that the module has no room left. */
export async function afterOverflow(world) {
  const { scanfold, client } = world;
  const resident = await scanfold.openScan([finding(1)]);
  const pending = failsWith(world, get(await client("silence")), "internal");
  // Deep down there is no room to enter the module, higher up too little to go on in it, or to say so.
  const atDepth = (depth, run) => (depth === 0 ? run() : atDepth(depth - 1, run));
  const outcome = (depth) => {
    try {
      atDepth(depth, () => resident.rollup({ by: "image" }));
      return "resolved";
    } catch (error) {
      return error.kind ?? error.name;
    }
  };
  let depth = 16_000;
  const seen = new Set();
  while (depth > 0 && !seen.has("disposed") && !seen.has("resolved")) seen.add(outcome((depth -= 5)));
  ok(seen.has("RangeError") || seen.has("internal"), [...seen].join());
  ok(!seen.has("resolved"), "the stack overflowed inside the module");
  await pending;
  throws(scanfold, () => resident.rollup(), "disposed");
  equal((await get(await client("ok"))).findings.length, 2, "findings of the next call");
}

/** A hundred calls under way when their instance dies. */
export async function afterTrapAmongMany(world, trapping) {
  const { scanfold, instances, client } = world;
  await scanfold.init(trapping);
  const own = await client("silence");
  const calls = Array.from({ length: 100 }, (_, n) => [get, open, history, team, remove][n % 5](own));
  const settled = Promise.allSettled(calls);
  await pause(50);
  instances[0].exports.armed.value = HOW.panic;
  const last = get(own);
  const kinds = (await settled).map(({ status, reason }) => `${status} ${reason?.kind}`);
  equal([...new Set(kinds)], ["rejected internal"], "how the calls ended");
  await failsWith(world, last, "internal");
}

/** What a worker answers is what the package on the page answers, and it fails as the package fails. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { alike } from "./alike.mjs";
import { LIMIT, openPages } from "./page.mjs";

describe("calls to a worker", () => {
  const pageWith = openPages();

  alike(pageWith);

  test("b16_a_field_too_deep_to_be_sent_is_refused_and_the_scan_answers_on", LIMIT, async (t) => {
    const { page } = await pageWith(t);
    const found = await page.evaluate(async () => {
      const worker = await workers.startWorker();
      const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
      const finding = `"uid":"u","image":"i","kind":"npm","target":"t","id":"CVE-1","package":"p","severity":"low","installed_version":"1"`;
      const scan = await worker.openScan(`{"scan_id":"s","status":"completed","findings":[{${finding},"x":${deep}}]}`);
      const { kind, hint } = await scan.findings().catch((error) => error);
      const rollup = await scan.rollup();
      worker.dispose();
      return [kind, hint.split(":")[0], rollup.findings];
    });
    assert.deepEqual(found, ["too_large", "a field of these findings is nested too deeply to be sent to the page", 1]);
  });

  test("questions asked of a scan before it was disposed of are answered", LIMIT, async (t) => {
    const { page } = await pageWith(t);
    const outcomes = await page.evaluate(async () => {
      const worker = await workers.startWorker();
      const [before, scan] = [await worker.openScan(questions.BEFORE), await worker.openScan(questions.BEFORE)];
      const asked = [scan.rollup(), scan.findings(), scan.diff(before), scan.export("json"), scan.repositories()];
      scan.dispose();
      const settled = await Promise.allSettled([...asked, scan.rollup()]);
      return settled.map(({ status, reason }) => reason?.kind ?? status);
    });
    assert.deepEqual(outcomes, [...Array(5).fill("fulfilled"), "disposed"]);
  });

  test("exports are files that say what they hold", LIMIT, async (t) => {
    const { page } = await pageWith(t);
    const types = await page.evaluate(async () => {
      const scan = await (await workers.startWorker()).openScan(questions.BEFORE);
      const files = await Promise.all(["csv", "markdown", "sarif", "json"].map((format) => scan.export(format)));
      return files.map(({ type }) => type);
    });
    assert.deepEqual(types, ["text/csv;charset=utf-8", "text/markdown;charset=utf-8", "application/sarif+json", "application/json"]);
  });

  test("an unknown export format is refused by its name", LIMIT, async (t) => {
    const { page } = await pageWith(t);
    const paths = await page.evaluate(async () => {
      const scan = await (await workers.startWorker()).openScan(questions.BEFORE);
      const asked = [["pdf"], ["toString"], [undefined], ["json", { where: { fixable: true } }], ["csv", { by: "kind" }], ["csv", 7], ["sarif", { signal: {} }]];
      const exports = await Promise.allSettled(asked.map((given) => scan.export(...given)));
      return exports.map(({ reason }) => workers.isScanfoldError(reason, "invalid_argument") && reason.path);
    });
    assert.deepEqual(paths, ["format", "format", "format", "where", "by", "options", "signal"]);
  });

  test("data that nest too deep for an object are in the file of the whole scan", LIMIT, async (t) => {
    const { page } = await pageWith(t);
    const isThere = await page.evaluate(async () => {
      const deep = "[".repeat(100_000) + "]".repeat(100_000);
      const text = `{"scan_id":"s","status":"completed","findings":[{"uid":"u","deep":${deep}}]}`;
      const scan = await (await workers.startWorker()).openScan(text);
      return (await (await scan.export("json")).text()) === text;
    });
    assert.ok(isThere);
  });

  test("an export lets other questions in, and ends by its signal", LIMIT, async (t) => {
    const { page } = await pageWith(t);
    const [order, reason, total] = await page.evaluate(async () => {
      const findings = Array.from({ length: 20_000 }, (_, at) => ({ uid: `u${at}`, id: `n${at % 100}`, title: "t".repeat(100) }));
      const scan = await (await workers.startWorker()).openScan(findings);
      const order = [];
      const tell = (name) => () => order.push(name);
      await Promise.all([scan.export("sarif").then(tell("the export")), scan.findings({ limit: 1 }).then(tell("a page"))]);
      const leaving = new AbortController();
      const left = scan.export("sarif", { signal: leaving.signal }).catch((error) => error.name);
      // Answered while the file is written.
      await scan.findings({ limit: 1 });
      leaving.abort();
      return [order, await left, (await scan.findings()).total];
    });
    assert.deepEqual([order, reason, total], [["a page", "the export"], "AbortError", 20_000]);
  });

  test("an exception from onEvent is reported and ends no call", LIMIT, async (t) => {
    const { page, problems } = await pageWith(t);
    const repo = await page.evaluate(async () => {
      const onEvent = () => {
        throw new RangeError("of the caller");
      };
      const client = await (await workers.startWorker()).createClient({ baseUrl: location.origin, gitToken: "t", apiToken: "t", onEvent });
      return (await client.agentScans.history({ repo: "acme/web" })).length > 0;
    });
    assert.equal(repo, true);
    assert.deepEqual([...new Set(problems)], ["exception: of the caller"]);
  });

  test("the onEvent of a call hears of that call alone, and what it throws ends the call", LIMIT, async (t) => {
    const { page, problems } = await pageWith(t);
    const [heard, [ended, well]] = await page.evaluate(async () => {
      const client = await (await workers.startWorker()).createClient({ baseUrl: location.origin, gitToken: "t", apiToken: "t" });
      const heard = { one: [], other: [] };
      const asked = (which) => {
        const onEvent = ({ type, operation }) => heard[which].push(`${type} ${operation}`);
        return which === "one" ? client.agentScans.history({ repo: "acme/web" }, { onEvent }) : client.request("/echo", { auth: "none", body: 1, onEvent });
      };
      await Promise.all(["one", "other"].map(asked));
      const boom = () => {
        throw new RangeError("of the caller");
      };
      const ends = [client.agentScans.history({ repo: "acme/web" }, { onEvent: boom }), client.agentScans.history({ repo: "acme/web" })];
      return [heard, (await Promise.allSettled(ends)).map(({ reason, value }) => reason?.message ?? value.length > 0)];
    });
    assert.deepEqual(heard, { one: ["attempt agentScans.history", "settled agentScans.history"], other: ["attempt request", "settled request"] });
    assert.deepEqual([ended, well, problems], ["of the caller", true, []]);
  });

  test("a fetch of the caller's is refused by its name, as is one of a call", LIMIT, async (t) => {
    const { page } = await pageWith(t);
    const refused = await page.evaluate(async () => {
      const worker = await workers.startWorker();
      const options = { baseUrl: location.origin, apiToken: "t", gitToken: "t" };
      const client = await worker.createClient({ ...options, fetch: undefined });
      const asked = [worker.createClient({ ...options, fetch }), client.teams.removeMember({}, { fetch })];
      return (await Promise.allSettled(asked)).map(({ reason }) => [reason.kind, reason.path, reason.outcome]);
    });
    assert.deepEqual(refused, [["invalid_argument", "fetch", "not_applicable"], ["invalid_argument", "fetch", "not_sent"]]);
  });

  test("a stream given with a bad option stays the caller's", LIMIT, async (t) => {
    const { page } = await pageWith(t);
    const found = await page.evaluate(async () => {
      const worker = await workers.startWorker();
      const stream = new Blob([JSON.stringify(questions.BEFORE)]).stream();
      const { path } = await worker.openScan(stream, { maxBytes: -1 }).catch((error) => error);
      const { locked } = stream;
      return [path, locked, await new Response(stream).json().then(({ length }) => length)];
    });
    assert.deepEqual(found, ["maxBytes", false, 3]);
  });

  test("sources that fail at the same time each fail with their own error", LIMIT, async (t) => {
    const { page } = await pageWith(t);
    const causes = await page.evaluate(async () => {
      const worker = await workers.startWorker();
      const failing = (error) => new ReadableStream({ pull: () => Promise.reject(error) });
      const errors = Array.from({ length: 150 }, (_, at) => new Error(`source ${at}`));
      const settled = await Promise.allSettled(errors.map((error) => worker.openScan(failing(error))));
      return settled.filter(({ reason }, at) => reason.cause === errors[at]).length;
    });
    assert.equal(causes, 150);
  });

  test("calls that share one call of a token function each fail with what it threw", LIMIT, async (t) => {
    const { page } = await pageWith(t);
    const causes = await page.evaluate(async () => {
      const thrown = new Error("no token");
      const apiToken = () => {
        throw thrown;
      };
      const client = await (await workers.startWorker()).createClient({ baseUrl: location.origin, apiToken });
      const params = { platform: "github", org: "acme", scan_id: "scan-1" };
      const settled = await Promise.allSettled([1, 2, 3].map(() => client.containerScans.get(params)));
      return settled.filter(({ reason }) => reason.kind === "unauthorized" && reason.cause === thrown).length;
    });
    assert.equal(causes, 3);
  });

  test("a body of a thousand levels is sent, and a body where none belongs is refused", LIMIT, async (t) => {
    const { page, problems } = await pageWith(t);
    const [there, here] = await page.evaluate(async () => {
      const nested = (depth) => Array.from({ length: depth }).reduce((inner) => [inner], 1);
      const say = (asking) => asking.then((answer) => answer, ({ kind, path, hint }) => [kind, path, hint]);
      const ask = async (owner) => {
        const client = await owner.createClient({ baseUrl: location.origin, apiToken: "t", maxRetries: 0 });
        const request = (body) => say(client.request("/depth", { auth: "none", body }));
        const answers = [];
        for (const body of [1, "text", nested(10), nested(1_000), () => {}, 1n]) answers.push(await request(body));
        answers.push(await say(client.containerScans.get({ platform: "github", org: "acme", scan_id: "scan-1" }, { body: 1n })));
        answers.push(await say(owner.createClient({ baseUrl: location.origin, body: nested(1_000) })));
        return answers;
      };
      const worker = await workers.startWorker();
      return [await ask(worker), await ask(scanfold)];
    });
    assert.deepEqual(there.slice(0, 4), [0, 0, 10, 1_000]);
    assert.deepEqual(there, here);
    assert.deepEqual(problems, []);
  });

  test("a call that is ended in the turn in which it is made is not sent, as on the page", LIMIT, async (t) => {
    const { page, problems } = await pageWith(t);
    const [there, here] = await page.evaluate(async () => {
      const worker = await workers.startWorker();
      return [await questions.askAndLeave(worker), await questions.askAndLeave(scanfold)];
    });
    assert.deepEqual(there, here);
    assert.deepEqual(there, { ends: ["left", "disposed not_sent", "disposed not_sent", "left", "left"], removals: 0, scan: [0, "disposed"] });
    assert.deepEqual(problems, []);
  });

  test("calls of a disposed client end as disposed, even if an answer is on its way, except a removal", LIMIT, async (t) => {
    const { page, problems } = await pageWith(t);
    const [ends, [freed, rest]] = await page.evaluate(async () => {
      const freed = watched.freedThings();
      const worker = await workers.startWorker();
      const of = { platform: "github", org: "acme" };
      const ways = {
        open: (client, options) => client.containerScans.open({ ...of, scan_id: "scan-1" }, options),
        missing: (client) => client.containerScans.get({ ...of, scan_id: "missing" }),
        wait: (client) => client.containerScans.waitFor({ ...of, scan_id: "scan-1" }),
        history: (client) => client.agentScans.history({ repo: "acme/app" }),
        team: (client) => client.teams.get({ ...of, team_id: "0b6f2f60-6d0c-4c39-8a55-6f6a6d9f4a01" }),
        request: (client) => client.request("/echo", { auth: "none", body: {} }),
        removal: (client) => client.teams.removeMember({ ...of, team_id: "0b6f2f60-6d0c-4c39-8a55-6f6a6d9f4a01", user_login: "ann" }),
      };
      const say = (asking) => asking.then(() => "answered", ({ kind, operation, outcome }) => [kind, operation, outcome].join(" "));
      const ends = {};
      for (const [name, ask] of Object.entries(ways)) {
        const client = await worker.createClient({ baseUrl: location.origin, apiToken: "t", gitToken: "t", maxRetries: 0 });
        ends[name] = say(ask(client));
        // Sent at the end of the turn, and answered while the page does something else.
        for (let step = 0; step < 50; step += 1) await undefined;
        const until = performance.now() + (["open", "wait", "removal"].includes(name) ? 1_500 : 400);
        while (performance.now() < until);
        client.dispose();
        ends[name] = await ends[name];
      }
      const client = await worker.createClient({ baseUrl: location.origin, apiToken: "t" });
      ends.done = await say(ways.open(client, { onProgress: ({ phase }) => phase === "done" && client.dispose() }));
      // Eight clients, and the three scans that were made.
      return [ends, [freed.length, await worker.createClient({ baseUrl: location.origin, apiToken: "t" }).then((next) => say(ways.open(next)))]];
    });
    const scans = "disposed containerScans.get not_applicable";
    assert.deepEqual(ends, {
      open: scans,
      missing: scans,
      wait: scans,
      history: "disposed agentScans.history not_applicable",
      team: "disposed teams.get not_applicable",
      request: "disposed request not_applicable",
      removal: "answered",
      done: scans,
    });
    assert.deepEqual([freed, rest], [11, "answered"]);
    assert.deepEqual(problems, []);
  });

  test("signals of another kind are heard, and objects that are no signals are refused", LIMIT, async (t) => {
    const { page, problems } = await pageWith(t);
    const [there, here] = await page.evaluate(async () => {
      const worker = await workers.startWorker();
      return [await questions.askWithSignals(worker), await questions.askWithSignals(scanfold)];
    });
    assert.deepEqual(there, here);
    const refused = { failure: "invalid_argument", path: "signal" };
    assert.deepEqual(there, { heard: "left", early: "left", throwing: refused, "cannot be listened to": refused, "says nothing": refused });
    assert.deepEqual(problems, []);
  });

  test("comparing with a scan that was disposed of fails and says so", LIMIT, async (t) => {
    const { page } = await pageWith(t);
    const kinds = await page.evaluate(async () => {
      const worker = await workers.startWorker();
      const kindOf = (asking) => asking.catch(({ kind }) => kind);
      const [one, other] = [await worker.openScan([]), await worker.openScan([])];
      const elsewhere = await (await workers.startWorker()).openScan([]);
      other.dispose();
      const found = [await kindOf(one.diff(other)), await kindOf(one.diff(elsewhere))];
      one.dispose();
      return [...found, await kindOf(one.diff(other)), await kindOf(one.diff(elsewhere))];
    });
    assert.deepEqual(kinds.slice(0, 3), ["disposed", "invalid_argument", "disposed"]);
  });

  test("a reader that cannot be released hides no error", LIMIT, async (t) => {
    const { page } = await pageWith(t);
    const found = await page.evaluate(async () => {
      const reader = {
        read: async () => ({ done: true }),
        cancel: async () => {},
        releaseLock: () => {
          throw new RangeError("of the caller");
        },
      };
      const worker = await workers.startWorker();
      const { kind, path } = await worker.openScan({ getReader: () => reader }, { maxBytes: -1 }).catch((error) => error);
      return [kind, path];
    });
    assert.deepEqual(found, ["invalid_argument", "maxBytes"]);
  });

  test("a call that is too large to send fails alone, and other calls of its turn are answered", LIMIT, async (t) => {
    const { page } = await pageWith(t);
    const ends = await page.evaluate(async () => {
      const made = watched.madeWorkers();
      const worker = await workers.startWorker();
      const scan = await worker.openScan(questions.BEFORE);
      const client = await worker.createClient({ baseUrl: location.origin, gitToken: "t" });
      // As an engine refuses a message for which it has no memory.
      const cause = new DOMException("could not be cloned", "DataCloneError");
      const { postMessage } = Worker.prototype;
      made[0].postMessage = function (said, ...rest) {
        if (said.some(({ args }) => JSON.stringify(args)?.includes("much"))) throw cause;
        return postMessage.call(this, said, ...rest);
      };
      const team = { platform: "github", org: "much", team_id: "0b6f2f60-6d0c-4c39-8a55-6f6a6d9f4a01", user_login: "ann" };
      const leaving = new AbortController();
      const left = client.teams.removeMember(team, { signal: leaving.signal });
      leaving.abort("left");
      const asked = [left, scan.finding("bb"), scan.finding("much"), client.teams.removeMember(team), scan.rollup()];
      const settled = await Promise.allSettled(asked);
      return settled.map(({ value, reason }) => (reason?.kind ? [reason.kind, reason.operation, reason.outcome, reason.cause === cause] : (reason ?? value.uid ?? value.findings)));
    });
    assert.deepEqual(ends, ["left", "bb", ["too_large", undefined, "not_applicable", true], ["too_large", "teams.removeMember", "not_sent", true], 3]);
  });

  test("workers, their clients, the parts of those and their scans are frozen", LIMIT, async (t) => {
    const { page } = await pageWith(t);
    const areFrozen = await page.evaluate(async () => {
      const worker = await workers.startWorker();
      const client = await worker.createClient({ baseUrl: location.origin, apiToken: "t" });
      const handles = [worker, client, client.containerScans, client.agentScans, client.teams, await worker.openScan([])];
      return handles.map((handle) => Object.isFrozen(handle));
    });
    assert.deepEqual(areFrozen, Array(6).fill(true));
  });

  test("an aborted call reports nothing any more, whatever is on its way", LIMIT, async (t) => {
    const { page, problems } = await pageWith(t);
    const [told, hasArrived] = await page.evaluate(async () => {
      const made = watched.madeWorkers();
      const worker = await workers.startWorker();
      let arrived = 0;
      made[0].addEventListener("message", ({ data }) => (arrived += data.say === "told" ? 1 : 0));
      let told = 0;
      const blob = new Blob([JSON.stringify(Array(20_000).fill(questions.BEFORE[0]))]);
      // Longer on a machine on which the worker has no time to report meanwhile.
      for (let ms = 1_500; arrived === 0 && ms < 15_000; ms *= 2) {
        const abort = new AbortController();
        const opening = worker.openScan(blob, { signal: abort.signal, onProgress: () => (told += 1) });
        // Sent at the end of the turn, and reported on while the page does something else.
        for (let step = 0; step < 50; step += 1) await undefined;
        const until = performance.now() + ms;
        while (performance.now() < until);
        abort.abort();
        await opening.catch(() => {});
        await worker.openScan([]);
      }
      return [told, arrived > 0];
    });
    assert.deepEqual([told, hasArrived], [0, true]);
    assert.deepEqual(problems, []);
  });
});

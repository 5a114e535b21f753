/** Part E: time, aborts, repeats, concurrency. */
import { equal, ok, rejection } from "../../harness/check.mjs";
import { SCAN, TEAM, expires, failsWith, get, history, milliseconds, open, pause, reads, remove, request, team, until } from "./calls.mjs";

/** The forms of `Retry-After`, and what they ask for, counted from the answer's own `Date`. */
const ASKED = {
  "seconds": 7_000,
  "zero": 0,
  "two-minutes": 120_000,
  "three-days": 259_200_000,
  "imf": 30_000,
  "rfc850": 30_000,
  "asctime": 30_000,
  "past": 0,
  "negative": undefined,
  "fraction": undefined,
  "list": undefined,
  "empty": undefined,
  "words": undefined,
  "iso": undefined,
};

/** What a call may be waiting for when it is aborted: a way to begin it, and how to know that it has come there. */
const WAITS = {
  "the connection": async (t) => [await t.client("silence"), get, () => arrived(t, "silence")],
  "the body": async (t) => [await t.client("hang-after-head"), open, () => arrived(t, "hang-after-head")],
  "the rest of the body": async (t) => [await t.client("hang-in-body"), history, () => arrived(t, "hang-in-body")],
  "an error's body": async (t) => [await t.client("error-hangs"), team, () => arrived(t, "error-hangs")],
  "the next attempt": async (t) => {
    let retries = 0;
    const client = await t.client("retry-after-seconds", { maxRetries: 2, onEvent: ({ type }) => (retries += type === "retry") });
    return [client, get, () => retries > 0];
  },
  "a token": async (t) => {
    let asked = 0;
    return [await t.client("ok", { apiToken: () => new Promise(() => (asked += 1)) }), get, () => asked > 0];
  },
  "the next look": async (t) => {
    let looks = 0;
    return [await t.client("running"), (client, options) => client.containerScans.waitFor(SCAN, { ...options, onStatus: () => (looks += 1) }), () => looks > 0];
  },
};

const arrived = async (t, scenario) => (await t.requests(scenario)).length > 0 && (await pause(30), true);

export const time = [
  {
    name: "e1_an_aborted_signal_stops_a_call_before_it_is_sent",
    async run(t) {
      const client = await t.client("ok");
      const reason = { anything: true };
      for (const call of [...Object.values(reads), request, remove]) {
        ok((await rejection(call(client, { signal: AbortSignal.abort(reason) }), "aborted")) === reason, "the reason");
      }
      equal((await t.requests()).length, 0, "requests");
    },
  },
  {
    name: "e2_an_abort_reaches_every_wait_within_10_ms",
    async run(t) {
      for (const [what, begin] of Object.entries(WAITS)) {
        const took = [];
        for (let round = 0; round < 3; round += 1) {
          const [client, call, waits] = await begin(t);
          const abort = new AbortController();
          const reason = new Error("the view was closed");
          const outcome = rejection(call(client, { signal: abort.signal }), what);
          await until(waits, what);
          const began = performance.now();
          abort.abort(reason);
          ok((await outcome) === reason, `the reason, while waiting for ${what}`);
          took.push(performance.now() - began);
        }
        // On a busy machine one round may be late through no fault of the client's.
        ok(Math.min(...took) < 10, `waiting for ${what}: ${took.map(Math.round)} ms`);
      }
      for (const scenario of ["silence", "hang-after-head", "hang-in-body"]) {
        await until(async () => (await t.requests(scenario)).every((entry) => entry.end === "left"), `${scenario} is cancelled on the wire`);
      }
    },
  },
  {
    name: "e2_an_abort_from_a_callback_ends_the_call_that_it_is_told_of",
    worker: false, // has settled the call before it hears that the page disposed of the client
    async run(t) {
      const ways = [...Object.values(reads), request, (client, options) => client.containerScans.waitFor(SCAN, options)];
      /** Calls, and acts once when `done` or the attempt is reported. */
      const calling = async (call, place, act, scenario = "ok") => {
        let settled;
        const onEvent = ({ type, error }) => (type === "attempt" && place === "attempt" ? act(client) : type === "settled" && (settled = error ?? "well"));
        const onProgress = ({ phase }) => phase === "done" && place === "done" && act(client);
        const abort = new AbortController();
        const client = await t.client(scenario, { onEvent });
        return { client, abort, begin: (signal) => call(client, { onProgress, signal }), settled: () => settled };
      };
      const reason = new Error("the view was closed");
      for (const place of ["done", "attempt"]) {
        for (const call of ways) {
          const aborted = await calling(call, place, () => aborted.abort.abort(reason));
          ok((await rejection(aborted.begin(aborted.abort.signal), place)) === reason, `the reason, from ${place}`);
          equal(aborted.settled(), undefined, "nobody is told of a call that its caller ended");
          const disposed = await calling(call, place, (client) => client.dispose());
          await failsWith(t, disposed.begin(), "disposed", place);
          equal(disposed.settled(), "disposed", "it is told how it ended");
        }
        if (place === "attempt") {
          for (const [call, scenario] of [...ways, remove].flatMap((call) => ["status-403", "error-200"].map((scenario) => [call, scenario]))) {
            const aborted = await calling(call, place, () => aborted.abort.abort(reason), scenario);
            ok((await rejection(aborted.begin(aborted.abort.signal), place)) === reason, "the reason, of one that was refused");
            const disposed = await calling(call, place, (client) => client.dispose(), scenario);
            const { outcome } = await failsWith(t, disposed.begin(), "disposed", "of one that was refused");
            equal(outcome, call === remove ? "rejected" : "not_applicable", "what is known of it stays known");
          }
        }
        // What has happened is not hidden.
        const removal = await calling(remove, place, (client) => (removal.abort.abort(reason), client.dispose()));
        const { removed, confirmedBy } = await removal.begin(removal.abort.signal);
        equal([removed, confirmedBy, removal.settled()], [true, "response", "well"], `a removal, from ${place}`);
      }
      const abort = new AbortController();
      const onProgress = ({ phase }) => phase === "done" && abort.abort(reason);
      const opening = t.scanfold.openScan({ scan_id: "s", status: "completed", findings: [] }, { signal: abort.signal, onProgress });
      ok((await rejection(opening, "without a client")) === reason, "a scan of one's own");
    },
  },
  {
    name: "e3_an_abort_after_the_end_changes_nothing",
    async run(t) {
      const abort = new AbortController();
      const client = await t.client("ok");
      const scan = await open(client, { signal: abort.signal });
      abort.abort(new Error("late"));
      await pause(20);
      equal((await scan.findings()).total, 2, "the scan");
      scan.dispose();
      equal((await history(client)).length, 2, "the client");
    },
  },
  {
    name: "e5_an_abort_may_have_any_reason",
    async run(t) {
      const client = await t.client("silence");
      for (const reason of ["text", 7, 0, "", null, false, { a: 1 }, Symbol("s"), () => {}, new TypeError("t"), undefined]) {
        const abort = new AbortController();
        const outcome = rejection(get(client, { signal: abort.signal }), String(reason));
        await pause(5);
        abort.abort(reason);
        ok(Object.is(await outcome, abort.signal.reason), `the reason itself: ${String(reason)}`);
      }
      equal((await history(await t.client("ok"))).length, 2, "the instance goes on");
    },
  },
  {
    name: "e6_deadlines_hold_for_attempts_and_calls_and_cancel_on_the_wire",
    async run(t) {
      for (const scenario of ["silence", "hang-after-head", "hang-in-body"]) {
        const error = await failsWith(t, get(await t.client(scenario, { attemptTimeoutMs: 80 })), "timeout", scenario);
        equal([error.attempts, error.retryable], [1, true], "the failure");
        ok(/attemptTimeoutMs/.test(error.hint), "the hint names the limit");
        await until(async () => (await t.requests(scenario)).every((entry) => entry.end === "left"), `${scenario} is cancelled`);
      }
      const twice = await failsWith(t, get(await t.client("silence", { attemptTimeoutMs: 60, maxRetries: 1 })), "timeout");
      equal(twice.attempts, 2, "an attempt that took too long is repeated");
      const whole = failsWith(t, get(await t.client("silence", { timeoutMs: 150, maxRetries: 2 })), "timeout");
      const took = await milliseconds(whole);
      ok(/raise timeoutMs/.test((await whole).hint), "the hint names the limit");
      ok(took >= 140 && took < 5_000, `the call took ${Math.round(took)} ms`);
      // Its head has to be there before the deadline, on a busy machine too.
      const error = await failsWith(t, get(await t.client("error-hangs", { attemptTimeoutMs: 800 })), "rejected");
      equal(error.status, 400, "an error whose body hangs is still that error");
    },
  },
  {
    name: "e6_e17_no_request_leaves_after_the_deadline_however_late_timers_run",
    async run(t) {
      const sleep = (from, length) => setTimeout(() => {
        const end = performance.now() + length;
        while (performance.now() < end);
      }, from);
      const late = await t.client("ok", { gitToken: () => pause(100).then(() => "a-git-token"), timeoutMs: 200 });
      sleep(50, 400);
      const unsent = await failsWith(t, remove(late), "timeout", "while a token is waited for");
      equal([unsent.outcome, unsent.attempts], ["not_sent", 0], "a removal that was not sent");
      // Refused without a network: an answer that is late would leave no time for the pause.
      let sent = 0;
      const fetch = async () => ((sent += 1), Response.json({}, { status: 429, headers: { "Retry-After": "1" } }));
      const onEvent = ({ type }) => type === "retry" && sleep(0, 1_800);
      const paused = await t.client("ok", { fetch, onEvent, maxRetries: 1, timeoutMs: 1_500 });
      const refused = await failsWith(t, remove(paused), "timeout", "during the pause that a service asks for");
      equal([refused.outcome, refused.attempts], ["rejected", 1], "a removal that was refused");
      equal([(await t.requests()).length, sent], [0, 1], "requests");
    },
  },
  {
    name: "e7_a_slow_drip_meets_the_deadline",
    async run(t) {
      for (const call of [get, history]) {
        const took = await milliseconds(failsWith(t, call(await t.client("slow-drip", { timeoutMs: 1_500, attemptTimeoutMs: 60_000 })), "timeout"));
        ok(took >= 1_400 && took < 10_000, `${Math.round(took)} ms`);
      }
    },
  },
  {
    name: "e8_limits_out_of_range_are_refused",
    async run(t) {
      const client = await t.client("ok");
      for (const value of [0, -1, NaN, 2 ** 31, -Infinity, "5", 1n, null]) {
        for (const name of ["timeoutMs", "attemptTimeoutMs"]) {
          equal((await failsWith(t, get(client, { [name]: value }), "invalid_argument", `${name} ${String(value)}`)).path, name, "the path");
          equal((await failsWith(t, t.client("ok", { [name]: value }), "invalid_argument")).path, name, "the path");
        }
      }
      for (const value of [2 ** 31 - 1, Infinity]) equal((await history(client, { timeoutMs: value, attemptTimeoutMs: value })).length, 2, `${value}`);
      equal((await t.requests()).length, 2, "requests");
    },
  },
  {
    name: "e9_what_the_service_asks_is_waited_for_or_said",
    async run(t) {
      const client = await t.client("retry-after-two-minutes", { maxRetries: 2 });
      const began = performance.now();
      const error = await failsWith(t, get(client), "rate_limited");
      equal([error.retryAfterMs, error.attempts, error.retryable], [120_000, 1, true], "beyond a minute");
      const short = await failsWith(t, get(await t.client("retry-after-seconds", { maxRetries: 2, timeoutMs: 6_000 })), "rate_limited");
      equal([short.retryAfterMs, short.attempts], [7_000, 1], "beyond the deadline");
      const broken = await failsWith(t, get(await t.client("retry-after-503", { maxRetries: 2 })), "rate_limited");
      equal([broken.status, broken.retryAfterMs], [503, 259_200_000], "three days, from a 503");
      ok(performance.now() - began < 5_000, "at once");
      const took = await milliseconds(history(await t.client("flaky-wait", { maxRetries: 1 })));
      ok(took >= 1_000 && took < 6_000, `one second asked, ${Math.round(took)} ms waited`);
    },
  },
  {
    name: "e10_retry_after_has_a_strict_grammar",
    async run(t) {
      for (const [name, ms] of Object.entries(ASKED)) {
        equal((await failsWith(t, get(await t.client(`retry-after-${name}`)), "rate_limited", name)).retryAfterMs, ms, name);
      }
      const huge = await failsWith(t, get(await t.client("retry-after-huge")), "rate_limited");
      ok(huge.retryAfterMs > 1e9 && Number.isFinite(huge.retryAfterMs), "a number without end saturates");
    },
  },
  {
    name: "e11_dates_count_from_the_answers_own_date",
    async run(t) {
      // The scenario's dates are of 1994: a clock that is three decades ahead, as the service sees it.
      equal((await failsWith(t, get(await t.client("retry-after-imf")), "rate_limited")).retryAfterMs, 30_000, "half a minute");
    },
  },
  {
    name: "e12_repeats_are_few_spread_out_and_from_one_budget",
    async run(t) {
      const pauses = [];
      const onEvent = ({ type, retryInMs }) => type === "retry" && pauses.push(retryInMs);
      await failsWith(t, get(await t.client("status-503", { maxRetries: 2, onEvent })), "server_error");
      ok(pauses.length === 2 && pauses[0] >= 250 && pauses[0] <= 500 && pauses[1] >= 500 && pauses[1] <= 1_000, `pauses ${pauses}`);
      let sent = 0;
      const fetch = async () => ((sent += 1), new Response(null, { status: 503 }));
      const client = await t.client("ok", { fetch, maxRetries: 2 });
      const took = await milliseconds(Promise.all(Array.from({ length: 60 }, () => failsWith(t, get(client), "server_error"))));
      // Each second gives one repeat back.
      ok(sent >= 60 + 30 && sent <= 60 + 31 + took / 1_000, `60 calls of a broken service sent ${sent} requests in ${Math.round(took)} ms`);
    },
  },
  {
    name: "e13_a_removal_is_sent_once_whatever_becomes_of_it",
    async run(t) {
      const sent = async (scenario) => (await t.requests(scenario)).filter((entry) => entry.path.endsWith("/remove")).length;
      const gone = await remove(await t.client("remove-500-gone", { maxRetries: 2 }));
      equal([gone.removed, gone.confirmedBy, await sent("remove-500-gone")], [true, "readback", 1], "gone");
      for (const scenario of ["remove-500-there", "remove-503-there", "status-500"]) {
        const error = await failsWith(t, remove(await t.client(scenario, { maxRetries: 1 })), "unconfirmed", scenario);
        equal([error.outcome, error.retryable, await sent(scenario)], ["unknown", false, 1], scenario);
      }
      const late = await failsWith(t, remove(await t.client("remove-hangs-there", { attemptTimeoutMs: 500, maxRetries: 2 })), "unconfirmed");
      equal([late.outcome, await sent("remove-hangs-there")], ["unknown", 1], "a timeout");
      // A removal that has used up all its time is still read back.
      const readBack = (members) => async (request) =>
        request.url.endsWith("/remove") ? new Promise(() => {}) : (await pause(20), Response.json({ status: "success", team: { id: TEAM.team_id, members } }));
      const whole = await remove(await t.client("ok", { fetch: readBack([]), timeoutMs: 500 }));
      equal([whole.removed, whole.confirmedBy], [true, "readback"], "a timeout of the whole call");
      const there = await failsWith(t, remove(await t.client("ok", { fetch: readBack([{ user_login: "heron" }]), timeoutMs: 500 })), "unconfirmed");
      equal(there.outcome, "unknown", "still there");
      const nothing = remove(await t.client("ok", { fetch: () => new Promise(() => {}), timeoutMs: 60 }));
      const took = await milliseconds(failsWith(t, nothing, "unconfirmed"));
      ok(took < 4_000, `as long again, and not five seconds: ${Math.round(took)} ms`);
      const told = [];
      const onEvent = ({ type, operation, error }) => type === "settled" && told.push([operation, error]);
      await remove(await t.client("remove-500-gone", { onEvent }));
      await failsWith(t, remove(await t.client("remove-500-there", { onEvent })), "unconfirmed");
      const read = ["teams.get", undefined];
      equal(told, [read, ["teams.removeMember", undefined], read, ["teams.removeMember", "unconfirmed"]], "what is told is how it ended");
      const odd = await remove(await t.client("remove-nobody"));
      equal([odd.removed, odd.confirmedBy], [false, "response"], "a success that removed nobody");
    },
  },
  {
    name: "e13_a_removal_that_was_refused_last_did_not_happen",
    async run(t) {
      const refusing = async (wait, options) => {
        const seen = { requests: [], retries: 0 };
        const fetch = async (request) => (seen.requests.push(new URL(request.url).pathname.split("/").at(-1)), Response.json({}, { status: 429, headers: { "Retry-After": wait } }));
        const client = await t.client("ok", { fetch, maxRetries: 2, onEvent: ({ type }) => (seen.retries += type === "retry"), ...options });
        return [client, seen];
      };
      const settled = async ([client, seen], kind, act) => {
        const removal = failsWith(t, remove(client), kind);
        await act(client, seen);
        const { outcome, attempts, retryable } = await removal;
        equal([outcome, attempts, retryable, seen.requests], ["rejected", 1, false, ["remove"]], kind);
      };
      const pausing = await refusing("5");
      await settled(pausing, "disposed", async (client, seen) => (await until(() => seen.retries === 1, "it waits"), client.dispose()));
      for (const [kind, second] of [["timeout", () => new Promise(() => {})], ["invalid_argument", () => "no token"], ["unauthorized", () => Promise.reject(new Error("no"))]]) {
        let asked = 0;
        const gitToken = () => (asked++ === 0 ? "git-token-1" : second());
        await settled(await refusing("0", { gitToken, timeoutMs: 300 }), kind, async () => {});
      }
      // What is sent again may happen.
      let sent = 0;
      const fetch = async () => (sent++ === 0 ? Response.json({}, { status: 429, headers: { "Retry-After": "0" } }) : new Response(null, { status: 500 }));
      const lost = await failsWith(t, remove(await t.client("ok", { fetch, maxRetries: 2 })), "unconfirmed");
      equal([lost.outcome, lost.attempts], ["unknown", 2], "lost after it was refused");
    },
  },
  {
    name: "e14_concurrent_calls_do_not_mix_up_their_answers",
    async run(t) {
      const client = await t.client("shuffled");
      const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => client.agentScans.history({ repo: `owner/repo-${n}` })));
      equal(answers.map((scans) => scans[0].repo_name), answers.map((_, n) => `owner/repo-${n}`), "the answers");
    },
  },
  {
    name: "e15_the_same_call_twice_is_two_requests",
    async run(t) {
      const client = await t.client("ok");
      await Promise.all([get(client), get(client)]);
      equal((await t.requests("ok")).length, 2, "requests");
    },
  },
  {
    name: "e16_dispose_ends_what_is_under_way",
    async run(t) {
      const client = await t.client("silence");
      // No more than a browser sends to one host at a time, and one to spare for the log.
      const calls = [get, history, team, remove].map((call) => failsWith(t, call(client), "disposed"));
      await until(async () => (await t.requests("silence")).length === calls.length, "all are sent");
      client.dispose();
      const errors = await Promise.all(calls);
      equal(errors.at(-1).outcome, "unknown", "of a removal");
      await until(async () => (await t.requests("silence")).every((entry) => entry.end === "left"), "the requests are cancelled");
      for (const [call, operation] of [[get, "containerScans.get"], [history, "agentScans.history"], [team, "teams.get"], [request, "request"]]) {
        const error = await failsWith(t, call(client), "disposed");
        equal([error.operation, error.outcome], [operation, "not_applicable"], operation);
      }
      const removal = await failsWith(t, remove(client), "disposed");
      equal([removal.operation, removal.outcome], ["teams.removeMember", "not_sent"], "a removal that was never sent");
      equal((await t.requests("silence")).length, calls.length, "nothing more is sent");
      // A removal that is read back has been sent: it may have happened.
      const asked = [];
      const lost = async (request) => (asked.push(request.url), request.url.endsWith("/remove") ? new Response(null, { status: 500 }) : new Promise(() => {}));
      const reading = await t.client("ok", { fetch: lost });
      const readBack = failsWith(t, remove(reading), "disposed");
      await until(() => asked.length === 2, "the team is read back");
      reading.dispose();
      const { operation, outcome, attempts, hint } = await readBack;
      equal([operation, outcome, attempts], ["teams.removeMember", "unknown", 1], "while it is read back");
      ok(hint.startsWith("read the team again"), "what to do");
      // Also a call beside which another has come to its end.
      let sent = 0;
      const fetch = async () => (sent++ === 0 ? new Promise(() => {}) : new Response(null, { status: 404 }));
      const both = await t.client("ok", { fetch });
      const left = failsWith(t, get(both), "disposed");
      await failsWith(t, get(both), "not_found");
      both.dispose();
      await left;
    },
  },
  {
    name: "e20_waiting_looks_again_until_it_ends",
    async run(t) {
      const seen = [];
      const options = { intervalMs: 20, maxIntervalMs: 50, onStatus: (status) => seen.push(status) };
      const scan = await (await t.client("running-then-done")).containerScans.waitFor(SCAN, options);
      equal([scan.complete, seen], [true, ["queued-elsewhere", "queued-elsewhere"]], "an unknown status keeps it waiting");
      scan.dispose();
      const running = async (maxWaitMs) => (await t.client("running")).containerScans.waitFor(SCAN, { ...options, maxWaitMs });
      const error = await expires(t, running, 3, 200);
      equal([error.lastStatus, error.retryable, error.attempts > 2], ["scanning", true, true], "the end of patience");
      // What is counted is requests, also those that are repeated, whatever ends the wait.
      let requests = 0;
      const looked = { scan_id: SCAN.scan_id, status: "running" };
      const fetch = async () => ((requests += 1), requests % 2 === 1 ? new Response(null, { status: 503, headers: { "Retry-After": "0" } }) : Response.json(looked));
      const counted = await t.client("ok", { fetch, maxRetries: 1 });
      const expired = await failsWith(t, counted.containerScans.waitFor(SCAN, { intervalMs: 20, maxWaitMs: 150 }), "wait_expired");
      equal([expired.attempts, expired.operation], [requests, "containerScans.get"], "requests sent");
      requests = 0;
      const paused = failsWith(t, counted.containerScans.waitFor(SCAN, { intervalMs: 10_000 }), "disposed");
      await until(() => requests === 2, "the first answer");
      await pause(20);
      counted.dispose();
      const disposed = await paused;
      equal([disposed.attempts, disposed.operation, disposed.outcome], [2, "containerScans.get", "not_applicable"], "disposed of in a pause");
      await failsWith(t, (await t.client("not-found")).containerScans.waitFor(SCAN, options), "not_found");
      const hung = await failsWith(t, (await t.client("silence")).containerScans.waitFor(SCAN, { ...options, maxWaitMs: 100 }), "wait_expired");
      equal([hung.lastStatus, hung.hint.includes("lastStatus")], [undefined, false], "nothing was ever said");
    },
  },
  {
    name: "e20_a_wait_is_told_of_as_one_call",
    async run(t) {
      let requests = 0;
      const answers = [{ status: "running" }, { status: "running" }, { status: "completed", findings: [] }];
      const fetch = async () => Response.json({ scan_id: SCAN.scan_id, ...answers[Math.min(requests++, 2)] });
      const events = [];
      const phases = [];
      const onEvent = ({ type, attempt, error }) => events.push([type, attempt, error]);
      const waiting = (await t.client("ok", { fetch, onEvent })).containerScans;
      const options = { intervalMs: 1, onProgress: ({ phase }) => phase === "done" && phases.push(requests) };
      (await waiting.waitFor(SCAN, options)).dispose();
      const asked = [1, 2, 3].map((attempt) => ["attempt", attempt, undefined]);
      equal(events, [...asked, ["settled", 3, undefined]], "it is settled once, at its end");
      equal(phases, [3], "all has arrived when the scan has completed");
      // A retry is reported only if it follows: this one would come after the wait is over.
      const silent = [];
      const hung = await t.client("ok", { fetch: () => new Promise(() => {}), onEvent: ({ type, error }) => silent.push([type, error]) });
      await failsWith(t, hung.containerScans.waitFor(SCAN, { maxWaitMs: 60 }), "wait_expired");
      equal(silent, [["attempt", "timeout"], ["settled", "wait_expired"]], "what the wait came to");
      // Nor if chance would put it after the end; and each request of the wait has its own time.
      const failing = { fetch: async () => new Response(null, { status: 500 }), onEvent: ({ type, retryInMs }) => type === "retry" && retries.push(retryInMs) };
      const retries = [];
      await failsWith(t, (await t.client("ok", failing)).containerScans.waitFor(SCAN, { maxWaitMs: 700, maxRetries: 9 }), "wait_expired");
      ok(retries.every((ms) => ms < 700) && retries.length <= 1, `${retries}`);
      const busy = { fetch: async () => new Response(null, { status: 429, headers: { "Retry-After": "20" } }), timeoutMs: 2_000 };
      for (const maxWaitMs of [6_000, 60_000]) {
        const limited = await failsWith(t, (await t.client("ok", busy)).containerScans.waitFor(SCAN, { maxWaitMs }), "rate_limited");
        equal([limited.status, limited.retryAfterMs], [429, 20_000], `${maxWaitMs}`);
      }
      // A pause that the service asks for is reported at once if the wait has no time for it.
      let times = 0;
      const later = async () => (times++ > 0 ? new Response(null, { status: 429, headers: { "Retry-After": "20" } }) : Response.json({ scan_id: SCAN.scan_id, status: "running" }));
      const soon = { intervalMs: 1, maxWaitMs: 15_000 };
      const told = await failsWith(t, (await t.client("ok", { fetch: later, maxRetries: 2 })).containerScans.waitFor(SCAN, soon), "rate_limited");
      equal([told.retryAfterMs, told.lastStatus, times], [20_000, "running", 2]);
    },
  },
  {
    name: "e20_each_question_of_a_wait_has_the_time_of_a_call",
    async run(t) {
      const waited = async (fetch, options, kind) => {
        const { containerScans } = await t.client("ok", { fetch, maxRetries: 2 });
        return failsWith(t, containerScans.waitFor(SCAN, { maxWaitMs: 60_000, ...options }), kind);
      };
      const began = performance.now();
      const hung = await waited(() => new Promise(() => {}), { timeoutMs: 60 }, "timeout");
      equal([hung.attempts, hung.lastStatus], [1, undefined], "the question");
      // A repeat would come after that time.
      const later = async () => new Response(null, { status: 503, headers: { "Retry-After": "20" } });
      const broken = await waited(later, { timeoutMs: 5_000 }, "rate_limited");
      equal([broken.status, broken.attempts], [503, 1], "what the service said");
      ok(performance.now() - began < 10_000, "long before the wait is over");
    },
  },
  {
    name: "e20_a_wait_asks_no_more_where_the_next_question_would_come_after_it",
    async run(t) {
      /** The same again with more time, in case a busy machine has left no time for an answer. */
      const asking = async (maxWaitMs) => {
        let requests = 0;
        const fetch = async () => (requests++, Response.json({ scan_id: SCAN.scan_id, status: "running" }));
        const { containerScans } = await t.client("ok", { fetch });
        const options = { intervalMs: 60_000, maxIntervalMs: 60_000, maxWaitMs };
        const expired = await Promise.all(Array.from({ length: 20 }, () => failsWith(t, containerScans.waitFor(SCAN, options), "wait_expired")));
        ok(expired.every(({ attempts }) => attempts <= 1), "no wait asks again");
        const isLate = expired.some(({ lastStatus }) => lastStatus === undefined);
        return isLate && maxWaitMs < 10_000 ? asking(4 * maxWaitMs) : [requests, expired];
      };
      const [requests, expired] = await asking(60);
      equal(requests, 20, "requests");
      ok(expired.every(({ attempts, lastStatus }) => attempts === 1 && lastStatus === "running"), "what each says");
    },
  },
];

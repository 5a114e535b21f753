/**
 * Part D, what is injected: objects that look like what the platform has and are not, in every place where a caller or the
 * caller's fetch can put one. Each may fail its own call, with `network` or `unauthorized`, and nothing else.
 */
import { equal, ok, rejection } from "../../harness/check.mjs";
import { textsOf } from "../canary.mjs";
import { SCAN, failsWith, get, history, open, pause, reads, remove, until } from "./calls.mjs";

const boom = () => {
  throw new Error("not as agreed");
};
const JSON_TYPE = { "Content-Type": "application/json" };
const bytes = (text) => new TextEncoder().encode(text);

/** A real promise whose constructor cannot be looked up, and what only looks like a promise. */
const PROMISES = {
  "without a constructor": (value) => Object.defineProperty(Promise.resolve(value), "constructor", { get: boom }),
  "whose then throws": () => ({ then: boom }),
  "that has no then to give": () => Object.defineProperty({}, "then", { get: boom }),
};

/** A response with some of its members replaced. */
const odd = (members, init = {}) => Object.defineProperties(new Response("{}", { headers: JSON_TYPE, ...init }), members);
const given = (value) => ({ value });
const throwing = { get: boom };

const HEADS = {
  ...Object.fromEntries(["headers", "status", "type", "url", "body"].map((name) => [`${name} throws`, { [name]: throwing }])),
  "headers are null": { headers: given(null) },
  "headers are undefined": { headers: given(undefined) },
  "headers are a plain object": { headers: given({}) },
  "headers throw when asked": { headers: given({ get: boom }) },
  "the status is a word": { status: given("ok") },
  "the status is 65 736, which wraps to 200": { status: given(65_736) },
  "the body is a text": { body: given("{}") },
  "the body has no reader": { body: given({ getReader() {} }) },
};

/** Bytes that are not what they say. */
class Liar extends Uint8Array {
  static get [Symbol.species]() {
    return boom();
  }
  get length() {
    return 1e9;
  }
  get byteLength() {
    return boom();
  }
  subarray() {
    return boom();
  }
}

const detached = () => {
  const chunk = new Uint8Array(4);
  structuredClone(chunk.buffer, { transfer: [chunk.buffer] });
  return chunk;
};

const READS = {
  "throws": boom,
  "returns a number": () => 42,
  ...Object.fromEntries(Object.entries(PROMISES).map(([what, promise]) => [`returns a promise ${what}`, promise])),
  "resolves to null": async () => null,
  "resolves to nothing": async () => undefined,
  "has a done that throws": async () => Object.defineProperty({}, "done", throwing),
  "has a value that throws": async () => Object.defineProperty({ done: false }, "value", throwing),
  "brings a text": async () => ({ done: false, value: "{}" }),
  "brings numbers": async () => ({ done: false, value: [1, 2] }),
  "brings other numbers": async () => ({ done: false, value: new Uint16Array(2) }),
  "brings what only looks like bytes": async () => ({ done: false, value: Object.create(Uint8Array.prototype) }),
  "brings bytes that are gone": async () => ({ done: false, value: detached() }),
};

const CANCELS = {
  "throws": boom,
  "returns a number": () => 5,
  "rejects": () => Promise.reject(new Error("cannot be cancelled")),
  ...Object.fromEntries(Object.entries(PROMISES).map(([what, promise]) => [`returns a promise ${what}`, promise])),
};

const bodyOf = (read, cancel = () => {}) => ({ getReader: () => ({ read, cancel }) });
const streaming = (read, cancel, init) => async () => odd({ body: given(bodyOf(read, cancel)) }, init);

/** Every strange fetch, by what is strange about it. */
function fetches() {
  const all = {};
  for (const [what, promise] of Object.entries(PROMISES)) all[`a promise ${what}`] = () => promise(new Response("{}", { headers: JSON_TYPE }));
  for (const [what, members] of Object.entries(HEADS)) all[what] = async () => odd(members);
  for (const [what, read] of Object.entries(READS)) all[`a read ${what}`] = streaming(read);
  for (const [what, cancel] of Object.entries(CANCELS)) all[`a cancel ${what}`] = streaming(async () => ({ done: false, value: "text" }), cancel);
  return all;
}

export const foreign = [
  {
    name: "d16_strange_responses_fail_their_own_call_and_no_other",
    async run(t) {
      const silent = await t.client("silence");
      const pending = failsWith(t, get(silent), "disposed");
      for (const [what, fetch] of Object.entries(fetches())) {
        const client = await t.client("ok", { fetch });
        for (const call of Object.values(reads)) await failsWith(t, call(client), "network", what);
        const removal = await failsWith(t, remove(client), "unconfirmed", what);
        equal(removal.outcome, "unknown", what);
      }
      silent.dispose();
      await pending;
      equal((await history(await t.client("ok"))).length, 2, "the next call");
    },
  },
  {
    name: "d16_an_error_is_that_error_whatever_its_body_is",
    async run(t) {
      for (const [what, read] of Object.entries({ ...READS, "brings bytes that lie": async () => ({ done: false, value: new Liar(70_000) }) })) {
        const client = await t.client("ok", { fetch: streaming(read, boom, { status: 404 }) });
        equal((await failsWith(t, get(client), "not_found", what)).status, 404, what);
      }
      const client = await t.client("ok", { fetch: async () => odd({ body: throwing }, { status: 500 }) });
      await failsWith(t, get(client), "server_error");
    },
  },
  {
    name: "d16_bytes_that_lie_about_themselves_are_read_as_what_they_are",
    async run(t) {
      const answer = bytes(JSON.stringify({ scans: [] }));
      let sent = 0;
      const read = async () => (sent++ % 2 === 0 ? { done: 0, value: new Liar(answer.buffer) } : { done: 1 });
      equal(await history(await t.client("ok", { fetch: streaming(read, boom) })), [], "the answer");
      // Taken away between two pieces, when some of it has been read.
      const large = bytes(`{"scans":[]}${" ".repeat(1 << 25)}`);
      const client = await t.client("ok", { fetch: streaming(async () => ({ done: false, value: large }), boom) });
      const onProgress = ({ phase }) => phase === "receiving" && large.length > 0 && structuredClone(large.buffer, { transfer: [large.buffer] });
      await failsWith(t, history(client, { onProgress }), "network");
      equal(large.length, 0, "what is left of them");
    },
  },
  {
    name: "d16_a_strange_answer_that_never_comes_can_be_ended",
    async run(t) {
      const hangs = { then() {} };
      const waits = { "the response": () => hangs, "a chunk": streaming(() => hangs, boom) };
      for (const [what, fetch] of Object.entries(waits)) {
        const client = await t.client("ok", { fetch });
        const abort = new AbortController();
        const reason = new Error("the view was closed");
        const [aborted, disposed] = [rejection(get(client, { signal: abort.signal }), what), failsWith(t, open(client), "disposed")];
        await pause(5);
        const began = performance.now();
        abort.abort(reason);
        ok((await aborted) === reason, what);
        client.dispose();
        await disposed;
        ok(performance.now() - began < 5_000, what);
      }
      await failsWith(t, get(await t.client("ok", { fetch: () => hangs, attemptTimeoutMs: 20 })), "timeout");
    },
  },
  {
    name: "g7_a_strange_answer_of_a_token_function_is_no_token",
    async run(t) {
      for (const [what, promise] of Object.entries(PROMISES)) {
        const error = await failsWith(t, get(await t.client("ok", { apiToken: () => promise("a-token") })), "unauthorized", what);
        ok(error.cause instanceof Error, `the cause: ${what}`);
      }
      equal((await t.requests()).length, 0, "nothing is sent");
      equal((await history(await t.client("ok"))).length, 2, "the next call");
    },
  },
  {
    name: "d16_a_cause_is_handed_on_itself_but_for_the_bytes_of_an_answer",
    async run(t) {
      const caused = async (cause) => (await rejection(get(await t.client("ok", { fetch: () => Promise.reject(cause) })), "a fetch")).cause;
      const [asked, ring] = [{ times: 0 }, new Error("in a ring")];
      Object.defineProperty(ring, "cause", { value: ring });
      const asking = { get: () => (asked.times += 1), enumerable: true };
      const plain = [ring, new TypeError("fetch failed", { cause: Object.assign(new Error("gone"), { code: "ECONNRESET", data: "kept" }) })];
      plain.push(Object.defineProperties(new Error("asks"), { code: asking, cause: asking, data: asking }), new Proxy(new Error("shows nothing"), { getOwnPropertyDescriptor: boom }));
      for (const [at, cause] of plain.entries()) ok((await caused(cause)) === cause, `what is no parser's, ${at}`);

      // As Node's `fetch` and Node's `http` throw them; what stands beside them stays.
      const answer = { code: "HPE_INVALID_STATUS", data: t.apiToken, rawPacket: bytes(t.apiToken) };
      const parsers = Object.defineProperty(Object.assign(new SyntaxError("no HTTP"), answer), "asks", asking);
      const outer = Object.defineProperty(Object.assign(new TypeError("fetch failed", { cause: parsers }), { tries: 3 }), "asks", asking);
      const copy = await caused(outer);
      equal([copy instanceof TypeError, copy.message, copy.tries], [true, outer.message, 3], "the outer error");
      equal(Object.getOwnPropertyNames(copy).includes("asks"), false, "what a getter would give");
      equal([copy.cause instanceof SyntaxError, copy.cause.message, copy.cause.code], [true, "no HTTP", answer.code], "the parser's");
      for (const [one, own] of [[copy, outer], [copy.cause, parsers]]) {
        equal(one.stack, Object.getOwnPropertyDescriptor(own, "stack")?.value ?? `Error: ${own.message}`, "where it was thrown, unless a getter says");
      }
      equal([copy.cause.data, copy.cause.rawPacket], [undefined, undefined], "the answer");
      equal([asked.times, parsers.data], [0, t.apiToken], "questions to the caller's error, which stays as it is");

      const uncoded = Object.assign(new Error("no HTTP"), { name: "HTTPParserError", code: undefined, data: t.apiToken });
      const told = await caused(new TypeError("fetch failed", { cause: uncoded }));
      equal([told.cause.name, told.cause.message, told.cause.data], [uncoded.name, uncoded.message, undefined], "one without a code, as of Node 24");

      // Wherever it stands in what was thrown, and however that was made.
      const deep = Array.from({ length: 40 }).reduce((cause) => new Error("around", { cause }), parsers);
      const ringed = Object.assign(new Error("in a ring", { cause: parsers }), { errors: [] });
      ringed.errors.push(ringed);
      const shared = Array.from({ length: 60 }).reduce((cause) => Object.assign(new Error("twice", { cause }), { error: cause }), parsers);
      const endless = new AggregateError(new Array(2 ** 17).fill(new Error("one of many")), "all failed");
      const beside = [new Error("kept"), new DOMException("too late", "TimeoutError"), new Date(0)];
      const made = {
        frozen: Object.freeze(new TypeError("fetch failed", { cause: Object.freeze(parsers) })),
        fixed: Object.defineProperty(new Error("fixed"), "cause", { value: parsers }),
        "one of several": new AggregateError([...beside, new TypeError("fetch failed", { cause: parsers }), parsers], "all failed"),
        suppressed: Object.assign(new Error("suppressed"), { error: new Error("later"), suppressed: parsers }),
        deep,
        ringed,
      };
      for (const [what, thrown] of Object.entries(made)) {
        const texts = textsOf(await caused(thrown)).join();
        equal([texts.includes(t.apiToken), texts.includes("no HTTP")], [false, true], what);
      }
      const several = await caused(made["one of several"]);
      ok(beside.every((one, at) => several.errors[at] === one), "what stands beside it is handed on itself");
      const rows = Object.assign(new Error("many rows are wrong"), { errors: new Array(2_000).fill("a row") });
      ok((await caused(rows)) === rows, "what is made of much else");
      let [inner, levels] = [await caused(shared), 0];
      for (; inner.cause; levels += 1) inner = inner.cause;
      equal([levels, inner.message, inner.data], [60, "no HTTP", undefined], "what is held twice at each level");
      equal(await caused(endless), undefined, "what nobody makes");
    },
  },
  {
    name: "d16_strange_sources_of_a_scan_are_refused",
    async run(t) {
      const { openScan } = t.scanfold;
      for (const [what, read] of Object.entries(READS)) {
        const kind = /null|nothing|number|text|looks/.test(what) ? "invalid_argument" : "network";
        for (const cancel of [() => {}, boom]) {
          const error = await failsWith(t, openScan(bodyOf(read, cancel)), kind, what);
          equal(error.path, kind === "network" ? undefined : "source", what);
        }
      }
      for (const [what, members] of Object.entries(HEADS)) {
        const error = await rejection(openScan(odd(members)), what);
        ok(["invalid_argument", "network"].includes(error.kind), `${what}: ${error}`);
      }
      const abort = new AbortController();
      const outcome = rejection(openScan(bodyOf(() => ({ then() {} }), boom), { signal: abort.signal }), "aborted");
      await pause(5);
      abort.abort("enough");
      equal(await outcome, "enough", "the reason");
    },
  },
  {
    name: "e2_a_signal_that_goes_on_after_it_was_let_go_is_not_heard",
    async run(t) {
      const heard = [];
      /** A signal of somebody's own, which forgets nobody. */
      const signal = { aborted: false, addEventListener: (_, listener) => heard.push(listener), removeEventListener: boom };
      Object.defineProperty(signal, "reason", throwing);
      equal((await history(await t.client("ok"), { signal })).length, 2, "the call");
      for (const listener of heard) listener();
      const late = { ...signal, addEventListener: (_, listener) => (heard.push(listener), boom()), reason: 1 };
      await failsWith(t, history(await t.client("ok"), { signal: late }), "invalid_argument");
      for (const listener of heard) listener();

      // One that fires more than once, and again while it says why.
      let fire;
      const eager = { aborted: false, addEventListener: (_, listener) => (fire = listener), removeEventListener() {} };
      Object.defineProperty(eager, "reason", { get: () => (fire(), "twice") });
      const outcome = rejection((await t.client("silence")).containerScans.get(SCAN, { signal: eager }), "aborted");
      await until(() => fire !== undefined, "somebody listens");
      fire();
      fire();
      equal(await outcome, "twice", "the reason");
      equal((await history(await t.client("ok"))).length, 2, "the next call");
    },
  },
  {
    name: "d16_a_body_that_is_not_read_is_cancelled_whatever_the_fetch_makes_of_the_signal",
    async run(t) {
      for (const [kind, init] of [["server_error", { status: 502, headers: { "Content-Type": "text/html" } }], ["decode", { headers: { "Content-Type": "text/html" } }], ["unexpected_status", { status: 206, headers: JSON_TYPE }]]) {
        let isCancelled = false;
        const body = () => new ReadableStream({ pull: (controller) => controller.enqueue(bytes("<p>")), cancel: () => void (isCancelled = true) });
        await failsWith(t, get(await t.client("ok", { fetch: async () => new Response(body(), init), maxRetries: 0 })), kind);
        await until(() => isCancelled, `${kind}: the body is cancelled`);
      }
    },
  },
  {
    name: "d16_a_response_that_comes_after_its_call_has_ended_is_cancelled",
    async run(t) {
      for (const [what, cancel] of Object.entries({ "is cancelled": () => {}, ...CANCELS })) {
        let isCancelled = false;
        let answer;
        const late = new Promise((resolve) => (answer = resolve));
        const client = await t.client("ok", { fetch: () => late });
        await failsWith(t, get(client, { attemptTimeoutMs: 20, maxRetries: 0 }), "timeout");
        const body = new ReadableStream({
          cancel() {
            isCancelled = true;
            return cancel();
          },
        });
        answer(new Response(body, { headers: JSON_TYPE }));
        await until(() => isCancelled, `the body is cancelled, where a cancel ${what}`);
      }
    },
  },
  {
    name: "d16_a_response_is_cancelled_at_whatever_step_after_it_the_call_ends",
    async run(t) {
      for (const end of ["abort", "dispose"]) {
        for (let steps = 0; steps < 20; steps += 1) {
          let isCancelled = false;
          const left = new AbortController();
          const leave = async () => {
            for (let step = 0; step < steps; step += 1) await undefined;
            if (end === "abort") left.abort("left");
            else client.dispose();
          };
          const body = new ReadableStream({ cancel: () => void (isCancelled = true) });
          const fetch = async () => (leave(), new Response(body, { headers: JSON_TYPE }));
          const client = await t.client("ok", { fetch });
          await rejection(get(client, { signal: left.signal }), end);
          await until(() => isCancelled, `the body is cancelled, ${end} after ${steps} steps`);
        }
      }
    },
  },
  {
    name: "b7_a_response_that_was_made_of_a_text_says_nothing_of_its_type",
    async run(t) {
      const text = '{"scans":[]}';
      const answering = (headers) => t.client("ok", { fetch: async () => new Response(text, { headers }) });
      equal(await history(await answering()), [], "the default label of a text");
      const error = await failsWith(t, history(await answering({ "Content-Type": "text/plain" })), "decode");
      ok(/^non_json_body: .*Content-Type/.test(error.hint), error.hint);
    },
  },
  {
    name: "f13_what_does_not_let_itself_be_asked_is_no_error_of_ours",
    async run(t) {
      const { isScanfoldError } = t.scanfold;
      const revoked = Proxy.revocable({}, {});
      revoked.revoke();
      const values = [revoked.proxy, new Proxy({}, { get: boom }), Object.defineProperty({}, "name", throwing)];
      for (const value of [...values, Object.defineProperty({ name: "ScanfoldError" }, "kind", throwing)]) {
        equal([isScanfoldError(value), isScanfoldError(value, "network")], [false, false], "the answer");
      }
      // Others have kinds too, and one of another version may have a kind of its own.
      const strangers = [{ name: "Error", kind: "network" }, { name: "ScanfoldError", kind: "odd" }, null, undefined, "network"];
      equal(strangers.map((value) => isScanfoldError(value)), strangers.map(() => false), "strangers");
      equal(isScanfoldError({ name: "ScanfoldError", kind: "network" }), true, "by name and kind");
    },
  },
];

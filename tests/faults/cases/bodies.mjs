/** Part B: bytes, encodings, JSON syntax. */
import { equal, ok } from "../../harness/check.mjs";
import { TEAM, brokenOff, failsWith, get, history, open, reads, remove, request, team } from "./calls.mjs";

const MALFORMED = ["xssi", "comment", "single-quotes", "trailing-comma", "nan", "infinity", "leading-zero", "control", "cut", "spaces"];
const TRAILING = ["second", "trailing-nul", "trailing-word"];
const TOP_LEVEL = ["array", "number", "null", "string"];

/** A client that is answered with this text, or with these chunks of bytes, without a network. */
const answered = (t, body, type = "application/json") =>
  t.client("", { baseUrl: "https://analysis.example.com", fetch: async () => new Response(body, { headers: { "Content-Type": type } }) });

const historyOf = (entry) => `{"scans":[{"service":"github","repo_name":"a/b","branch":"main","commit_id":"c","scan_id":"s","prompt":"p","timestamp":"t","num_files":1${entry}}]}`;
const scanOf = (entry) => `{"scan_id":"scan-1","status":"completed","created_at":"t","repositories":[{}],"findings":[{"uid":"u","image":"i","kind":"k","target":"t","id":"d","package":"p","severity":"low","installed_version":"1"${entry}}]}`;

/** A client whose first answer ends after `length` bytes of the text, as WebKit ends it when a connection is closed; the next is whole. */
function cut(t, text, length, { headers, type = "basic", ...options } = {}) {
  const whole = new TextEncoder().encode(text);
  let asked = 0;
  const fetch = async () => {
    asked += 1;
    const body = asked === 1 ? whole.slice(0, length) : whole;
    const response = new Response(body, { headers: { "Content-Type": "application/json", "Content-Length": `${whole.length}`, ...headers } });
    return Object.defineProperty(response, "type", { value: type });
  };
  return t.client("", { baseUrl: "https://analysis.example.com", maxRetries: 1, fetch, ...options });
}

const dripping = (bytes, size) => {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, at + size));
      at += size;
    },
  });
};

export const bodies = [
  {
    name: "b1_a_body_shorter_than_announced_is_a_network_failure",
    async run(t) {
      for (const call of Object.values(reads)) {
        const error = await failsWith(t, call(await t.client("short-length")), "network");
        equal([error.status, error.retryable], [200, true], "the failure");
        ok(error.hint.includes("broke off"), "the hint does not speak of origins: a response came");
      }
      const error = await failsWith(t, remove(await t.client("short-length")), "unconfirmed");
      equal(error.outcome, "unknown", "of a removal");
    },
  },
  {
    name: "b1_json_that_ends_before_its_announced_length_broke_off",
    async run(t) {
      const texts = { get: scanOf(',"title":"ü😀"'), open: scanOf(',"title":"ü😀"'), history: historyOf(',"x":"ü😀"'), request: '{"x":[1,"ü😀"]}' };
      for (const [name, text] of Object.entries(texts)) {
        const call = { get, open, history, request }[name];
        const { length } = new TextEncoder().encode(text);
        for (let end = 1; end < length; end += 1) {
          const error = await failsWith(t, call(await cut(t, text, end, { maxRetries: 0 })), "network", `${name} cut at ${end}`);
          equal([error.status, error.retryable, error.path], [200, name !== "request", undefined], "the failure");
          ok(error.hint.includes("broke off"), "the hint");
        }
        // Nobody knows what a request of the caller's own does: it is sent once.
        if (name !== "request") for (const type of ["basic", "cors"]) await call(await cut(t, text, length - 9, { type }));
        // What was announced is the length of something else, or nothing was.
        for (const headers of [{ "Content-Encoding": "gzip" }, { "Content-Length": "x" }, { "Content-Length": "5" }]) {
          await failsWith(t, call(await cut(t, text, Math.min(30, length - 2), { headers })), "decode", `${name} ${JSON.stringify(headers)}`);
        }
        // Bytes that are no JSON do not become it, and JSON that is whole is an answer.
        await failsWith(t, call(await cut(t, `{]${text}`, length)), "decode", name);
        await call(await cut(t, text + " ".repeat(9), length));
      }
    },
  },
  {
    name: "b1_a_removal_whose_answer_ends_early_is_read_back",
    async run(t) {
      const text = JSON.stringify({ status: "success", team: { id: TEAM.team_id, members: [] } });
      const removal = await remove(await cut(t, text, text.length - 9));
      equal(removal.confirmedBy, "readback", "the removal");
    },
  },
  {
    name: "b1_a_response_that_ends_early_broke_off",
    async run(t) {
      const text = scanOf("");
      const response = (headers) => new Response(text.slice(0, -9), { headers: { "Content-Length": `${text.length}`, ...headers } });
      await failsWith(t, t.scanfold.openScan(response()), "network");
      await failsWith(t, t.scanfold.openScan(response({ "Content-Encoding": "gzip" })), "decode");
    },
  },
  {
    name: "b2_a_body_that_breaks_off_is_a_network_failure",
    async run(t) {
      for (const scenario of ["chunked-cut", "reset-in-body"]) {
        const kind = scenario === "chunked-cut" ? brokenOff(t) : "network";
        await failsWith(t, get(await t.client(scenario)), kind, scenario);
        await failsWith(t, open(await t.client(scenario)), kind, scenario);
        equal((await failsWith(t, remove(await t.client(scenario)), "unconfirmed")).outcome, "unknown", "of a removal");
      }
      // Node takes the end of a connection that was to be closed for the end of the body; the parser notices.
      const error = await get(await t.client("chunked-cut-at-close")).catch((error) => error);
      ok(["decode", "network"].some((kind) => t.scanfold.isScanfoldError(error, kind)), `a failure, not ${JSON.stringify(error)}`);
    },
  },
  {
    name: "b3_corrupt_compression_is_a_network_failure",
    async run(t) {
      equal((await history(await t.client("gzip"))).length, 2, "sound compression");
      await failsWith(t, open(await t.client("gzip-corrupt")), brokenOff(t));
      // A quiet engine reads what was never packed as it is.
      if (!t.place.isQuiet) await failsWith(t, open(await t.client("gzip-not")), "network");
    },
  },
  {
    name: "b4_compression_that_is_cut_never_looks_whole",
    async run(t) {
      // Node hands over what there is as if it were all; browsers fail.
      const error = await t.client("gzip-cut").then(history).catch((error) => error);
      ok(["decode", "network"].some((kind) => t.scanfold.isScanfoldError(error, kind)), `a failure, not ${JSON.stringify(error)}`);
      ok(globalThis.document || error.kind === "decode", "in Node the parser notices");
    },
  },
  {
    name: "b5_an_unknown_encoding_leaves_it_to_the_bytes",
    async run(t) {
      equal((await history(await t.client("unknown-encoding"))).length, 2, "plain bytes under a strange label");
      await failsWith(t, history(await t.client("unknown-encoding-noise")), "decode");
    },
  },
  {
    name: "b6_a_gzip_bomb_is_too_large",
    async run(t) {
      for (const call of [get, open, history]) {
        const error = await failsWith(t, call(await t.client("gzip-bomb", { maxResponseBytes: 4 << 20 })), "too_large");
        ok(error.hint.includes("maxResponseBytes"), "the hint");
      }
    },
  },
  {
    name: "b7_types_decide_and_nothing_is_sniffed",
    async run(t) {
      for (const scenario of ["no-type", "problem-type", "latin1-label"]) equal((await history(await t.client(scenario))).length, 2, scenario);
      ok((await failsWith(t, history(await t.client("html-200")), "decode")).hint.startsWith("html"), "a page");
      await failsWith(t, history(await t.client("text-type")), "decode");
    },
  },
  {
    name: "b8_bytes_are_utf8_whatever_the_label_says",
    async run(t) {
      for (const scenario of ["utf16-label", "latin1-label"]) equal((await history(await t.client(scenario))).length, 2, scenario);
      const client = await answered(t, new TextEncoder().encode(historyOf(',"x":"ü"')), "application/json; charset=latin-1");
      equal((await client.agentScans.history({ repo: "a/b" })).length, 1, "beyond ASCII");
    },
  },
  {
    name: "b9_one_byte_order_mark_is_stripped",
    async run(t) {
      for (const call of [get, history, request]) await call(await t.client("bom"));
      for (const call of [get, history]) await failsWith(t, call(await t.client("two-boms")), "decode");
    },
  },
  {
    name: "b10_bytes_that_are_not_utf8_are_no_answer",
    async run(t) {
      for (const call of [get, history, request]) await failsWith(t, call(await t.client("bad-utf8")), "decode");
    },
  },
  {
    name: "b11_utf16_is_no_answer",
    async run(t) {
      for (const call of [get, history]) await failsWith(t, call(await t.client("utf16")), "decode");
    },
  },
  {
    name: "b12_what_is_almost_json_is_no_answer",
    async run(t) {
      for (const name of MALFORMED) {
        for (const call of [get, history]) await failsWith(t, call(await t.client(`malformed-${name}`)), "decode", name);
      }
    },
  },
  {
    name: "b13_nothing_may_follow_the_answer",
    async run(t) {
      for (const name of TRAILING) {
        for (const call of [get, history]) await failsWith(t, call(await t.client(`malformed-${name}`)), "decode", name);
      }
    },
  },
  {
    name: "b14_lone_surrogates_become_replacement_characters",
    async run(t) {
      const texts = ["\\ud800", "\\udc00", "\\udc00\\ud800", "a\\ud83d", "\\ud83d\\ude00", "\\ud83dx\\ude00"];
      for (const text of texts) {
        const scan = await open(await answered(t, scanOf(`,"title":"${text}"`)));
        const expected = JSON.parse(`"${text}"`).replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd");
        equal(scan.findings().rows[0].title, expected, text);
        equal(scan.diagnostics.repairedStrings > 0, text !== "\\ud83d\\ude00", `counted: ${text}`);
        scan.dispose();
      }
    },
  },
  {
    name: "b15_a_nul_in_a_text_is_kept",
    async run(t) {
      const scan = await get(await answered(t, scanOf(',"title":"a\\u0000b"')));
      equal(scan.findings[0].title, "a\0b", "the title");
    },
  },
  {
    name: "b16_depth_has_a_limit_where_values_are_kept",
    async run(t) {
      const nested = (depth) => `{"x":${"[".repeat(depth - 1)}${"]".repeat(depth - 1)}}`;
      await request(await answered(t, nested(127)));
      await failsWith(t, request(await answered(t, nested(128))), "decode");
      // Beside what is read, a member may be of any depth.
      const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
      const beside = (members) => answered(t, `{"x":${deep},${members},"y":{"z":${deep}}}`);
      const whole = `"status":"success","team":{"id":"${TEAM.team_id}","members":[]}`;
      equal(await history(await beside('"scans":[]')), [], "a history");
      equal((await team(await beside(whole))).members, [], "a team");
      const removal = await remove(await beside(whole));
      equal([removal.removed, removal.confirmedBy], [true, "response"], "a removal");
      for (const call of [history, team]) equal((await failsWith(t, call(await beside('"error":"no"')), "rejected")).serverMessage, "no", "an error");
      const { path } = await failsWith(t, history(await answered(t, `{"scans":[{"x":${deep}}]}`)), "decode");
      ok(path.startsWith("/scans/0/x/0"), "what is read has its limit");
    },
  },
  {
    name: "c28_a_path_has_no_characters_that_fool_its_reader",
    async run(t) {
      const key = "a\\u0000b\\u202e\u202e\\n";
      for (const [call, body, path] of [
        [history, `{"scans":[{"${key}":${"[".repeat(200)}${"]".repeat(200)}}]}`, "/scans/0/a b   /0"],
        [history, `{"${key}":[1,]}`, "/a b   "],
        [open, `{"scan_id":"scan-1","${key}":[1,]}`, "/a b   "],
        [open, `{"scan_id":"scan-1","findings":[{"${key}":[1,]}]}`, "/findings/0/a b   "],
      ]) {
        const error = await failsWith(t, call(await answered(t, body)), "decode");
        ok(error.path.startsWith(path), JSON.stringify(error.path));
      }
      const error = await t.scanfold.openScan(`{"${key}":[1,]}`).catch((error) => error);
      equal(error.path, "/a b   ", "without a client");
    },
  },
  {
    name: "b17_a_million_brackets_do_not_overflow_anything",
    async run(t) {
      await failsWith(t, request(await t.client("deep")), "decode");
      equal(await history(await t.client("deep")), [], "an unknown field that deep is passed over");
      const error = await open(await t.client("deep")).catch((error) => error);
      ok(t.scanfold.isScanfoldError(error, "decode"), `an unknown field that deep: ${error}`);
      equal((await request(await t.client("ok"))).ok, true, "the instance goes on");
    },
  },
  {
    name: "b18_numbers_out_of_range_fail_where_a_number_is_promised",
    async run(t) {
      const digits = "9".repeat(100_000);
      for (const number of ["1e400", digits]) {
        await failsWith(t, history(await answered(t, historyOf(`,"num_files":${number}`))), "decode");
        const { findings } = await get(await answered(t, scanOf(`,"epss_details":{"x":${number}}`)));
        ok(findings[0].epss_details.x === Infinity, "in an open object as JSON.parse reads it");
      }
    },
  },
  {
    name: "b19_counts_are_never_rounded",
    async run(t) {
      const read = async (number) => history(await answered(t, historyOf(`,"num_files":${number}`)));
      equal((await read("9007199254740991"))[0].num_files, 9007199254740991, "the largest safe integer");
      for (const number of ["9007199254740992", "9007199254740993", "18446744073709551616"]) {
        equal((await failsWith(t, read(number), "decode")).path, "/scans/0/num_files", "the place");
      }
    },
  },
  {
    name: "b20_integers_come_in_several_spellings",
    async run(t) {
      const read = async (number) => (await history(await answered(t, historyOf(`,"num_files":${number}`))))[0].num_files;
      equal([await read("3.0"), await read("1e2"), await read("-0")], [3, 100, 0], "integral");
      for (const number of ["-1", "3.5", '"3"']) await failsWith(t, read(number), "decode", number);
    },
  },
  {
    name: "b21_the_last_of_equal_keys_wins",
    async run(t) {
      const client = await answered(t, scanOf(',"severity":"critical"'));
      equal((await get(client)).findings[0].severity, "critical", "plain data");
      const scan = await open(client);
      ok(scan.rollup().bySeverity.critical === 1 && scan.diagnostics.inconsistent.length > 0, "and it is noted");
      scan.dispose();
    },
  },
  {
    name: "b22_keys_are_equal_after_their_escapes",
    async run(t) {
      equal((await get(await answered(t, scanOf(',"se\\u0076erity":"critical"')))).findings[0].severity, "critical", "the severity");
    },
  },
  {
    name: "b23_the_top_level_is_an_object",
    async run(t) {
      for (const name of TOP_LEVEL) {
        for (const call of Object.values(reads)) await failsWith(t, call(await t.client(`malformed-${name}`)), "decode", name);
      }
      for (const text of ['{"scans":[["github","a/b"]]}', '{"scans":{}}', '{"scans":["x"]}']) await failsWith(t, history(await answered(t, text)), "decode", text);
    },
  },
  {
    name: "b24_keys_of_prototypes_are_inert",
    async run(t) {
      const hostile = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":"x","hasOwnProperty":"y","kept":1}';
      const body = scanOf(`,"epss_details":${hostile},"public_exploit":${hostile}`).replace('"repositories":[{}]', `"repositories":[${hostile}]`);
      const client = await answered(t, body);
      const data = await get(client);
      const scan = await open(client);
      for (const value of [data.findings[0].epss_details, data.findings[0].public_exploit, data.repositories[0], scan.findings().rows[0].epss_details, scan.repositories[0], scan.toJSON().findings[0].epss_details]) {
        equal([value.kept, value.polluted, Object.hasOwn(value, "toString"), value.toString], [1, undefined, true, "x"], "an open object");
        ok(Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null, "an ordinary prototype");
        ok(!Object.hasOwn(value, "__proto__"), "__proto__ is dropped");
      }
      equal([{}.polluted, [].polluted, (() => {}).polluted], [undefined, undefined, undefined], "no prototype changed");
      scan.dispose();
    },
  },
  {
    name: "b27_the_size_of_chunks_does_not_matter",
    async run(t) {
      equal(await history(await t.client("byte-by-byte")), await history(await t.client("ok")), "over the wire");
      const bytes = new TextEncoder().encode(scanOf(',"title":"ü\\u00fc€😀\\ud83d\\ude00\\n"'));
      const whole = await get(await answered(t, bytes));
      for (const size of [1, 2, 3, 7]) equal(await get(await answered(t, dripping(bytes, size))), whole, `${size} bytes at a time`);
    },
  },
  {
    name: "b28_an_answer_that_never_ends_times_out",
    async run(t) {
      for (const call of [get, history, team]) await failsWith(t, call(await t.client("hang-after-json", { attemptTimeoutMs: 200 })), "timeout");
    },
  },
];

/** Part G: what callers pass, and what is refused before anything is sent. */
import { equal, ok } from "../../harness/check.mjs";
import { REPO, SCAN, TEAM, failsWith, get, history, pause, remove, request, team } from "./calls.mjs";

/** A client that counts what it would send. */
async function counting(t, options = {}) {
  const sent = [];
  const fetch = async (request) => {
    sent.push({ url: request.url, headers: Object.fromEntries(request.headers), body: await request.text() });
    return new Response('{"scans":[]}', { headers: { "Content-Type": "application/json" } });
  };
  return { sent, client: await t.client("", { baseUrl: "https://analysis.example.com", fetch, ...options }) };
}

class Instance {
  platform = "github";
  org = "o";
  scan_id = "s";
}

const NOT_OBJECTS = [null, undefined, [], "text", 7, true, new Map(), new Date(0), new Instance(), () => {}, Symbol("s"), 1n];
/** A value that would be recognised if any error repeated it. */
const MARK = "mark-7c1d";

async function refused(t, promise, path) {
  const error = await failsWith(t, promise, "invalid_argument", path);
  equal(error.path, path, `the path of "${error.message}"`);
  ok(![error.message, error.hint, JSON.stringify(error), error.stack].some((text) => String(text).includes(MARK)), "no value is repeated");
  return error;
}

export const input = [
  {
    name: "g1_what_is_no_object_of_options_is_refused",
    async run(t) {
      const { client, sent } = await counting(t);
      for (const value of NOT_OBJECTS) {
        await failsWith(t, client.containerScans.get(value), "invalid_argument", `params ${String(value)}`);
        await failsWith(t, client.teams.removeMember(value), "invalid_argument");
        if (value !== undefined) await refused(t, client.containerScans.get(SCAN, value), "options");
        await failsWith(t, t.scanfold.createClient(value), "invalid_argument", `options ${String(value)}`);
      }
      equal(sent.length, 0, "requests");
    },
  },
  {
    name: "g2_texts_that_name_nothing_are_refused",
    async run(t) {
      const { client, sent } = await counting(t);
      for (const org of [undefined, null, "", "  ", "\t\n", `${MARK}\0`, `${MARK}\u0007`, MARK.repeat(2_000_000), 7]) {
        await refused(t, client.containerScans.get({ ...SCAN, org }), "org");
        await refused(t, client.teams.get({ ...TEAM, org }), "org");
      }
      equal(sent.length, 0, "requests");
    },
  },
  {
    name: "g3_unknown_options_are_named_with_what_was_meant",
    async run(t) {
      const { client } = await counting(t);
      const error = await failsWith(t, client.containerScans.get({ ...SCAN, scanId: MARK }), "invalid_argument");
      ok(error.hint.includes("scan_id") && error.path.includes("scanId"), `"${error.path} ${error.hint}"`);
      ok((await failsWith(t, get(client, { timeout: 5 }), "invalid_argument")).hint.includes("timeoutMs"), "of a call");
      ok((await failsWith(t, t.client("", { baseURL: "x" }), "invalid_argument")).hint.includes("baseUrl"), "of a client");
      const long = await failsWith(t, client.containerScans.get({ ...SCAN, ["x\n\u202e".repeat(500)]: 1 }), "invalid_argument");
      ok(long.message.length < 400 && !/[\n\u202e]/.test(long.message), "a name is cut and escaped");
    },
  },
  {
    name: "g4_inherited_options_are_ignored",
    async run(t) {
      const { client, sent } = await counting(t);
      // Names that the platform itself would read (`signal`) are left out: no package can help there.
      const planted = { scan_id: "planted", historyAuth: "git", apiToken: "planted", headers: { "X-Planted": "1" }, timeoutMs: 1, maxRetries: 7, onEvent: 7, gitlab_base_url: "https://evil.example" };
      Object.assign(Object.prototype, planted);
      try {
        await history(client);
        const other = await counting(t);
        await history(other.client);
        const { scan_id: _, ...rest } = SCAN;
        await refused(t, client.containerScans.get(rest), "scan_id");
        equal([sent.length, other.sent.length], [1, 1], "requests");
        ok(![...sent, ...other.sent].some(({ headers, body }) => JSON.stringify([headers, body]).includes("planted") || body.includes("evil")), "nothing planted is sent");
      } finally {
        for (const name of Object.keys(planted)) delete Object.prototype[name];
      }
    },
  },
  {
    name: "g5_tokens_are_checked_and_never_repeated",
    async run(t) {
      const bad = ["", " ", `${MARK}\n`, `a\n${MARK}`, `Bearer ${MARK}`, `"${MARK}"`, `tök${MARK}`, MARK.repeat(10_000), `${MARK} x`];
      for (const slot of ["apiToken", "gitToken"]) {
        for (const token of bad) await refused(t, counting(t, { [slot]: token }), slot);
        for (const token of bad) await refused(t, (slot === "apiToken" ? get : team)((await counting(t, { [slot]: async () => token })).client), slot);
      }
      ok((await refused(t, counting(t, { apiToken: "Bearer x" }), "apiToken")).hint.includes("Bearer"), "the hint");
      const { client, sent } = await counting(t, { apiToken: "aZ09-._~+/==" });
      await history(client);
      equal(sent[0].headers.authorization, "Bearer aZ09-._~+/==", "a good one is sent as it is");
    },
  },
  {
    name: "g6_a_git_token_does_not_go_to_the_service",
    async run(t) {
      for (const token of ["ghp_abc", "github_pat_abc", "glpat-abc", "ATBBabc"]) {
        ok((await refused(t, counting(t, { apiToken: token }), "apiToken")).hint.includes("gitToken"), "the hint");
        const { client, sent } = await counting(t, { apiToken: () => token });
        await refused(t, get(client), "apiToken");
        equal(sent.length, 0, "requests");
      }
    },
  },
  {
    name: "g6_each_operation_goes_with_its_own_token_or_is_not_sent",
    async run(t) {
      const { apiToken, gitToken } = t;
      const calls = { get, history, team, remove };
      const sentWith = async (call, options) => {
        const { client, sent } = await counting(t, options);
        const error = await calls[call](client).then(() => undefined, (error) => error);
        return sent.length > 0 ? (sent[0].headers.authorization ?? "nothing") : `${error.kind} ${error.path} ${error.outcome}`;
      };
      const [api, git] = [`Bearer ${apiToken}`, `Bearer ${gitToken}`];
      for (const [call, options, expected] of [
        ["get", {}, api],
        ["team", {}, git],
        ["remove", {}, git],
        ["history", {}, api],
        ["history", { historyAuth: "api" }, api],
        ["history", { historyAuth: "git" }, git],
        ["history", { historyAuth: "none" }, "nothing"],
        ["get", { apiToken: undefined }, "invalid_argument apiToken not_applicable"],
        ["history", { apiToken: undefined }, "invalid_argument apiToken not_applicable"],
        ["history", { historyAuth: "git", gitToken: undefined }, "invalid_argument gitToken not_applicable"],
        ["team", { gitToken: undefined }, "invalid_argument gitToken not_applicable"],
        ["remove", { gitToken: undefined }, "invalid_argument gitToken not_sent"],
      ]) {
        equal(await sentWith(call, options), expected, `${call} with ${Object.keys(options)}`);
      }
      equal((await refused(t, t.client("ok", { historyAuth: "Git" }), "historyAuth")).attempts, 0, "an unknown word");
    },
  },
  {
    name: "g8_a_request_that_the_runtime_reads_otherwise_is_not_sent",
    async run(t) {
      const own = globalThis.Request;
      const { client, sent } = await counting(t);
      for (const url of ["https://evil.example/api", "https://analysis.example.com.evil.example/api"]) {
        globalThis.Request = class extends own {
          get url() {
            return url;
          }
        };
        await refused(t, history(client), "baseUrl").finally(() => (globalThis.Request = own));
      }
      equal(sent.length, 0, "requests");
      await history(client);
      equal(sent.length, 1, "an ordinary one");
    },
  },
  {
    name: "g7_a_token_function_may_fail_hang_or_rotate",
    async run(t) {
      const thrown = new Error("locked");
      for (const apiToken of [() => Promise.reject(thrown), () => { throw thrown; }]) {
        const { client, sent } = await counting(t, { apiToken });
        const error = await failsWith(t, get(client), "unauthorized");
        ok(error.cause === thrown && sent.length === 0, "its error is the cause");
      }
      for (const value of [undefined, null, 7, {}]) await failsWith(t, get((await counting(t, { apiToken: () => value })).client), "unauthorized", String(value));

      const reasons = [];
      const rotating = await t.client("rotated", { maxRetries: 2, apiToken: ({ reason, operation }) => (reasons.push([reason, operation]), reason === "rejected" ? "fresh" : "stale") });
      await history(rotating);
      equal(reasons, [["initial", "agentScans.history"], ["rejected", "agentScans.history"]], "asked once more");
      const stale = await failsWith(t, get(await t.client("rotated", { maxRetries: 2, apiToken: () => "stale" })), "unauthorized");
      equal(stale.attempts, 2, "and no oftener");
      const removal = await failsWith(t, remove(await t.client("rotated", { maxRetries: 2, gitToken: () => "stale" })), "unauthorized");
      equal([removal.attempts, removal.outcome], [1, "rejected"], "a removal is not sent again");

      let count = 0;
      const fresh = await t.client("flaky-once", { maxRetries: 2, apiToken: () => `token-${(count += 1)}` });
      await get(fresh);
      equal((await t.requests("flaky-once")).map((entry) => entry.headers.authorization), ["Bearer token-1", "Bearer token-2"], "a fresh one for each attempt");

      let hangs = true;
      let asked = 0;
      const { client } = await counting(t, { apiToken: () => ((asked += 1), hangs ? new Promise(() => {}) : "token"), timeoutMs: 80 });
      await Promise.all([failsWith(t, history(client), "timeout"), failsWith(t, history(client), "timeout")]);
      equal(asked, 1, "concurrent calls share one asking");
      hangs = false;
      equal(await history(client), [], "an asking that hung is not waited for again");
    },
  },
  {
    name: "g8_addresses_that_parsers_read_otherwise_are_refused",
    async run(t) {
      const bad = ["", " https://a.example", "https:a.example", "https:\\\\a.example", "https://a.ex\nample", `https://u:${MARK}@a.example`, "https://a.example?x", "https://a.example#x", "https://a.example/../b", "https://2130706433", "http://a.example", "ftp://a.example", "//a.example", 7, null, undefined];
      for (const baseUrl of bad) await refused(t, counting(t, { baseUrl }), "baseUrl");
      const addresses = { "https://a.example": "https://a.example", "https://a.example/v1/": "https://a.example/v1", "http://localhost:9": "http://localhost:9", "http://[::1]:9/p": "http://[::1]:9/p" };
      for (const [baseUrl, start] of Object.entries(addresses)) {
        for (const given of [baseUrl, new URL(baseUrl)]) {
          const { client, sent } = await counting(t, { baseUrl: given });
          await history(client);
          equal(sent[0].url, `${start}/api/agents/scan/history`, baseUrl);
        }
      }
    },
  },
  {
    name: "g9_an_address_of_another_platform_is_refused",
    async run(t) {
      const { client, sent } = await counting(t);
      await refused(t, client.containerScans.get({ ...SCAN, gitlab_base_url: `https://${MARK}.example` }), "gitlab_base_url");
      await refused(t, client.containerScans.get({ ...SCAN, github_base_url: `https://user@${MARK}.example` }), "github_base_url");
      equal(sent.length, 0, "requests");
      await client.containerScans.get({ ...SCAN, github_base_url: "https://GitHub.Example/x" }).catch(() => {});
      equal(JSON.parse(sent[0].body).github_base_url, "https://GitHub.Example/x", "sent byte for byte");
    },
  },
  {
    name: "g10_a_repository_is_owner_and_name",
    async run(t) {
      const { client, sent } = await counting(t);
      for (const repo of ["", "name", "/name", "owner/", "a//b", "../name", "owner/%2e%2e", `${MARK} `, undefined]) await refused(t, client.agentScans.history({ repo }), "repo");
      for (const repo of ["owner/name", "group/subgroup/name"]) await client.agentScans.history({ repo });
      equal(sent.map(({ body }) => JSON.parse(body)), [{ repo: "owner/name" }, { repo: "group/subgroup/name" }], "what is sent");
    },
  },
  {
    name: "g11_a_team_is_named_by_a_uuid",
    async run(t) {
      const { client } = await counting(t);
      for (const team_id of ["", MARK, "{0b6f2f60-6d0c-4c39-8a55-6f6a6d9f4a01}", "0b6f2f606d0c4c398a556f6a6d9f4a01", 7]) await refused(t, client.teams.get({ ...TEAM, team_id }), "team_id");
    },
  },
  {
    name: "g12_a_login_is_sent_exactly_as_given",
    async run(t) {
      for (const user_login of ["a b", "a+b@example.com", "ünï", " padded ", "x".repeat(320)]) {
        const { client, sent } = await counting(t);
        await client.teams.removeMember({ ...TEAM, user_login }).catch(() => {});
        equal(JSON.parse(sent[0].body).user_login, user_login, "the login");
      }
      const { client, sent } = await counting(t);
      for (const user_login of ["", "x".repeat(321), undefined]) equal((await refused(t, client.teams.removeMember({ ...TEAM, user_login }), "user_login")).outcome, "not_sent", "the outcome");
      equal(sent.length, 0, "requests");
    },
  },
  {
    name: "g13_what_is_not_given_is_not_sent",
    async run(t) {
      const { client, sent } = await counting(t);
      await client.containerScans.get(SCAN).catch(() => {});
      await client.containerScans.get({ ...SCAN, cloud: "azure", github_base_url: undefined }).catch(() => {});
      equal(sent.map(({ body }) => JSON.parse(body)), [SCAN, { ...SCAN, cloud: "azure" }], "the bodies");
      await refused(t, client.containerScans.get({ ...SCAN, cloud: MARK }), "cloud");
    },
  },
  {
    name: "g14_the_history_takes_nothing_but_a_repository",
    async run(t) {
      const { client, sent } = await counting(t);
      await failsWith(t, client.agentScans.history({ ...REPO, platform: "github" }), "invalid_argument");
      equal(sent.length, 0, "requests");
    },
  },
  {
    name: "g15_arguments_are_read_at_the_time_of_the_call",
    async run(t) {
      const { client, sent } = await counting(t, { apiToken: async () => (await pause(20), "token") });
      const params = { ...REPO };
      const options = { headers: { "X-Extra": "1" } };
      const call = client.agentScans.history(params, options);
      params.repo = "evil/other";
      options.headers["X-Extra"] = "2";
      await call;
      equal([JSON.parse(sent[0].body), sent[0].headers["x-extra"]], [REPO, "1"], "what is sent");
      const made = { baseUrl: "https://analysis.example.com", apiToken: "first" };
      const late = t.scanfold.createClient(made);
      made.baseUrl = "https://evil.example";
      (await late).dispose();
      const rows = [{ uid: "u", title: "before" }];
      const whole = { scan_id: "s", status: "completed", findings: structuredClone(rows) };
      const bytes = new TextEncoder().encode(JSON.stringify(whole));
      const opening = [rows, whole, bytes, bytes.buffer].map((source) => t.scanfold.openScan(source));
      rows[0].title = whole.findings[0].title = "after";
      bytes.fill(0);
      for (const scan of await Promise.all(opening)) equal((await scan.finding("u")).title, "before", "what is opened");
    },
  },
  {
    name: "f10_what_a_body_brings_as_json_is_sent_as_it_is_but_for_half_a_pair",
    async run(t) {
      // Not every engine has it, and what it makes keeps its spelling: only there are escapes in capitals.
      if (typeof JSON.rawJSON !== "function") return;
      const { client, sent } = await counting(t);
      await request(client, { body: { number: JSON.rawJSON("12345678901234567890"), text: JSON.rawJSON('"\\uD83D\\uDE00 \\uD83D \\\\uD83D"') } });
      equal(sent[0].body, '{"number":12345678901234567890,"text":"\\uD83D\\uDE00 \ufffd \\\\uD83D"}', "the body");
    },
  },
  {
    name: "f10_a_name_that_was_cut_does_not_keep_a_member_in_the_team",
    async run(t) {
      const { client, sent } = await counting(t);
      await client.teams.removeMember({ ...TEAM, user_login: "bob", user_name: "Bob \ud83d" }).catch(() => undefined);
      equal(JSON.parse(sent.find(({ body }) => body.includes("user_name")).body).user_name, "Bob \ufffd", "the name");
    },
  },
  {
    name: "g16_values_of_other_kinds_are_refused",
    async run(t) {
      const { client, sent } = await counting(t);
      for (const value of [1n, Symbol("s"), new Date(0), () => {}, {}, [], 7, true]) {
        await refused(t, client.containerScans.get({ ...SCAN, scan_id: value }), "scan_id");
        await refused(t, client.agentScans.history({ repo: value }), "repo");
      }
      const noData = [1n, () => {}, Symbol("s"), new Date(0), new Map([[1, 2]]), new Set([1]), new Uint8Array(2), new URLSearchParams("a=1"), { deep: [{ then() {} }] }, new Array(2 ** 32 - 1), { toJSON: undefined, said: new (class { toJSON() { return { at: new Date(0) }; } })() }];
      for (const body of noData) {
        const error = await failsWith(t, request(client, { body }), "invalid_argument", Object.prototype.toString.call(body));
        equal(error.path, "body", "the path");
      }
      // Copied again at each level, what stands before would take all memory there is.
      const cycle = { rows: Array.from({ length: 50_000 }, (_, at) => at) };
      cycle.self = cycle;
      await failsWith(t, request(client, { body: cycle }), "invalid_argument");
      equal(sent.length, 0, "requests");
    },
  },
];

/** Part A: statuses and framing. */
import { equal, ok } from "../../harness/check.mjs";
import { textsOf } from "../canary.mjs";
import { SCAN, TEAM, brokenOff, failsWith, get, history, milliseconds, open, pause, reads, remove, request, team, until } from "./calls.mjs";

const DOCUMENTED = { 400: "rejected", 401: "unauthorized", 403: "forbidden", 404: "not_found", 422: "rejected" };
const REDIRECTS = [301, 302, 303, 307, 308];

export const statuses = [
  {
    name: "a1_a_whole_answer_resolves",
    async run(t) {
      const client = await t.client("ok");
      equal((await get(client)).findings.length, 2, "plain data");
      const scan = await open(client);
      equal([scan.complete, scan.findingCount, (await scan.rollup()).bySeverity.critical], [true, 2, 1], "a resident scan");
      scan.dispose();
      equal((await history(client)).length, 2, "history");
      equal((await team(client)).members.length, 3, "a team");
      equal(await request(client), { ok: true }, "another operation");
      const removal = await remove(client);
      equal([removal.removed, removal.confirmedBy], [true, "response"], "a removal");
    },
  },
  {
    name: "a2_an_empty_body_is_no_answer",
    async run(t) {
      const client = await t.client("empty");
      for (const call of [...Object.values(reads), request]) equal((await failsWith(t, call(client), "decode")).path, "", "the place");
    },
  },
  {
    name: "a3_no_content_is_no_answer_and_a_removal_is_read_back",
    async run(t) {
      equal((await failsWith(t, get(await t.client("status-204")), "unexpected_status")).status, 204, "the status");
      const removal = await remove(await t.client("remove-204-gone"));
      equal([removal.removed, removal.confirmedBy], [true, "readback"], "the removal");
      equal((await t.requests("remove-204-gone")).filter((entry) => entry.path.endsWith("/remove")).length, 1, "removals sent");
    },
  },
  {
    name: "a4_only_200_is_an_answer",
    async run(t) {
      for (const status of [201, 202, 203, 205, 206, 226]) {
        const error = await failsWith(t, history(await t.client(`status-${status}`, { maxRetries: 2 })), "unexpected_status", `${status}`);
        equal([error.status, error.attempts, error.retryable], [status, 1, false], "the failure");
      }
    },
  },
  {
    name: "a5_not_modified_is_not_asked_for",
    async run(t) {
      equal((await failsWith(t, get(await t.client("status-304")), "unexpected_status")).status, 304, "the status");
      const [{ headers }] = await t.requests("status-304");
      equal([headers["if-none-match"], headers["if-modified-since"]], [undefined, undefined], "no condition is sent");
      ok(/no-cache/.test(headers["cache-control"]), "caches are told to stay out");
    },
  },
  {
    name: "a6_early_hints_are_no_answer",
    async run(t) {
      equal((await history(await t.client("early-hints"))).length, 2, "the history");
    },
  },
  {
    name: "a7_redirect_is_not_followed",
    async run(t) {
      for (const status of REDIRECTS) {
        for (const call of [get, request]) {
          const error = await failsWith(t, call(await t.client(`redirect-${status}`, { maxRetries: 2 })), "redirect_blocked", `${status}`);
          ok([undefined, status].includes(error.status) && error.hint.includes("baseUrl"), "status and hint");
        }
        equal((await t.requests(`redirect-${status}`)).length, 2, "one request a call");
      }
      equal((await t.requests("ok")).length, 0, "requests at the same origin's other place");
      const port = new URL(t.place.away).port;
      await failsWith(t, team(await t.client("", { baseUrl: t.at("redirect-away", `to-${port}`) })), "redirect_blocked");
      equal((await t.requests("redirect-away", t.place.origin, `to-${port}`)).length, 1, "requests at the first origin");
      equal((await t.requests("ok", t.place.away, `to-${port}`)).length, 0, "requests at the other origin");
      const lost = await failsWith(t, remove(await t.client("redirect-307")), "redirect_blocked");
      equal(lost.outcome, "unknown", "of a removal");
    },
  },
  {
    name: "a8_the_services_words_are_told",
    async run(t) {
      for (const status of [400, 422]) {
        const client = await t.client(`status-${status}`);
        const error = await failsWith(t, history(client), "rejected");
        equal([error.status, error.serverMessage, error.outcome, error.operation], [status, `said ${status}`, "not_applicable", "agentScans.history"], "the failure");
        equal((await failsWith(t, remove(client), "rejected")).outcome, "rejected", "of a removal");
      }
    },
  },
  {
    name: "a9_a_fixed_token_is_not_tried_again",
    async run(t) {
      const client = await t.client("status-401", { maxRetries: 2 });
      const api = await failsWith(t, get(client), "unauthorized");
      const git = await failsWith(t, team(client), "unauthorized");
      equal([/apiToken/.test(api.hint), /gitToken/.test(git.hint)], [true, true], "the hints name the token");
      equal((await t.requests()).map((entry) => entry.headers.authorization), [`Bearer ${t.apiToken}`, `Bearer ${t.gitToken}`], "sent once each");
    },
  },
  {
    name: "a10_a_missing_permission_is_named",
    async run(t) {
      const error = await failsWith(t, get(await t.client("status-403", { maxRetries: 2 })), "forbidden");
      equal([error.attempts, error.hint.includes("view_cloud_security: read")], [1, true], "the failure");
    },
  },
  {
    name: "a11_an_unknown_scan_is_not_found",
    async run(t) {
      const error = await failsWith(t, open(await t.client("not-found")), "not_found");
      equal([error.status, error.serverMessage, error.hint, error.requestId], [404, "scan not found", undefined, "req-404"], "the failure");
    },
  },
  {
    name: "a12_a_wrong_path_prefix_can_be_told_from_an_unknown_scan",
    async run(t) {
      for (const scenario of ["html-404", "plain-404"]) {
        const error = await failsWith(t, get(await t.client(scenario)), "not_found");
        ok(error.hint.startsWith("non_json_body") && error.serverMessage === undefined, `the hint of ${scenario}`);
      }
      // Go's http.Error and many proxies label everything as text.
      for (const type of ["text/plain; charset=utf-8", "application/octet-stream", "text/json"]) {
        const answering = (status) => t.client("", { fetch: async () => new Response('{"error":"team not found"}', { status, headers: { "Content-Type": type } }) });
        for (const [status, kind] of [[404, "not_found"], [400, "rejected"], [500, "server_error"], [201, "unexpected_status"]]) {
          const error = await failsWith(t, team(await answering(status)), kind, type);
          equal([error.serverMessage, error.hint], ["team not found", undefined], `${status} as ${type}`);
        }
        equal((await failsWith(t, remove(await answering(201)), "unconfirmed", type)).serverMessage, "team not found", "of a removal");
      }
    },
  },
  {
    name: "a13_a_read_repeats_what_may_pass_and_a_removal_only_429",
    async run(t) {
      const attempts = async (status, call) => {
        const client = await t.client(`status-${status}`, { maxRetries: 1 });
        return call(client).then(() => 0, (error) => error.attempts);
      };
      const expected = [[408, 1, 1], [425, 1, 1], [429, 2, 2], [501, 1, 1], [502, 2, 1], [503, 2, 1], [504, 2, 1]];
      const seen = await Promise.all(expected.map(async ([status]) => [status, await attempts(status, history), await attempts(status, remove)]));
      equal(seen, expected, "status, attempts of a read, attempts of a removal");
    },
  },
  {
    name: "a14_other_refusals_are_rejected",
    async run(t) {
      for (const status of [405, 406, 409, 410, 413, 415, 418, 431, 451, 499]) {
        const error = await failsWith(t, get(await t.client(`status-${status}`, { maxRetries: 2 })), "rejected");
        equal([error.status, error.attempts, error.retryable], [status, 1, false], "the failure");
      }
      for (const [status, kind] of Object.entries(DOCUMENTED)) await failsWith(t, get(await t.client(`status-${status}`)), kind);
    },
  },
  {
    name: "a15_a_broken_service_is_asked_thrice",
    async run(t) {
      const error = await failsWith(t, history(await t.client("status-500", { maxRetries: 2 })), "server_error");
      equal([error.status, error.attempts, error.serverMessage, error.retryable], [500, 3, "said 500", true], "the failure");
      equal((await t.requests("status-500")).length, 3, "requests");
    },
  },
  {
    name: "a16_a_proxys_page_is_a_server_error_and_is_not_read",
    async run(t) {
      const error = await failsWith(t, get(await t.client("html-502")), "server_error");
      equal([error.status, error.serverMessage], [502, undefined], "the failure");
      await until(async () => (await t.requests("html-502"))[0].end === "left", "the client leaves the body");
    },
  },
  {
    name: "a17_a_503_with_a_good_body_is_an_error",
    async run(t) {
      for (const call of [get, open, history, team]) equal((await failsWith(t, call(await t.client("success-503")), "server_error")).status, 503, "the status");
    },
  },
  {
    name: "a18_an_error_in_a_200_is_a_failure",
    async run(t) {
      const client = await t.client("error-200", { maxRetries: 2 });
      for (const call of [...Object.values(reads), request, remove]) {
        const error = await failsWith(t, call(client), "rejected");
        equal([error.status, error.serverMessage, error.attempts], [200, "scan not found", 1], "the failure");
      }
      const other = await t.client("status-not-success");
      equal((await failsWith(t, team(other), "rejected")).serverMessage, "nothing was done", "of a team");
      equal((await failsWith(t, remove(other), "rejected")).outcome, "rejected", "of a removal");

      // Whatever the error is, and whatever else the answer has; only `null` counts as absent.
      const whole = { scan_id: SCAN.scan_id, scans: [], team: { id: TEAM.team_id, members: [] } };
      const answering = (error, status) => t.client("ok", { fetch: async () => Response.json({ ...whole, status, error }) });
      const all = [...Object.values(reads), request, remove];
      for (const [value, said] of [["no", "no"], [""], [" \n"], [{ code: 1 }], [["no"]], [false], [0]]) {
        for (const call of all) {
          const client = await answering(value, "success");
          const error = await failsWith(t, call(client), "rejected", JSON.stringify(value));
          equal([error.status, error.serverMessage, error.attempts], [200, said, 1], "the failure");
        }
      }
      for (const call of all) (await call(await answering(null, "success"))).dispose?.();

      // Also where what follows is longer or deeper than is read, or the error itself is.
      const long = JSON.stringify("x".repeat((1 << 20) + 1));
      const deep = `${"[".repeat(130)}${"]".repeat(130)}`;
      for (const [body, said] of [[`{"error":"no","details":${long}}`, "no"], [`{"error":"no","team":${deep}}`, "no"], [`{"error":{"causes":${deep}}}`]]) {
        const client = await t.client("ok", { fetch: async () => new Response(body, { headers: { "Content-Type": "application/json" } }) });
        for (const call of all) equal((await failsWith(t, call(client), "rejected", body.slice(0, 30))).serverMessage, said, "what is said");
        equal((await failsWith(t, remove(client), "rejected")).outcome, "rejected", "of a removal");
      }
      for (const rest of [`"details":${long}`, `"team":${deep}`]) {
        const body = `{"status":"error","message":"nothing was done",${rest}}`;
        const client = await t.client("ok", { fetch: async () => new Response(body, { headers: { "Content-Type": "application/json" } }) });
        const error = await failsWith(t, remove(client), "rejected");
        equal([error.serverMessage, error.outcome], ["nothing was done", "rejected"], "of a status that says no");
      }

      // The same words whatever the status is.
      for (const [status, kind] of [[200, "rejected"], [400, "rejected"], [500, "server_error"]]) {
        for (const [answer, said] of [[{ error: { code: 1 }, message: "the words" }], [{ error: "no", message: "the words" }, "no"], [{ error: [], message: 7 }]]) {
          for (const call of Object.values(reads).concat(request)) {
            const client = await t.client("ok", { maxRetries: 0, fetch: async () => Response.json(answer, { status }) });
            equal((await failsWith(t, call(client), kind)).serverMessage, said, `of ${JSON.stringify(answer)} with ${status}`);
          }
        }
      }
    },
  },
  {
    name: "a19_statuses_beyond_http_are_unexpected",
    page: false, // browsers turn them into network failures
    async run(t) {
      for (const status of [600, 999]) equal((await failsWith(t, get(await t.client(`status-${status}`)), "unexpected_status")).status, status, "the status");
    },
  },
  {
    name: "a20_an_answer_of_nothing_is_a_network_failure",
    async run(t) {
      await failsWith(t, get(await t.client("ok", { fetch: async () => Response.error() })), "network");
      if (globalThis.document) {
        const opaque = (request) => fetch(request.url.replace("/ok/", "/cors-none/"), { mode: "no-cors", method: "POST", body: "{}" });
        await failsWith(t, get(await t.client("ok", { fetch: opaque })), "network", "an opaque answer");
      }
    },
  },
  {
    name: "a21_the_reason_beside_the_status_does_not_matter",
    async run(t) {
      for (const scenario of ["no-reason", "odd-reason"]) equal((await history(await t.client(scenario))).length, 2, scenario);
    },
  },
  {
    name: "a22_broken_framing_is_a_network_failure",
    async run(t) {
      for (const scenario of ["two-lengths", "length-and-chunks", "garbage", "bad-status-line", "header-flood"]) {
        const kind = scenario === "two-lengths" ? brokenOff(t) : "network";
        const error = await failsWith(t, get(await t.client(scenario)), kind, scenario);
        equal([error.attempts, error.retryable], [1, kind === "network"], scenario);
      }
    },
  },
  {
    name: "a22_what_broken_framing_repeats_is_in_no_error",
    async run(t) {
      for (const scenario of ["echo-status", "echo-line", "echo-lengths", "echo-chunk"]) {
        const kind = ["echo-lengths", "echo-chunk"].includes(scenario) ? brokenOff(t) : "network";
        const error = await failsWith(t, get(await t.client(scenario)), kind, scenario);
        ok(!textsOf(error).some((text) => text.includes(t.place.tokens.secret)), scenario);
        ok(kind === "decode" || error.cause instanceof Error, `what went wrong is told: ${scenario}`);
      }
    },
  },
  {
    name: "a23_cookies_and_logins_are_ignored",
    async run(t) {
      await get(await t.client("cookie"));
      await get(await t.client("cookie"));
      await failsWith(t, get(await t.client("login")), "unauthorized");
      await failsWith(t, get(await t.client("login")), "unauthorized");
      equal((await t.requests()).map((entry) => entry.headers.cookie), [undefined, undefined, undefined, undefined], "cookies sent");
      ok(!globalThis.document?.cookie, "no cookie is kept");
    },
  },
  {
    name: "a24_a_huge_error_body_changes_nothing",
    async run(t) {
      const took = milliseconds(failsWith(t, get(await t.client("big-error")), "rejected"));
      ok((await took) < 5_000, "it settles soon");
      await until(async () => (await t.requests("big-error"))[0].end === "left", "the client leaves the body");
      const { status, serverMessage } = await failsWith(t, get(await t.client("big-error")), "rejected");
      equal(status, 400, "as without a body");
      ok(serverMessage.startsWith("too long") && serverMessage.length <= 1024, "the words, as far as they were read");
      await pause(20);
      // A browser's network process takes what it can hold before the page is asked.
      ok(globalThis.document || (await t.requests("big-error")).every((entry) => entry.sent < 5_000_000), "most was never taken");
    },
  },
];

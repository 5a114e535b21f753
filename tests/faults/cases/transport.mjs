/** Part D: the connection, as far as Node and a page meet it alike. */
import { equal, ok } from "../../harness/check.mjs";
import { TEAM, failsWith, get, history, open, reads, remove, team } from "./calls.mjs";

export const transport = [
  {
    name: "d1_no_connection_is_a_network_failure",
    async run(t) {
      const places = { refused: t.place.closed, unknown: "https://no-such-host.invalid", reset: t.at("reset"), closed: t.at("closed") };
      for (const [what, baseUrl] of Object.entries(places)) {
        for (const call of [get, team]) {
          const error = await failsWith(t, call(await t.client("", { baseUrl })), "network", what);
          equal([error.status, error.retryable, error.attempts], [undefined, true, 1], what);
          ok(error.hint.startsWith("possibly_cors") && error.cause, "a hint and a cause");
        }
      }
    },
  },
  {
    name: "d3_a_removal_whose_connection_drops_is_read_back_or_unknown",
    async run(t) {
      const removal = await remove(await t.client("remove-reset-gone", { maxRetries: 2 }));
      equal([removal.removed, removal.confirmedBy, removal.team.id], [true, "readback", TEAM.team_id], "gone");
      const error = await failsWith(t, remove(await t.client("reset")), "unconfirmed");
      equal([error.outcome, error.retryable, error.operation], ["unknown", false, "teams.removeMember"], "unknown");
      for (const scenario of ["remove-reset-gone", "reset"]) {
        equal((await t.requests(scenario)).filter((entry) => entry.path.endsWith("/remove")).length, 1, `removals sent: ${scenario}`);
      }
    },
  },
  {
    name: "d12_a_captive_portal_is_recognised",
    async run(t) {
      for (const call of [...Object.values(reads)]) {
        const error = await failsWith(t, call(await t.client("html-200", { maxRetries: 2 })), "decode");
        ok(error.hint.startsWith("html") && error.attempts === 1, "the hint");
      }
    },
  },
  {
    name: "d13_a_server_without_tls_is_a_network_failure",
    async run(t) {
      const baseUrl = t.at("ok").replace("http:", "https:");
      equal((await failsWith(t, history(await t.client("", { baseUrl })), "network")).status, undefined, "the status");
    },
  },
  {
    name: "d16_a_fetch_that_breaks_its_promise_breaks_nothing_else",
    async run(t) {
      const thrown = new Error("no fetch today");
      const fetches = {
        "throws": () => {
          throw thrown;
        },
        "rejects": () => Promise.reject(thrown),
        "rejects with nothing": () => Promise.reject(),
        "returns nothing": () => undefined,
        "returns a number": () => 7,
        "resolves to nothing": async () => null,
        "resolves to a likeness": async () => ({ ok: true, status: 200, headers: new Headers(), body: null, json: async () => ({}) }),
        "hands over a read body": async () => {
          const response = new Response("{}", { headers: { "Content-Type": "application/json" } });
          await response.text();
          return response;
        },
        "hands over a locked body": async () => {
          const response = new Response("{}", { headers: { "Content-Type": "application/json" } });
          response.body.getReader();
          return response;
        },
        "streams text": async () => new Response(new ReadableStream({ start: (controller) => controller.enqueue("text") })),
        "breaks the stream": async () => new Response(new ReadableStream({ start: (controller) => controller.error(thrown) })),
      };
      for (const [what, fetch] of Object.entries(fetches)) {
        for (const call of [get, history]) {
          const error = await failsWith(t, call(await t.client("ok", { fetch })), "network", what);
          if (/throws|rejects$|breaks/.test(what)) ok(error.cause === thrown, `the cause: ${what}`);
        }
      }
      await failsWith(t, Promise.resolve().then(() => t.client("ok", { fetch: "fetch" })), "invalid_argument");
      equal((await history(await t.client("ok"))).length, 2, "the next call");
    },
  },
  {
    name: "d17_the_platforms_fetch_is_taken_when_the_client_is_made",
    worker: false, // has a platform of its own
    async run(t) {
      const own = globalThis.fetch;
      const client = await t.client("ok");
      let asked = 0;
      try {
        globalThis.fetch = async (...request) => ((asked += 1), own(...request));
        equal((await history(client)).length, 2, "called as the platform wants it called");
        equal(asked, 0, "a later replacement is not used");
        await history(await t.client("ok"));
        equal(asked, 1, "an earlier one is");
      } finally {
        globalThis.fetch = own;
      }
      const scan = await open(await t.client("ok", { fetch: (request) => own(request) }));
      equal(scan.findingCount, 2, "a fetch of the caller's");
      scan.dispose();
    },
  },
];

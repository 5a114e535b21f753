/** Part C, as far as it is about what a client does with an answer; the rest is beside the code that decodes. */
import { equal, ok } from "../../harness/check.mjs";
import { SCAN, TEAM, expires, failsWith, get, history, open, remove, request, team } from "./calls.mjs";

/** A client that is answered with these values, each in its turn, without a network. */
const answered = (t, ...values) =>
  t.client("", {
    baseUrl: "https://analysis.example.com",
    fetch: async () => new Response(JSON.stringify(values.length > 1 ? values.shift() : values[0]), { headers: { "Content-Type": "application/json" } }),
  });

const answer = (more) => ({
  status: "success",
  team: { id: TEAM.team_id, name: "Payments", team_leads: [], members: [{ user_login: "heron", role: "member" }], tags: [], repositories: [], is_active: true, ...more },
});

export const schema = [
  {
    name: "c7_unknown_words_are_kept",
    async run(t) {
      const given = answer({ members: [{ user_login: "heron", role: "observer" }] });
      equal((await team(await answered(t, given))).members[0].role, "observer", "a role");
      const client = await answered(t, { scans: [{ service: "forgejo", repo_name: "a/b", branch: "m", commit_id: "c", scan_id: "s", prompt: "p", timestamp: "t", num_files: 1 }] });
      equal((await client.agentScans.history({ repo: "a/b" }))[0].service, "forgejo", "a service");
    },
  },
  {
    name: "c20_a_removal_answered_without_a_team_is_read_back",
    async run(t) {
      const removal = await remove(await t.client("remove-teamless-gone"));
      equal([removal.removed, removal.confirmedBy, removal.team.id], [true, "readback", TEAM.team_id], "the removal");
    },
  },
  {
    name: "c22_an_answer_about_something_else_is_refused",
    async run(t) {
      const other = "0b6f2f60-6d0c-4c39-8a55-6f6a6d9f4a02";
      ok((await failsWith(t, team(await answered(t, answer({ id: other }))), "decode")).path.endsWith("/id"), "another team");
      for (const call of [get, open]) {
        const error = await failsWith(t, call(await answered(t, { scan_id: `${SCAN.scan_id}-x`, status: "completed", created_at: "t", repositories: [], findings: [] })), "decode");
        equal([error.path, /mixed up/.test(error.hint)], ["/scan_id", true], "another scan");
      }
      await failsWith(t, remove(await answered(t, answer({ id: other }))), "unconfirmed");
      const scan = { scan_id: SCAN.scan_id, status: "running", created_at: "t", repositories: [] };
      const error = await failsWith(t, team(await answered(t, scan)), "decode");
      equal([error.path, /mixed up/.test(error.hint)], ["/scan_id", true], "a scan, of which a status says nothing of a team");
      equal((await failsWith(t, remove(await answered(t, scan)), "unconfirmed")).outcome, "unknown", "of a removal");
      equal((await team(await answered(t, answer({ id: TEAM.team_id.toUpperCase() })))).id, TEAM.team_id.toUpperCase(), "letter case is not another team");
    },
  },
  {
    name: "c23_a_status_that_is_not_success_is_a_failure",
    async run(t) {
      for (const [more, words] of [[{ error: "locked" }, "locked"], [{ message: "locked" }, "locked"], [{ error: { code: 1 }, message: "locked" }, "locked"], [{ error: "", message: "locked" }, "locked"], [{ message: " " }], [{}]]) {
        const { serverMessage, status } = await failsWith(t, team(await answered(t, { ...answer(), status: "failed", ...more })), "rejected");
        equal([serverMessage, status], [words, 200], "the failure");
        equal((await failsWith(t, remove(await answered(t, { ...answer(), status: "failed", ...more })), "rejected")).outcome, "rejected", "of a removal");
      }
    },
  },
  {
    // What a page makes of it is tested where the page is.
    name: "c24_a_colour_that_is_none_is_kept_as_data",
    async run(t) {
      for (const color of ["#0F766E", "red;background:url(https://evil.example)", "", "#12345"]) {
        equal((await team(await answered(t, answer({ color })))).color, color, "the colour");
      }
    },
  },
  {
    name: "c26_names_of_repositories_are_kept_as_they_are",
    async run(t) {
      const repositories = ["plain", "a/b/c/d", "../up", "a/%2e%2e/b", ""];
      equal((await team(await answered(t, answer({ repositories })))).repositories, repositories, "of a team");
      const client = await answered(t, { scans: repositories.map((repo_name) => ({ service: "github", repo_name, branch: "m", commit_id: "c", scan_id: "s", prompt: "p", timestamp: "t", num_files: 1 })) });
      equal((await client.agentScans.history({ repo: "a/b" })).map((entry) => entry.repo_name), repositories, "of a history");
    },
  },
  {
    name: "c28_no_token_that_a_call_has_used_is_in_its_error",
    async run(t) {
      const tokens = ["first-token-of-all", "second-token-of-all"];
      const text = `neither ${tokens.join(" nor ")} will do`;
      const headers = { "X-Request-Id": `of ${tokens.join(" ")}` };
      const scrubbed = "neither [redacted] nor [redacted] will do";
      // The first is refused; the answer to the second names both.
      const rotating = async (second) => {
        let asked = 0;
        const apiToken = () => tokens[Math.min(asked++, 1)];
        const fetch = async () => (asked === 1 ? new Response(null, { status: 401 }) : second());
        return t.client("ok", { apiToken, fetch });
      };
      const answers = {
        unauthorized: () => Response.json({ error: text }, { status: 401, headers }),
        rejected: () => Response.json({ error: text }, { headers }),
      };
      for (const [kind, answer] of Object.entries(answers)) {
        const error = await failsWith(t, get(await rotating(answer)), kind);
        equal([error.serverMessage, error.requestId, error.attempts], [scrubbed, "of [redacted] [redacted]", 2], kind);
      }
      const deep = `{"${tokens[0]}":{"${tokens[1]}":${"[".repeat(200)}${"]".repeat(200)}}}`;
      const named = await rotating(() => new Response(deep, { headers: { "Content-Type": "application/json" } }));
      const { path } = await failsWith(t, request(named, { idempotent: true }), "decode");
      ok(path.startsWith("/[redacted]/[redacted]/"), path);

      // In a path, where keys are escaped and long ones are cut.
      const nested = "[".repeat(200) + "]".repeat(200);
      for (const apiToken of ["api/token/with/slash==", "api~token~1with~tilde", `tok-${"abcdefgh".repeat(100)}`, `${"L".repeat(60)}${"x".repeat(200)}`]) {
        for (const [call, body, place] of [
          [request, `{"${apiToken}":${nested}}`, "/[redacted]/0/0/"],
          [request, `{"not/${apiToken}":${nested}}`, "/not~1[redacted]/0/0/"],
          [team, `{"status":"success","team":{"id":"${TEAM.team_id}","${apiToken}":${nested}}}`, "/team/[redacted]/0/0/"],
        ]) {
          const client = await t.client("ok", { apiToken, gitToken: apiToken, fetch: async () => new Response(body, { headers: { "Content-Type": "application/json" } }) });
          const error = await failsWith(t, call(client), "decode");
          ok(error.path.startsWith(place), `"${error.path}" for ${apiToken}`);
        }
      }

      // A wait uses the tokens of all its questions.
      const fetch = async () => Response.json({ scan_id: SCAN.scan_id, status: text });
      const wait = async (maxWaitMs, own = fetch) => {
        let asked = 0;
        const apiToken = () => tokens[asked++ % 2];
        return (await t.client("ok", { apiToken, fetch: own })).containerScans.waitFor(SCAN, { intervalMs: 5, maxWaitMs });
      };
      equal((await expires(t, wait, 2, 100)).lastStatus, scrubbed, "the last status");
      // Also of one that nothing answers any more, whose token the status named before.
      let questions = 0;
      const once = async () => (questions++ === 0 ? fetch() : new Promise(() => {}));
      const unanswered = async (maxWaitMs) => ((questions = 0), wait(maxWaitMs, once));
      const left = await expires(t, unanswered, 2, 100);
      equal([left.attempts, left.lastStatus], [2, scrubbed], "the last status, when the next question was sent");
      // A token that begins with another is not cut in two by it.
      const [short, long] = ["tok-of-this-test", "tok-of-this-test-and-more-of-it"];
      const growing = async (maxWaitMs) => {
        questions = 0;
        const apiToken = () => (questions === 0 ? short : long);
        const own = async () => (questions++ === 0 ? Response.json({ scan_id: SCAN.scan_id, status: `stuck with ${long}` }) : new Promise(() => {}));
        return (await t.client("ok", { apiToken, fetch: own })).containerScans.waitFor(SCAN, { intervalMs: 5, maxWaitMs });
      };
      equal((await expires(t, growing, 2, 100)).lastStatus, "stuck with [redacted]", "the last status, of the longer token");
    },
  },
  {
    name: "c28_words_of_any_length_are_cut",
    async run(t) {
      for (const [status, kind] of [[200, "rejected"], [400, "rejected"], [503, "server_error"]]) {
        for (const length of [70_000, 2_000_000]) {
          const fetch = async () => Response.json({ error: `no ${"x".repeat(length)}` }, { status });
          const client = await t.client("ok", { fetch });
          for (const call of [history, team, get, open]) {
            const error = await failsWith(t, call(client), kind);
            ok(error.serverMessage.startsWith("no xxx") && error.serverMessage.length <= 1024, `${status}, ${length}: ${error.serverMessage?.length}`);
          }
          if (status < 500) equal((await failsWith(t, remove(client), "rejected")).outcome, "rejected", "of a removal");
        }
      }
      // A status that says so is enough, where it comes first.
      const refused = { status: "failed", message: `no ${"x".repeat(2_000_000)}` };
      const client = await t.client("ok", { fetch: async () => Response.json(refused) });
      for (const call of [team, remove]) {
        const { serverMessage, outcome } = await failsWith(t, call(client), "rejected");
        equal([serverMessage.slice(0, 6), outcome], ["no xxx", call === remove ? "rejected" : "not_applicable"], "a long message");
      }
    },
  },
  {
    name: "c28_a_short_token_is_taken_out_and_leaves_the_services_words_readable",
    async run(t) {
      const words = async (apiToken, scenario) => (await failsWith(t, get(await t.client(scenario, { apiToken })), scenario === "echo" ? "rejected" : "not_found")).serverMessage;
      for (const token of ["t", "no", "sc", "ound"]) equal(await words(token, "not-found"), "scan not found", `inside of words: ${token}`);
      equal(await words("scan", "not-found"), "[redacted] not found", "as a word");
      for (const token of ["q", "Zq9", "q.-~+/w=", "Zq9Zq9Z"]) {
        const text = await words(token, "echo");
        ok(text.startsWith("bad token Bearer [redacted] ") && !text.includes(token), `"${text}" for ${token}`);
      }
    },
  },
];

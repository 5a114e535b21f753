/**
 * What goes wrong, as a `ScanfoldError` with its kind: from the service, before any request, by abort and by dispose.
 */
import { equal, fails, ok, rejection } from "../../harness/check.mjs";

const scan = (facts) => ({ platform: facts.platform, org: facts.org, scan_id: facts.scanId });
const team = (facts) => ({ platform: facts.platform, org: facts.org, team_id: facts.team.id });

/** A client whose requests are counted. */
async function counted(newClient, more = {}) {
  const count = { requests: 0 };
  const client = await newClient({
    fetch: (...request) => {
      count.requests += 1;
      return fetch(...request);
    },
    ...more,
  });
  return { client, count };
}

export default [
  {
    name: "a wrong token is unauthorized, asked about once, and named nowhere",
    async run({ newClient, scanfold, facts }) {
      const wrong = "wrong-token-8d1f0a";
      const { client, count } = await counted(newClient, { apiToken: wrong, gitToken: wrong });
      for (const call of [() => client.containerScans.get(scan(facts)), () => client.agentScans.history({ repo: facts.repo }), () => client.teams.get(team(facts))]) {
        count.requests = 0;
        const error = await fails(scanfold, call(), "unauthorized");
        equal([error.status, error.retryable, count.requests], [401, false, 1], "the failure");
        ok(error.hint, "there is a hint");
        ok(![error.message, error.stack, String(error), JSON.stringify(error)].some((text) => text.includes(wrong)), "the token is named nowhere");
      }
      client.dispose();
    },
  },
  {
    name: "an unknown scan is not found, in the service's words",
    async run({ client, scanfold, facts }) {
      const error = await fails(scanfold, client.containerScans.open({ ...scan(facts), scan_id: "scan-unknown" }), "not_found");
      equal([error.status, error.serverMessage, error.operation], [404, "scan not found", "containerScans.get"], "the failure");
    },
  },
  {
    name: "bad arguments are refused before any request",
    async run({ newClient, scanfold, facts }) {
      const { client, count } = await counted(newClient);
      const bad = [
        [client.teams.get({ ...team(facts), team_id: "not-a-uuid" }), "team_id"],
        [client.teams.removeMember({ ...team(facts), team_id: "not-a-uuid", user_login: "x" }), "team_id"],
        [client.teams.removeMember({ ...team(facts), user_login: "" }), "user_login"],
        [client.containerScans.get({ ...scan(facts), platform: "sourceforge" }), "platform"],
        [client.containerScans.get({ ...scan(facts), org: " " }), "org"],
        [client.containerScans.get({ ...scan(facts), gitlab_base_url: "https://git.example.com" }), "gitlab_base_url"],
        [client.agentScans.history({ repo: "no-slash" }), "repo"],
      ];
      for (const [promise, path] of bad) {
        const error = await fails(scanfold, promise, "invalid_argument");
        equal(error.path, path, "the argument named");
        ok(!error.message.includes("not-a-uuid") && !error.message.includes("sourceforge"), "no value is echoed");
      }
      await fails(scanfold, client.containerScans.get({ ...scan(facts), scanId: "x" }), "invalid_argument");
      const removal = await rejection(client.teams.removeMember({ ...team(facts), team_id: "x", user_login: "x" }), "a bad team_id");
      equal([removal.outcome, count.requests], ["not_sent", 0], "nothing was sent");
      client.dispose();
    },
  },
  {
    name: "a service that is not there is a network failure, tried again as often as allowed",
    async run({ newClient, scanfold, facts }) {
      const { client, count } = await counted(newClient, { baseUrl: facts.closed, maxRetries: 1 });
      const error = await fails(scanfold, client.agentScans.history({ repo: facts.repo }), "network");
      equal([error.attempts, count.requests, error.retryable], [2, 2, true], "two attempts");
      client.dispose();
    },
  },
  {
    name: "an abort rejects at once with the signal's own reason",
    async run({ client, newClient, facts }) {
      const reason = new Error("the view was closed");
      ok((await rejection(client.containerScans.get(scan(facts), { signal: AbortSignal.abort(reason) }), "aborted before")) === reason, "the reason, aborted before");

      const abort = new AbortController();
      let asked;
      const asking = new Promise((resolve) => (asked = resolve));
      const slow = await newClient({
        fetch: (request, init) => {
          asked();
          return new Promise((_, reject) => {
            const signal = init?.signal ?? request.signal;
            signal.addEventListener("abort", () => reject(signal.reason));
          });
        },
      });
      const call = slow.containerScans.open(scan(facts), { signal: abort.signal });
      await asking;
      abort.abort(reason);
      ok((await rejection(call, "aborted while waiting")) === reason, "the reason, aborted while waiting for the answer");
      slow.dispose();
    },
  },
  {
    name: "a disposed client settles what is under way and refuses what follows",
    async run({ newClient, scanfold, facts }) {
      const client = await newClient({ fetch: () => new Promise(() => {}) });
      const call = client.containerScans.get(scan(facts));
      client.dispose();
      client.dispose();
      await fails(scanfold, call, "disposed");
      await fails(scanfold, client.agentScans.history({ repo: facts.repo }), "disposed");
    },
  },
  {
    name: "a disposed scan says so, and disposing twice does nothing",
    async run({ client, scanfold, facts }) {
      const opened = await client.containerScans.open(scan(facts));
      opened.dispose();
      opened.dispose();
      for (const use of [() => opened.rollup(), () => opened.findings(), () => opened.facets(), () => opened.toJSON()]) {
        let error;
        try {
          use();
        } catch (thrown) {
          error = thrown;
        }
        ok(scanfold.isScanfoldError(error, "disposed"), `expected disposed, got ${error}`);
      }
    },
  },
  {
    name: "events tell attempts without secrets",
    async run({ newClient, facts }) {
      const events = [];
      const client = await newClient({ onEvent: (event) => events.push(event) });
      await client.containerScans.get(scan(facts));
      equal(events.map((event) => event.type), ["attempt", "settled"], "the events");
      equal([events[0].operation, events[0].status, events[0].attempt], ["containerScans.get", 200, 1], "the attempt");
      ok(events[1].durationMs >= 0 && events[1].error === undefined, "the end, without an error");
      ok(!JSON.stringify(events).includes(facts.apiToken), "no token in the events");
      client.dispose();
    },
  },
];

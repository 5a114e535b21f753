/** What is kept of a team, and what a part of its view tells of the tries of a request, without a browser. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { init } from "scanfold";

import { bundled } from "./bundled.mjs";

await init();
const { TeamMemory } = await bundled("www/src/state/team-memory.ts");
const { AskedAgain } = await bundled("www/src/team/asked-again.ts");

const PLACE = { base: "http://127.0.0.1", platform: "github", org: "acme", cloud: "", host: "" };
const TEAM = { id: "team-1", name: "Blue", team_leads: [], members: [{ user_login: "ann", role: "member" }], tags: [], repositories: [], is_active: true };
const later = { ...TEAM, tags: ["new"] };

const newDesk = () => new TeamMemory({}).desk(PLACE, "team-1");
const read = (desk, team, asker) => desk.read(team, { origin: { kind: "read" }, asker, number: desk.requests.send() });

describe("what is known of a team", () => {
  test("is kept as a state if a person asked for it, and otherwise if it is news", () => {
    const desk = newDesk();
    read(desk, TEAM, "page");
    assert.equal(desk.states.length, 1);
    read(desk, { ...TEAM }, "page");
    assert.equal(desk.states.length, 1, "nobody asked, and nothing is new");
    read(desk, { ...TEAM }, "person");
    assert.equal(desk.states.length, 2);
    read(desk, later, "page");
    assert.equal(desk.states.length, 3);
  });

  test("is compared with what was learnt before it", () => {
    const desk = newDesk();
    const pairs = [TEAM, later, TEAM].map((team) => {
      read(desk, team, "person");
      return [desk.left, desk.right];
    });
    assert.deepEqual(pairs, [[1, 1], [1, 2], [2, 3]]);
  });

  test("is compared with an earlier state that a person gave as what came after it, and with any other as what was before", () => {
    const at = (updated_at, more) => ({ ...TEAM, updated_at, ...more });
    const pairOf = (given) => {
      const desk = newDesk();
      read(desk, at("2026-03-02T09:00:00+02:00"), "person");
      desk.add(given, "pasted");
      return [desk.left, desk.right];
    };
    assert.deepEqual(pairOf(at("2026-03-02T06:59:59Z", { id: "TEAM-1" })), [2, 1]);
    assert.deepEqual(pairOf(at("2026-03-02T07:00:00Z")), [1, 2], "of the same moment");
    assert.deepEqual(pairOf(at(undefined)), [1, 2], "nobody knows when");
    assert.deepEqual(pairOf(at("2026-02-01T00:00:00Z", { id: "team-2" })), [1, 2], "another team");
    const desk = newDesk();
    desk.add(at("2026-03-02T07:00:00Z"), "pasted");
    assert.deepEqual([desk.left, desk.right], [1, 1], "alone");
  });

  test("does not come from an answer that a later one overtook", () => {
    const desk = newDesk();
    const [first, second] = [desk.requests.send(), desk.requests.send()];
    desk.read(later, { origin: { kind: "read" }, asker: "person", number: second });
    assert.equal(desk.read(TEAM, { origin: { kind: "read" }, asker: "person", number: first }).team, later);
    assert.deepEqual([desk.known.team, desk.states.length], [later, 1]);
  });

  test("is drawn anew whenever anything changes, and tells of what is read again only if it is shown", async () => {
    const calls = [];
    const client = { teams: { get: (_, options) => new Promise(() => calls.push(options)) } };
    const memory = new TeamMemory({ generation: 0, teamParams: () => ({}), client: () => Promise.resolve(client) });
    const desks = ["team-1", "team-2"].map((id) => memory.desk(PLACE, id));
    const told = [];
    memory.show({ desk: desks[0], changed: () => told.push("changed"), retrying: ({ attempt }) => told.push(attempt), takeOver: assert.fail });
    for (const desk of desks) {
      const removal = desk.removals.begin({ member: TEAM.members[0], before: TEAM });
      removal.phase = { kind: "unknown", error: new Error("lost"), look: { kind: "none" }, at: 0 };
      void removal.look("team", "person");
      await new Promise((resolve) => setTimeout(resolve));
    }
    for (const [at, expected] of [[0, ["changed", 2]], [1, ["changed"]]]) {
      told.length = 0;
      calls[at].onEvent({ type: "attempt", operation: "teams.get", attempt: 1, status: 503, error: "server_error" });
      calls[at].onEvent({ type: "retry", operation: "teams.get", attempt: 1, retryInMs: 1000 });
      assert.deepEqual(told, expected);
      assert.equal(desks[at].removals.isCountingDown, true);
    }
    memory.show(null);
    calls[0].onEvent({ type: "retry", operation: "teams.get", attempt: 2, retryInMs: 1000 });
    assert.deepEqual(told, ["changed"], "nothing is shown any more");
  });

  test("is read unasked, unless a person stopped that", () => {
    const desk = newDesk();
    const due = ["idle", "stopped", "failed"].map((kind) => {
      desk.become({ kind, error: new Error("of no service"), known: null });
      return desk.isDue;
    });
    assert.deepEqual(due, [true, false, true]);
  });

  test("belongs to one service, platform, organisation and instance, whatever the cloud", () => {
    const memory = new TeamMemory({});
    const desk = memory.desk(PLACE, "team-1");
    assert.equal(memory.desk({ ...PLACE, cloud: "aws" }, "team-1"), desk);
    for (const other of [{ base: "http://localhost" }, { platform: "gitlab" }, { org: "other" }, { host: "https://git.example" }])
      assert.notEqual(memory.desk({ ...PLACE, ...other }, "team-1"), desk);
    assert.notEqual(memory.desk(PLACE, "team-2"), desk);
    read(desk, TEAM, "person");
    assert.deepEqual([memory.nameOf(PLACE, "team-1"), memory.nameOf(PLACE, "team-2")], ["Blue", ""]);
    assert.equal(memory.desk(PLACE, "team-2").states, desk.states, "two teams of one service can be compared");
  });
});

describe("a part of the view that waits", () => {
  test("tells of each try of its request, and of none any more once nobody waits", (context) => {
    // Without a window there is nothing to tick in.
    context.mock.timers.enable({ apis: ["setInterval"] });
    globalThis.window = globalThis;
    context.after(() => delete globalThis.window);
    const told = [];
    const again = new AskedAgain({ addController: () => undefined, requestUpdate: () => undefined }, (retry) => told.push(retry.attempt));
    for (const attempt of [1, 2]) {
      again.heard({ type: "attempt", operation: "teams.get", attempt, status: 503, error: "server_error" });
      assert.equal(told.length, attempt - 1);
      again.heard({ type: "retry", operation: "teams.get", attempt, retryInMs: 1000 });
      assert.deepEqual([again.retry.status, again.retry.attempt, told.at(-1)], [503, attempt + 1, attempt + 1]);
    }
    again.forget();
    assert.equal(again.retry, null);
  });
});

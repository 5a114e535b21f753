/** An instance that dies in a worker: what it owed settles, its scans say so, and the next call runs on a fresh one. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { HOW } from "../faults/cases/traps.mjs";
import { trappingModule } from "../faults/trapping.mjs";
import { LIMIT, openPages } from "./page.mjs";

const MODULE = Buffer.from(trappingModule()).toString("base64");

describe("a worker whose instance dies", () => {
  const pageWith = openPages();

  for (const [name, how] of Object.entries(HOW))
    test(`f4_f5_f6_f14_every_call_settles_and_the_next_one_works: ${name}`, LIMIT, async (t) => {
      const { page, problems } = await pageWith(t);
      const found = await page.evaluate(async ([module, how, handle]) => {
        const own = new Worker("/trapping.js", { type: "module" });
        const wasm = Uint8Array.from(atob(module), (character) => character.charCodeAt(0));
        const worker = await workers.startWorker({ worker: own, wasm });
        const arm = (armed) =>
          new Promise((resolve) => {
            own.addEventListener("message", ({ data }) => resolve(data), { once: true });
            own.postMessage({ armed });
          });
        const scan = await worker.openScan(questions.BEFORE);
        const client = await worker.createClient({ baseUrl: location.origin, gitToken: "t", maxRetries: 0 });
        const team = { platform: "github", org: "acme", team_id: "0b6f2f60-6d0c-4c39-8a55-6f6a6d9f4a01" };
        const pending = [worker.openScan(new ReadableStream()), client.teams.removeMember({ ...team, user_login: "never" }), client.request("/never", { auth: "none", body: {} })];
        const kindOf = (error) => error.toJSON();
        const ends = Promise.all(pending.map((call) => call.catch(kindOf)));
        const counts = () => client.request("/counts", { auth: "none", body: {} });
        while (!("/never" in (await counts()))) await new Promise((resolve) => setTimeout(resolve, 10));
        await arm(how);
        const first = await (how === handle ? scan.rollup() : worker.openScan([])).catch(kindOf);
        const told = [first, ...(await ends)].map(({ kind, operation, outcome }) => [kind, operation, outcome]);
        const old = await scan.rollup().catch(kindOf);
        const next = await worker.openScan(questions.BEFORE);
        const { findings } = await next.rollup();
        const answers = Object.keys(await counts()).length > 0;
        const instances = await arm(0);
        worker.dispose();
        return { told, old: old.kind, findings, answers, instances };
      }, [MODULE, how, HOW.handle]);
      assert.deepEqual(found, {
        told: [
          ["internal", undefined, "not_applicable"],
          ["internal", undefined, "not_applicable"],
          ["internal", "teams.removeMember", "unknown"],
          ["internal", "request", "not_applicable"],
        ],
        old: "disposed",
        findings: 3,
        answers: true,
        instances: 2,
      });
      assert.deepEqual(problems, []);
    });
});

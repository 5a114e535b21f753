/**
 * What a page's scripts have given all objects is read as nothing of a call to a worker: every name that the sources of the page's
 * end read of an object is planted, all at once.
 */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { describe, test } from "node:test";

import { below } from "../harness/places.mjs";
import { LIMIT, openPages } from "./page.mjs";

/** Read by the browser of an object of options, and by the engine of a property's description, a promise or an iterator. */
const PLATFORM = ["get", "set", "credentials", "then", "value", "type", "name", "return"];

function namesRead() {
  const folder = below("pkg/lib/worker");
  const sources = [...readdirSync(folder).map((file) => `${folder}/${file}`), below("pkg/lib/source.js"), below("pkg/lib/error.js")];
  const words = sources.flatMap((file) => readFileSync(file, "utf8").match(/(?<=[.{,]\s*)[a-z]\w*/gi));
  return [...new Set(words)].filter((name) => !(name in Object.prototype) && !PLATFORM.includes(name));
}

describe("inherited members", () => {
  const pageWith = openPages();

  test("g4_what_a_page_has_given_all_objects_is_nothing_of_a_call_to_a_worker", LIMIT, async (t) => {
    const { page, problems } = await pageWith(t);
    const names = namesRead();
    assert.ok(["overruled", "check", "source", "response", "port", "signal", "about"].every((name) => names.includes(name)), `${names}`);
    const [usual, planted] = await page.evaluate(async (names) => {
      const team = { platform: "github", org: "o", team_id: "0b6f2f60-6d0c-4c39-8a55-6f6a6d9f4a01" };
      const text = JSON.stringify(questions.result(questions.BEFORE));
      const settled = (promise) => promise.catch((error) => error.toJSON());
      const round = async () => {
        const worker = await workers.startWorker();
        const opened = [questions.BEFORE, text, new Blob([text]), new Blob([text]).stream(), 7];
        const [scan, ...others] = await Promise.all(opened.map((source) => settled(worker.openScan(source, { onProgress() {} }))));
        const client = await worker.createClient({ baseUrl: location.origin, gitToken: () => "g", maxRetries: 0 });
        const asked = [scan.rollup(), scan.facets({}, { dimensions: ["image"] }), scan.findings(), scan.diff(scan), scan.remediation(), scan.rollup({ by: "x" }), client.teams.get(team), client.teams.removeMember({ ...team, user_login: "ann" })];
        const answers = await Promise.all(asked.map(settled));
        const { size } = await scan.export("csv");
        scan.dispose();
        const last = [settled(scan.rollup()), settled(client.containerScans.open({ ...team, scan_id: "s" }))];
        client.dispose();
        answers.push(...(await Promise.all(last)));
        worker.dispose();
        return [others.map((each) => (Object.hasOwn(each, "kind") ? each.kind : "a scan")), answers, size, await settled(worker.openScan([]))].map((each) => JSON.stringify(each));
      };
      const usual = await round();
      for (const name of names) Object.defineProperty(Object.prototype, name, { __proto__: null, value: "planted", configurable: true, writable: true });
      const planted = await round().finally(() => names.forEach((name) => delete Object.prototype[name]));
      return [usual, planted];
    }, names);
    assert.deepEqual(planted, usual);
    assert.deepEqual(problems, []);
  });
});

/**
 * What `cargo xtask demo --check` runs once its demo is up: whether the page shows what the service says.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { test } from "node:test";

import { LIMIT, suite } from "./suite.mjs";

const SCRIPT = fileURLToPath(new URL("../harness/check-demo.mjs", import.meta.url));

suite("the check of a demo", (world) => {
  const check = () =>
    new Promise((resolve) => {
      execFile(process.execPath, [SCRIPT, `${world.origin}/`], (error, stdout, stderr) => resolve({ code: error?.code ?? 0, stdout, stderr }));
    });

  test("a page that shows what the service says passes", LIMIT, async () => {
    const { code, stdout, stderr } = await check();
    assert.deepEqual([code, stderr], [0, ""]);
    assert.match(stdout, /scan scan-nightly .*, as the service says\n[^]*team .*, as the service says\ncheck: the page shows what the service says\n$/);
  });

  test("a demo that names what the service does not know fails", LIMIT, async () => {
    const said = world.texts["/demo.json"];
    const demo = JSON.parse(said);
    const [team] = demo.teams;
    world.texts["/demo.json"] = JSON.stringify({ ...demo, teams: [{ ...team, id: "00000000-0000-4000-8000-000000000000" }] });
    const { code, stderr } = await check();
    world.texts["/demo.json"] = said;
    assert.equal(code, 1);
    assert.match(stderr, /^check: .*teams\/get answers 404/);
  });
});

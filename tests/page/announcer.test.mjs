/** What the scan view says to a screen reader, and when: each text once for each filter and each search, after a pause in typing. */
import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { bundled } from "./bundled.mjs";

const { Announcer } = await bundled("www/src/scan/announcer.ts");

globalThis.window = globalThis;

test("a search among changes is announced even if it leaves as many as the one before", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const said = [];
  const announcer = new Announcer({ addController: () => undefined }, (text) => said.push(text));
  const where = {};
  const tell = (text, find) => {
    announcer.tell(text, { where, find });
    mock.timers.tick(1000);
  };
  tell("New: 40", "");
  tell("New: 3 of 40", "open");
  tell("New: 3 of 40", "open");
  tell("New: 3 of 40", "openssl");
  assert.deepEqual(said, ["New: 40", "New: 3 of 40", "New: 3 of 40"]);
  mock.timers.reset();
});

test("a remark is made with the first text about its subject that is said, which a key may replace", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const said = [];
  const announcer = new Announcer({ addController: () => undefined }, (text) => said.push(text));
  const [where, one, other] = [{}, { about: {}, words: "Beware" }, { about: {}, words: "Beware" }];
  announcer.tell("New: 3", { where, find: "o" }, one);
  announcer.tell("New: 2", { where, find: "op" }, one);
  mock.timers.tick(1000);
  announcer.tell("Resolved: 2", { where, find: "op" }, one);
  announcer.tell("Loading the earlier scan", { where, find: "op" });
  announcer.tell("New: 2", { where, find: "op" }, other);
  assert.deepEqual(said, ["New: 2. Beware", "Resolved: 2", "Loading the earlier scan", "New: 2. Beware"]);
  mock.timers.reset();
});

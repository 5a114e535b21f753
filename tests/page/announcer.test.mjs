/** What the scan view says to a screen reader, and when: each text once for each filter, after a pause in typing. */
import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { bundled } from "./bundled.mjs";

const { Announcer } = await bundled("www/src/scan/announcer.ts");

globalThis.window = globalThis;

test("a search is announced even if it leaves as many as the one before", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const said = [];
  const announcer = new Announcer({ addController: () => undefined }, (text) => said.push(text));
  const tell = (text, where) => {
    announcer.tell(text, where);
    mock.timers.tick(1000);
  };
  const open = { text: "open" };
  tell("New: 40", {});
  tell("New: 3 of 40", open);
  tell("New: 3 of 40", open);
  tell("New: 3 of 40", { text: "openssl" });
  assert.deepEqual(said, ["New: 40", "New: 3 of 40", "New: 3 of 40"]);
  mock.timers.reset();
});

test("a remark is made with the first text about its subject that is said, which a key may replace", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const said = [];
  const announcer = new Announcer({ addController: () => undefined }, (text) => said.push(text));
  const where = { text: "op" };
  const [one, other] = [0, 1].map(() => ({ remark: { about: {}, words: "Beware" }, isPassing: false }));
  announcer.tell("New: 3", { text: "o" }, one);
  announcer.tell("New: 2", where, one);
  mock.timers.tick(1000);
  announcer.tell("Resolved: 2", where, one);
  announcer.tell("Loading the earlier scan", where);
  announcer.tell("New: 2", where, other);
  assert.deepEqual(said, ["New: 2. Beware", "Resolved: 2", "Loading the earlier scan", "New: 2. Beware"]);
  mock.timers.reset();
});

test("what holds for a moment is said only if it holds for longer", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const said = [];
  const announcer = new Announcer({ addController: () => undefined }, (text) => said.push(text));
  const [where, passing] = [{}, { remark: null, isPassing: true }];
  announcer.tell("Searching the changes", where, passing);
  mock.timers.tick(100);
  announcer.tell("New: 3 of 40", where);
  mock.timers.tick(1000);
  announcer.tell("Searching the changes", where, passing);
  mock.timers.tick(1000);
  announcer.tell("New: 3 of 40", where);
  assert.deepEqual(said, ["New: 3 of 40", "Searching the changes", "New: 3 of 40"]);
  mock.timers.reset();
});

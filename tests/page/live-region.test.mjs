/** What is written for screen readers: the last of several texts, once a frame. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { bundled } from "./bundled.mjs";

const { LiveRegion } = await bundled("www/src/parts/live-region.ts");

/** A platform with frames that the test draws, and every text that was written. */
function platform(t) {
  const written = [];
  const frames = new Map();
  let last = 0;
  const element = {
    setAttribute() {},
    set textContent(text) {
      written.push(text);
    },
  };
  const globals = {
    document: { createElement: () => element, querySelector: () => null },
    requestAnimationFrame: (step) => (frames.set((last += 1), step), last),
    cancelAnimationFrame: (number) => frames.delete(number),
  };
  const before = Object.keys(globals).map((name) => [name, globalThis[name]]);
  Object.assign(globalThis, globals);
  t.after(() => before.forEach(([name, value]) => (globalThis[name] = value)));
  const draw = () => {
    const due = [...frames.values()];
    frames.clear();
    for (const step of due) step();
    return written.splice(0).filter((text) => text !== "");
  };
  return { draw };
}

test("the last of several texts is written once, and the same text again with a later frame", (t) => {
  const { draw } = platform(t);
  const region = new LiveRegion();
  const home = { append() {} };
  region.say("Searching", home);
  region.say("2 of 3", home);
  assert.deepEqual(draw(), ["2 of 3"]);
  assert.deepEqual(draw(), []);
  region.say("2 of 3", home);
  assert.deepEqual(draw(), ["2 of 3"]);
});

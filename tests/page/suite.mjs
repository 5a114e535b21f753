/**
 * A group of tests with a world of its own, which is there before its first test and gone after its last. After each test its
 * pages are closed, and a problem on one of them fails it.
 *
 * The tests are Node's own `test`, so that a failure is reported with the line of its test; most take `LIMIT`.
 */
import { after, afterEach, before, describe } from "node:test";

import { newWorld } from "./world.mjs";

/** How long a test may take. */
export const LIMIT = { timeout: 60_000 };

/** `body` is given the world, which is empty until the first test or `before` of its own; `options` are those of `newWorld`. */
export function suite(name, ...given) {
  const [options, body] = given.length === 2 ? given : [{}, given[0]];
  describe(name, () => {
    const world = {};
    before(async () => {
      Object.assign(world, await newWorld(options));
    });
    afterEach(() => world.close?.());
    after(() => world.stop?.());
    body(world);
  });
}

/**
 * The client's cases in Node: the built package, as `import … from "scanfold"` finds it, against the running service.
 */
import { after, before, describe, test } from "node:test";

import * as scanfold from "scanfold";

import { startService } from "../harness/service.mjs";
import { cases, runCase } from "./cases/index.mjs";
import { facts, newWorld } from "./world.mjs";

describe("the client in Node", () => {
  let world;
  let service;
  before(async () => {
    world = await newWorld();
    service = await startService({ database: world.database });
  });
  after(() => service?.stop());

  for (const [index, { name, needsRunningScan }] of cases.entries()) {
    test(name, { timeout: 60_000 }, async () => {
      if (needsRunningScan) await world.startRunningScan(3);
      await runCase(index, scanfold, facts, service.baseUrl);
    });
  }
});

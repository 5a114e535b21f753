/**
 * A page that is left open all day: however often what it shows changes, the document has no more nodes.
 */
import assert from "node:assert/strict";
import { test } from "node:test";

import { drawn, rowsAre } from "./shown.mjs";
import { goTo, openTable, ready } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

/** Comments among them: a list may leave one behind for each item that it has had. */
const nodes = (page) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ALL);
    let count = 0;
    while (walker.nextNode()) count += 1;
    return count;
  });

suite("the nodes of the page", (world) => {
  test("searches and filters leave none behind", LIMIT, async () => {
    const page = await openTable(world);
    const search = page.locator("#finding-search");
    const { findings } = await world.rawScan("scan-nightly");
    const { id } = findings[0];
    const found = findings.filter(({ id: own, title }) => own === id || title?.includes(id)).length;
    /** The facets are a frame behind the table. */
    const settled = async () => {
      await drawn(page);
      await drawn(page);
    };
    const round = async () => {
      await search.fill(id);
      await rowsAre(page, found);
      await settled();
      await search.fill("");
      await rowsAre(page, findings.length);
      await settled();
      return nodes(page);
    };
    await round();
    const before = await round();
    for (let turn = 0; turn < 5; turn += 1) assert.equal(await round(), before);
  });

  test("a page that nobody touches draws its filters once", LIMIT, async () => {
    const page = await openTable(world);
    await drawn(page);
    await drawn(page);
    const { rail, view } = await page.evaluate(async () => {
      const counts = { rail: 0, view: 0 };
      for (const [name, tag] of [["rail", "facet-rail"], ["view", "scan-view"]]) {
        const shape = customElements.get(tag).prototype;
        const { update } = shape;
        shape.update = function (changed) {
          counts[name] += 1;
          return update.call(this, changed);
        };
      }
      while (counts.view < 3) await new Promise((resolve) => setTimeout(resolve, 50));
      return counts;
    });
    assert.deepEqual({ rail, view }, { rail: 0, view: 3 }, "the time that the view tells goes on");
  });

  test("views that come and go leave none behind", LIMIT, async () => {
    const page = await openTable(world);
    const round = async () => {
      await goTo(page, "Agent history");
      await page.locator(".timeline").waitFor();
      await goTo(page, "Container scan");
      await ready(page);
      return nodes(page);
    };
    await round();
    const before = await round();
    for (let turn = 0; turn < 3; turn += 1) assert.equal(await round(), before);
  });
});

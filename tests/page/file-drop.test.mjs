/**
 * Files that are dragged over the page, by the browser's own events: a place that takes them shows it, and beside it nothing
 * happens. Text that is dragged is not meant.
 */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { addressOf } from "./shown.mjs";
import { openRoster, openTeam } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

suite("files that are dropped", (world) => {
  let folder, file;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "scanfold-drop-"));
    file = join(folder, "people.txt");
    writeFileSync(file, "ghost-one\nghost-two\n");
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** Drags from place to place; what is dragged is a file, or a text. */
  const dragging = async (page, data) => {
    const session = await page.context().newCDPSession(page);
    return async (type, locator) => {
      await locator.scrollIntoViewIfNeeded();
      const { x, y, width } = await locator.boundingBox();
      await session.send("Input.dispatchDragEvent", { type, x: x + width / 2, y: y + 8, data: { items: [], dragOperationsMask: 1, ...data } });
    };
  };
  const dragFile = (page) => dragging(page, { files: [file] });

  const open = () => openTeam(world, world.seeded.teams[0].id);
  const isMarked = (page) => page.locator(".roster").evaluate((zone) => zone.hasAttribute("data-file-over"));

  test("are taken where it says so, which shows while they are over it", LIMIT, async () => {
    const page = await open();
    const [zone, beside] = [page.locator(".roster h2"), page.locator("h1")];
    const drag = await dragFile(page);
    await drag("dragEnter", zone);
    await drag("dragOver", zone);
    assert.equal(await isMarked(page), true);
    await drag("dragOver", beside);
    assert.equal(await isMarked(page), false);
    await drag("dragOver", zone);
    await drag("drop", zone);
    await page.locator("#roster-result").waitFor();
    assert.match(await page.locator("#roster-result").innerText(), /people\.txt[^]*ghost-one[^]*ghost-two/);
    assert.equal(await isMarked(page), false);
  });

  test("still count as over it when they move from one of its parts to another", LIMIT, async () => {
    const page = await open();
    const drag = await dragFile(page);
    await drag("dragEnter", page.locator(".roster h2"));
    await drag("dragOver", page.locator(".roster h2"));
    await page.locator(".roster").evaluate((zone) => {
      globalThis.unmarked = 0;
      new MutationObserver(() => (globalThis.unmarked += zone.hasAttribute("data-file-over") ? 0 : 1)).observe(zone, { attributes: true });
    });
    await drag("dragOver", page.locator(".roster summary"));
    assert.deepEqual([await isMarked(page), await page.evaluate(() => globalThis.unmarked)], [true, 0]);
  });

  test("are taken by a field for files in the browser's own way", LIMIT, async () => {
    const page = await open();
    await openRoster(page);
    const field = page.locator(".roster input[type=file]");
    const drag = await dragFile(page);
    await drag("dragEnter", field);
    await drag("dragOver", field);
    assert.equal(await isMarked(page), false);
    await drag("drop", field);
    await page.locator("#roster-result").waitFor();
    assert.match(await page.locator("#roster-result").innerText(), /people\.txt/);
  });

  test("that miss it leave the page as it is, with the text that was typed", LIMIT, async () => {
    const page = await open();
    await openRoster(page);
    await page.locator("textarea[name=roster]").fill("ann");
    await page.waitForURL(/repo=/);
    const address = await addressOf(page);
    const drag = await dragFile(page);
    const beside = page.locator("h1");
    const effects = page.evaluate(() => new Promise((resolve) => addEventListener("dragover", (event) => resolve([event.defaultPrevented, event.dataTransfer.dropEffect]))));
    await drag("dragEnter", beside);
    await drag("dragOver", beside);
    assert.deepEqual(await effects, [true, "none"]);
    await drag("drop", beside);
    await page.waitForTimeout(300);
    assert.equal(await addressOf(page), address);
    assert.equal(await page.locator("textarea[name=roster]").inputValue(), "ann");
    assert.equal(await page.locator("#roster-result").count(), 0);
  });

  test("are not taken for a text that is dragged into a field", LIMIT, async () => {
    const page = await open();
    await openRoster(page);
    const field = page.locator("textarea[name=roster]");
    const drag = await dragging(page, { items: [{ mimeType: "text/plain", data: "bob" }] });
    await drag("dragEnter", field);
    await drag("dragOver", field);
    assert.equal(await isMarked(page), false);
    await drag("drop", field);
    assert.equal(await field.inputValue(), "bob");
  });
});

/**
 * Names of images are short, and never made alike: what all of them begin with is left out, what tells one from another is seen,
 * and whatever is seen, the whole name is what is copied, found, heard, hovered and opened.
 */
import assert from "node:assert/strict";
import { test } from "node:test";

import { changeAnswer, RESULTS } from "./answers.mjs";
import { bundled } from "./bundled.mjs";
import { openTable, ready, rowAt } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

const { shortNames } = await bundled("www/src/parts/names.ts");

const HOST = "registry.example.com";
const digest = (digits) => `@sha256:${digits.padEnd(64, "0")}`;

/** What the page makes of each name of a list, as it is seen. */
function seenOf(names, room) {
  const short = shortNames(names, room);
  const all = names.map((name) => short.parts(name) ?? [{ text: name }]);
  assert.deepEqual(all.map((parts) => parts.map(({ text }) => text).join("")), names, "the parts are the name");
  const seen = all.map((parts) => parts.map(({ text, mark = text }) => mark).join(""));
  assert.equal(new Set(seen).size, new Set(names).size, `no two are alike: ${seen}`);
  return { lead: short.lead, seen };
}

const LISTS = {
  "the registry of most is left out, and another is not": [
    [`${HOST}/pay/api:1.42.0`, `${HOST}/web/gateway:2026.9`, `${HOST}:5000/tools/runner:11`],
    ["~/pay/api:1.42.0", "~/web/gateway:2026.9", `${HOST}:5000/tools/runner:11`],
    HOST,
  ],
  "folders that all share are left out with it": [[`${HOST}/acme/pay/api:1`, `${HOST}/acme/web:2`], ["~/pay/api:1", "~/web:2"], `${HOST}/acme`],
  "one path in two registries is told apart by what differs in them": [
    ["1.ecr.us-east-1.amazonaws.com/pay/api:1", "1.ecr.eu-west-1.amazonaws.com/pay/api:1", "nginx:1"],
    ["….us-east…/pay/api:1", "….eu-west…/pay/api:1", "nginx:1"],
    "",
  ],
  "a registry that is another's beginning is told apart from it": [
    [`${HOST}/tools/ci:1`, `${HOST}:5000/tools/ci:1`, `${HOST}/a:1`, `${HOST}/b:1`],
    ["….com/tools/ci:1", "….com:5000/tools/ci:1", "~/a:1", "~/b:1"],
    HOST,
  ],
  "a name that is another's without the registry keeps them apart": [[`${HOST}/nginx:1`, "nginx:1", `${HOST}/redis:7`], [`${HOST}/nginx:1`, "nginx:1", "~/redis:7"], HOST],
  "of a digest as much is seen as parts it from the others": [
    [`${HOST}/a${digest("3f2a9c1b04de5")}`, `${HOST}/a${digest("3f2a9c1b04de6")}`, `${HOST}/b:2${digest("77")}`],
    ["~/a@sha256:3f2a9c1b04de5…", "~/a@sha256:3f2a9c1b04de6…", "~/b:2@sha256:770000000000…"],
    HOST,
  ],
  "where a name has such a mark itself, all are as they are": [[`${HOST}/a:1`, `${HOST}/b:1`, "~/a:1"], [`${HOST}/a:1`, `${HOST}/b:1`, "~/a:1"], ""],
  "what few share is left where it is": [["a.example/x:1", "a.example/y:1", "b.example/z:1", "c.example/z:2", "d.example/z:3"], ["a.example/x:1", "a.example/y:1", "b.example/z:1", "c.example/z:2", "d.example/z:3"], ""],
  "names without folders are as they are": [["centos-7", "ubi-7", "", "/", "/a", "b/"], ["centos-7", "ubi-7", "", "/", "/a", "b/"], ""],
};

const IN_LITTLE_ROOM = {
  "what is in brackets after a name is left out": [
    [`${HOST}/pay/api:1 (debian 12.5)`, `${HOST}/web:2 (amazon 2 (Karoo))`, "app/package-lock.json"],
    ["~/pay/api:1…", "~/web:2…", "app/package-lock.json"],
    HOST,
  ],
  "but where names would be alike without": [["a:1 (debian 12.4)", "a:1 (debian 12.5)", "b:1 (debian 12)", "b:1", "c:1 (debian 12)"], ["a:1 (debian 12.4)", "a:1 (debian 12.5)", "b:1 (debian 12)", "b:1", "c:1…"], ""],
  "and of what could be taken for a digest that is cut": [[`a${digest("3f").slice(0, 25)} (debian 12)`, "(a)", "a(b)", "a ()"], [`a${digest("3f").slice(0, 25)} (debian 12)`, "(a)", "a(b)", "a ()"], ""],
};

for (const [name, [names, seen, lead]] of Object.entries(IN_LITTLE_ROOM)) test(`in little room, ${name}`, () => assert.deepEqual(seenOf(names, "little"), { lead, seen }));

for (const [name, [names, seen, lead]] of Object.entries(LISTS)) test(name, () => assert.deepEqual(seenOf(names), { lead, seen }));

test("names of any kind are never made alike", () => {
  let state = 7;
  const random = (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 16) % below;
  };
  const prefixes = ["", "a.b/", "a.b:5/", "c-a.b/", "c-d.b/", "x/"];
  const times = new Map(prefixes.map((prefix) => [prefix, 0]));
  const begun = () => {
    const prefix = one(prefixes);
    times.set(prefix, times.get(prefix) + 1);
    return prefix;
  };
  const one = (list) => list[random(list.length)];
  for (let round = 0; round < 300; round += 1) {
    const made = () => begun() + one(["", "t/", "t/u/"]) + one(["n", "n:1", "m:2"]) + one(["", "", digest(one(["aaaaaaaaaaaaa1", "aaaaaaaaaaaaa2", "aaaaaaaaaaaaa@t:1", "b"]))]) + one(["", "", " (deb 1)", " (deb 2)"]);
    const names = [...new Set(Array.from({ length: 2 + random(24) }, made))];
    seenOf(names);
    seenOf(names, "little");
  }
  for (const [prefix, count] of times) assert.ok(count > 100, `${prefix}: ${count}`);
});

suite("short names on the page", (world) => {
  /** As people see it: what is left out has no size, and a mark of the style sheet stands for it. */
  const visible = (paths) =>
    paths.map((path) => {
      const walker = document.createTreeWalker(path, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
      let text = "";
      while (walker.nextNode()) {
        const { currentNode: node } = walker;
        if (node.nodeType === Node.TEXT_NODE) text += node.parentElement.matches(".left-out > *") ? "" : node.data;
        else if (node.matches(".left-out")) text += getComputedStyle(node, "::before").content.charAt(1);
      }
      return text;
    });

  test("the images of a scan are shown without their registry in the table, the facets, the groups and the upgrades", LIMIT, async () => {
    for (const [query, place] of [["", ".row .c-image .path"], ["", ".rail fieldset:nth-of-type(2) .path"], ["?tab=image", ".row .c-name .path"], ["?tab=upgrades", ".row .c-image .path"]]) {
      const page = await openTable(world, query);
      const shown = await page.locator(place).evaluateAll(visible);
      assert.ok(shown.length > 4 && shown.some((name) => name.startsWith("~/")), place);
      assert.ok(shown.every((name) => name.startsWith("~/") || name.startsWith(`${HOST}:5000/`)), shown.join());
    }
    const page = await openTable(world);
    assert.match(await page.locator(".rail fieldset", { hasText: "Image" }).innerText(), new RegExp(`~/ is ${HOST}/`));
  });

  test("the table shows every image whole except its registry on a desk, and nearly every one on a small laptop", LIMIT, async () => {
    const page = await openTable(world);
    const cut = () => page.locator(".row .c-image .path").evaluateAll((paths) => paths.filter((path) => path.querySelector(".first") !== null && path.scrollWidth > path.clientWidth + 1).map(({ title }) => title));
    assert.deepEqual(await cut(), []);
    await page.setViewportSize({ width: 1024, height: 900 });
    assert.ok((await cut()).length <= 4, (await cut()).join());
  });

  test("a target is shown without its distribution in the filters, and with it in the groups and the set filter", LIMIT, async () => {
    const targets = [`${HOST}/pay/api:1 (debian 12.5)`, `${HOST}/web:2 (alpine 3.19)`];
    const page = await world.newPage();
    await changeAnswer(page, RESULTS, (scan) => ({ ...scan, findings: targets.map((target, at) => ({ ...scan.findings[at], target })) }));
    const open = async (query) => {
      await world.show(page, `?scan=scan-nightly${query}`);
      await ready(page);
    };
    await open("");
    const values = page.locator(".rail fieldset", { hasText: "Target" }).locator(".path");
    assert.deepEqual((await values.evaluateAll(visible)).sort(), ["~/pay/api:1…", "~/web:2…"]);
    assert.deepEqual((await values.evaluateAll((all) => all.map((one) => [one.title, one.textContent.trim()]))).sort(), targets.map((target) => [target, target]));
    await values.first().click();
    assert.match((await page.locator(".pill .path").evaluateAll(visible)).join(), /^~\/.+ \(.+\)$/);
    await open("&tab=target");
    assert.deepEqual((await page.locator(".row .c-name .path").evaluateAll(visible)).sort(), ["~/pay/api:1 (debian 12.5)", "~/web:2 (alpine 3.19)"]);
  });

  test("a short name is whole to copy, to find, to hear and to hover, and in the details", LIMIT, async () => {
    const page = await openTable(world);
    const path = rowAt(page, 0).locator(".c-image .path");
    const name = await path.getAttribute("title");
    assert.ok(name.startsWith(`${HOST}/`), name);
    const copied = await path.evaluate((path) => {
      getSelection().selectAllChildren(path);
      return getSelection().toString();
    });
    assert.equal(copied, name);
    assert.ok(await page.evaluate((name) => { getSelection().removeAllRanges(); return find(name); }, name), "the browser's search finds it");
    assert.match(await rowAt(page, 0).locator(".c-image").ariaSnapshot(), new RegExp(`gridcell "${name}"`));
    await page.evaluate(() => getSelection().removeAllRanges());
    await rowAt(page, 0).locator(".c-id").click();
    assert.ok((await page.locator(".panel .fields").innerText()).includes(name));
  });

  test("images that differ in their registry or digest alone are seen to differ, wherever they stand", LIMIT, async () => {
    const images = [`${HOST}/tools/ci:1`, `${HOST}:5000/tools/ci:1`, "tools/ci:1", `${HOST}/a${digest("3f2a9c1b04de5")}`, `${HOST}/a${digest("3f2a9c1b04de6")}`, `${HOST}/b:1`, `${HOST}/c:1`];
    const page = await world.newPage();
    await changeAnswer(page, RESULTS, (scan) => ({ ...scan, findings: images.map((image, at) => ({ ...scan.findings[at], image })) }));
    for (const [query, place] of [["", ".row .c-image .path"], ["&tab=image", ".row .c-name .path"]]) {
      await world.show(page, `?scan=scan-nightly${query}`);
      await ready(page);
      const shown = await page.locator(place).evaluateAll(visible);
      assert.equal(new Set(shown).size, images.length, shown.join());
    }
    // What a filter leaves does not make them shorter.
    await world.show(page, `?scan=scan-nightly&image=${encodeURIComponent(images[0])}`);
    await page.locator(".pill").waitFor();
    assert.deepEqual(await page.locator(".pill .path, .row .c-image .path").evaluateAll(visible), ["….com/tools/ci:1", "….com/tools/ci:1"]);
  });
});

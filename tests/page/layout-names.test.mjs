/**
 * Names, versions and ids that have no room: they give way where they say least, their end stays in sight, and they are copied in one
 * piece; those of the usual length are seen whole.
 */
import assert from "node:assert/strict";
import { test } from "node:test";

import { changeAnswer, json, reply, RESULTS } from "./answers.mjs";
import { drawn } from "./shown.mjs";
import { openTable, ready, rowAt } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

/** For names in their places, what is visible of each and what is copied; runs in the page. */
const measured = (paths) =>
  paths.map((path) => {
    // What is left out to be seen has no size.
    const walker = document.createTreeWalker(path.querySelector("bdi"), NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) if (walker.currentNode.data !== "" && !walker.currentNode.parentElement.matches(".left-out > *")) texts.push(walker.currentNode);
    const [first, last, whole, box] = [document.createRange(), document.createRange(), document.createRange(), path.getBoundingClientRect()];
    const [shown, ending] = [texts[0], texts.at(-1)];
    first.setStart(shown, 0);
    first.setEnd(shown, 1);
    last.setStart(ending, ending.data.length - 1);
    last.setEnd(ending, ending.data.length);
    whole.selectNodeContents(path);
    getSelection().removeAllRanges();
    getSelection().addRange(whole);
    const end = last.getBoundingClientRect();
    return {
      name: path.title,
      copied: getSelection().toString(),
      cut: path.scrollWidth > path.clientWidth + 1,
      frontCut: first.getBoundingClientRect().left < box.left - 1,
      joined: /[/:]/.test(path.title),
      endInSight: end.left >= box.left - 1 && end.right <= box.right + 1 && end.top >= box.top - 1 && end.bottom <= box.bottom + 1,
      parts: path.querySelectorAll("bdi *:not(bdi > :only-child, .left-out, .left-out > *)").length,
      width: box.width,
    };
  });

/** From now on names are drawn as browsers that hang punctuation draw them. Runs in the page. */
function drawLikeWebKit() {
  const all = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]);
  const block = all.find((rule) => rule instanceof CSSSupportsRule && rule.conditionText.includes("hanging-punctuation"));
  const sheet = new CSSStyleSheet();
  sheet.replaceSync([...block.cssRules].map(({ cssText }) => cssText).join("\n"));
  document.adoptedStyleSheets.push(sheet);
}

suite("what is seen of a long name", (world) => {
  test("versions of the usual length are seen whole on a desk", LIMIT, async () => {
    const page = await openTable(world, "?q=libssl3");
    // The part of a version that gives way: shorter ones have none, and are not cut.
    const fronts = await page.locator(".row[data-index] :is(.c-installed, .c-fixed) .inside").evaluateAll((versions) =>
      versions.filter(({ title }) => title.length <= 16).map((version) => [version.title, version.querySelector(".front")]).map(([title, front]) => [title, front.scrollWidth - front.clientWidth]),
    );
    assert.ok(fronts.length > 0);
    assert.deepEqual(fronts.filter(([, cut]) => cut > 0), []);
  });

  test("so are those that fix what changed, with the details open or not, and the targets of groups", LIMIT, async () => {
    const versions = (at) => ({ installed_version: `1.4.2-${at % 9}.el6_7.1`, fixed_version: `1.4.2-${at % 9}.el6_10.1` });
    const target = "images/team-seventeen.tar.gz (debian 10.2)";
    const page = await world.newPage();
    await changeAnswer(page, RESULTS, (scan) => ({ ...scan, findings: scan.findings.map((finding, at) => ({ ...finding, ...versions(at), target })) }));
    await world.show(page, "?tab=changes&before=scan-nightly-last-week&change=severityChanged");
    await ready(page);
    const cut = () => page.locator(".row[data-index] :is(.c-installed .front, .c-fixed .front, .c-name .path)").evaluateAll((parts) => parts.filter((part) => part.scrollWidth > part.clientWidth).length);
    for (const width of [1440, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await drawn(page);
      assert.equal(await cut(), 0, String(width));
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await rowAt(page, 0).click();
    await page.locator(".panel").waitFor();
    await drawn(page);
    assert.equal(await cut(), 0, "beside the details");
    await world.show(page, "?tab=target");
    await page.locator(".grid-groups .row[data-index='0']").waitFor();
    assert.equal(await cut(), 0, "targets");
  });

  test("the version to upgrade to is not cut before the installed one has hardly any room left", LIMIT, async () => {
    const page = await openTable(world, "?tab=upgrades");
    const cut = [];
    for (let width = 1440; width > 700; width -= 40) {
      await page.setViewportSize({ width, height: 900 });
      await drawn(page);
      const found = await page.locator(".row[data-index] .upgrade").evaluateAll((all) =>
        all.flatMap((one) => {
          const [from, to] = [one.querySelector(".from"), one.querySelector(".to")];
          const text = document.createRange();
          text.selectNodeContents(to);
          const least = parseFloat(getComputedStyle(from).minWidth) + 1;
          const [needed, has] = [text, to].map((part) => part.getBoundingClientRect().width);
          return from.getBoundingClientRect().width > least && needed > has ? [`${one.title}: ${needed} in ${has}`] : [];
        }),
      );
      cut.push(...found.map((text) => `${width}: ${text}`));
    }
    assert.deepEqual(cut, []);
  });

  test("a small laptop shows both versions of an ordinary upgrade whole, and a group's name has the room of its ids", LIMIT, async () => {
    const versions = { installed_version: "7.61.1-4.ph3", fixed_version: "7.61.1-5.ph3" };
    const target = "images/seventeen.tar.gz (alpine 3.9)";
    const page = await world.newPage();
    await changeAnswer(page, RESULTS, (scan) => ({ ...scan, findings: scan.findings.map((finding) => ({ ...finding, ...versions, target })) }));
    await world.show(page, "?tab=upgrades");
    await ready(page);
    for (const width of [1440, 1280, 1180, 1100, 1024]) {
      await page.setViewportSize({ width, height: 800 });
      await drawn(page);
      const cut = await page.locator(".row[data-index] .upgrade :is(.from, .to)").evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length);
      assert.equal(cut, 0, String(width));
    }
    await page.getByRole("tab", { name: "By target" }).click();
    await page.locator(".grid-groups .row[data-index='0']").waitFor();
    assert.equal(await rowAt(page, 0).locator(".path").evaluate((path) => path.scrollWidth > path.clientWidth), false);
  });

  test("a name that has no room ends in sight behind an ellipsis, and is copied as it is", LIMIT, async () => {
    const page = await openTable(world, "?scan=scan-fleet");
    const names = await page.locator(":is(.rail, .row) .path").evaluateAll(measured);
    assert.ok(names.some(({ cut, joined }) => cut && joined), "some have no room");
    for (const { name, copied, cut, joined, endInSight, parts, width } of names) {
      assert.equal(copied, name);
      assert.equal(parts, 0, name);
      if (joined) assert.ok(endInSight, `the end of ${name} is in sight`);
      if (cut) assert.ok(width > 50, `${name} has room for more than an ellipsis`);
    }
    const targets = page.locator(".rail fieldset", { hasText: "Target" }).locator(".path", { hasText: "app/" });
    assert.equal(await targets.first().evaluate((path) => path.scrollWidth > path.clientWidth), false, "a short path is shown whole");
  });

  test("a Maven package without room shows its artifact, among changes too", LIMIT, async () => {
    for (const query of ["?kind=jar", "?tab=changes&before=scan-nightly-last-week&change=severityChanged&q=commons-text"]) {
      const page = await openTable(world, query, { viewport: { width: 1250, height: 900 } });
      const names = await page.locator(".row .c-package .path").evaluateAll(measured);
      const cut = names.filter(({ name, cut }) => cut && name.includes(":"));
      assert.ok(cut.length > 0, `${query}: some have no room`);
      for (const { name, endInSight } of cut) assert.ok(endInSight, `the end of ${name} is in sight`);
    }
  });

  test("a name that has no room ends in sight in WebKit too, and has an ellipsis only then", LIMIT, async () => {
    const page = await openTable(world, "?scan=scan-fleet");
    await page.evaluate(drawLikeWebKit);
    const paths = page.locator(":is(.rail, .row) .path.ends");
    const names = await paths.evaluateAll(measured);
    for (const { name, copied, endInSight } of names) {
      assert.ok(endInSight, `the end of ${name} is in sight`);
      assert.equal(copied, name);
    }
    const dots = (visibility) =>
      page.evaluate((visibility) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(`.path.ends::before { visibility: ${visibility}; }`);
        document.adoptedStyleSheets.push(sheet);
      }, visibility);
    for (const cut of [true, false]) {
      const at = names.findIndex(({ frontCut }) => frontCut === cut);
      assert.ok(at >= 0, `some have ${cut ? "no " : ""}room`);
      await dots("visible");
      const whole = await paths.nth(at).screenshot();
      await dots("hidden");
      assert.equal((await paths.nth(at).screenshot()).equals(whole), !cut, names[at].name);
    }
  });

  test("a long scan id is whole, and runs under nothing", LIMIT, async () => {
    const long = "0123456789abcdef".repeat(4);
    for (const width of [1440, 1280, 1181, 1180, 701, 390, 320]) {
      const page = await world.newPage({ viewport: { width, height: 900 } });
      await page.route(RESULTS, async (route) => {
        const asked = { ...route.request().postDataJSON(), scan_id: "scan-nightly" };
        const answer = await (await route.fetch({ postData: JSON.stringify(asked) })).json();
        await reply(route, json({ ...answer, scan_id: long }));
      });
      await world.show(page, `?scan=${long}`);
      await ready(page);
      const [head, form, wide] = await page.evaluate(() => [
        ...[".scan-head .titled > :last-child", ".open-scan"].map((selector) => document.querySelector(selector).getBoundingClientRect().toJSON()),
        document.documentElement.scrollWidth,
      ]);
      assert.ok(head.right <= form.left || head.top >= form.bottom, `${width}: ${head.right} under ${form.left}`);
      assert.ok(wide <= width, `${width}: ${wide}`);
      assert.equal(await page.locator(".scan-head h1").innerText(), long);
    }
  });

  test("a version without room gives way in its middle, and is whole in its tooltip and when it is copied", LIMIT, async () => {
    const page = await world.newPage({ viewport: { width: 1280, height: 800 } });
    const [installed_version, fixed_version] = ["2:8.2.2637-20.el9_1~20240101.with-a-long-suffix+build.0041", "2:8.2.2637-20.el9_1~20240101.with-a-long-suffix+build.0042"];
    await changeAnswer(page, RESULTS, (scan) => ({ ...scan, findings: [{ ...scan.findings[0], installed_version, fixed_version }] }));
    await world.show(page, "?scan=scan-nightly");
    await ready(page);
    for (const [cell, version] of [["installed", installed_version], ["fixed", fixed_version]]) {
      const seen = await page.locator(`.row[data-index='0'] .c-${cell}`).evaluate((cell) => {
        const version = cell.querySelector(".inside");
        const [front, end] = [version.querySelector(".front"), document.createRange()];
        end.selectNodeContents(front.nextSibling);
        getSelection().selectAllChildren(cell);
        return {
          title: version.title,
          copied: getSelection().toString(),
          cut: front.scrollWidth > front.clientWidth,
          over: cell.scrollWidth - cell.clientWidth,
          outside: end.getBoundingClientRect().right - cell.getBoundingClientRect().right,
        };
      });
      assert.deepEqual([seen.title, seen.copied.trim(), seen.cut], [version, version, true]);
      assert.ok(seen.over <= 0 && seen.outside <= 0, JSON.stringify(seen));
    }
  });

  test("ids that differ at their end can be told apart without room", LIMIT, async () => {
    const page = await world.newPage({ viewport: { width: 1024, height: 768 } });
    const ids = ["openSUSE-SU-2020:0804-1", "openSUSE-SU-2020:0804-2", "GHSA-jf85-cpcp-j695", "CVE-2024-12345"];
    await changeAnswer(page, RESULTS, (scan) => ({ ...scan, findings: ids.map((id, at) => ({ ...scan.findings[0], uid: `u-${at}`, id })) }));
    await world.show(page, "?scan=scan-nightly");
    await ready(page);
    const seen = await page.locator(".row[data-index] .c-id").evaluateAll((cells) =>
      cells.map((cell) => {
        const end = document.createRange();
        const text = cell.querySelector(".inside .front")?.nextSibling ?? cell.querySelector(".mono").firstChild;
        end.selectNodeContents(text);
        return { id: cell.querySelector(".mono").title, in: end.getBoundingClientRect().right <= cell.getBoundingClientRect().right + 0.1, cut: cell.querySelector(".inside") !== null };
      }),
    );
    assert.deepEqual(new Map(seen.map((one) => [one.id, [one.in, one.cut]])), new Map(ids.toSorted().map((id) => [id, [true, !id.startsWith("CVE")]])));
  });
});

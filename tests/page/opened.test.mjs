/**
 * Whose details are open: those of the row that was clicked, whatever uid it shares; those of a resolved finding, which the open
 * scan has no more; and which of them a step back leads to.
 */
import assert from "node:assert/strict";
import { before, test } from "node:test";

import { changeAnswer, json, reply, RESULTS } from "./answers.mjs";
import { addressOf, digits, linkOf, oneLine, stepsOf } from "./shown.mjs";
import { connect, goTo, openConnection, openTable, ready, rowAt } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

const [NOW, THEN] = ["scan-nightly", "scan-nightly-last-week"];
const PHONE = { viewport: { width: 390, height: 844 } };

suite("whose details are open", (world) => {
  let now, then;
  before(async () => {
    now = (await world.rawScan(NOW)).findings;
    then = (await world.rawScan(THEN)).findings;
  });

  const field = (page, name) => page.locator(".panel .fields > div", { has: page.getByText(name, { exact: true }) }).locator("dd");
  const marked = (page) => page.locator(".row[data-index][aria-selected=true]");
  const markedIs = (page, index) => page.locator(`.row[data-index='${index}'][aria-selected=true]`).waitFor();

  /** A scan in which a uid occurs in several images, more of them than a window of rows has. */
  const withTwins = async (count = 3, more = []) => {
    const page = await world.newPage();
    const twins = Array.from({ length: count }, (_, at) => ({ ...now[0], uid: "twin", id: "CVE-2024-2222", severity: "high", image: `image-${at}` }));
    await changeAnswer(page, RESULTS, (scan) => ({ ...scan, findings: [...twins, ...more] }));
    await world.show(page, "?sort=image");
    await ready(page);
    return page;
  };

  test("a row opens its own details even if its uid occurs twice, and is the only one that is marked", LIMIT, async () => {
    const page = await withTwins();
    for (const index of [2, 0, 1]) {
      await rowAt(page, index).click();
      await field(page, "Image").getByText(`image-${index}`).waitFor();
      await markedIs(page, index);
      assert.equal(await marked(page).count(), 1);
      const elsewhere = (await page.locator(".elsewhere li").allTextContents()).join();
      assert.ok(!elsewhere.includes(`image-${index}`) && elsewhere.includes(`image-${(index + 1) % 3}`), elsewhere);
    }
    // In another order it is the same one.
    await page.locator("[role=columnheader].c-image button").click();
    await page.waitForURL(/sort=-image/);
    await markedIs(page, 1);
    assert.equal(await field(page, "Image").textContent(), "image-1");
    assert.equal(await marked(page).count(), 1);
    // A link tells no more than the uid, and opens one of them.
    const linked = await world.newPage();
    await changeAnswer(linked, RESULTS, (scan) => ({ ...scan, findings: [0, 1, 2].map((at) => ({ ...now[0], uid: "twin", image: `image-${at}` })) }));
    await world.show(linked, await linkOf(page));
    await marked(linked).first().waitFor();
    assert.equal(await marked(linked).count(), 1);
    assert.equal(await marked(linked).locator(".c-image").textContent(), await field(linked, "Image").textContent());
  });

  test("a step back leads to the row that was open, even among several with its uid or without one", LIMIT, async () => {
    for (const uid of ["twin", ""]) {
      const page = await world.newPage();
      await changeAnswer(page, RESULTS, (scan) => ({ ...scan, findings: [0, 1, 2].map((at) => ({ ...now[0], uid, image: `image-${at}` })) }));
      await world.show(page, "?sort=image");
      await ready(page);
      const shows = (image) => field(page, "Image").getByText(image, { exact: true }).waitFor();
      await rowAt(page, 1).click();
      await shows("image-1");
      await page.locator(".elsewhere li", { hasText: "image-2" }).getByRole("button").click();
      await shows("image-2");
      await addressOf(page);
      await page.locator("[role=columnheader].c-id button").click();
      await page.waitForURL(/sort=id/);
      await page.goBack();
      await page.waitForURL(/sort=image/);
      await shows("image-2");
      await page.goBack();
      await shows("image-1");
      await markedIs(page, 1);
      await goTo(page, "Team");
      await page.waitForURL(/view=team/);
      await page.goBack();
      await shows("image-1");
      assert.equal(await marked(page).count(), 1);
      await page.goBack();
      await page.locator(".panel").waitFor({ state: "detached" });
      await page.goForward();
      await shows("image-1");
    }
  });

  test("a finding with the same uid, opened from the details, is that one, and its row comes into sight", LIMIT, async () => {
    const page = await withTwins(20, now.slice(0, 400).map((finding) => ({ ...finding, image: "image-1000" })));
    await rowAt(page, 0).click();
    const last = page.locator(".elsewhere li").last();
    const image = /image-\d+/.exec(await last.textContent())[0];
    await page.locator(".grid").evaluate((grid) => (grid.scrollTop = 12_000));
    await last.getByRole("button").click();
    await field(page, "Image").getByText(image, { exact: true }).waitFor();
    await marked(page).waitFor();
    assert.equal(await marked(page).locator(".c-image").textContent(), image);
    assert.ok(await marked(page).isVisible());
  });

  test("rows opened one after another share a step of the history, which a step back takes back", LIMIT, async () => {
    const page = await openTable(world, `?scan=${NOW}`);
    const start = await stepsOf(page);
    for (const index of [0, 1, 2]) {
      await rowAt(page, index).click();
      await markedIs(page, index);
    }
    assert.equal(await stepsOf(page), start + 1);
    await page.goBack();
    await page.locator(".panel").waitFor({ state: "detached" });
    assert.doesNotMatch(await addressOf(page), /finding=/);
  });

  test("the same id elsewhere is a step of its own, and a step back leads to the details it was opened from", LIMIT, async () => {
    const id = now.find(({ id }) => now.filter((other) => other.id === id).length > 3).id;
    const page = await openTable(world, `?scan=${NOW}&sort=package&vuln=${encodeURIComponent(id)}`);
    await rowAt(page, 0).click();
    const [first, start] = [new URLSearchParams(await linkOf(page)).get("finding"), await stepsOf(page)];
    await page.locator(".elsewhere button").first().click();
    await page.waitForURL((url) => url.searchParams.get("finding") !== first);
    assert.equal(await stepsOf(page), start + 1);
    await page.goBack();
    await page.waitForURL((url) => url.searchParams.get("finding") === first);
    assert.equal(await field(page, "Finding uid").locator(".mono").textContent(), first);
    await markedIs(page, 0);
    await page.goBack();
    await page.locator(".panel").waitFor({ state: "detached" });
  });

  test("a row that is opened beside details that a link opened does not take the link's step", LIMIT, async () => {
    const page = await openTable(world, `?scan=${NOW}&finding=${encodeURIComponent(now[7].uid)}`);
    await page.locator(".panel").waitFor();
    const linked = await field(page, "Finding uid").locator(".mono").textContent();
    const steps = await stepsOf(page);
    await marked(page).click();
    assert.equal(await stepsOf(page), steps, "to open what is open is no step");
    await page.locator(".row[data-index]:not([aria-selected=true])").first().click();
    await page.waitForURL((url) => url.searchParams.get("finding") !== linked);
    await page.goBack();
    await page.waitForURL((url) => url.searchParams.get("finding") === linked);
    assert.equal(await field(page, "Finding uid").locator(".mono").textContent(), linked);
  });

  test("the details at another service are those that it has of the finding", LIMIT, async () => {
    const page = await openTable(world, `?scan=${NOW}`);
    await rowAt(page, 0).click();
    await field(page, "Image").waitFor();
    const base = `${world.service.baseUrl}/elsewhere`;
    const findings = now.map((finding) => ({ ...finding, image: "image-elsewhere" }));
    await page.route(`${base}/**`, async (route) => reply(route, json({ ...(await world.rawScan(NOW)), findings })));
    await openConnection(page);
    await connect(page, { base, apiToken: "of-elsewhere" });
    await field(page, "Image").getByText("image-elsewhere", { exact: true }).waitFor();
  });

  const compared = async (change, options) => {
    const page = await world.open(`?tab=changes&scan=${NOW}&before=${THEN}&change=${change}`, options);
    await ready(page);
    return page;
  };

  for (const width of [1440, 390])
    test(`at ${width} px a resolved finding opens as the earlier scan had it, and says so`, LIMIT, async () => {
      const page = await compared("resolved", { viewport: { width, height: 844 } });
      const id = await rowAt(page, 2).locator(".c-id").textContent();
      await rowAt(page, 2).click();
      const panel = page.locator(".panel");
      await panel.locator("h2", { hasText: id }).waitFor();
      const uid = await field(page, "Finding uid").locator(".mono").textContent();
      const own = then.find((finding) => finding.uid === uid);
      assert.deepEqual([await field(page, "Image").textContent(), await field(page, "Installed").textContent()], [own.image, own.installed_version]);
      assert.match(oneLine(await panel.locator(".resolved").innerText()), new RegExp(`^Resolved: ${THEN} had it, this scan does not`));
      assert.equal(await marked(page).count(), 1);
      await markedIs(page, 2);
      const same = now.filter((finding) => finding.id === own.id).length;
      assert.equal(digits(await panel.locator("h3 .n").textContent()), same);
      // A link shows it too, and its row.
      const linked = await world.open(await linkOf(page), { viewport: { width, height: 844 } });
      await linked.locator(".panel .resolved").waitFor();
      assert.equal(await field(linked, "Finding uid").locator(".mono").textContent(), uid);
      await page.keyboard.press("Escape");
      await panel.waitFor({ state: "detached" });
      await page.waitForFunction(() => document.activeElement.dataset.index === "2");
    });

  test("the details of a resolved finding stay no longer than the list it is in", LIMIT, async () => {
    const page = await compared("resolved");
    await rowAt(page, 0).click();
    await page.locator(".panel .resolved").waitFor();
    await page.getByRole("tab", { name: "Findings" }).click();
    await page.locator(".grid-findings").waitFor();
    assert.equal(await page.locator(".panel").count(), 0);
    assert.doesNotMatch(await addressOf(page), /finding=/);
  });

  test("the details of a changed finding say what it was before", LIMIT, async () => {
    const page = await world.newPage(PHONE);
    const [severity, fix, stays] = now.slice(0, 3);
    const scans = {
      [NOW]: [{ ...severity, severity: "high", installed_version: "2.0" }, { ...fix, fixed_version: "9.9" }, { ...stays, severity: "low" }],
      [THEN]: [{ ...severity, severity: "low", installed_version: "1.0" }, { ...fix, fixed_version: "" }, { ...stays, severity: "low" }],
    };
    await changeAnswer(page, RESULTS, (scan) => ({ ...scan, findings: scans[scan.scan_id] }));
    await world.show(page, `?tab=changes&scan=${NOW}&before=${THEN}&change=severityChanged`);
    await ready(page);
    await rowAt(page, 0).click();
    const head = page.locator(".panel > header");
    assert.match(oneLine(await head.innerText()), /High was Low /);
    assert.match(await field(page, "Installed").textContent(), /^2\.0 was 1\.0$/);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Now fixable" }).click();
    await rowAt(page, 0).click();
    assert.match(oneLine(await field(page, "Fixed in").textContent()), /^9\.9 was no fix known$/);
    await page.keyboard.press("Escape");
    // What it was is of the comparison: beside the table of all findings, nothing is said of it.
    await page.getByRole("tab", { name: "Findings" }).click();
    await page.locator(".grid-findings .row[data-index]", { has: page.locator(".sev-low") }).first().click();
    await page.locator(".panel h2").waitFor();
    assert.equal(await page.locator(".panel .was").count(), 0);
  });
});

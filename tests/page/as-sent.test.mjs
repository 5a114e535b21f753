/**
 * What the page shows of a finding, an upgrade, a group and a team is what the service sent of it, field by field, and as large
 * as it is: compared with the raw answer.
 */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { isDeepStrictEqual } from "node:util";

import { bySeverity, count, digits, exploited, fixable, oneLine, SEVERITIES } from "./shown.mjs";
import { openTable, openTeam, rowAt } from "./steps.mjs";
import { LIMIT, suite } from "./suite.mjs";

const [NOW, THEN] = ["scan-nightly", "scan-nightly-last-week"];

suite("as it was sent", (world) => {
  let now, then;
  before(async () => {
    now = (await world.rawScan(NOW)).findings;
    then = (await world.rawScan(THEN)).findings;
  });

  const word = (severity) => severity[0].toUpperCase() + severity.slice(1);
  const others = (findings, known) => {
    const uids = new Set(known.map(({ uid }) => uid));
    return findings.filter(({ uid }) => !uids.has(uid));
  };
  /** How wide the parts of a bar are, in thousandths of it: a sliver of 3 at least. */
  const widths = (bar) => bar.locator("rect").evaluateAll((all) => all.map((part) => [part.getAttribute("class"), part.width.baseVal.value]));
  const isBar = (shown, counts, most) => {
    const wanted = SEVERITIES.filter((severity) => counts[severity] > 0).map((severity) => [`fill-${severity}`, Math.max(3, (1000 * counts[severity]) / most)]);
    assert.deepEqual(shown.map(([name]) => name), wanted.map(([name]) => name));
    for (const [at, [name, width]] of shown.entries()) assert.ok(Math.abs(width - wanted[at][1]) < 1, `${name}: ${width} for ${wanted[at][1]}`);
  };

  for (const [list, query, sent] of [
    ["findings", "", () => now],
    ["new findings", `&tab=changes&before=${THEN}`, () => others(now, then)],
    ["resolved findings", `&tab=changes&before=${THEN}&change=resolved`, () => others(then, now)],
  ])
    test(`each row of ${list} has the severity, the names, the versions and the title of one`, LIMIT, async () => {
      const page = await openTable(world, `?scan=${NOW}${query}`);
      const shown = await page.locator(".row[data-index]").evaluateAll((rows) =>
        rows.map((row) => {
          const cell = (column) => row.querySelector(`.c-${column}`);
          // What has no room is whole in its tooltip.
          const whole = (column) => cell(column).querySelector("[title]")?.title ?? cell(column).textContent.trim();
          const names = ["id", "package", "installed", "fixed", "image"].map((column) => [column, whole(column)]);
          const flags = { severity: cell("severity").querySelector(".word").textContent, exploit: cell("exploit").textContent, title: cell("title").textContent };
          return { ...Object.fromEntries(names), ...flags };
        }),
      );
      const wanted = sent().map((one) => ({
        id: one.id,
        package: one.package,
        installed: one.installed_version,
        fixed: fixable(one) ? one.fixed_version : "no fix known",
        image: one.image,
        severity: word(one.severity),
        exploit: exploited(one) ? "exploit" : "",
        title: one.title ?? "",
      }));
      assert.ok(shown.length > 10);
      for (const row of shown) assert.ok(wanted.some((one) => isDeepStrictEqual(one, row)), JSON.stringify(row));
    });

  const details = async (finding) => {
    const page = await world.open(`?scan=${NOW}&finding=${encodeURIComponent(finding.uid)}`);
    const panel = page.locator(".panel");
    await panel.locator(".fields").waitFor();
    const fields = await panel.locator(".fields > div").evaluateAll((all) => all.map((one) => [one.querySelector("dt").textContent, one.querySelector("dd").textContent]));
    return { panel, fields: Object.fromEntries(fields.map(([name, text]) => [name, oneLine(text).trim()])) };
  };

  test("the details have all that is known of a finding, each under its name", LIMIT, async () => {
    const finding = now.find((one) => fixable(one) && exploited(one) && one.epss_details?.epss > 0.01 && one.title !== undefined && one.primary_url !== undefined);
    const { panel, fields } = await details(finding);
    assert.deepEqual([await panel.locator("h2").textContent(), await panel.locator("header .word").textContent()], [finding.id, word(finding.severity)]);
    assert.equal(await panel.locator(".title").textContent(), finding.title);
    const { Advisory, EPSS, "Finding uid": uid, ...plain } = fields;
    assert.deepEqual(plain, {
      Package: finding.package,
      Installed: finding.installed_version,
      "Fixed in": finding.fixed_version,
      "Known exploit": "yes",
      Image: finding.image,
      Target: finding.target,
      Kind: finding.kind,
    });
    assert.equal(uid, `${finding.uid} Copy`);
    assert.ok(Math.abs(Number.parseFloat(EPSS) - 100 * finding.epss_details.epss) < 0.06, EPSS);
    assert.equal(await panel.locator(".fields a").getAttribute("href"), finding.primary_url);
    assert.ok(Advisory.includes(new URL(finding.primary_url).host), Advisory);
  });

  test("the details say what is not known of a finding", LIMIT, async () => {
    const { fields } = await details(now.find((one) => !fixable(one) && !exploited(one) && one.epss_details === undefined));
    assert.deepEqual([fields["Fixed in"], fields["Known exploit"], fields.EPSS], ["no fix known", "no", "no score"]);
  });

  test("an upgrade has the ids, the worst severity and the bar of the findings that it clears", LIMIT, async () => {
    const page = await openTable(world, `?scan=${NOW}&tab=upgrades&upgrades=-clears`);
    const most = digits(await rowAt(page, 0).locator(".c-clears").textContent());
    for (const index of [0, 1, 5]) {
      const row = rowAt(page, index);
      const [name, version, image] = await Promise.all([".c-package", ".from", ".c-image"].map((cell) => row.locator(cell).textContent()));
      const ids = (await row.locator(".ids").getAttribute("title")).split(", ");
      const cleared = now.filter((one) => one.package === name && one.installed_version === version && one.image === image && fixable(one) && ids.includes(one.id));
      assert.equal(digits(await row.locator(".c-clears").textContent()), cleared.length);
      assert.deepEqual(ids.toSorted(), [...new Set(cleared.map(({ id }) => id))].sort());
      const counts = bySeverity(cleared);
      assert.equal(await row.locator(".c-worst .word").textContent(), word(SEVERITIES.find((severity) => counts[severity] > 0)));
      isBar(await widths(row.locator(".c-bar")), counts, most);
    }
  });

  test("a group has the counts of its findings, and a bar that is as long as it has them beside the largest", LIMIT, async () => {
    const page = await openTable(world, `?scan=${NOW}&tab=image`);
    const of = (image) => now.filter((finding) => finding.image === image);
    const most = Math.max(...now.map(({ image }) => of(image).length));
    for (const index of [0, 1, 4]) {
      const row = rowAt(page, index);
      const own = of(await row.locator(".c-name .path").getAttribute("title"));
      const counts = bySeverity(own);
      const shown = await Promise.all(["total", "ids", "fixable"].map(async (column) => digits(await row.locator(`.c-${column}`).textContent())));
      assert.deepEqual(shown, [own.length, new Set(own.map(({ id }) => id)).size, count(own, fixable)]);
      assert.deepEqual((await row.locator(".c-sev").allTextContents()).map(digits), Object.values(counts));
      const spoken = SEVERITIES.filter((severity) => counts[severity] > 0).map((severity) => `${counts[severity]} ${severity}`);
      assert.equal(await row.locator(".c-bar svg").getAttribute("aria-label"), spoken.join(", "));
      isBar(await widths(row.locator(".c-bar")), counts, most);
    }
  });

  test("each tile has its share of all findings, as a number and as the length of its bar, and “Fixable” has its own", LIMIT, async () => {
    const page = await openTable(world, `?scan=${NOW}`, { reducedMotion: "reduce" });
    const counts = Object.values(bySeverity(now));
    const percent = (part) => (part === 0 ? "0%" : part < now.length / 100 ? "<1%" : `${Math.round((100 * part) / now.length)}%`);
    assert.deepEqual(await page.locator(".tile .share").allTextContents(), counts.map(percent));
    const lengths = await page.locator(".tile .track").evaluateAll((all) => all.map((track) => track.firstElementChild.getBoundingClientRect().width / track.getBoundingClientRect().width));
    for (const [at, part] of counts.entries()) assert.ok(Math.abs(lengths[at] - part / now.length) < 0.02, `${SEVERITIES[at]}: ${lengths[at]}`);
    assert.equal(await page.locator(".figures div", { hasText: "Fixable" }).locator("small").textContent(), percent(count(now, fixable)));
  });

  test("a team has its description, repositories, tags, id and who made it, each under its name", LIMIT, async () => {
    const { id } = world.seeded.teams[1];
    const { team } = await world.rawTeam(id);
    const card = (await openTeam(world, id)).locator(".team-card");
    const field = (name) => card.locator(".fields > div", { has: card.page().getByText(name, { exact: true }) }).locator("dd");
    assert.ok(team.repositories.length > 1 && team.tags.length > 1 && team.description !== "" && team.created_by !== "");
    assert.equal(await card.locator("header p").first().textContent(), team.description);
    assert.deepEqual(await field("Repositories").locator("li").allTextContents(), team.repositories);
    assert.deepEqual(await field("Tags").locator("li").allTextContents(), team.tags);
    assert.equal(oneLine(await field("Team id").textContent()).trim(), `${id} Copy`);
    assert.match(oneLine(await field("Created").textContent()).trim(), new RegExp(` ago by ${team.created_by}$`));
    assert.equal(await field("Active").textContent(), "yes");
  });
});

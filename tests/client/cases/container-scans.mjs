/**
 * Container scan results as a user of the package gets them: as plain data, and as a resident scan.
 */
import { equal, ok } from "../../harness/check.mjs";

const params = (facts) => ({ platform: facts.platform, org: facts.org, scan_id: facts.scanId });

export default [
  {
    name: "a running scan has no findings, which is not zero findings, and turns into results by itself",
    needsRunningScan: true,
    async run({ client, keep, facts }) {
      const running = { ...params(facts), scan_id: facts.runningScanId };
      const result = await client.containerScans.get(running);
      ok(result.status !== "completed", `the scan says ${result.status}`);
      ok(!Object.hasOwn(result, "findings"), "findings are absent");

      const scan = keep(await client.containerScans.open(running));
      equal([scan.complete, scan.findingCount, scan.rollup(), scan.findings(), scan.facets()], [false, null, null, null, null], "a running scan");

      const said = [];
      const done = keep(await client.containerScans.waitFor(running, { intervalMs: 200, maxIntervalMs: 400, onStatus: (status) => said.push(status) }));
      equal([done.complete, done.status, done.findingCount], [true, "completed", facts.findings], "the completed scan");
      equal(said[0], result.status, "the first status heard");
    },
  },
  {
    name: "a completed scan comes whole as plain data",
    async run({ client, facts }) {
      const result = await client.containerScans.get(params(facts));
      equal([result.scan_id, result.status, result.findings.length], [facts.scanId, "completed", facts.findings], "the scan");
      const finding = result.findings.find((finding) => finding.id === "CVE-2022-37434");
      equal(
        [finding.image, finding.package, finding.severity, finding.installed_version, finding.fixed_version],
        ["registry.example.com/gateway:1.4", "zlib1g", "critical", "1.2.11", "1.2.13"],
        "a finding",
      );
      ok(finding.title.includes("<img"), "a title is text, kept as it is");
      equal(structuredClone(result), result, "a clone");
    },
  },
  {
    name: "the rollup counts what was imported, whole and by image",
    async run({ client, keep, facts }) {
      const scan = keep(await client.containerScans.open(params(facts)));
      const rollup = scan.rollup({ by: "image", sort: "findings" });
      equal([rollup.findings, rollup.bySeverity], [facts.findings, facts.bySeverity], "all");
      equal([rollup.fixable, rollup.uniqueIds, rollup.uniqueImages], [facts.fixable, facts.uniqueIds, 2], "the figures");
      equal(Object.fromEntries(rollup.groups.map((group) => [group.key[0], group.findings])), facts.byImage, "by image");
    },
  },
  {
    name: "filter, sort and page agree with each other, and pages do not overlap",
    async run({ client, keep, facts }) {
      const scan = keep(await client.containerScans.open(params(facts)));
      const where = { severity: ["critical"] };
      const whole = scan.findings({ where, sort: [{ by: "package" }] });
      equal(whole.rows.map((row) => row.package), ["openssl", "openssl", "zlib1g"], "critical ones by package");
      const pages = [0, 1, 2, 3].map((offset) => scan.findings({ where, sort: [{ by: "package" }], offset, limit: 1 }));
      equal(pages.map((page) => page.total), [3, 3, 3, 3], "the total on each page");
      equal(pages.flatMap((page) => page.rows), whole.rows, "the pages in a row");
      const severities = Object.fromEntries(scan.facets().severity.map(({ value, count }) => [value, count]));
      equal(severities, facts.bySeverity, "the facet of severities");
      equal(scan.findings({ where: { text: "openssl -0464" } }).total, 2, "openssl, without 0464");
      equal(scan.finding(whole.rows[0].uid), whole.rows[0], "a finding by its uid");
    },
  },
  {
    name: "plain data opens into the same scan",
    async run({ client, scanfold, keep, facts }) {
      const result = await client.containerScans.get(params(facts));
      const fromService = keep(await client.containerScans.open(params(facts)));
      const fromData = keep(await scanfold.openScan(result));
      const fromText = keep(await scanfold.openScan(JSON.stringify(result)));
      for (const scan of [fromData, fromText]) {
        equal(scan.rollup({ by: ["image", "package"] }), fromService.rollup({ by: ["image", "package"] }), "the rollup");
        equal(scan.toJSON(), result, "the data again");
        equal(JSON.parse(await (await scan.export("json")).text()), result, "the data as a file");
        equal(await (await scan.export("csv")).text(), fromService.toCsv(), "the table as a file");
      }
    },
  },
];

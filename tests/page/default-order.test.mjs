/** The page's default order of changes, without a browser, against that of a scan of the same findings. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { openScan } from "scanfold";

import { bundled } from "./bundled.mjs";

const { inDefaultOrder } = await bundled("www/src/scan/default-order.ts");

/** Each part has a few values, in steps of its own, so that many findings are equal in some of them. */
const PARTS = {
  severity: ["low", "CRITICAL", "high", "medium", "odd", "critical", "unknown"],
  public_exploit: [undefined, {}, { found: true }],
  epss_details: [undefined, { epss: 0.5 }, [{ score: "0.25" }, { score: 0.75 }], { epss: 0 }, { epss: "none" }],
  fixed_version: ["2.0", "", "n/a", undefined, "1.5"],
  package: ["b", "a", "😀", "\u{ffff}", "a10", "a9"],
  id: ["CVE-2", "CVE-10", "", "cve-1"],
};

const finding = (number) => {
  const value = (name, place) => PARTS[name][Math.floor(number / 3 ** place) % PARTS[name].length];
  const own = Object.keys(PARTS).map((name, place) => [name, value(name, place)]);
  const uid = `uid-${(number * 7919) % 1000}`;
  return { uid, image: `image-${number % 3}`, kind: "deb", target: "", installed_version: "1.0", title: String(number), ...Object.fromEntries(own.filter(([, part]) => part !== undefined)) };
};

test("findings without a scan are in the order that a scan has them in by default", async () => {
  const findings = Array.from({ length: 2500 }, (_, number) => finding(number));
  const scan = await openScan(findings);
  const wanted = scan.findings({ limit: Infinity }).rows.map(({ title }) => title);
  scan.dispose();
  const ordered = inDefaultOrder(findings.map((after) => ({ after })), ({ after }) => after);
  assert.deepEqual(ordered.map(({ after }) => after.title), wanted);
});

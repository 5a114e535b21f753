/** A table as a CSV file: each cell as the package writes it, in slices as at once. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { openScan } from "scanfold";

import { bundled } from "./bundled.mjs";

const { csvFile } = await bundled("www/src/parts/csv-file.ts");

const FINDING = { uid: "u", image: "i", kind: "k", target: "t", id: "d", severity: "high", installed_version: "v" };
const BEFORE = "u,i,k,t,d,";
const AFTER = ",high,v,,,,,false,false\r\n";

/** How the package writes a text as a cell. */
async function ofPackage(text) {
  const scan = await openScan([{ ...FINDING, package: text }]);
  const [, line] = /^uid,[^\n]*\n([^]*)$/.exec(scan.toCsv());
  scan.dispose();
  assert.ok(line.startsWith(BEFORE) && line.endsWith(AFTER), line);
  return line.slice(BEFORE.length, -AFTER.length);
}

test("a cell is quoted and defused as the package does it", async () => {
  const texts = ["", "curl", "a,b", "a;b", 'say "a"', "a\r\nb", "a\tb", " a", "a ", "@scope/name", "=1+1", "+1", "-1", "\t=1", "' =1", '"=1"', "\u200b=1", "\u00a0-1", "＝1", "\u0001=1", "\u0085=1", "\x7f+1", "\u0600=1", "\ufffa-1", "a=1", "\0", "'a", "~=1"];
  for (const text of texts) assert.equal(await (await csvFile(["a"], [text], (one) => [one])).text(), `a\r\n${await ofPackage(text)}\r\n`, JSON.stringify(text));
});

test("a table of any length has a header and a line each, and a number is one", async () => {
  for (const length of [0, 1, 1000, 2500]) {
    const items = Array.from({ length }, (_, at) => at);
    const file = await csvFile(["at", "less"], items, (at) => [at, -at]);
    assert.equal(await file.text(), ["at,less", ...items.map((at) => `${at},${-at}`), ""].join("\r\n"), `${length} lines`);
    assert.equal(file.type, "text/csv");
  }
});

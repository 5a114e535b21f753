/**
 * Strings in the built module, which looks for the end of their plain part sixteen bytes at a time: whatever ends it,
 * wherever it stands, is taken or refused as `JSON.parse` does.
 */
import assert from "node:assert/strict";
import { test } from "node:test";

import { openScan } from "scanfold";

const ENDS = [[0x00], [0x1f], [0x20], [0x22], [0x5c, 0x22], [0x5c], [0x7f], [0xc3, 0xa9], [0xc3], [0x80], [0xff]];
const LONGEST = 40;

const document = (text) => Buffer.concat([Buffer.from('{"scan_id":"s","status":"completed","findings":[{"uid":"u","title":"'), Buffer.from(text), Buffer.from('"}]}')]);

function expected(bytes) {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)).findings[0].title;
  } catch {
    return null;
  }
}

async function read(bytes) {
  try {
    const scan = await openScan(bytes);
    const { title } = scan.finding("u");
    scan.dispose();
    return title;
  } catch (error) {
    assert.equal(error.kind, "decode");
    return null;
  }
}

test("a string ends, and is refused, where JSON says so, at any place of a block", async () => {
  const seen = { taken: 0, refused: 0 };
  for (const end of ENDS)
    for (let length = 0; length < LONGEST; length += 1)
      for (let at = 0; at <= length; at += 1) {
        const bytes = document([...Array(at).fill(0x61), ...end, ...Array(length - at).fill(0x62)]);
        const title = await read(bytes);
        assert.equal(title, expected(bytes), `${end} at ${at} of ${length}`);
        seen[title === null ? "refused" : "taken"] += 1;
      }
  assert.ok(seen.taken > 1_000 && seen.refused > 1_000, JSON.stringify(seen));
});

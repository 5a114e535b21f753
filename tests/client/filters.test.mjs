/**
 * Filters and text search as the built package answers them, against a few lines of JavaScript over the same findings. The
 * engine reads columns in WebAssembly's own vector instructions, which no native test runs.
 */
import assert from "node:assert/strict";
import { test } from "node:test";

import fc from "fast-check";
import { openScan } from "scanfold";

/** Letters beside characters that differ from one in the bit of its case alone, and one that has no ASCII. */
const character = fc.constantFrom(..."aAbB@`[{^~-é");
const word = (most) => fc.array(character, { minLength: 1, maxLength: most }).map((all) => all.join(""));

/** Texts, some of which end, or hold a term, at the end of a vector or a machine word. */
const text = fc.oneof(word(8), word(40), fc.tuple(fc.integer({ min: 0, max: 140 }), word(4)).map(([at, end]) => "b".repeat(at) + end));

/** Images in runs, as scanners write them. */
const runs = fc.array(fc.tuple(fc.constantFrom("one", "two", "three"), fc.integer({ min: 1, max: 150 })), { minLength: 1, maxLength: 6 });

const scans = fc
  .tuple(runs, fc.array(text, { minLength: 1, maxLength: 12 }), fc.array(word(3), { minLength: 1, maxLength: 4 }))
  .map(([runs, titles, packages]) => {
    const images = runs.flatMap(([image, length]) => Array.from({ length }, () => image));
    return images.map((image, at) => ({ image, title: titles[(at * 7) % titles.length], package: packages[(at * 5) % packages.length] }));
  });

const holds = (finding, term) => Object.values(finding).some((value) => value.toLowerCase().includes(term.toLowerCase()));

function matches(finding, { image, package: packages, text = "" }) {
  const wanted = (term) => (term.startsWith("-") && term.length > 1 ? !holds(finding, term.slice(1)) : holds(finding, term));
  return (image?.includes(finding.image) ?? true) && (packages?.includes(finding.package) ?? true) && text.split(" ").filter(Boolean).every(wanted);
}

const filters = fc.record(
  {
    image: fc.subarray(["one", "two", "three", "none"]),
    package: fc.array(word(2), { maxLength: 3 }),
    text: fc.array(fc.oneof(word(2), word(20), fc.constantFrom("-a", "tw", "b".repeat(70))), { maxLength: 3 }).map((terms) => terms.join(" ")),
  },
  { requiredKeys: [] },
);

test("what matches a filter is what JavaScript finds to match", async () => {
  await fc.assert(
    fc.asyncProperty(scans, fc.array(filters, { minLength: 1, maxLength: 6 }), async (findings, filters) => {
      const scan = await openScan(findings);
      for (const where of filters) {
        const expected = findings.filter((finding) => matches(finding, where));
        const { rows, total } = scan.findings({ where, limit: findings.length });
        const images = scan.rollup({ by: "image", where, sort: "key" }).groups.map((group) => [group.key[0], group.findings]);
        const byImage = [...new Set(expected.map(({ image }) => image))].sort();
        assert.equal(total, expected.length, JSON.stringify(where));
        assert.deepEqual(images, byImage.map((image) => [image, expected.filter((finding) => finding.image === image).length]));
        assert.deepEqual(rows.map(({ image, title }) => image + title).sort(), expected.map(({ image, title }) => image + title).sort());
      }
      scan.dispose();
    }),
    { numRuns: 300 },
  );
});

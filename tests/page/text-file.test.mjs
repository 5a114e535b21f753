/** How a chosen file is read, without a browser. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { bundled } from "./bundled.mjs";

const { chosenFile, take } = await bundled("www/src/parts/text-file.ts");

/** The result of taking it: a text with its label, or a problem. */
async function taken(...parts) {
  const told = [];
  const file = new File(parts, "people.txt");
  await take(file, { onText: (...text) => told.push(text), onProblem: (problem) => told.push(problem) });
  assert.equal(told.length, 1);
  return told[0];
}

test("a text is taken with the file's name, without the mark that some programs write before it", async () => {
  assert.deepEqual(await taken("\u{feff}ann\nbob"), ["ann\nbob", "people.txt"]);
  assert.deepEqual(await taken(""), ["", "people.txt"]);
});

test("a file that is not text in UTF-8 is refused, even UTF-16 without its mark", async () => {
  assert.match(await taken(new Uint8Array([0xff, 0xfe, 0x61, 0])), /not text in UTF-8/);
  assert.match(await taken(new Uint8Array([0x61, 0, 0x62, 0])), /not text in UTF-8/);
});

test("a file of 16 MB is read, one of a byte more is not", async () => {
  const most = 16 * 1024 * 1024;
  assert.equal((await taken(new Uint8Array(most).fill(97)))[0].length, most);
  assert.match(await taken(new Uint8Array(most + 1).fill(97)), /larger than 16 MB/);
});

test("the same file can be chosen again: the field forgets it once it is read", async () => {
  const target = { files: [new File(["ann"], "people.txt")], value: "C:\\fakepath\\people.txt" };
  const read = new Promise((resolve) => chosenFile({ onText: resolve, onProblem: resolve })({ target }));
  assert.equal(await read, "ann");
  await new Promise(setImmediate);
  assert.equal(target.value, "");
});

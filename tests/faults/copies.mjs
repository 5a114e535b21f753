/**
 * Copies of the built package, each with its own state: for tests of loading, of trapping, and of two copies side by side.
 */
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { recordMaps } from "../harness/maps.mjs";
import { below } from "../harness/places.mjs";
import { scratchFolder } from "../harness/scratch.mjs";
import { recordInstances } from "./instances.mjs";

/** The module as built. */
export const moduleBytes = () => readFileSync(below("pkg", "scanfold_bg.wasm"));

/** A fresh copy, imported but not yet loaded: of the entry for Node, or of another. */
export async function freshCopy(entry = "node.js") {
  return import(pathToFileURL(join(copyFolder(), entry)).href);
}

/** The same, and how much is in each of the maps that its files have for as long as they are loaded. */
export async function freshCopyWithMaps() {
  const { made, done } = recordMaps();
  const copy = await freshCopy().finally(done);
  return { copy, sizes: () => made.map(({ size }) => size) };
}

/** Parts of a fresh copy that is loaded: what the module asks of JavaScript, and the life of its instance. */
export async function freshParts() {
  const folder = copyFolder();
  const part = (file) => import(pathToFileURL(join(folder, file)).href);
  await (await part("node.js")).init();
  const [host, instance] = await Promise.all([part("lib/host.js"), part("lib/instance.js")]);
  return { host, instance };
}

function copyFolder() {
  const folder = scratchFolder();
  cpSync(below("pkg"), folder, { recursive: true, filter: (source) => !source.includes("node_modules") });
  return folder;
}

/** Records every instance that is made while `run` runs. */
export async function withInstances(run) {
  const instances = [];
  const end = recordInstances(instances);
  try {
    return await run(instances);
  } finally {
    end();
  }
}

/** The module with a limit on its memory, in pages of 64 KiB. */
export function withMemoryLimit(bytes, pages) {
  let at = 8;
  while (at < bytes.length) {
    const id = bytes[at];
    const [size, body] = number(bytes, at + 1);
    if (id === 5) {
      // One memory: its flags say whether a limit follows the least number of pages.
      const [least] = number(bytes, body + 2);
      const section = [1, 1, ...leb(least), ...leb(pages)];
      return Buffer.concat([bytes.subarray(0, at), Buffer.from([5, ...leb(section.length), ...section]), bytes.subarray(body + size)]);
    }
    at = body + size;
  }
  throw new Error("the module has no memory of its own");
}

/** Reads an unsigned LEB128 number: its value, and where it ends. */
function number(bytes, at) {
  let value = 0;
  for (let shift = 0; ; shift += 7, at += 1) {
    value += (bytes[at] & 0x7f) * 2 ** shift;
    if (bytes[at] < 0x80) return [value, at + 1];
  }
}

function leb(value) {
  const bytes = [];
  do {
    bytes.push((value & 0x7f) | (value > 0x7f ? 0x80 : 0));
    value >>>= 7;
  } while (value > 0);
  return bytes;
}

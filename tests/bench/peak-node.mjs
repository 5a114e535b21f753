/** One side of the peak memory in Node: prints how many bytes the process held at most, above what it held before. */
import { createReadStream, readFileSync, statSync } from "node:fs";
import { Readable } from "node:stream";
import { pathToFileURL } from "node:url";

import { decodeAndParse, figures } from "./peers.mjs";
import { status } from "./status.mjs";

const [side, entry, file, size] = process.argv.slice(2);
const { init, openScan } = await import(pathToFileURL(entry));
await init();
const before = process.memoryUsage().rss;

async function ours() {
  const chunks = Readable.toWeb(createReadStream(file, { highWaterMark: 1 << 16 }), { strategy: { highWaterMark: 1 } });
  const scan = await openScan(chunks, { maxBytes: statSync(file).size + 1 });
  return scan.rollup().findings;
}

const theirs = () => figures(decodeAndParse(readFileSync(file)).findings).findings;

const findings = side === "ours" ? await ours() : theirs();
if (findings !== Number(size)) throw new Error(`${findings} findings instead of ${size}`);
// Not `maxRSS`: that of a child begins with what its parent held.
console.log(status("self").VmHWM - before);

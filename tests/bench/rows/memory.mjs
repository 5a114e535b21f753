/** What findings weigh while they are open, and how long the page waits while they are opened: one side each. */
import { decodeAndParse } from "../peers.mjs";
import { quartiles } from "../measure.mjs";
import { streamOf } from "../streams.mjs";

/** Bytes a finding: the columns as the module counts them, its memory as it has grown, and the same as objects. */
export async function weight({ body, exports, glue, heapBytes }, size) {
  const bytes = body(size);
  const grownFrom = exports.memory.buffer.byteLength;
  const handle = await glue.openReader(streamOf(bytes).getReader(), false, undefined);
  const grown = exports.memory.buffer.byteLength - grownFrom;
  const columns = handle.memoryBytes();
  handle.free();
  const before = await heapBytes();
  const kept = decodeAndParse(bytes).findings;
  const objects = (await heapBytes()) - before;
  if (kept.length !== size) throw new Error(`memory: ${kept.length} findings instead of ${size}`);
  return { columns: columns / size, grown: grown / size, objects: objects / size };
}

/** The longest time between two turns of the event loop while `work` is under way, in milliseconds. */
async function longestWait(work) {
  const { port1, port2 } = new MessageChannel();
  let last = performance.now();
  let longest = 0;
  port1.onmessage = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    port2.postMessage(0);
  };
  port2.postMessage(0);
  await work();
  longest = Math.max(longest, performance.now() - last);
  port1.onmessage = null;
  port1.close();
  return longest;
}

/** Opens a scan over and over; beside it, the same wait while nothing is done: what the machine adds. */
export async function blocks({ body, scanfold }, size, runs) {
  const bytes = body(size);
  const open = async () => {
    const scan = await scanfold.openScan(streamOf(bytes), { maxBytes: bytes.length + 1, onProgress: () => {} });
    scan.dispose();
  };
  const start = performance.now();
  await open();
  const took = performance.now() - start;
  const [waits, idle] = [[], []];
  for (let run = 0; run < runs; run += 1) {
    waits.push(await longestWait(open));
    idle.push(await longestWait(() => new Promise((resolve) => setTimeout(resolve, took))));
  }
  return { open: quartiles(waits), idle: quartiles(idle) };
}

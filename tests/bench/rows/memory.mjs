/** What findings weigh while they are open, and how long the page waits while they are opened: one side each. */
import { quartiles } from "../measure.mjs";
import { decodeAndParse } from "../peers.mjs";
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

/** Each calls `tick` again and again and returns how to stop. */
const message = (tick) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    tick();
    port2.postMessage(0);
  };
  port2.postMessage(0);
  return () => {
    port1.onmessage = null;
    port1.close();
  };
};

const frame = (tick) => {
  let next = requestAnimationFrame(function step() {
    tick();
    next = requestAnimationFrame(step);
  });
  return () => cancelAnimationFrame(next);
};

/** The longest time between two ticks while `work` is under way, in milliseconds. */
async function longestWait(ticking, work) {
  let last = performance.now();
  let longest = 0;
  const tick = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const stop = ticking(tick);
  await work();
  tick();
  stop();
  return longest;
}

/**
 * What waits while a scan is opened: a message to oneself and, on a page, the next frame. Beside each the same wait while
 * nothing is done, which is what the machine adds.
 */
export async function waits({ body, scanfold }, size, runs) {
  const bytes = body(size);
  const open = async () => {
    const scan = await scanfold.openScan(streamOf(bytes), { maxBytes: bytes.length + 1, onProgress: () => {} });
    scan.dispose();
  };
  const start = performance.now();
  await open();
  const took = performance.now() - start;
  const nothing = () => new Promise((resolve) => setTimeout(resolve, took));
  const tickers = typeof requestAnimationFrame === "function" ? { message, frame } : { message };
  const found = {};
  for (const [name, ticking] of Object.entries(tickers)) {
    const [busy, idle] = [[], []];
    for (let run = 0; run < runs; run += 1) {
      busy.push(await longestWait(ticking, open));
      idle.push(await longestWait(ticking, nothing));
    }
    found[name] = { open: quartiles(busy), idle: quartiles(idle) };
  }
  return found;
}

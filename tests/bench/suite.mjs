/**
 * Every row of the table that one process can measure, in Node and in a page alike. Before a race is timed, all sides have
 * to give the same answer; where they do not, nothing is measured any more.
 */
import { equal } from "../harness/check.mjs";
import { body } from "./data.mjs";
import { race } from "./measure.mjs";
import { growth } from "./rows/growth.mjs";
import { histories } from "./rows/history.mjs";
import { blocks, weight } from "./rows/memory.mjs";
import { handed, opened } from "./rows/opening.mjs";
import { questions } from "./rows/questions.mjs";

const RACES = [...opened, ...questions, ...handed, ...histories];

/**
 * What rows need: the package, the module behind it, the peers, the runtime's ways to weigh its heap. `say` tells how far it is.
 */
export async function prepare({ scanfold, glue, libraries, heapBytes, say }) {
  await scanfold.init();
  const exports = glue.initSync();
  const bodies = new Map();
  /** Bodies are kept while a size is worked on: `forget` lets them go. */
  const kept = (size, options = {}) => {
    const name = `${size} ${options.strings ?? ""} ${options.again ?? ""}`;
    if (!bodies.has(name)) bodies.set(name, body(size, options));
    return bodies.get(name);
  };
  return { scanfold, glue, exports, libraries, heapBytes, say, body: kept, forget: () => bodies.clear() };
}

/** `{ lines, growth }`; see `table.mjs` for what a line is. */
export async function measure(world, { effort, sizes, largest }) {
  const lines = [...(await weights(world)), ...(await waits(world, [100_000], 7))];
  for (const row of RACES) lines.push(...(await raced(world, row, effort)));
  const grown = {};
  for (const size of sizes) {
    world.say(`growth: ${size}`);
    world.forget();
    grown[size] = await growth(world, size, effort);
  }
  if (largest) {
    lines.push(...(await waits(world, [largest], 3)));
    const { median, low, high } = grown[largest]["filter + 5 facets"];
    lines.push(atMost({ work: "filter + 5 facets", size: largest, unit: "ms", ours: { median, low, high }, most: 8 }));
  }
  world.forget();
  return { lines, growth: grown };
}

async function weights(world) {
  const size = 100_000;
  world.say("memory");
  const { columns, grown, objects } = await weight(world, size);
  const ours = { median: columns };
  return [
    atMost({ work: "memory a finding", against: "JavaScript objects", size, unit: "B", ours, theirs: { median: objects }, most: 64 }),
    { work: "growth of the module's memory a finding", size, unit: "B", ours: { median: grown } },
  ];
}

async function waits(world, sizes, runs) {
  const lines = [];
  for (const size of sizes) {
    world.say(`longest wait: ${size}`);
    const { open, idle } = await blocks(world, size, runs);
    lines.push(atMost({ work: "longest wait while opening", against: "waiting for nothing", size, unit: "ms", ours: open, theirs: idle, most: 4, plain: true }));
  }
  return lines;
}

const atMost = (line) => ({ ...line, met: line.ours.median <= line.most });

async function raced(world, row, effort) {
  world.say(`${row.work}: ${row.size}`);
  const { ours, peers, release } = await row.sides(world);
  await agree(row, ours, peers);
  const [time, ...others] = await race([ours, ...peers], effort);
  release?.();
  const lines = peers.map(({ against, target }, at) => {
    const ratio = others[at].median / time.median;
    return { work: row.work, against, size: row.size, unit: "ms", ours: time, theirs: others[at], ratio, target, met: target === undefined ? undefined : ratio >= target };
  });
  if (row.limit) lines.push(atMost({ work: row.work, size: row.size, unit: "ms", ours: time, most: row.limit.most }));
  return lines;
}

/** Two turns, because some sides take turns with two questions. */
async function agree(row, ours, peers) {
  for (const turn of [0, 1]) {
    const answers = [];
    for (const side of [ours, ...peers]) answers.push(await answered(side, turn));
    peers.forEach(({ against }, at) => equal(answers[0], answers[at + 1], `${row.work} (${row.size}), ours and ${against}, turn ${turn}`));
  }
}

async function answered(side, turn) {
  await side.before?.();
  const result = await side.run(turn);
  const answer = side.answer(result, turn);
  await side.after?.(result);
  return answer;
}

/**
 * Every row of the table that one process can measure, in Node and in a page alike. Before a race is timed, all sides have
 * to give the same answer; if they do not, nothing more is measured.
 */
import { equal } from "../harness/check.mjs";
import { body } from "./data.mjs";
import { race } from "./measure.mjs";
import { growth } from "./rows/growth.mjs";
import { histories } from "./rows/history.mjs";
import { waits, weight } from "./rows/memory.mjs";
import { handed, opened, reported } from "./rows/opening.mjs";
import { questions } from "./rows/questions.mjs";

/**
 * What rows need: the package, the module behind it, the peers, the runtime's way to weigh its heap, the bytes of real reports
 * or `null`. `say` tells how far it is.
 */
export async function prepare({ scanfold, glue, libraries, heapBytes, reports, say }) {
  await scanfold.init();
  const exports = glue.initSync();
  const bodies = new Map();
  /** Bodies are kept while a size is worked on: `forget` lets them go. */
  const kept = (size, options = {}) => {
    const name = `${size} ${options.strings ?? ""} ${options.again ?? ""}`;
    if (!bodies.has(name)) bodies.set(name, body(size, options));
    return bodies.get(name);
  };
  return { scanfold, glue, exports, libraries, heapBytes, reports, say, body: kept, forget: () => bodies.clear() };
}

/** `{ lines, growth }`; see `table.mjs` for what a line is. With `once`, work that has rows at several sizes is measured at the smallest. */
export async function measure(world, { effort, sizes, largest, once }) {
  const lines = [...(await weights(world)), ...(await waited(world, 100_000, 7)), ...(await races(world, { effort, once }))];
  const grown = {};
  for (const size of sizes) {
    world.say(`growth: ${size}`);
    world.forget();
    try {
      grown[size] = await growth(world, size, effort);
    } catch (error) {
      if (!world.scanfold.isScanfoldError(error, "too_large")) throw error;
      lines.push({ work: "opening with maxBytes raised", against: "the package refused it: too_large", size, met: false });
    }
  }
  if (grown[largest]) {
    lines.push(...(await waited(world, largest, 3)));
    const { median, low, high } = grown[largest]["filter + 5 facets"];
    lines.push(atMost({ work: "filter + 5 facets", size: largest, unit: "ms", ours: { median, low, high }, most: 8 }));
  }
  world.forget();
  return { lines, growth: grown };
}

/** Lines of what is timed against peers alone: any browser can. */
export async function races(world, { effort, once }) {
  const rows = [...opened, ...(world.reports ? [reported(world.reports)] : []), ...questions, ...handed, ...histories];
  const isSmallest = ({ work, size }) => rows.every((other) => other.work !== work || other.size >= size);
  const lines = [];
  for (const row of once ? rows.filter(isSmallest) : rows) lines.push(...(await raced(world, row, effort)));
  return lines;
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

/** A page is judged by its longest task (see `trace.mjs`): tasks that it lets go first are not what a message waits for. */
async function waited(world, size, runs) {
  world.say(`longest wait: ${size}`);
  const judged = typeof globalThis.scheduler?.yield !== "function";
  return Object.entries(await waits(world, size, runs)).map(([what, { open, idle }]) => {
    const line = { work: `longest wait for a ${what} while opening`, against: "while nothing is done", size, unit: "ms", ours: open, theirs: idle, plain: true };
    return judged ? atMost({ ...line, most: 4 }) : line;
  });
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

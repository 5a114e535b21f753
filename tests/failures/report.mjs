/**
 * Which rows of the failure catalogue have a test that ran: `node tests/failures/report.mjs <file>…`
 *
 * The files hold what test runs wrote: libtest's plain output and the TAP of Node's runner; which is which is seen line
 * by line. Only tests that passed count. A row that has neither a test nor a reason fails the run, and so does a reason
 * for a row that has one.
 */
import { readFileSync } from "node:fs";

import { PARTS, ROWS, WITHOUT_TEST } from "./catalogue.mjs";

/** A name's first part, without the modules before it: `b1_…`, or `b1: …` if words follow. Several IDs may follow each other. */
const IDS = /^((?:[a-j]\d{1,2}[_:])+)/;

/**
 * The names of the tests that passed. A Rust test that found its data absent passed for libtest, and says `skipped: …` in what
 * it printed, which stands after the results of its program.
 */
export function passed(text) {
  const names = [];
  let program = [];
  let printing = null;
  for (const line of text.split("\n")) {
    const rust = /^test (\S+) ... ok$/.exec(line);
    const tap = /^\s*ok \d+ - (.*)$/.exec(line);
    if (rust) program.push(rust[1]);
    else if (tap && !/ # (SKIP|TODO)/.test(tap[1])) names.push(tap[1]);
    else if (line.startsWith("skipped: ")) program = program.filter((name) => name !== printing);
    else if (line.startsWith("test result: ")) names.push(...program.splice(0));
    else printing = /^---- (\S+) stdout ----$/.exec(line)?.[1] ?? printing;
  }
  return [...names, ...program].map((name) => name.split("::").pop());
}

const ALL = Object.keys(ROWS);

/** Row → how many tests of it passed. */
export function covered(names) {
  const rows = new Map();
  for (const name of names) {
    for (const id of (IDS.exec(name)?.[1] ?? "").split(/[_:]/).filter(Boolean)) {
      rows.set(id.toUpperCase(), (rows.get(id.toUpperCase()) ?? 0) + 1);
    }
  }
  return rows;
}

/** The text of the report, and whether all is well. */
export function report(texts) {
  const tests = covered(texts.flatMap(passed));
  const ran = ALL.filter((row) => tests.has(row));
  const excused = ALL.filter((row) => !tests.has(row) && row in WITHOUT_TEST);
  const missing = ALL.filter((row) => !tests.has(row) && !(row in WITHOUT_TEST));
  const stale = Object.keys(WITHOUT_TEST).filter((row) => tests.has(row) || !(row in ROWS));
  const unknown = [...tests.keys()].filter((row) => !(row in ROWS));
  const lines = [`failure catalogue: ${ran.length} of ${ALL.length} rows have a test that ran, ${excused.length} have a reason instead`];
  for (const [letter, about] of Object.entries(PARTS)) {
    const rows = ran.filter((row) => row.startsWith(letter));
    const count = ALL.filter((row) => row.startsWith(letter)).length;
    lines.push(`  ${letter} ${about}: ${rows.length} of ${count}, ${rows.reduce((sum, row) => sum + tests.get(row), 0)} tests`);
  }
  for (const row of excused) lines.push(`  ${row}: ${WITHOUT_TEST[row]}`);
  for (const row of missing) lines.push(`  ${row}: no test that ran, and no reason: ${ROWS[row]}`);
  for (const row of stale) lines.push(`  ${row}: has a reason in tests/failures/catalogue.mjs and needs none`);
  for (const row of unknown) lines.push(`  ${row}: a test is named after it, and the catalogue has no such row`);
  return { lines, well: missing.length + stale.length + unknown.length === 0 };
}

if (import.meta.filename === process.argv[1]) {
  const files = process.argv.slice(2);
  if (files.length === 0) {
    console.error("name the files that hold the outputs of the test runs");
    process.exit(2);
  }
  const { lines, well } = report(files.map((file) => readFileSync(file, "utf8")));
  console.log(lines.join("\n"));
  process.exit(well ? 0 : 1);
}

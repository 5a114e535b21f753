/**
 * The reference service as a test wants it: its own database in its own folder, a free port, two tokens, stopped at the end.
 *
 * The program is named by `SCANFOLD_SERVICE` (`cargo xtask test` builds it and says where); without that the usual
 * place of a build is tried. Nothing here knows what is in the database: tests import what they need with `run`.
 */
import { execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";

import { whenLeaving } from "./leaving.mjs";
import { below } from "./places.mjs";
import { scratchFolder } from "./scratch.mjs";

const START_LIMIT_MS = 20_000;
const STOP_LIMIT_MS = 12_000;

/** The organisation that the tokens of a test's service belong to. */
export const ORG = "acme";
export const API_TOKEN = "test-api-5f2d8c1e9b7a4036";
export const GIT_TOKEN = "test-git-c3a1976be4d28f50";

function program() {
  const named = process.env.SCANFOLD_SERVICE ?? below("target", "native", "scanfold-service");
  if (!existsSync(named)) throw new Error("the service is not built: run the tests with `cargo xtask test`");
  return named;
}

/**
 * A database of one's own, empty or a copy of one that nobody has open, with tokens for `ORG`. `run("import", "trivy", …)`
 * calls the service's commands on it.
 */
export async function newDatabase(copied) {
  const file = join(scratchFolder(), "service.db");
  if (copied) await copyFile(copied, file);
  const run = async (...command) => {
    const { stdout } = await promisify(execFile)(program(), [...command, "--db", file]);
    return stdout;
  };
  await run("token", "create", "--kind", "api", "--org", ORG, "--token", API_TOKEN);
  await run("token", "create", "--kind", "git", "--org", ORG, "--token", GIT_TOKEN);
  return { file, run };
}

/**
 * Starts the service on a database and a free port. `origins` are the pages that may call it.
 * Resolves once it listens; `stop` asks it to end and resolves with its exit code.
 */
export async function startService({ database, origins = [], listen = "127.0.0.1:0" }) {
  const allowed = origins.flatMap((origin) => ["--origin", origin]);
  const child = spawn(program(), ["serve", "--db", database.file, "--listen", listen, ...allowed], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const end = () => child.kill("SIGKILL");
  const exited = new Promise((resolve) => child.once("exit", (code) => resolve(code)));
  exited.then(whenLeaving(end));
  const log = [];
  createInterface({ input: child.stderr }).on("line", (line) => log.push(line));
  const lines = createInterface({ input: child.stdout });
  const baseUrl = await announced(lines, exited, log).catch((error) => {
    end();
    throw error;
  });
  lines.on("line", (line) => log.push(line));

  const stop = async () => {
    child.kill("SIGTERM");
    const late = setTimeout(end, STOP_LIMIT_MS);
    const code = await exited;
    clearTimeout(late);
    return code;
  };
  return { baseUrl, log, stop };
}

/** The address in the first line: `listening on http://…`. */
function announced(lines, exited, log) {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`the service did not start in ${START_LIMIT_MS} ms: ${log.join(" | ")}`)), START_LIMIT_MS);
    lines.once("line", (line) => {
      clearTimeout(late);
      const address = /^listening on (http:\/\/\S+)$/.exec(line);
      if (address) resolve(address[1]);
      else reject(new Error(`the service began with: ${line}`));
    });
    exited.then((code) => {
      clearTimeout(late);
      reject(new Error(`the service ended with ${code}: ${log.join(" | ")}`));
    });
  });
}

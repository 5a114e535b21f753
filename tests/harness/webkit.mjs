/**
 * WebKit as a test wants it: WebKitGTK's own browser, driven by WebDriver, on a display that nobody sees. Where this machine has
 * not all of it, what asks for it is skipped and says so.
 */
import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { onPath } from "./programs.mjs";

const LIBRARIES = "/usr/lib";
const SCRIPT_LIMIT_MS = 120_000;
const START_LIMIT_MS = 20_000;

/** The browser that belongs to the library, which is no program on `PATH`. */
function miniBrowser() {
  const folders = existsSync(LIBRARIES) ? readdirSync(LIBRARIES) : [];
  const places = folders.flatMap((folder) => ["webkit2gtk-4.1", "webkitgtk-6.0"].map((library) => join(LIBRARIES, folder, library, "MiniBrowser")));
  return places.find(existsSync);
}

/** For a test's `skip` option. */
export function withoutWebKit() {
  const missing = ["WebKitWebDriver", "xvfb-run"].filter((name) => !onPath([name]));
  if (!miniBrowser()) missing.push("MiniBrowser");
  return missing.length > 0 ? `no WebKit: ${missing.join(" and ")} not found` : false;
}

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A page in a browser of its own: `{ page, close }`; `page` can `goto`, `evaluate` and `waitForFunction`. */
export async function openWebKit() {
  const port = await freePort();
  // A group of its own, for the display's server is a child of it too.
  const driver = spawn("xvfb-run", ["-a", "WebKitWebDriver", "--host=127.0.0.1", `--port=${port}`], { detached: true, stdio: "ignore" });
  const kill = () => {
    try {
      process.kill(-driver.pid, "SIGKILL");
    } catch {
      // It has ended.
    }
  };
  process.once("exit", kill);
  const ask = async (path, body, method = body ? "POST" : "GET") => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, body: body && JSON.stringify(body) });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };
  const start = Date.now();
  while (!(await ask("/status").then(({ ready }) => ready, () => false))) {
    if (Date.now() - start > START_LIMIT_MS) throw new Error("WebKit's driver does not start");
    await pause(50);
  }
  const options = { binary: miniBrowser(), args: ["--automation"] };
  const { sessionId } = await ask("/session", { capabilities: { alwaysMatch: { "webkitgtk:browserOptions": options } } });
  const session = (path, body, method) => ask(`/session/${sessionId}${path}`, body, method);
  await session("/timeouts", { script: SCRIPT_LIMIT_MS });
  const close = async () => {
    await session("", undefined, "DELETE").catch(() => {});
    process.off("exit", kill);
    kill();
  };
  return { page: pageOf(session), close };
}

function pageOf(session) {
  /** What a function of the page's comes to; it knows nothing but what it is given. */
  const evaluate = async (step, given = null) => {
    const script = `
      const [given, done] = arguments;
      const run = async () => (${step})(given);
      run().then((value) => done({ value }), (error) => done({ error: String(error) + "\\n" + error?.stack }));
    `;
    const { value, error } = await session("/execute/async", { script, args: [given] });
    if (error !== undefined) throw new Error(error);
    return value;
  };
  const waitForFunction = async (step) => {
    while (!(await evaluate(step))) await pause(50);
  };
  return { goto: (url) => session("/url", { url }), evaluate, waitForFunction };
}

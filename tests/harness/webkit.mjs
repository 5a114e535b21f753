/**
 * WebKit as a test wants it: WebKitGTK's own browser, driven by WebDriver, on a display that nobody sees. Where this machine has
 * not all of it, what asks for it is skipped and says so.
 */
import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { whenLeaving } from "./leaving.mjs";
import { opening } from "./opening.mjs";
import { freePort } from "./ports.mjs";
import { onPath } from "./programs.mjs";
import { driverReady, newSession } from "./webdriver.mjs";

const LIBRARIES = "/usr/lib";
const DISPLAY_LIMIT_MS = 20_000;
const STOP_LIMIT_MS = 5_000;
const SIZE = { width: 1440, height: 900 };

/** The browser that belongs to the library, which is no program on `PATH`. */
function miniBrowser() {
  const folders = existsSync(LIBRARIES) ? readdirSync(LIBRARIES) : [];
  const places = folders.flatMap((folder) => ["webkit2gtk-4.1", "webkitgtk-6.0"].map((library) => join(LIBRARIES, folder, library, "MiniBrowser")));
  return places.find(existsSync);
}

/** For a test's `skip` option. */
export function withoutWebKit() {
  const missing = ["WebKitWebDriver", "Xvfb"].filter((name) => !onPath([name]));
  if (!miniBrowser()) missing.push("MiniBrowser");
  return missing.length > 0 ? `no WebKit: ${missing.join(" and ")} not found` : false;
}

/** A page in a browser of its own, as large as a desk's screen: `{ page, session, close }`, as `newSession` gives them. */
export const openWebKit = () =>
  opening(async (closing) => {
    const display = await openDisplay(closing);
    const port = await freePort();
    const driver = start("WebKitWebDriver", ["--host=127.0.0.1", `--port=${port}`], { env: { ...process.env, DISPLAY: display } });
    closing(driver.stop);
    const origin = `http://127.0.0.1:${port}`;
    await driverReady(origin, driver.ended);
    const options = { binary: miniBrowser(), args: ["--automation"] };
    const { page, session, close } = await newSession(origin, { "webkitgtk:browserOptions": options });
    // A browser that has stopped ends with its driver.
    closing(() => close().catch(() => {}));
    await session("/window/rect", SIZE);
    return { page, session };
  });

/** A display of the lowest number that is free, which its server says. */
async function openDisplay(closing) {
  const server = start("Xvfb", ["-displayfd", "1", "-screen", "0", `${SIZE.width}x${SIZE.height}x24`, "-nolisten", "tcp"], { stdio: ["ignore", "pipe", "ignore"] });
  closing(server.stop);
  const late = new Promise((_, reject) => {
    const timer = setTimeout(() => reject(new Error("the display does not start")), DISPLAY_LIMIT_MS);
    closing(() => clearTimeout(timer));
  });
  const gone = server.exited.then((why) => Promise.reject(new Error(`the display has ended: ${why}`)));
  const number = new Promise((resolve) => createInterface({ input: server.child.stdout }).once("line", resolve));
  return `:${await Promise.race([number, late, gone])}`;
}

/** A program in a group of its own, so that what it starts ends with it, even if the test's process ends first. */
function start(program, args, options = {}) {
  const child = spawn(program, args, { detached: true, stdio: "ignore", ...options });
  let why;
  const exited = new Promise((resolve) => {
    child.once("error", resolve);
    child.once("exit", (code, signal) => resolve(code ?? signal));
  }).then((told) => (why = String(told)));
  const kill = (signal) => {
    try {
      process.kill(-child.pid, signal);
    } catch {
      // It has ended, or never began.
    }
  };
  const end = () => kill("SIGKILL");
  const stay = whenLeaving(end);
  const stop = async () => {
    kill("SIGTERM");
    const timer = setTimeout(end, STOP_LIMIT_MS);
    await exited;
    clearTimeout(timer);
    end();
    stay();
  };
  return { child, exited, ended: () => why, stop };
}

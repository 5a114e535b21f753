/**
 * A browser that is driven by WebDriver, command by command. Each has a limit, for a driver that waits for a browser that never comes
 * up, or has stopped, answers nothing at all.
 */
import { setTimeout as pause } from "node:timers/promises";

const LIMITS_MS = { start: 30_000, script: 120_000, wait: 30_000 };
/** How long a driver may take beyond the limit that it keeps itself. */
const GRACE_MS = 10_000;
const PAUSE_MS = 50;

/** Asks the driver at `origin`: `ask(path, body, { method, limit })`. */
const asks = (origin) => async (path, body, { method = body ? "POST" : "GET", limit = LIMITS_MS.start } = {}) => {
  const signal = AbortSignal.timeout(limit);
  const late = () => new Error(`the browser's driver does not answer ${method} ${path} in ${limit / 1000} s`);
  const told = await fetch(`${origin}${path}`, { method, body: body && JSON.stringify(body), signal })
    .then(async (answer) => ({ isOk: answer.ok, value: (await answer.json()).value }))
    .catch((error) => {
      throw signal.aborted ? late() : error;
    });
  if (!told.isOk) throw new Error(`${told.value.error}: ${told.value.message}`);
  return told.value;
};

/** Resolves once the driver at `origin` takes commands. `ended` is why it never will, once that is known. */
export async function driverReady(origin, ended, limit = LIMITS_MS.start) {
  const end = performance.now() + limit;
  const ask = asks(origin);
  while (!(await ask("/status", undefined, { limit }).then(({ ready }) => ready, () => false))) {
    if (ended()) throw new Error(`the browser's driver has ended: ${ended()}`);
    if (performance.now() > end) throw new Error(`the browser's driver does not start in ${limit / 1000} s`);
    await pause(PAUSE_MS);
  }
}

/** A browser of the driver at `origin`: `{ page, session, close }`; `session` asks for anything else, below the session's path. */
export async function newSession(origin, capabilities, limit = LIMITS_MS.start) {
  const ask = asks(origin);
  const { sessionId } = await ask("/session", { capabilities: { alwaysMatch: capabilities } }, { limit });
  const session = (path, body, options) => ask(`/session/${sessionId}${path}`, body, options);
  const close = () => session("", undefined, { method: "DELETE" });
  await session("/timeouts", { script: LIMITS_MS.script, pageLoad: LIMITS_MS.wait }).catch(async (error) => {
    await close().catch(() => {});
    throw error;
  });
  return { page: pageOf(session), session, close };
}

/** The operations on a page that tests use. */
function pageOf(session) {
  const evaluate = evaluating(session);
  const element = async (selector) => Object.values(await session("/element", { using: "css selector", value: selector }))[0];
  return {
    goto: (url) => session("/url", { url }, { limit: LIMITS_MS.wait + GRACE_MS }),
    evaluate,
    waitForFunction: async (step, given) => {
      const end = performance.now() + LIMITS_MS.wait;
      while (!(await evaluate(step, given))) {
        if (performance.now() > end) throw new Error(`it does not come true on the page: ${step}, ${JSON.stringify(given)}`);
        await pause(PAUSE_MS);
      }
    },
    click: async (selector) => session(`/element/${await element(selector)}/click`, {}),
    type: async (text) => session("/actions", { actions: [{ type: "key", id: "keys", actions: [...text].flatMap(pressed) }] }),
  };
}

const pressed = (value) => [{ type: "keyDown", value }, { type: "keyUp", value }];

/** The result of a function that runs in the page; it knows nothing but its arguments. */
const evaluating = (session) => async (step, given = null) => {
  const script = `
    const [given, done] = arguments;
    const run = async () => (${step})(given);
    run().then((value) => done({ value }), (error) => done({ error: String(error) + "\\n" + error?.stack }));
  `;
  const { value, error } = await session("/execute/async", { script, args: [given] }, { limit: LIMITS_MS.script + GRACE_MS });
  if (error !== undefined) throw new Error(error);
  return value;
};

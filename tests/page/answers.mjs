/**
 * What the service is made to answer in a test, one operation at a time: something else than it would, something late, a
 * failure, nothing. The service behind the page is the real one, and answers all that is not named here.
 */

import { DAY_MS } from "./days.mjs";

/** The operations, as addresses. */
export const RESULTS = "**/container-scanning/results";
export const HISTORY = "**/agents/scan/history";
export const GET_TEAM = "**/teams/get";
export const REMOVE_MEMBER = "**/teams/members/remove";

/** The page may read every answer, as it may read the service's. */
const READABLE = { "Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": "Retry-After" };

export const json = (body, status = 200, headers = {}) => ({ status, headers, contentType: "application/json", body: JSON.stringify(body) });

/** A failure as the service tells it. */
export const refusal = (status, error, headers) => json({ error }, status, headers);

export const teamAnswer = (team, message) => json({ status: "success", message, team });

/** A scan without findings, of any other status than a completed one. */
export const unfinished = (scan_id, status = "running") => json({ scan_id, status, created_at: "2026-01-02T03:04:05Z", repositories: [] });

/** A scan of a repository's history, so many days ago; `number` tells it from the others. */
export const agentScan = (repo, number, daysAgo, more = {}) => ({
  service: "github",
  repo_name: repo,
  branch: "main",
  commit_id: number.toString(16).padStart(40, "0"),
  scan_id: `scan-${number}`,
  prompt: "threat-hunt",
  timestamp: new Date(Date.now() - daysAgo * DAY_MS).toISOString(),
  num_files: 100,
  ...more,
});

/** Answers one request. No answer, `null`, is a connection that breaks off. */
export const reply = (route, answer) =>
  answer === null ? route.abort("connectionreset") : route.fulfill({ ...answer, headers: { ...READABLE, ...answer.headers } });

/** From now on an operation is answered like this. */
export const answerWith = (page, operation, answer) => page.route(operation, (route) => reply(route, answer));

/** From now on an operation is answered as the service does, except for what `change` changes. */
export const changeAnswer = (page, operation, change) =>
  page.route(operation, async (route) => {
    const answer = await (await route.fetch()).json();
    await reply(route, json(change(answer)));
  });

/** From now on the team is read as `change` makes it. */
export const changeTeam = (page, change) => changeAnswer(page, GET_TEAM, (answer) => ({ ...answer, team: change(answer.team) }));

/** From now on requests of an operation wait; returns what lets them go on. */
export async function hold(page, operation) {
  let release;
  const held = new Promise((resolve) => (release = resolve));
  await page.route(operation, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

/**
 * The answer to the next request of an operation is made now and comes late: `arrives` brings it, `made` resolves once the service
 * has made it. Requests after it are answered at once.
 */
export async function delay(page, operation) {
  let arrives, tell;
  const held = new Promise((resolve) => (arrives = resolve));
  const made = new Promise((resolve) => (tell = resolve));
  let isFirst = true;
  await page.route(operation, async (route) => {
    if (!isFirst) return route.fallback();
    isFirst = false;
    const response = await route.fetch();
    tell();
    await held;
    await route.fulfill({ response });
  });
  return { made, arrives };
}

/**
 * Bodies of scans reach the page as `send` makes them, which runs in the page: it is given the controller of the body, the bytes
 * that the service sent, and which answer this is, from 1. Before the page's own scripts run.
 */
export const sendResults = (page, send) =>
  page.addInitScript({
    content: `{
      const [own, send] = [globalThis.fetch, ${send}];
      let answers = 0;
      globalThis.fetch = async (...request) => {
        const response = await own(...request);
        if (!response.url.endsWith("/results")) return response;
        const [number, bytes] = [(answers += 1), new Uint8Array(await response.arrayBuffer())];
        const body = new ReadableStream({ start: (controller) => send(controller, bytes, number) });
        return new Response(body, { status: response.status, headers: { "Content-Type": "application/json", "Content-Length": String(bytes.length) } });
      };
    }`,
  });

/** From now on the service answers itself. */
export const mend = (page) => page.unrouteAll({ behavior: "wait" });

/** Collects what leaves the page from now on for the service, for one operation or for any: the bodies of the requests. */
export function sentBy(page, operation = "**") {
  const sent = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith(operation.replace("**", ""))) sent.push(request.postDataJSON());
  });
  return sent;
}

/** What may go wrong with a removal and with reading the team. */
export const faultsOf = (page) => ({
  /** The service removes the member, and its answer does not come back. */
  loseAnswer: () =>
    page.route(REMOVE_MEMBER, async (route) => {
      await route.fetch();
      await reply(route, null);
    }),
  /** The request is lost on its way. */
  loseRequest: () => answerWith(page, REMOVE_MEMBER, null),
  /** 200 with the unchanged team: nobody was removed. */
  pretend: (team) => answerWith(page, REMOVE_MEMBER, teamAnswer(team, "Member removed")),
  /** The removal is answered with a failure, and not done. */
  refuse: (status, error) => answerWith(page, REMOVE_MEMBER, refusal(status, error)),
  /** Counts the removals that leave the page. */
  countRemovals: () => sentBy(page, REMOVE_MEMBER),
  teamIs: (change) => changeTeam(page, change),
  noTeam: () => answerWith(page, GET_TEAM, refusal(403, "insufficient scope")),
  mend: () => mend(page),
});

/**
 * Runs one case: gives it the package, clients of the fault server, and the log of its own requests.
 */
import { textsOf } from "../canary.mjs";
import { cases } from "./index.mjs";

/**
 * `place` has the fault server's `origin`, a second one `away`, `closed`, where nothing listens, the `tokens`, and whether the
 * engine `isQuiet` about bodies that break off; `run` keeps the log apart. Returns what errors and events said.
 */
export async function runCase(index, scanfold, place, run) {
  const made = [];
  const told = [];
  const { apiToken, gitToken } = place.tokens;
  const onEvent = (event) => told.push(JSON.stringify(event));
  const at = (scenario, more = "") => `${place.origin}/${run}${more}/${scenario}`;
  const t = {
    scanfold,
    place,
    at,
    apiToken,
    gitToken,
    failed: (error) => told.push(...textsOf(error)),
    /** A client of a scenario, or of another address. Without repeats unless the case wants them. */
    client: async (scenario, options = {}) => {
      const client = await scanfold.createClient({ baseUrl: at(scenario), apiToken, gitToken, maxRetries: 0, onEvent, ...options });
      made.push(client);
      return client;
    },
    /** The requests of this case so far, without preflights. */
    requests: async (scenario, origin = place.origin, more = "") => {
      const answer = await fetch(`${origin}/${run}${more}/-/log`);
      const entries = await answer.json();
      return entries.filter((entry) => entry.method === "POST" && (scenario === undefined || entry.scenario === scenario));
    },
  };
  try {
    await cases[index].run(t);
  } finally {
    for (const client of made) client.dispose();
  }
  return told;
}

/**
 * Runs one case: gives it the package, clients of the fault server, and the log of its own requests.
 */
import { cases } from "./index.mjs";

export const API_TOKEN = "api-token-4f1c";
export const GIT_TOKEN = "git-token-93be";

/**
 * `place` has the fault server's `origin`, a second one `away`, and `closed`, where nothing listens; `run` keeps the
 * log apart.
 */
export async function runCase(index, scanfold, place, run) {
  const made = [];
  const at = (scenario, more = "") => `${place.origin}/${run}${more}/${scenario}`;
  const t = {
    scanfold,
    place,
    at,
    apiToken: API_TOKEN,
    gitToken: GIT_TOKEN,
    /** A client of a scenario, or of another address. Without repeats unless the case wants them. */
    client: async (scenario, options = {}) => {
      const client = await scanfold.createClient({ baseUrl: at(scenario), apiToken: API_TOKEN, gitToken: GIT_TOKEN, maxRetries: 0, ...options });
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
}

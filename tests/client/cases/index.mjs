/**
 * Every case of the client, in the order they run: the one about a running scan first, while it is running.
 *
 * A case gets the package (`scanfold`), `facts`, a `client`, `newClient(options)` for clients of its own, and `keep` for
 * scans to dispose of at the end. It runs in Node and in a page, so it uses nothing that only one of them has.
 */
import agentScans from "./agent-scans.mjs";
import containerScans from "./container-scans.mjs";
import failures from "./failures.mjs";
import teams from "./teams.mjs";

export const cases = [...containerScans, ...agentScans, ...teams, ...failures];

/** Runs one case against a service. */
export async function runCase(index, scanfold, facts, baseUrl) {
  const newClient = (options = {}) =>
    scanfold.createClient({ baseUrl, apiToken: facts.apiToken, gitToken: facts.gitToken, ...options });
  const kept = [await newClient()];
  const keep = (handle) => {
    kept.push(handle);
    return handle;
  };
  try {
    await cases[index].run({ scanfold, facts, client: kept[0], newClient, keep });
  } finally {
    for (const handle of kept.reverse()) handle.dispose();
  }
}

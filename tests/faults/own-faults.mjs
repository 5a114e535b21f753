/**
 * A fault server that one file of tests has for itself, and clients of any copy of the package that ask it.
 */
import { after, before } from "node:test";

import { startFaults } from "./server.mjs";

/** How long a test may take. */
export const LIMIT = { timeout: 60_000 };

const RUN = "runtime";

/** The server is there before the first test of the file and gone after its last. */
export function ownFaults() {
  let faults;
  before(async () => (faults = await startFaults()));
  after(() => faults?.stop());

  const at = (scenario) => `${faults.origin}/${RUN}/${scenario}`;
  const client = (copy, scenario, options) =>
    copy.createClient({ baseUrl: at(scenario), apiToken: "api-token", gitToken: "git-token", maxRetries: 0, timeoutMs: 10_000, ...options });
  /** What was asked of the server so far. */
  const requests = () => faults.requests(RUN);
  return { at, client, requests };
}

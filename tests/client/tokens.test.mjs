/**
 * What a token function is told, and which calls its answer is for.
 */
import assert from "node:assert/strict";
import { test } from "node:test";

import { createClient } from "scanfold";

const TEAM = { platform: "github", org: "example-org", team_id: "0b6f2f60-6d0c-4c39-8a55-6f6a6d9f4a01" };

/** A client whose token is named after the operation that it was asked for, and what was asked and sent. */
async function named() {
  const asked = [];
  const sent = [];
  const gitToken = async ({ operation, reason }) => {
    asked.push(`${operation} ${reason}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
    return `for-${operation}`;
  };
  const fetch = async (request) => {
    sent.push([new URL(request.url).pathname.split("/").at(-1), request.headers.get("Authorization")]);
    return Response.json({ error: "no" }, { status: 403 });
  };
  const client = await createClient({ baseUrl: "https://analysis.example.com", gitToken, maxRetries: 0, fetch });
  return { client, asked, sent };
}

test("g7: concurrent calls of one operation share one asking, and no two operations do", async () => {
  const { client, asked, sent } = await named();
  const remove = () => client.teams.removeMember({ ...TEAM, user_login: "ann" });
  const get = () => client.teams.get(TEAM);
  await Promise.allSettled([get(), remove(), get(), remove()]);
  assert.deepEqual(asked, ["teams.get initial", "teams.removeMember initial"]);
  const tokens = new Map([["get", "Bearer for-teams.get"], ["remove", "Bearer for-teams.removeMember"]]);
  assert.deepEqual(sent.map(([operation, token]) => tokens.get(operation) === token), [true, true, true, true], JSON.stringify(sent));
  await Promise.allSettled([get()]);
  assert.equal(asked.length, 3, "an answer is for the calls that waited for it");
});

/** Diff, merge, removal and roster of teams. Teams cross the border as JSON text. */

import { jsonOf } from "./data.js";
import { failure } from "./error.js";
import { runQuery } from "./instance.js";
import { module } from "./loader.js";
import { claimRoom } from "./room.js";
import { snapshot, weighed } from "./snapshot.js";

/** Bytes of the module's memory for each character on its way in: at most. For what is made of a text, the module asks. */
const OF_A_CHARACTER = 4;

export function diffTeams(before, after, options) {
  const { diffTeams: ask } = module();
  return runQuery(() => {
    const [earlier, later] = texts({ before, after });
    return ask(earlier, later, snapshot(options));
  });
}

export function mergeTeams(base, ours, theirs) {
  const { mergeTeams: ask } = module();
  return runQuery(() => {
    const [common, own, other] = texts({ base, ours, theirs });
    return ask(common, own, other);
  });
}

export function assessRemoval(team, userLogin, options) {
  const { assessRemoval: ask } = module();
  return runQuery(() => ask(texts({ team })[0], userLogin, snapshot(options)));
}

export function diffRoster(team, logins) {
  const { diffRoster: ask } = module();
  return runQuery(() => {
    const [json] = texts({ team });
    const { copied, bytes } = weighed(logins);
    claimRoom(bytes);
    return ask(json, copied);
  });
}

/** Teams by the names of their arguments as JSON texts, if the module has room for them. */
function texts(teams) {
  const given = Object.entries(teams).map(([path, team]) => text(team, path));
  claimRoom(given.reduce((bytes, { length }) => bytes + length * OF_A_CHARACTER, 0));
  return given;
}

function text(team, path) {
  let why;
  try {
    const json = jsonOf(team);
    if (typeof json === "string") return json;
  } catch (error) {
    // A cycle, a function, a date or a big integer.
    why = error;
  }
  throw failure("invalid_argument", { path, hint: "must be a team as the service returns it" }, why);
}

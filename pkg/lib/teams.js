/** Diff, merge, removal and roster of teams. Teams cross the border as JSON text. */

import { jsonOf } from "./data.js";
import { failure } from "./error.js";
import { runQuery } from "./instance.js";
import { module } from "./loader.js";
import { snapshot } from "./snapshot.js";

export function diffTeams(before, after, options) {
  const { diffTeams: ask } = module();
  return runQuery(() => ask(text(before, "before"), text(after, "after"), snapshot(options)));
}

export function mergeTeams(base, ours, theirs) {
  const { mergeTeams: ask } = module();
  return runQuery(() => ask(text(base, "base"), text(ours, "ours"), text(theirs, "theirs")));
}

export function assessRemoval(team, userLogin, options) {
  const { assessRemoval: ask } = module();
  return runQuery(() => ask(text(team, "team"), userLogin, snapshot(options)));
}

export function diffRoster(team, logins) {
  const { diffRoster: ask } = module();
  return runQuery(() => ask(text(team, "team"), snapshot(logins)));
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

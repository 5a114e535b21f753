/** The state of a team as a file. The page reads it again another day, as `team-json.ts` does any. */
import { download } from "../parts/download.ts";
import type { KnownTeam } from "../state/team-desk.ts";

export function save({ team, readAt }: KnownTeam): void {
  const day = new Date(readAt).toISOString().slice(0, 10);
  // Of other letters nothing is left in a file's name.
  const name = /[a-z]/i.test(team.name) ? team.name : team.id;
  download(`team-${name}-${day}.json`, new Blob([JSON.stringify(team, null, 2)], { type: "application/json" }));
}

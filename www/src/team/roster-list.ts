/**
 * The logins of a list as a person gave it, on top of the package's reading. A login never has white space in it: a list in one
 * line is split at it, and an entry that holds more than logins, such as a name beside an address, a bullet, quotes or something that
 * is not seen, is left unread and told.
 */
import { diffRoster, type RosterDiff, type Team } from "scanfold";

export interface ReadRoster {
  diff: RosterDiff;
  /** Entries that are not compared, as they were given. */
  unread: string[];
}

/** What may be a login: a name or an address, without what sets an address off from the name beside it. */
const LOGIN = /^(?=.*[\p{L}\p{N}])[\p{L}\p{N}._@+[\]-]+$/u;

const wordsOf = (entry: string): string[] => entry.split(/\s+/);

/** All entries, repeated ones twice, as the package reads them. */
function entriesOf(team: Team, text: string): string[] {
  const { missing, duplicates } = diffRoster({ ...team, members: [] }, text);
  return [...missing, ...duplicates];
}

/** A service may have logins with white space or other marks all the same: what the team has is read as it is. */
export function readRoster(team: Team, text: string): ReadRoster {
  const diff = diffRoster(team, text);
  const spaced = new Set(diff.missing.filter((entry) => /\s/.test(entry)));
  // Of several lines each is a login, and what stands beside it may be a name.
  const inOneLine = !/[\r\n]/.test(text.trim());
  const isRead = (entry: string): boolean => (inOneLine || !spaced.has(entry)) && wordsOf(entry).every((word) => LOGIN.test(word));
  const unread = new Set(diff.missing.filter((entry) => !isRead(entry)));
  if (spaced.size === 0 && unread.size === 0) return { diff, unread: [] };
  const logins = entriesOf(team, text)
    .filter((entry) => !unread.has(entry))
    .flatMap((entry) => (spaced.has(entry) ? wordsOf(entry).map((word) => word.replace(/^@/, "")) : [entry]));
  return { diff: diffRoster(team, logins), unread: [...unread] };
}

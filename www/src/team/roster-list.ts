/**
 * The logins of a list as a person gave it, on top of the package's reading. A login never has white space in it: a list in one
 * line is split there. An entry with more than logins, such as a name beside an address, a bullet, quotes or an invisible
 * character, is left unread and reported.
 */
import { diffRoster, type Member, type RosterDiff, type Team } from "scanfold";
import { likeness } from "./login.ts";

export interface ReadRoster {
  diff: RosterDiff;
  /** Entries that are not compared, as they were given. */
  unread: string[];
  /**
   * Whether the text names a member who is not on the list as it was read: in a column not taken for that of the logins, or on a
   * line with others.
   */
  namesMore: boolean;
}

/** What may be a login: a name or an address, without what sets an address off from the name beside it. */
const LOGIN = /^(?=.*[\p{L}\p{N}])[\p{L}\p{N}._@+[\]-]+$/u;

const wordsOf = (entry: string): string[] => entry.split(/\s+/);

/** All entries as the package reads them, repeated ones twice. */
function entriesOf(team: Team, text: string): string[] {
  const { missing, duplicates } = diffRoster({ ...team, members: [] }, text);
  return [...missing, ...duplicates];
}

/** The text is read once for all members, because it may be long. */
function namesOneOf(members: readonly Member[], text: string): boolean {
  const wanted = new Set(members.map(({ user_login }) => likeness(user_login)).filter((login) => login !== ""));
  if (wanted.size === 0) return false;
  const cells = likeness(text).split(/[\r\n,;\t]/);
  return cells.some((cell) => wanted.has(cell.trim().replace(/^["'@]+|["']+$/g, "")));
}

const read = (diff: RosterDiff, unread: string[], text: string): ReadRoster => ({ diff, unread, namesMore: namesOneOf(diff.unexpected, text) });

/** A service may have logins with white space or other marks all the same: entries that match a member are taken as they are. */
export function readRoster(team: Team, text: string): ReadRoster {
  const diff = diffRoster(team, text);
  const spaced = new Set(diff.missing.filter((entry) => /\s/.test(entry)));
  // With several lines each has one login, and what stands beside it may be a name.
  const inOneLine = !/[\r\n]/.test(text.trim());
  const isRead = (entry: string): boolean => (inOneLine || !spaced.has(entry)) && wordsOf(entry).every((word) => LOGIN.test(word));
  const unread = new Set(diff.missing.filter((entry) => !isRead(entry)));
  if (spaced.size === 0 && unread.size === 0) return read(diff, [], text);
  const logins = entriesOf(team, text)
    .filter((entry) => !unread.has(entry))
    .flatMap((entry) => (spaced.has(entry) ? wordsOf(entry).map((word) => word.replace(/^@/, "")) : [entry]));
  return read(diffRoster(team, logins), [...unread], text);
}

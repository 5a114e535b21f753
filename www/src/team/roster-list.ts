/**
 * The logins of a list as a person gave it, on top of the package's reading. A login never has white space in it: a list in one
 * line is split there. An entry with more than logins, such as a name beside an address, a bullet, quotes or an invisible
 * character, is left unread and reported.
 */
import { diffRoster, type Member, type RosterDiff, type Team } from "scanfold";
import { likeness } from "./login.ts";

/** What may be a login and is not compared, because another entry stands before it on its line. */
export interface Beside {
  login: string;
  /** Counted from 1. */
  line: number;
}

export interface ReadRoster {
  diff: RosterDiff;
  /** Entries that are not compared, as they were given. */
  unread: string[];
  /** Each once. */
  beside: Beside[];
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

/** Without what may stand around a login. */
const bare = (cell: string): string => cell.trim().replace(/^["'@]+|["']+$/g, "");

/** The text is read once for all members, because it may be long. */
function namesOneOf(members: readonly Member[], text: string): boolean {
  const wanted = new Set(members.map(({ user_login }) => likeness(user_login)).filter((login) => login !== ""));
  if (wanted.size === 0) return false;
  const cells = likeness(text).split(/[\r\n,;\t]/);
  return cells.some((cell) => wanted.has(bare(cell)));
}

/** A cell in quotation marks may have what parts the others. */
const cellsOf = (line: string): string[] => (line.match(/"(?:[^"]|"")*"|[^,;\t]+/g) ?? []).map(bare);

/** How many cells a line has, those with nothing in them too. */
const widthOf = (line: string): number => line.replace(/"(?:[^"]|"")*"/g, "").split(/[,;\t]/).length;

/** How many cells most lines have; of several such numbers the least. */
function usualWidth(lines: string[]): number {
  const widths = lines.filter((line) => line.trim() !== "").map(widthOf);
  const times = new Map<number, number>();
  for (const width of widths) times.set(width, (times.get(width) ?? 0) + 1);
  const most = Math.max(...times.values());
  return Math.min(...[...times].filter(([, count]) => count === most).map(([width]) => width));
}

/**
 * A line of a table has something else in its further cells, such as an address or a role. A line with more cells than most may
 * have more logins, and so may one that begins with none.
 */
function lookedAt(lines: string[]): (line: string) => boolean {
  const usual = usualWidth(lines);
  return (line) => widthOf(line) > usual || /^\s*[,;\t]/.test(line);
}

/** The first row, without its end. */
const firstRow = (text: string): string => /(?:"[^"]*"|[^"\r\n]+)+/.exec(text.trim())?.[0] ?? "";

/** Whether the package takes a row for the names of columns: of two such rows it reads one. */
function isHeading(team: Team, row: string): boolean {
  const { missing, duplicates } = diffRoster(team, `${row}\n${row}`);
  return missing.length === 1 && duplicates.length === 0;
}

/** A table with the names of its columns has more in them than logins. */
function besides(team: Team, text: string, diff: RosterDiff): Beside[] {
  const first = firstRow(text);
  const heading = isHeading(team, first) ? [first] : [];
  if (heading.some((row) => /[,;\t]/.test(row))) return [];
  const read = [...diff.missing, ...diff.ambiguous.map(({ login }) => login), ...diff.matched.map(({ user_login }) => user_login)];
  const seen = new Set([...heading.flatMap(cellsOf), ...read].map(likeness));
  const isNew = (cell: string): boolean => LOGIN.test(cell) && !seen.has(likeness(cell)) && seen.add(likeness(cell)).size > 0;
  const lines = text.split(/\r\n|[\r\n]/);
  const mayHaveMore = lookedAt(lines);
  const newIn = (line: string): string[] => (mayHaveMore(line) ? cellsOf(line).filter(isNew) : []);
  return lines.flatMap((line, at) => newIn(line).map((login) => ({ login, line: at + 1 })));
}

/** A service may have logins with white space or other marks all the same: entries that match a member are taken as they are. */
export function readRoster(team: Team, text: string): ReadRoster {
  const given = diffRoster(team, text);
  const spaced = new Set(given.missing.filter((entry) => /\s/.test(entry)));
  // With several lines each has one login, and what stands beside it may be a name.
  const inOneLine = !/[\r\n]/.test(text.trim());
  const isRead = (entry: string): boolean => (inOneLine || !spaced.has(entry)) && wordsOf(entry).every((word) => LOGIN.test(word));
  const unread = new Set(given.missing.filter((entry) => !isRead(entry)));
  const logins = entriesOf(team, text)
    .filter((entry) => !unread.has(entry))
    .flatMap((entry) => (spaced.has(entry) ? wordsOf(entry).map((word) => word.replace(/^@/, "")) : [entry]));
  const diff = spaced.size === 0 && unread.size === 0 ? given : diffRoster(team, logins);
  const beside = inOneLine ? [] : besides(team, text, given);
  return { diff, unread: [...unread], beside, namesMore: namesOneOf(diff.unexpected, text) };
}

/** How a comparison counts under a filter: a pair of findings is what the open scan says of it, a resolved one what the earlier scan said. */
import { isScanfoldError, type FindingFilter, type SeverityCounts } from "scanfold";
import type { Compared } from "../state/comparison.ts";
import { bySeverity } from "../state/severity.ts";
import type { ChangeKind, Move } from "../state/url.ts";
import { movesOf } from "./diff-rows.ts";
import { isEmpty } from "./filters.ts";

export interface Tally {
  /** How many changes there are of a kind. */
  of: (kind: ChangeKind) => number;
  /** How many findings are in both scans. */
  persisting: number;
  /** The counts of the open scan less those of the earlier one. Unlike a diff's `delta`, it counts findings whose severity changed. */
  difference: SeverityCounts;
  /** How many severities rose and fell, and of how many nobody can tell; `null` if it was not asked for. */
  moves: Record<Move | "unknown", number> | null;
}

/** What is counted. */
export interface TallyQuery {
  where: FindingFilter;
  /** Whether to count which way severities moved, which takes the findings themselves. */
  moves: boolean;
}

function movesUnder({ diff, scan, before, ignoreImage }: Compared, where: FindingFilter): Tally["moves"] {
  const { rose, fell, unknown } = movesOf(isEmpty(where) ? diff : scan.diff(before, { ignoreImage, where }));
  return { rose: rose.length, fell: fell.length, unknown: unknown.length };
}

function countsUnder({ diff, scan, before, ignoreImage }: Compared, where: FindingFilter): Pick<Tally, "of" | "persisting"> {
  if (isEmpty(where)) return { of: (kind) => diff[kind].length, persisting: diff.persisting };
  const { counts, persisting } = scan.diff(before, { ignoreImage, where, limit: 0 });
  return { of: (kind) => counts?.[kind] ?? 0, persisting };
}

function tallyOf(compared: Compared, { where, moves }: TallyQuery): Tally {
  const [now, then] = [compared.scan, compared.before].map((scan) => scan.rollup({ where })?.bySeverity);
  return {
    ...countsUnder(compared, where),
    difference: bySeverity((severity) => (now?.[severity] ?? 0) - (then?.[severity] ?? 0)),
    moves: moves ? movesUnder(compared, where) : null,
  };
}

/** Counts once what is asked for again and again. */
export class ChangeTally {
  #last: { compared: Compared; query: TallyQuery; tally: Tally | null; failed: unknown } | null = null;

  /** `null` if it cannot be counted, though the scans can be asked: `failed` says why. */
  of(compared: Compared, query: TallyQuery): Tally | null {
    const last = this.#last;
    if (last === null || last.compared !== compared || last.query.where !== query.where || last.query.moves !== query.moves) this.#last = { compared, query, ...this.#count(compared, query) };
    return this.#last?.tally ?? null;
  }

  get failed(): unknown {
    return this.#last?.failed ?? null;
  }

  /** Forgets what was counted, or that it could not be. */
  forget(): void {
    this.#last = null;
  }

  #count(compared: Compared, query: TallyQuery): { tally: Tally | null; failed: unknown } {
    try {
      return { tally: tallyOf(compared, query), failed: null };
    } catch (error) {
      if (!isScanfoldError(error, "too_large")) throw error;
      return { tally: null, failed: error };
    }
  }
}

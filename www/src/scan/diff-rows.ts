/**
 * A comparison as rows of a table, and what it knows of one finding: where it stands, what it was before, whether it is resolved.
 * Everything is made once for each comparison, and kept as long as it is.
 */
import { epssOf, isExploitable, severityOf, type ContainerFinding, type ScanDiff } from "scanfold";
import { onceEach } from "../parts/kept.ts";
import { wholeFinding } from "../state/sparse.ts";
import { SEVERITIES } from "../state/severity.ts";
import type { ChangeKind, Move, PageState } from "../state/url.ts";
import { areEqual } from "./opened.ts";

export interface Change {
  before: ContainerFinding | null;
  /** As the open scan has it; a resolved finding as the earlier one had it. */
  after: ContainerFinding;
}

type Rows = Record<ChangeKind, Change[]>;

/** The changed severities by the way they moved; if either severity is unknown, nobody can tell. */
type Moves = Record<Move | "unknown", Change[]>;

interface Known {
  rows: Rows;
  /** Findings that changed but are in both scans, by their present uid. */
  stayed: Map<string, Change[]>;
  /** Whether any change of any kind has a probability, and whether any has a known exploit. */
  given: Record<"epss" | "exploit", boolean>;
  /** Made when they are first asked for. */
  moves: Moves | null;
}

function rowsOf(diff: ScanDiff): Rows {
  const alone = (findings: ContainerFinding[]): Change[] => findings.map((after) => ({ before: null, after: wholeFinding(after) }));
  const pairs = (changes: ScanDiff["severityChanged"]): Change[] =>
    changes.map(({ before, after }) => ({ before: wholeFinding(before), after: wholeFinding(after) }));
  return {
    added: alone(diff.added),
    resolved: alone(diff.resolved),
    severityChanged: pairs(diff.severityChanged),
    becameFixable: pairs(diff.becameFixable),
    exploitBecameKnown: pairs(diff.exploitBecameKnown),
  };
}

const known = onceEach((diff: ScanDiff): Known => {
  const rows = rowsOf(diff);
  const stayed = new Map<string, Change[]>();
  for (const change of [...rows.severityChanged, ...rows.becameFixable, ...rows.exploitBecameKnown]) {
    const same = stayed.get(change.after.uid);
    if (same === undefined) stayed.set(change.after.uid, [change]);
    else same.push(change);
  }
  const isAny = (has: (finding: ContainerFinding) => boolean): boolean => Object.values(rows).some((list) => list.some(({ after }) => has(after)));
  const given = { epss: isAny((finding) => epssOf(finding) !== null), exploit: isAny(isExploitable) };
  return { rows, stayed, given, moves: null };
});

/** The changes of a kind, in the order of the comparison. The same list each time. */
const changesOf = (diff: ScanDiff, kind: ChangeKind): Change[] => known(diff).rows[kind];

/** Which optional columns have values, counting changes of every kind. */
export const givenAmong = (diff: ScanDiff): Known["given"] => known(diff).given;

function moveOf({ before, after }: Change): Move | "unknown" {
  const [was, is] = [severityOf(before ?? after), severityOf(after)];
  if (was === "unknown" || is === "unknown") return "unknown";
  return SEVERITIES.indexOf(is) < SEVERITIES.indexOf(was) ? "rose" : "fell";
}

function byMove(changes: Change[]): Moves {
  const moves: Moves = { rose: [], fell: [], unknown: [] };
  for (const change of changes) moves[moveOf(change)].push(change);
  return moves;
}

export const movesOf = (diff: ScanDiff): Moves => (known(diff).moves ??= byMove(changesOf(diff, "severityChanged")));

/** Which changes are asked for. */
export type ChangeChoice = Pick<PageState["scan"], "change" | "moved">;

/** Which way is asked for: severities alone have one. */
export const moveIn = ({ change, moved }: ChangeChoice): ChangeChoice["moved"] => (change === "severityChanged" ? moved : "");

/** The changes that are asked for, in the same order. The same list each time. */
export function chosenOf(diff: ScanDiff, choice: ChangeChoice): Change[] {
  const move = moveIn(choice);
  return move === "" ? changesOf(diff, choice.change) : movesOf(diff)[move];
}

/** Where a finding stands in a list, or −1. */
export const placeIn = (list: Change[], finding: ContainerFinding): number => list.findIndex(({ after }) => areEqual(after, finding));

/** The resolved finding of that uid, if there is one. */
export const resolvedIn = (diff: ScanDiff, uid: string): ContainerFinding | undefined =>
  changesOf(diff, "resolved").find(({ after }) => after.uid === uid)?.after;

/** A finding of the open scan as the earlier one had it, if it has changed. */
export const earlierOf = (diff: ScanDiff, finding: ContainerFinding): ContainerFinding | null =>
  known(diff).stayed.get(finding.uid)?.find(({ after }) => areEqual(after, finding))?.before ?? null;

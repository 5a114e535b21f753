/**
 * A comparison as rows of a table, and what it knows of one finding: where it stands, what it was before, whether it is resolved.
 * Everything is made once a comparison and kept as long as that is.
 */
import { epssOf, severityOf, type ContainerFinding, type ScanDiff } from "scanfold";
import { wholeFinding } from "../state/sparse.ts";
import { SEVERITIES, type ChangeKind } from "../state/url.ts";
import { areEqual } from "./opened.ts";

export interface Change {
  before: ContainerFinding | null;
  /** As the open scan has it; of what is resolved, as the earlier one had it. */
  after: ContainerFinding;
}

interface Known {
  rows: Record<ChangeKind, Change[]>;
  /** What has changed and stayed, by the uid it has now. */
  stayed: Map<string, Change[]>;
  /** Whether any change of any kind has a probability. */
  scored: boolean;
}

const kept = new WeakMap<ScanDiff, Known>();

const rank = ({ after }: Change): number => SEVERITIES.indexOf(severityOf(after));

function rowsBy(diff: ScanDiff): Known["rows"] {
  const alone = (findings: ContainerFinding[]): Change[] => findings.map((after) => ({ before: null, after: wholeFinding(after) }));
  const pairs = (changes: ScanDiff["severityChanged"]): Change[] =>
    changes.map(({ before, after }) => ({ before: wholeFinding(before), after: wholeFinding(after) }));
  const worst = (changes: Change[]): Change[] => changes.toSorted((a, b) => rank(a) - rank(b));
  return {
    added: worst(alone(diff.added)),
    resolved: worst(alone(diff.resolved)),
    severityChanged: worst(pairs(diff.severityChanged)),
    becameFixable: worst(pairs(diff.becameFixable)),
    exploitBecameKnown: worst(pairs(diff.exploitBecameKnown)),
  };
}

function known(diff: ScanDiff): Known {
  const before = kept.get(diff);
  if (before !== undefined) return before;
  const rows = rowsBy(diff);
  const stayed = new Map<string, Change[]>();
  for (const change of [...rows.severityChanged, ...rows.becameFixable, ...rows.exploitBecameKnown]) {
    const same = stayed.get(change.after.uid);
    if (same === undefined) stayed.set(change.after.uid, [change]);
    else same.push(change);
  }
  const scored = Object.values(rows).some((list) => list.some(({ after }) => epssOf(after) !== null));
  const made = { rows, stayed, scored };
  kept.set(diff, made);
  return made;
}

/** The changes of each kind, worst first. */
export const changedRows = (diff: ScanDiff): Known["rows"] => known(diff).rows;

export const isAnyScored = (diff: ScanDiff): boolean => known(diff).scored;

/** Where a finding stands in a list, or −1. */
export const placeIn = (list: Change[], finding: ContainerFinding): number => list.findIndex(({ after }) => areEqual(after, finding));

/** The resolved finding of that uid, if there is one. */
export const resolvedIn = (diff: ScanDiff, uid: string): ContainerFinding | undefined =>
  changedRows(diff).resolved.find(({ after }) => after.uid === uid)?.after;

/** What a finding of the open scan was in the earlier one, where something of it has changed. */
export const earlierOf = (diff: ScanDiff, finding: ContainerFinding): ContainerFinding | null =>
  known(diff).stayed.get(finding.uid)?.find(({ after }) => areEqual(after, finding))?.before ?? null;

/** A list of changes as a table and a file need it, however it is kept. */
import type { ContainerFinding } from "scanfold";
import { placeIn, type Change } from "./diff-rows.ts";

export interface ChangeList {
  readonly total: number;
  row: (index: number) => Change | undefined;
  /** Whether this very finding is among the rows at hand. */
  holds: (finding: ContainerFinding) => boolean;
  /** Where a finding stands, or −1. Stops looking once it is no longer `wanted`. */
  indexOf: (finding: ContainerFinding, wanted: () => boolean) => Promise<number>;
  /** Every one, for a file. */
  all: () => Change[];
}

/** All changes of a kind, worst first. */
export class WholeList implements ChangeList {
  #findings: Set<ContainerFinding> | null = null;

  constructor(readonly changes: Change[]) {}

  get total(): number {
    return this.changes.length;
  }

  row(index: number): Change | undefined {
    return this.changes[index];
  }

  holds(finding: ContainerFinding): boolean {
    this.#findings ??= new Set(this.changes.map(({ after }) => after));
    return this.#findings.has(finding);
  }

  indexOf(finding: ContainerFinding): Promise<number> {
    return Promise.resolve(placeIn(this.changes, finding));
  }

  all(): Change[] {
    return this.changes;
  }
}

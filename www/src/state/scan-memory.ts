/**
 * The open scan and what it is compared with, kept while the page is open: the view comes and goes with its tab, but to read a
 * scan again costs what it cost the first time. One scan and one comparison at most; another one takes their place.
 */
import type { ContainerFinding } from "scanfold";
import { Comparison } from "./comparison.ts";
import type { Connection } from "./connection.ts";
import { ScanSession } from "./scan-session.ts";

/** Where a table stood: how far down, on which row. */
export interface LeftAt {
  top: number;
  active: number;
}

/** A finding, or its uid where no more is known, and the list in which it was looked for. */
export interface InSight {
  list: string;
  open: ContainerFinding | string;
}

export class ScanMemory {
  /** The view that is shown sets it. */
  changed: () => void = () => undefined;
  /** Which scan was asked for, and through which connection: that of which the tables are. */
  asked = "";
  generation = 0;
  /** Which finding the table was scrolled to. */
  inSight: InSight | null = null;
  /** Where tables stood when they were left, by what they list. */
  readonly left = new Map<string, LeftAt>();
  readonly session: ScanSession;
  readonly comparison: Comparison;

  constructor(connection: Connection) {
    this.session = new ScanSession(connection, () => this.changed());
    this.comparison = new Comparison(connection, () => this.changed());
    connection.listen((event) => {
      this.session.heard(event);
      this.comparison.heard(event);
    });
  }
}

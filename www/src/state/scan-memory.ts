/**
 * The open scan and what it is compared with, kept while the page is open: the view comes and goes with its tab, but to read a scan
 * again costs what it cost the first time. One scan and one comparison at most: another comparison replaces it at once, another
 * scan once it is read.
 */
import type { ContainerFinding, ContainerScan, FindingFilter } from "scanfold";
import { putLast } from "./bounded.ts";
import { Comparison } from "./comparison.ts";
import type { Connection } from "./connection.ts";
import { UNTOUCHED, type FacetView } from "./facet-view.ts";
import { isDue } from "./named-time.ts";
import { ScanSession } from "./scan-session.ts";
import { TablePlaces } from "./table-places.ts";

/** A finding, or its uid if no more is known, and the list in which it was looked for. */
export interface InSight {
  list: string;
  open: ContainerFinding | string;
  /** Its row in that list; `null` if it has none, or none was found yet. */
  index: number | null;
}

/** What a scan was filtered by when another one was opened, which is opened without filters. */
export interface LeftFilters {
  id: string;
  where: FindingFilter;
}

/** Scans that are offered because they were opened. */
const OFFERED = 20;

/** What is kept of a scan that was opened, to tell it from others. */
export type OpenedScan = Pick<ContainerScan, "scanId" | "findingCount" | "createdAt">;

export class ScanMemory {
  /** The view that is shown sets it. */
  changed: () => void = () => undefined;
  /** The connection that the scan was asked for through; the places of its tables belong to it. */
  generation = 0;
  /** Which finding the table was scrolled to. */
  inSight: InSight | null = null;
  facetView: FacetView = UNTOUCHED;
  /** Until any filters are set; of another connection they mean nothing. */
  leftFilters: LeftFilters | null = null;
  readonly tables = new TablePlaces();
  readonly session: ScanSession;
  readonly comparison: Comparison;
  /** Scans opened through the present connection: to another service they mean nothing, and with another token they may be secret. */
  readonly #opened = new Map<string, OpenedScan>();
  #openedIn = 0;
  /** Which scan was asked for, and through which connection. */
  #current = "";
  #isAway = false;

  constructor(private readonly connection: Connection) {
    const read = (scan: ContainerScan, generation: number): void => this.#remember(scan, generation);
    this.session = new ScanSession(connection, () => this.changed(), read);
    this.comparison = new Comparison(connection, () => this.changed(), read);
  }

  /**
   * Asks for this scan unless that was done through this connection; says whether it did. What failed is asked for again when its
   * view comes back, but not before a time that the service named.
   */
  open(generation: number, scanId: string): boolean {
    const wanted = `${generation} ${scanId}`;
    const { phase } = this.session;
    const isAgain = this.#isAway && phase.kind === "failed" && isDue(phase.error);
    this.#isAway = false;
    if (wanted === this.#current && !isAgain) return false;
    if (generation !== this.generation) this.leftFilters = null;
    [this.#current, this.generation] = [wanted, generation];
    this.comparison.forget();
    this.inSight = null;
    if (!this.session.showLast(scanId)) this.read(scanId);
    return true;
  }

  /** Reads it, even if it is known: it may have other rows by now. */
  read(scanId: string): void {
    this.inSight = null;
    void this.session.open(scanId);
  }

  leave(): void {
    this.changed = () => undefined;
    this.#isAway = true;
  }

  /** A scan was read; the one that was read last is offered first. */
  #remember(scan: ContainerScan, generation: number): void {
    if (generation !== this.connection.generation) return;
    putLast(this.#openedHere(), scan.scanId, { scanId: scan.scanId, findingCount: scan.findingCount, createdAt: scan.createdAt }, OFFERED);
  }

  /** The scans that were opened through the present connection, the latest first. */
  get opened(): OpenedScan[] {
    return [...this.#openedHere().values()].reverse();
  }

  #openedHere(): Map<string, OpenedScan> {
    if (this.#openedIn !== this.connection.generation) this.#opened.clear();
    this.#openedIn = this.connection.generation;
    return this.#opened;
  }
}

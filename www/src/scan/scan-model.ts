/**
 * What a completed scan says under one filter and sort, computed when first asked for and kept until the filter changes.
 * Everything comes from the store in the package; nothing is counted here.
 */
import type { AnsweredFacets, ContainerFinding, ContainerScan, Dimension, EpssStep, FindingFilter, RemediationStep, Rollup, RollupGroup } from "scanfold";
import { kept, once } from "../parts/kept.ts";
import { RowWindow } from "../state/row-window.ts";
import { wholeFinding } from "../state/sparse.ts";
import type { GroupTab, OpenRow, Sort } from "../state/url.ts";
import type { GroupOrder, UpgradeOrder } from "../state/url-orders.ts";
import { epssSteps, LISTS } from "./facets.ts";
import { areEqual } from "./opened.ts";
import { orderGroups, orderUpgrades } from "./orders.ts";
import { searchedIds, waysOut, type SearchedIds, type Way } from "./ways-out.ts";

/** Other places of an id that the details list. */
const ELSEWHERE = 25;

const DIMENSIONS: Dimension[] = [...LISTS, "fixable", "exploit"];

/** The first other findings of the same id, and how many there are. */
interface Elsewhere {
  rows: ContainerFinding[];
  total: number;
}

export class ScanModel {
  readonly rollup: () => Rollup | null;
  /** Of the scan without any filter. */
  readonly whole: () => Rollup | null;
  /** Findings by severity under all other filters. */
  readonly bySeverity: () => Pick<AnsweredFacets, "severity"> | null;
  readonly facets: () => (AnsweredFacets & { minEpss: EpssStep[] }) | null;
  readonly wholeFacets: () => Pick<AnsweredFacets, (typeof LISTS)[number]> | null;
  readonly upgrades: (order: UpgradeOrder) => readonly RemediationStep[];
  /** The upgrade that clears the findings, if the filter is for one installed version of one package in one image. */
  readonly upgrade: () => RemediationStep | null;
  readonly rows: () => RowWindow;
  /** If nothing matches: the parts of the filter without which something does. */
  readonly ways: () => Way[];
  /** The ids that are searched for, where it is several and nothing else. */
  readonly ids: () => SearchedIds | null;
  #by = new Map<string, Rollup | null>();
  readonly #ordered = kept(orderGroups, 4);
  /** The open finding, kept because the page is drawn anew every second, and asks nothing twice. */
  #found: { uid: string; row: ContainerFinding | undefined } | null = null;
  #places: { of: ContainerFinding; found: Elsewhere } | null = null;

  constructor(
    readonly scan: ContainerScan,
    readonly where: FindingFilter,
    readonly sort: Sort[],
    /** Told if it can no longer be asked. */
    readonly broken: (error: unknown) => void,
  ) {
    this.rollup = once(() => scan.rollup({ where }));
    this.whole = once(() => scan.rollup());
    this.bySeverity = once(() => scan.facets(where, { dimensions: ["severity"] }));
    this.facets = once(() => scan.facets(where, { dimensions: DIMENSIONS, minEpss: epssSteps(where.minEpss) }));
    this.wholeFacets = once(() => scan.facets(undefined, { dimensions: LISTS }));
    const steps = once(() => scan.remediation(where));
    const ordered = kept(orderUpgrades, 2);
    this.upgrades = (order) => ordered(steps(), order);
    this.ways = once(() => waysOut(scan, where, this.ids()));
    this.ids = once(() => searchedIds(scan, where));
    const isOfOne = [where.image, where.package, where.installed_version].every((values) => values?.length === 1);
    this.upgrade = once(() => (isOfOne && steps().length === 1 ? (steps()[0] ?? null) : null));
    this.rows = once(() => new RowWindow(scan, where, sort, broken));
  }

  /** The groups in that order, none if they are not known; the same question gives the same list. */
  groups(dimension: GroupTab, order: GroupOrder): readonly RollupGroup[] {
    if (!this.#by.has(dimension)) this.#by.set(dimension, this.scan.rollup({ by: dimension, where: this.where }));
    const rollup = this.#by.get(dimension) ?? null;
    return rollup === null ? [] : this.#ordered(rollup.groups, order);
  }

  finding(uid: string): ContainerFinding | undefined {
    if (this.#found?.uid !== uid) {
      const row = this.scan.finding(uid);
      this.#found = { uid, row: row === undefined ? undefined : wholeFinding(row) };
    }
    return this.#found.row;
  }

  elsewhere(open: OpenRow): Elsewhere {
    if (this.#places?.of !== open.finding) this.#places = { of: open.finding, found: this.#elsewhere(open) };
    return this.#places.found;
  }

  #elsewhere({ finding, side }: OpenRow): Elsewhere {
    const same = this.scan.findings({ where: { id: [finding.id] }, limit: ELSEWHERE });
    const rows = (same?.rows ?? []).map(wholeFinding);
    const total = same?.total ?? 0;
    // A resolved finding is not in this scan, so every one of the same id is another.
    if (side === "resolved") return { rows, total };
    // Of rows that are equal in everything, any one will do.
    const own = rows.findIndex((row) => areEqual(row, finding));
    return { rows: own < 0 ? rows : rows.toSpliced(own, 1), total: Math.max(0, total - 1) };
  }

  is(scan: ContainerScan, where: FindingFilter, sort: Sort[]): boolean {
    return this.scan === scan && this.where === where && this.sort === sort;
  }
}

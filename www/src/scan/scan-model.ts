/**
 * What a completed scan says under one filter and sort, computed when first asked for and kept until the filter changes.
 * Everything comes from the store in the package; nothing is counted here.
 */
import type { ContainerScan, Dimension, Facets, FindingFilter, RemediationStep, Rollup } from "scanfold";
import { RowWindow } from "../state/row-window.ts";
import type { Sort } from "../state/url.ts";
import { epssSteps } from "./facets.ts";

const DIMENSIONS: Dimension[] = ["severity", "image", "kind", "target", "package", "fixable", "exploit"];

function once<T>(compute: () => T): () => T {
  let kept: { value: T } | null = null;
  return () => (kept ??= { value: compute() }).value;
}

export class ScanModel {
  readonly rollup: () => Rollup | null;
  /** Of the scan without any filter. */
  readonly whole: () => Rollup | null;
  readonly facets: () => Facets | null;
  readonly upgrades: () => RemediationStep[];
  readonly rows: () => RowWindow;
  #by = new Map<string, Rollup | null>();

  constructor(
    readonly scan: ContainerScan,
    readonly where: FindingFilter,
    readonly sort: Sort[],
    broken: (error: unknown) => void,
  ) {
    this.rollup = once(() => scan.rollup({ where }));
    this.whole = once(() => scan.rollup());
    this.facets = once(() => scan.facets(where, { dimensions: DIMENSIONS, minEpss: epssSteps(where.minEpss) }));
    this.upgrades = once(() => scan.remediation(where));
    this.rows = once(() => new RowWindow(scan, where, sort, broken));
  }

  by(dimension: "image" | "package" | "kind" | "target"): Rollup | null {
    if (!this.#by.has(dimension)) this.#by.set(dimension, this.scan.rollup({ by: dimension, where: this.where }));
    return this.#by.get(dimension) ?? null;
  }

  is(scan: ContainerScan, where: FindingFilter, sort: Sort[]): boolean {
    return this.scan === scan && this.where === where && this.sort === sort;
  }
}

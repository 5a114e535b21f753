/**
 * What is made of a history for the view, and kept: what is given keeps its identity until it changes, and a filter that is taken
 * back, or one step of going back and forth, makes nothing anew.
 */
import type { AgentScan } from "scanfold";
import { kept } from "../parts/kept.ts";
import type { HistoryState } from "../state/url-history.ts";
import { historyModel, type HistoryModel } from "./history-model.ts";
import { withLanes } from "./lanes.ts";
import { groups, latest, orderOf, orderScans } from "./order.ts";
import type { Rows } from "./table.ts";
import { layout, type Layout } from "./timeline.ts";

/** How many of each are kept. */
const KEPT = 4;

/** What was read longer ago is not said to be of now: a page may be open for days. */
const AGED_MS = 3_600_000;

/** A filter that is cleared is another object than the empty one before it: they are told apart by what they hold. */
function modelFor(
  scans: AgentScan[],
  readAt: Date,
  where: string,
  from: string,
  until: string,
  zone: number,
  stale: number,
): HistoryModel {
  return historyModel(scans, { where: JSON.parse(where) as HistoryState["where"], from, until, zone, stale }, readAt);
}

type Of<Key extends keyof HistoryState> = HistoryState[Key];

function rowsFor(model: HistoryModel, list: Of<"list">, by: Of<"by">, zone: number, sort: Of<"sort">): Rows {
  if (list === "groups") return { list, groups: groups(model, by, zone, sort) };
  return { list, scans: list === "latest" ? latest(model, by, sort) : orderScans(model.scans, sort) };
}

export class HistoryAnswers {
  readonly #models = kept(modelFor, KEPT);
  readonly #aged = kept((model: HistoryModel): HistoryModel => ({ ...model, aged: true }), KEPT);
  readonly #rows = kept(rowsFor, KEPT);
  readonly #lanes = kept(withLanes, KEPT);
  readonly #layouts = kept((model: HistoryModel, width: number): Layout | null => layout({ model, width }), KEPT);

  /** The scans under the filters of that state. */
  model(scans: AgentScan[], readAt: Date, { where, from, until, zone, stale }: HistoryState): HistoryModel {
    const model = this.#models(scans, readAt, JSON.stringify(where), from, until, zone, stale);
    return Date.now() - readAt.getTime() > AGED_MS ? this.#aged(model) : model;
  }

  /** What the table lists. */
  rows(model: HistoryModel, state: HistoryState): Rows {
    return this.#rows(model, state.list, state.by, state.zone, orderOf(state));
  }

  /** The model with the lanes that are drawn. */
  lanes(model: HistoryModel, all: boolean, chosen: string | null): HistoryModel {
    return this.#lanes(model, all, chosen);
  }

  layout(model: HistoryModel, width: number): Layout | null {
    return this.#layouts(model, width);
  }
}

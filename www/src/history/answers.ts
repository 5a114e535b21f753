/**
 * What the view computes from a history, kept as long as its scans are. Results keep their identity until they change, and nothing
 * is computed again for a filter that is taken back, a step back and forth, or a return from another view.
 */
import type { AgentScan } from "scanfold";
import { kept, onceEach } from "../parts/kept.ts";
import type { HistoryState } from "../state/url-history.ts";
import { historyModel, type HistoryFilter, type HistoryModel } from "./history-model.ts";
import { withLanes } from "./lanes.ts";
import { groups, latest, orderOf, orderScans, type Rows } from "./order.ts";
import { layout, type Layout } from "./timeline.ts";

/** So many of each are kept. */
const KEPT = 4;

/** A history that was read longer ago is not presented as current: a page may be open for days. */
const AGED_MS = 3_600_000;

/** `filter` is a text because filters are compared by content: a cleared filter is another object than the empty one before. */
const modelFor = (scans: AgentScan[], readAt: Date, filter: string): HistoryModel =>
  historyModel(scans, JSON.parse(filter) as HistoryFilter, readAt);

type Of<Key extends keyof HistoryState> = HistoryState[Key];

function rowsFor(model: HistoryModel, list: Of<"list">, by: Of<"by">, zone: number, sort: Of<"sort">): Rows {
  if (list === "groups") return { list, groups: groups(model, by, zone, sort) };
  return { list, scans: list === "latest" ? latest(model, by, sort) : orderScans(model.scans, sort) };
}

export class HistoryAnswers {
  readonly #models = kept(modelFor, KEPT);
  readonly #zoned = kept((model: HistoryModel, zone: number): HistoryModel => ({ ...model, zone }), KEPT);
  readonly #aged = kept((model: HistoryModel): HistoryModel => ({ ...model, aged: true }), KEPT);
  readonly #rows = kept(rowsFor, KEPT);
  readonly #lanes = kept(withLanes, KEPT);
  readonly #layouts = kept((model: HistoryModel, width: number): Layout | null => layout({ model, width }), KEPT);

  /** The scans under the filters of that state. Without a day in the filters, the zone does not change which scans those are. */
  model(scans: AgentScan[], readAt: Date, { where, from, until, zone, stale }: HistoryState): HistoryModel {
    const hasDays = from !== "" || until !== "";
    const filter: HistoryFilter = { where, from, until, zone: hasDays ? zone : 0, stale };
    const counted = this.#models(scans, readAt, JSON.stringify(filter));
    const model = counted.zone === zone ? counted : this.#zoned(counted, zone);
    return Date.now() - readAt.getTime() > AGED_MS ? this.#aged(model) : model;
  }

  /** What the table lists. */
  rows(model: HistoryModel, state: HistoryState): Rows {
    return this.#rows(model, state.list, state.by, state.zone, orderOf(state));
  }

  /** The model with the lanes that are drawn. */
  lanes(model: HistoryModel, more: boolean, chosen: string | null): HistoryModel {
    return this.#lanes(model, more, chosen);
  }

  layout(model: HistoryModel, width: number): Layout | null {
    return this.#layouts(model, width);
  }
}

/** The answers for a history, by the list that was read. */
export const answersOf = onceEach((_scans: AgentScan[]) => new HistoryAnswers());

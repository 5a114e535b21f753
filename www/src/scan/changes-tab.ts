/** The Changes tab: which scan to compare with, how far the comparison is, and what came of it. Data in, nodes out. */
import { html, nothing, type TemplateResult } from "lit";
import { arrival, stopped } from "../parts/arrival.ts";
import { failure } from "../parts/failure.ts";
import { clip } from "../parts/text.ts";
import type { ComparisonPhase } from "../state/comparison.ts";
import type { Choice, Offer } from "../state/demo.ts";
import type { OpenRow, PageState } from "../state/url.ts";
import { changesParts, type ChangesParts, type ChangesPartsProps } from "./changes.ts";
import { compareForm } from "./compare-form.ts";
import { ITSELF } from "./spoken.ts";
import { statusTold } from "./waiting.ts";

export interface ChangesTabProps
  extends Pick<ChangesPartsProps, "names" | "tally" | "matching" | "filterFailed" | "onFilterAgain" | "onConnect" | "onMove" | "onTakeBack" | "onExportError" | "onTurnRound"> {
  phase: ComparisonPhase;
  now: number;
  state: PageState["scan"];
  demo: Offer | null;
  /** Scans to choose from. */
  choices: Choice[];
  /** The finding whose details are open, and whether it is a resolved one. */
  open: OpenRow | null;
  onChange: (part: Partial<PageState["scan"]>) => void;
  onOpen: (row: OpenRow, index: number) => void;
  onStop: () => void;
  onRetry: () => void;
}

function ready(phase: Extract<ComparisonPhase, { kind: "ready" }>, props: ChangesTabProps): ChangesParts {
  const { state, open, onChange, onOpen } = props;
  const side = state.change === "resolved" ? "resolved" : "present";
  return changesParts({
    ...props,
    result: phase,
    scanId: state.id,
    before: state.before,
    shown: state.change,
    moved: state.moved,
    ignoreImage: state.ignoreImage,
    where: state.where,
    sort: state.sort,
    open: open?.side === side ? open.finding : undefined,
    onShow: (change) => onChange({ change }),
    onSort: (sort) => onChange({ sort }),
    onOpen: (finding, index) => onOpen({ finding, side }, index),
  });
}

/** The scan that is offered before anybody named one: an earlier state of the demo's first scan, so beside that one alone. */
const offer = ({ demo, state }: ChangesTabProps): string =>
  demo === null || demo.scans[0]?.id !== state.id || demo.compareWith === state.id ? "" : demo.compareWith;

function compareWith(before: string, { onRetry, onChange }: ChangesTabProps): void {
  onRetry();
  onChange({ before });
}

const itself = html`<section class="state">
  <h2>${ITSELF}</h2>
  <p>Nothing is different from itself: name the id of an earlier scan.</p>
</section>`;

/** What stands where the list will be, or cannot be. */
function outcome(phase: Exclude<ComparisonPhase, { kind: "ready" }>, props: ChangesTabProps): TemplateResult {
  switch (phase.kind) {
    case "idle": {
      const offered = offer(props);
      return html`<section class="state">
        <h2>Nothing compared yet</h2>
        <p>
          ${offered === "" ? "Name" : "Choose"} an earlier scan to see what is new, resolved or changed.
        </p>
        ${
          offered === ""
            ? nothing
            : html`<div class="actions"><button class="primary" type="button" @click=${() => compareWith(offered, props)}>Compare with ${clip(offered, 80)}</button></div>`
        }
      </section>`;
    }
    case "loading":
      return html`<section class="state" aria-busy="true">
        <h2>Loading the earlier scan</h2>
        ${arrival({ ...phase, label: "Loading the earlier scan", now: props.now, onStop: props.onStop })}
      </section>`;
    case "stopped":
      return stopped("the earlier scan", props.onRetry);
    case "running":
      return html`<section class="state">
        <h2>The earlier scan ${statusTold(phase.status)}</h2>
        <p>There is nothing to compare until its findings are known.</p>
        <div class="actions"><button class="primary" type="button" @click=${props.onRetry}>Ask again</button></div>
      </section>`;
    case "failed":
      return failure(phase.unread ? "The earlier scan could not be read" : "The comparison could not be made", phase.error, { retry: props.onRetry, mends: true, connect: props.onConnect });
  }
}

export function changesTab(props: ChangesTabProps): ChangesParts {
  const { phase, state, choices, onChange } = props;
  const choice = compareForm({
    choices: choices.filter(({ id }) => id !== state.id),
    chosen: state.before,
    before: state.before || offer(props),
    onCompare: (before) => compareWith(before, props),
    ignoreImage: state.ignoreImage,
    onIgnoreImage: (ignoreImage) => onChange({ ignoreImage }),
  });
  // Always the same form, so that the field a person types in stays where it is.
  const under = (above: unknown, below: ChangesParts["below"], listed: ChangesParts["listed"] = null): ChangesParts => ({ above: html`${choice}${above}`, below, listed });
  if (state.before !== "" && state.before === state.id) return under(nothing, itself);
  if (phase.kind !== "ready") return under(nothing, outcome(phase, props));
  const { above, below, listed } = ready(phase, props);
  return under(above, below, listed);
}

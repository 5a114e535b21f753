/** What the shapes, bands and signs of the timeline mean. Signs are explained only if they are drawn. */
import { html, nothing, type TemplateResult } from "lit";
import { counted, givenProse } from "../parts/text.ts";
import { zoneName } from "../parts/time.ts";
import { gapsOfAll } from "./gap.ts";
import type { HistoryModel } from "./history-model.ts";
import { SHAPES, shapeIcon } from "./shapes.ts";
import type { Layout } from "./timeline.ts";
import { gapText, scanWord } from "./words.ts";
import { FOLD_TEXT } from "./scale.ts";

const ofAnyBranch = (scan: string): TemplateResult => html`<span>
  <svg class="shape" width="22" height="12" aria-hidden="true">
    <rect class="everywhere" width="22" height="12" fill="url(#dots)"></rect>
  </svg>
  no ${scan} of any branch
</span>`;

export function legend(model: HistoryModel, made: Layout | null): TemplateResult {
  const { prompts } = model;
  const more = prompts.length - SHAPES;
  return html`<p class="note legend">
    ${prompts.slice(0, SHAPES).map((prompt, index) => html`<span>${shapeIcon(index)} ${givenProse(prompt, 48)}</span>`)}
    ${more > 0 ? html`<span>(${counted(more, "more shares", "more share")} the last shape)</span>` : nothing}
    <span>
      <svg class="shape" width="22" height="12" aria-hidden="true">
        <rect class="gap" width="22" height="12" fill="url(#hatch)"></rect>
      </svg>
      no ${scanWord(model)} for ${gapText}
    </span>
    ${gapsOfAll(model) === null ? nothing : ofAnyBranch(scanWord(model))}
    ${made !== null && made.scale.fold !== null ? html`<span>${FOLD_TEXT} from here the axis is shorter</span>` : nothing}
    ${made?.marks.some((lane) => lane.some(({ scans }) => scans.length > 1)) ? html`<span><b class="count-key">2</b> scans drawn together</span>` : nothing}
    <span>times in ${zoneName(model.zone)}</span>
  </p>`;
}

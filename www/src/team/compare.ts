/** The difference of any two states of a team that the page knows: read, left by a removal, pasted or dropped. */
import { html, nothing, type TemplateResult } from "lit";
import { diffTeams, type Team } from "scanfold";
import { fileDrop } from "../parts/file-drop.ts";
import { option } from "../parts/option.ts";
import { kept } from "../parts/kept.ts";
import { chosenFile } from "../parts/text-file.ts";
import { clip, prose } from "../parts/text.ts";
import { moment } from "../parts/time.ts";
import type { Origin, TeamState } from "../state/team-desk.ts";
import type { GivenJson } from "../state/team-memory.ts";
import { teamDiff, type TeamNames } from "./diff.ts";
import { nameOf } from "./words.ts";

export interface CompareProps {
  /** The team that is shown, or none; states of others are there to be chosen. */
  teamId: string;
  /** Whether the service has told the team's present state; if not, the page says above how to read it. */
  isKnown: boolean;
  states: TeamState[];
  before: number | null;
  after: number | null;
  json: GivenJson;
  /** While it is not known what will stand above it; typed text stays. */
  isHeldBack: boolean;
  nameOfTeam: TeamNames;
  now: number;
  onBefore: (id: number) => void;
  onAfter: (id: number) => void;
  onJson: (part: Partial<GivenJson>) => void;
  /** A text pasted, or the text of a dropped file, with what to call it. */
  onText: (text: string, label: string) => void;
  onProblem: (problem: string) => void;
  onReload: () => void;
  /** Saves the present state as a file, which can be added here another day. */
  onSave: () => void;
}

/** How a state came to be known, as it is said before its time. */
function learnt(origin: Origin): string {
  switch (origin.kind) {
    case "read":
      return "read";
    case "read before a removal":
      return "read before removing,";
    case "removal":
      return `after removing ${clip(origin.login, 50)},`;
    case "added":
      return `${prose(origin.source, 50)}, added`;
  }
}

function select(label: string, { states, now }: CompareProps, chosen: number | null, choose: (id: number) => void): TemplateResult {
  return html`<label>
    ${label}
    <select @change=${(event: Event) => choose(Number((event.target as HTMLSelectElement).value))}>
      ${chosen === null ? html`<option value="" selected disabled>choose</option>` : nothing}
      ${states.map(({ id, origin, at, team }) => option(id, html`${learnt(origin)} ${moment(at, now)} · ${nameOf(team, 40)}`, id === chosen))}
    </select>
  </label>`;
}

/** Two teams differ in nearly everything: that says nothing about either, so the page points it out. */
function twoTeams(before: Team, after: Team): TemplateResult | typeof nothing {
  if (before.id.toLowerCase() === after.id.toLowerCase()) return nothing;
  const name = (team: Team): TemplateResult => html`${nameOf(team, 80)} <span class="mono">${clip(team.id, 80)}</span>`;
  return html`<p class="issue two-teams">Two different teams are compared: ${name(before)} and ${name(after)}.</p>`;
}

const differences = kept(diffTeams);

function result({ teamId, states, before: from, after: to, nameOfTeam }: CompareProps): TemplateResult {
  const find = (id: number | null): Team | undefined => states.find((state) => state.id === id)?.team;
  const [before, after] = [find(from), find(to)];
  if (before === undefined || after === undefined)
    return html`<p class="note">States are kept while the page is open: each time you read the team, and after each removal. One that is saved can be added another day.</p>`;
  if (before === after && states.filter(({ team }) => team.id === teamId).length < 2)
    return html`<p class="note">
      Only one state of this team is known so far: read the team again later, remove somebody, or add one from JSON.
    </p>`;
  if (before === after) return html`<p class="note">Both are the same state. Choose another one on either side.</p>`;
  return html`${twoTeams(before, after)}<div id="team-diff">${teamDiff(differences(before, after), undefined, nameOfTeam)}</div>`;
}

function fromJson({ json, onJson, onText, onProblem }: CompareProps): TemplateResult {
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const text = String(new FormData(event.target as HTMLFormElement).get("json") ?? "");
    if (text.trim() !== "") onText(text, "pasted");
  };
  return html`<details ?open=${json.open} @toggle=${({ target }: Event) => onJson({ open: (target as HTMLDetailsElement).open })}>
    <summary>Add a state from JSON</summary>
    <form @submit=${submit}>
      <label>
        A team, or an answer of the service; or drop a file here
        <textarea
          name="json"
          rows="5"
          class="mono"
          spellcheck="false"
          autocapitalize="none"
          aria-describedby="json-problem"
          .value=${json.draft}
          @input=${({ target }: Event) => onJson({ draft: (target as HTMLTextAreaElement).value })}
        ></textarea>
      </label>
      <div class="actions">
        <button type="submit">Add</button>
        <label class="file">
          or choose a file <input type="file" accept=".json,application/json" @change=${chosenFile({ onText, onProblem })} />
        </label>
      </div>
    </form>
  </details>`;
}

export function compare(props: CompareProps): TemplateResult {
  const { isKnown, states, json, isHeldBack, onReload, onSave } = props;
  // With one state there is nothing to choose.
  const lists = html`${select("Before", props, props.before, props.onBefore)} ${select("After", props, props.after, props.onAfter)}`;
  return html`<section class="compare" ?hidden=${isHeldBack} aria-labelledby="compare-title" ${fileDrop(props)}>
    <h2 id="compare-title">Compare two states</h2>
    <div class="line">
      ${states.length < 2 ? nothing : lists}
      <button type="button" ?disabled=${!isKnown} @click=${onReload}>Add current state</button>
      <button type="button" ?disabled=${!isKnown} @click=${onSave}>Save current state</button>
    </div>
    ${fromJson(props)}
    <p id="json-problem" class="issue" role="status">${json.problem}</p>
    ${result(props)}
  </section>`;
}

/** The head of the history: which repository, when it was read, and the form that asks for another. */
import { html, nothing, type TemplateResult } from "lit";
import { readLine } from "../parts/read-line.ts";
import { clip, prose } from "../parts/text.ts";
import type { Choice } from "../state/demo.ts";
import type { KnownHistory } from "../state/history-memory.ts";

export interface HeadProps {
  repo: string;
  known: KnownHistory | null;
  /** Repositories on offer while a person types. */
  repos: Choice[];
  now: number;
  /** It is being read, and the page does not already say so because of a failed try. */
  isReading: boolean;
  onOpen: (repo: string) => void;
  onReadAgain: () => void;
  onStop: () => void;
}

export function historyHead(props: HeadProps): TemplateResult {
  const { repo, known, repos, now, isReading, onOpen, onReadAgain: onRead, onStop } = props;
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    onOpen(String(new FormData(event.target as HTMLFormElement).get("repo") ?? "").trim());
  };
  return html`<header class="view-head">
    <h1 tabindex="-1">Agent history ${repo === "" ? nothing : html`<span class="mono">${clip(repo, 120)}</span>`}</h1>
    ${known === null ? nothing : html`<p class="note">${readLine({ readAt: known.readAt.getTime(), now, isReading, onRead, onStop })}</p>`}
    <form class="line" @submit=${submit}>
      <label>
        Repository
        <input
          name="repo"
          class="mono"
          list="repos"
          placeholder="owner/repository"
          required
          autocomplete="off"
          spellcheck="false"
          autocapitalize="none"
          .value=${repo}
        />
      </label>
      <datalist id="repos">${repos.map(({ id, label }) => html`<option value=${id}>${prose(label, 60)}</option>`)}</datalist>
      <button type="submit">Open</button>
    </form>
  </header>`;
}

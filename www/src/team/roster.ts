/**
 * A team against a list of logins from elsewhere: who is missing, who should not be there, what the list leaves open. The list
 * is compared by the package and stays on this page: it is in no link, since it names people.
 */
import { html, nothing, type TemplateResult } from "lit";
import type { Member, RosterDiff, Team } from "scanfold";
import { copyButton } from "../parts/copy.ts";
import { fileDrop } from "../parts/file-drop.ts";
import { mono } from "../parts/mono.ts";
import { chosenFile } from "../parts/text-file.ts";
import { counted, given, number, prose, visible } from "../parts/text.ts";
import { leading } from "./marks.ts";
import { removalButton } from "./removal-button.ts";
import { readRoster, type Beside, type ReadRoster } from "./roster-list.ts";
import { role } from "./role.ts";

export interface RosterProps {
  team: Team;
  /** The list as it was given; empty: none yet. */
  text: string;
  /** The list as it stands in the field, compared or not yet. */
  draft: string;
  /** Whether the field is unfolded. */
  open: boolean;
  /** The file's name, or empty if it was typed or pasted. */
  label: string;
  problem: string;
  onDraft: (draft: string) => void;
  onOpen: (open: boolean) => void;
  onText: (text: string, label: string) => void;
  onProblem: (problem: string) => void;
  /** The login of who is being removed, or `null`. */
  leaving: string | null;
  onRemove: (member: Member) => void;
}

/** Longer lists are counted and copied in full, but shown only to this length. */
const MOST_SHOWN = 200;

const known = new WeakMap<Team, { text: string; read: ReadRoster }>();

function compareOnce(team: Team, text: string): ReadRoster {
  const kept = known.get(team);
  if (kept?.text === text) return kept.read;
  const read = readRoster(team, text);
  known.set(team, { text, read });
  return read;
}

interface Part {
  id: string;
  title: string;
  tone: string;
  logins: string[];
  /** Items for the first of them. */
  items: TemplateResult[];
}

/** Only the first, because every template is made again at each drawing. */
const shown = <Item>(list: readonly Item[], item: (one: Item) => TemplateResult): TemplateResult[] => list.slice(0, MOST_SHOWN).map(item);

const login = (text: string): TemplateResult => html`<span class="strong">${mono(text, 120)}</span>`;

/** What the buttons for removal need, or `null` if nobody is offered for removal. */
type Removing = Pick<RosterProps, "leaving" | "onRemove"> | null;

/** Somebody who is not on the list. Without a login the service cannot be told whom to remove. */
function stranger(member: Member, leads: boolean, removing: Removing): TemplateResult {
  const isOffered = removing !== null && member.user_login !== "";
  return html`<span>${login(member.user_login)} ${role(member, leads)}</span>
    ${isOffered ? removalButton({ member, whence: ", who is not on the list", ...removing }) : nothing}`;
}

function spelled({ login: own, members }: RosterDiff["ambiguous"][number]): TemplateResult {
  return html`<span>${login(own)} may be ${members.map(({ user_login }) => given(user_login, 80)).join(" or ")}</span>`;
}

function unreadPart(unread: string[]): Part {
  return {
    id: "unread",
    title: "Not a login",
    tone: "unsure",
    logins: unread,
    items: shown(unread, login),
  };
}

function besidePart(beside: Beside[]): Part {
  return {
    id: "beside",
    title: "Not compared: not the first on its line",
    tone: "unsure",
    logins: beside.map((one) => one.login),
    items: shown(beside, (one) => html`<span>${login(one.login)} <span class="note">on line ${number(one.line)}</span></span>`),
  };
}

const isFilled = ({ items }: Part): boolean => items.length > 0;

const unreadParts = ({ unread, beside }: ReadRoster): Part[] => [unreadPart(unread), besidePart(beside)].filter(isFilled);

function parts(team: Team, read: ReadRoster, removing: Removing): Part[] {
  const leads = leading(team);
  const { diff } = read;
  const all: Part[] = [
    ...unreadParts(read),
    {
      id: "missing",
      title: "On the list, not in the team",
      tone: "removed",
      logins: diff.missing,
      items: shown(diff.missing, login),
    },
    {
      id: "unexpected",
      title: "In the team, not on the list",
      tone: "added",
      logins: diff.unexpected.map(({ user_login }) => user_login),
      items: shown(diff.unexpected, (member) => stranger(member, leads(member), removing)),
    },
    {
      id: "ambiguous",
      title: "Ambiguous: the team spells the login in several ways",
      tone: "unsure",
      logins: diff.ambiguous.map((one) => one.login),
      items: shown(diff.ambiguous, spelled),
    },
    {
      id: "duplicates",
      title: "On the list more than once",
      tone: "unsure",
      logins: diff.duplicates,
      items: shown(diff.duplicates, login),
    },
  ];
  return all.filter(isFilled);
}

function section({ id, title, tone, logins, items }: Part): TemplateResult {
  const hidden = logins.length - items.length;
  return html`<section class="roster-part" data-part=${id} aria-labelledby="roster-${id}">
    <div class="titled">
      <h3 id="roster-${id}">${title} <span class="n">${number(logins.length)}</span></h3>
      ${copyButton(logins.map(visible).join("\n"), `Copy: ${title}`)}
    </div>
    <ul class=${tone}>${items.map((item) => html`<li>${item}</li>`)}</ul>
    ${hidden > 0 ? html`<p class="note">and ${number(hidden)} more; copy the list to have them all</p>` : nothing}
  </section>`;
}

const NAMES_MORE =
  "The text also names members who are not among the logins that were read: nobody is offered for removal until it has one login on each line.";

/** Why nobody should be removed on the strength of the list, or `""`: a list that was misread makes strangers of everybody. */
function doubt({ diff, unread, namesMore }: ReadRoster): string {
  if (diff.unexpected.length === 0) return "";
  if (unread.length > 0) return "Some entries could not be read and may name members. Fix them to enable removal.";
  if (diff.matched.length + diff.ambiguous.length === 0) return "Nobody on the list is in the team. Is there one login per line?";
  return namesMore ? NAMES_MORE : "";
}

function verdict({ diff, unread, beside }: ReadRoster): string {
  if (diff.missing.length + diff.unexpected.length + diff.ambiguous.length > 0) return "The list and the team differ.";
  return unread.length + beside.length > 0 ? "Not all of the list was compared." : "The list and the team agree.";
}

/** Why nothing is compared: there may be logins, but none where it would be read. */
const noLogin = ({ beside }: ReadRoster): string =>
  beside.length > 0 ? "No line begins with a login." : "No login was found in this text.";

function result({ team, text, label, leaving, onRemove }: RosterProps): TemplateResult {
  const read = compareOnce(team, text);
  const { diff } = read;
  const listed = diff.missing.length + diff.matched.length + diff.ambiguous.length;
  if (listed === 0)
    return html`<p class="issue" role="status">${noLogin(read)}</p>
      ${unreadParts(read).map(section)}`;
  const doubted = doubt(read);
  const found = parts(team, read, doubted === "" ? { leaving, onRemove } : null);
  const source = label === "" ? "the list" : prose(label, 80);
  return html`<div id="roster-result">
    <p role="status">
      <b>${verdict(read)}</b>
      ${counted(listed, "login")} on ${source}: ${number(diff.matched.length)} in the team, ${number(diff.missing.length)} not;
      ${number(diff.unexpected.length)} in the team and not on the list.
      ${doubted === "" ? nothing : html`<span class="issue">${doubted}</span>`}
    </p>
    ${found.map(section)}
  </div>`;
}

export function roster(props: RosterProps): TemplateResult {
  const { text, draft, open, problem, onDraft, onOpen, onText, onProblem } = props;
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const given = String(new FormData(event.target as HTMLFormElement).get("roster") ?? "");
    onText(given, "");
    if (given.trim() === "") onProblem("The field is empty: give it one login on each line.");
  };
  // The button disappears with what it clears.
  const clear = (event: MouseEvent): void => {
    const field = (event.currentTarget as HTMLElement).closest("form")?.querySelector("textarea");
    onText("", "");
    field?.focus();
  };
  return html`<section class="roster" aria-labelledby="roster-title" ${fileDrop(props)}>
    <h2 id="roster-title">Compare with a list of logins</h2>
    <details ?open=${open} @toggle=${({ target }: Event) => onOpen((target as HTMLDetailsElement).open)}>
      <summary>Give a list, or drop a file here</summary>
      <form @submit=${submit}>
        <label>
          One login on each line, or a CSV with a column named login, username, handle, user or email
          <textarea
            name="roster"
            rows="4"
            class="mono"
            spellcheck="false"
            autocapitalize="none"
            aria-describedby="roster-problem"
            .value=${draft}
            @input=${(event: Event) => onDraft((event.target as HTMLTextAreaElement).value)}
          ></textarea>
        </label>
        <div class="actions">
          <button type="submit">Compare</button>
          ${draft === "" && text === "" ? nothing : html`<button type="button" @click=${clear}>Clear</button>`}
          <label class="file">or choose a file <input type="file" accept=".csv,.txt,text/csv,text/plain" @change=${chosenFile(props)} /></label>
        </div>
      </form>
    </details>
    <p id="roster-problem" class="issue" role="status">${problem}</p>
    ${text.trim() === "" ? nothing : result(props)}
  </section>`;
}

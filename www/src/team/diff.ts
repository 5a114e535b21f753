/** What differs between two states of a team, as a list of lines with signs. Text and sign tell it; colour only helps. */
import { html, nothing, type TemplateResult } from "lit";
import type { Member, TeamDiff } from "scanfold";
import { clip, counted, given, givenProse, NOT_GIVEN, plain, prose } from "../parts/text.ts";
import { NO_LOGIN, roleOf } from "./words.ts";

type Sign = "+" | "−" | "~" | "?";
const TONE: Record<Sign, string> = { "+": "added", "−": "removed", "~": "changed", "?": "unsure" };
const SAID: Record<Sign, string> = { "+": "added", "−": "removed", "~": "changed", "?": "perhaps" };

interface Line {
  sign: Sign;
  what: string;
  /** Called only for the lines that are shown. */
  text: () => string | TemplateResult;
  /** What the total calls it, one and several. */
  as: [string, string];
}

export const FIELD_WORD: Record<string, string> = {
  name: "Name",
  description: "Description",
  color: "Colour",
  parent_team_id: "Parent",
  is_active: "Active",
  created_by: "Created by",
};

/** In the words of the card. */
const YES_NO = new Map<unknown, string>([[true, "yes"], [false, "no"]]);

const EVIDENCE = { user_name: "display name", joined_at: "join time" };

function person({ user_login, user_name }: Member): string {
  const login = user_login === "" ? NO_LOGIN : clip(user_login, 80);
  return user_name ? `${login} (${prose(user_name, 80)})` : login;
}

/** A team's name and description are words; its other fields name something. */
const WORDY = new Set(["name", "description"]);

export function shown(field: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return NOT_GIVEN;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return YES_NO.get(value) ?? (WORDY.has(field) ? prose : clip)(text, 160);
}

/** Both nouns with what became of them. */
const each = (nouns: [string, string], word: string): [string, string] => [`${nouns[0]} ${word}`, `${nouns[1]} ${word}`];

/** Each isolated: two names that are written from right to left would otherwise change places. */
const became = (before: string, after: string): TemplateResult => html`<bdi>${before}</bdi> → <bdi>${after}</bdi>`;

function sets(what: string, nouns: [string, string], { added, removed }: { added: string[]; removed: string[] }, text = given): Line[] {
  return [
    ...removed.map((one): Line => ({ sign: "−", what, text: () => text(one, 120), as: each(nouns, "removed") })),
    ...added.map((one): Line => ({ sign: "+", what, text: () => text(one, 120), as: each(nouns, "added") })),
  ];
}

function member(sign: "+" | "−", one: Member): Line {
  return { sign, what: "Member", text: () => `${person(one)}, ${roleOf(one)}`, as: each(["member", "members"], SAID[sign]) };
}

function renamed({ before, after, kind }: TeamDiff["members"]["renamed"][number], login: string): Line {
  const [what, text, as]: [string, typeof given, Line["as"]] =
    kind === "letter_case"
      ? ["Letter case", given, each(["login", "logins"], "in another letter case")]
      : ["Display name", givenProse, each(["display name", "display names"], "changed")];
  // The two logins say whose; of names, several people may have the same.
  const whose = (): string => (kind === "letter_case" ? "" : `${login === "" ? NO_LOGIN : clip(login, 80)}: `);
  return { sign: "~", what, text: () => html`${whose()}${became(text(before, 80), text(after, 80))}`, as };
}

/** The name of a team by its id, or `""` if the page does not know it. */
export type TeamNames = (id: string) => string;

/** A parent is an id: its name stands before it if that is known. */
function fieldText(field: string, value: unknown, names: TeamNames): string {
  const name = field === "parent_team_id" && typeof value === "string" ? names(value) : "";
  return name === "" ? shown(field, value) : `${prose(name, 80)} (${shown(field, value)})`;
}

function lines(diff: TeamDiff, names: TeamNames): Line[] {
  const { members } = diff;
  return [
    ...members.removed.map((one) => member("−", one)),
    ...members.added.map((one) => member("+", one)),
    ...members.roleChanged.map(({ member, from, to, kind }): Line => ({
      sign: "~",
      what: "Role",
      text: () => html`<bdi>${person(member)}</bdi>: ${became(clip(from, 20), clip(to, 20))} (${kind})`,
      as: kind === "changed" ? each(["role", "roles"], kind) : [kind, kind],
    })),
    ...members.renamed.map((change, at) => renamed(change, diff.renamedLogins[at] ?? "")),
    ...members.possibleRenames.map(({ before, after, because }): Line => ({
      sign: "?",
      what: "One person?",
      text: () => `${given(before.user_login, 80)} and ${given(after.user_login, 80)}: same ${because.map((field) => EVIDENCE[field]).join(" and ")}`,
      as: each(["pair", "pairs"], "perhaps one person"),
    })),
    ...sets("Lead", ["lead", "leads"], diff.leads),
    ...diff.fields.map(({ field, before, after }): Line => ({
      sign: "~",
      what: FIELD_WORD[field] ?? field,
      text: () => became(fieldText(field, before, names), fieldText(field, after, names)),
      as: each(["field", "fields"], "changed"),
    })),
    ...sets("Repository", ["repository", "repositories"], diff.repositories),
    ...sets("Tag", ["tag", "tags"], diff.tags, givenProse),
  ];
}

/** Counts every line that is listed; the package's own total leaves out what another line of its summary tells. */
function total(list: Line[]): string {
  const counts = new Map<string, [number, Line["as"]]>();
  for (const { as } of list) counts.set(as[0], [(counts.get(as[0])?.[0] ?? 0) + 1, as]);
  return [...counts.values()].map(([count, as]) => counted(count, ...as)).join(", ");
}

function line({ sign, what, text }: Line): TemplateResult {
  return html`<li class=${TONE[sign]}>
    <span class="sign" aria-hidden="true">${sign}</span><span class="sr">${SAID[sign]} </span>
    <span class="what">${what}</span>
    <span class="text">${text()}</span>
  </li>`;
}

/** So many lines are shown, because nobody reads more. The total counts the others too. */
export const MOST_LINES = 200;

/** With a total of its lines, unless the caller has better words. */
export function teamDiff(diff: TeamDiff, said?: string, names: TeamNames = () => ""): TemplateResult {
  const list = lines(diff, names);
  const reordered = diff.reordered.join(", ").replaceAll("_", " ");
  const sum = said ?? total(list);
  return html`${
    list.length === 0
      ? html`<p>${reordered === "" ? "No changes, times aside." : "Only the order changed, times aside."}</p>`
      : html`<ul class="diff">${list.slice(0, MOST_LINES).map(line)}</ul>`
  }
    ${list.length > MOST_LINES ? html`<p class="note">${counted(list.length - MOST_LINES, "more change", "more changes")}, not shown.</p>` : nothing}
    ${diff.lastLeadLost ? html`<p class="issue">The team is left without a lead.</p>` : nothing}
    ${reordered === "" ? nothing : html`<p class="note">Order changed in: ${reordered}.</p>`}
    ${sum === "" ? nothing : html`<p class="note">${plain(sum)}</p>`}`;
}

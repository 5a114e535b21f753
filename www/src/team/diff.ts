/** What differs between two states of a team, as a list of lines with signs. Text and sign say it; colour only helps. */
import { html, nothing, type TemplateResult } from "lit";
import type { Member, TeamDiff } from "scanfold";
import { clip, given, givenProse, NOT_GIVEN, plain, prose } from "../parts/text.ts";
import { NO_LOGIN, roleOf } from "./words.ts";

type Sign = "+" | "−" | "~" | "?";
const TONE: Record<Sign, string> = { "+": "added", "−": "removed", "~": "changed", "?": "unsure" };
const SAID: Record<Sign, string> = { "+": "added", "−": "removed", "~": "changed", "?": "perhaps" };

interface Line {
  sign: Sign;
  what: string;
  text: string;
}

export const FIELD_WORD: Record<string, string> = {
  name: "Name",
  description: "Description",
  color: "Colour",
  parent_team_id: "Parent",
  is_active: "Active",
  created_by: "Created by",
};

/** As the card says them. */
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

function lines(diff: TeamDiff): Line[] {
  const { members } = diff;
  const sets = (what: string, { added, removed }: { added: string[]; removed: string[] }, text = given): Line[] => [
    ...removed.map((one): Line => ({ sign: "−", what, text: text(one, 120) })),
    ...added.map((one): Line => ({ sign: "+", what, text: text(one, 120) })),
  ];
  return [
    ...members.removed.map((member): Line => ({ sign: "−", what: "Member", text: `${person(member)}, ${roleOf(member)}` })),
    ...members.added.map((member): Line => ({ sign: "+", what: "Member", text: `${person(member)}, ${roleOf(member)}` })),
    ...members.roleChanged.map(({ member, from, to, kind }): Line => ({
      sign: "~",
      what: "Role",
      text: `${person(member)}: ${clip(from, 20)} → ${clip(to, 20)} (${kind})`,
    })),
    ...members.renamed.map(({ before, after, kind }): Line => ({
      sign: "~",
      what: kind === "letter_case" ? "Letter case" : "Display name",
      text: kind === "letter_case" ? `${given(before, 80)} → ${given(after, 80)}` : `${givenProse(before, 80)} → ${givenProse(after, 80)}`,
    })),
    ...members.possibleRenames.map(({ before, after, because }): Line => ({
      sign: "?",
      what: "One person?",
      text: `${given(before.user_login, 80)} and ${given(after.user_login, 80)}: same ${because.map((field) => EVIDENCE[field]).join(" and ")}`,
    })),
    ...sets("Lead", diff.leads),
    ...diff.fields.map(({ field, before, after }): Line => ({
      sign: "~",
      what: FIELD_WORD[field] ?? field,
      text: `${shown(field, before)} → ${shown(field, after)}`,
    })),
    ...sets("Repository", diff.repositories),
    ...sets("Tag", diff.tags, givenProse),
  ];
}

function line({ sign, what, text }: Line): TemplateResult {
  return html`<li class=${TONE[sign]}>
    <span class="sign" aria-hidden="true">${sign}</span><span class="sr">${SAID[sign]} </span>
    <span class="what">${what}</span>
    <span class="text">${text}</span>
  </li>`;
}

/** With a total in the package's words, unless the caller has better ones. */
export function teamDiff(diff: TeamDiff, said?: string): TemplateResult {
  const list = lines(diff);
  const reordered = diff.reordered.join(", ").replaceAll("_", " ");
  const total = said ?? diff.summary[diff.summary.length - 1];
  return html`${
    list.length === 0
      ? html`<p>No difference that a person would call a change.</p>`
      : html`<ul class="diff">${list.map(line)}</ul>`
  }
    ${diff.leads.lastLeadLost ? html`<p class="issue">The team is left without a lead.</p>` : nothing}
    ${reordered === "" ? nothing : html`<p class="note">The order changed in: ${reordered}.</p>`}
    ${total === undefined ? nothing : html`<p class="note">${plain(total)}</p>`}`;
}

/** A team: who is in it and as what, with every inconsistency beside the person it concerns. Data in, nodes out. */
import { html, nothing, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import { keyed } from "lit/directives/keyed.js";
import { repeat } from "lit/directives/repeat.js";
import type { Member, TeamInconsistency } from "scanfold";
import { copyName } from "../parts/copy.ts";
import { cssom } from "../parts/cssom.ts";
import { readLine } from "../parts/read-line.ts";
import { clip, counted, given, givenProse, number, prose } from "../parts/text.ts";
import { MINUTE_MS, onDay, when } from "../parts/time.ts";
import { MISSING, mono } from "../parts/mono.ts";
import { folded, type Fold } from "./fold.ts";
import { markFor, marksOf, type Mark, type Marks } from "./marks.ts";
import { matching, memberSearch, type Searched } from "./member-search.ts";
import { parent, type NamedTeam } from "./parent.ts";
import { removalButton } from "./removal-button.ts";
import { role } from "./role.ts";
import { ODDITY_WORD } from "./words.ts";

export interface CardProps extends Fold, Searched {
  readAt: number;
  now: number;
  self: string;
  /** The parent, if the page knows what it is called. */
  parent: NamedTeam | null;
  /** The login of who is being removed, or `null`. */
  leaving: string | null;
  onRemove: (member: Member) => void;
  onReload: () => void;
  /** It is being read, and the page does not already say so because of a failed try. */
  isReading: boolean;
  onStop: () => void;
}

/** So many members, repositories or tags are listed until a person asks for all, so that what stands below stays near. */
const MEMBERS = 50;
/** Thousands of rows take a browser seconds to lay out: members beyond these are found by the search. */
const MOST_MEMBERS = 500;
/** Of other leads, repositories and tags. */
const MOST_LISTED = 500;
const TAGS = 24;
const STRANGERS = 20;
/** So many inconsistencies of members who are not listed are named. */
const FURTHER = 3;

/** A colour that is not `#RRGGBB` is data, not style. */
const COLOUR = /^#[0-9a-f]{6}$/i;

const NONE = html`<span class="unknown">none</span>`;

function row(member: Member, mark: Mark, { now, leaving, onRemove }: CardProps): TemplateResult {
  // Without a login the service cannot be told whom to remove.
  const remove = member.user_login === "" ? nothing : removalButton({ member, whence: " from the team", leaving, onRemove });
  return html`<tr>
    <th scope="row">
      <span class="strong">${mono(member.user_login, 120)}</span>${mark.you ? html` <span class="tag">you</span>` : nothing}
      ${member.user_name ? html`<span class="note">${prose(member.user_name, 120)}</span>` : nothing}
      ${mark.issues.map(({ kind }) => html`<span class="issue">${ODDITY_WORD[kind]}</span>`)}
    </th>
    <td data-label="Role">${role(member, mark.lead)}</td>
    <td data-label="Joined">${onDay(member.joined_at, now)}</td>
    <td class="end">${remove}</td>
  </tr>`;
}

/** Thousands of rows are drawn again only if their text could differ: each minute, and not with each key. */
const minuteOf = (now: number): number => Math.floor(now / MINUTE_MS);

/** A key is a login, and which of its listed entries it is, so that a row, and the focus in it, stays with its person. */
function keysOf(members: Member[]): (member: Member) => string | undefined {
  const entries = new Map<string, number>();
  const keys = new Map<Member, string>();
  for (const member of members) {
    const entry = entries.get(member.user_login) ?? 0;
    entries.set(member.user_login, entry + 1);
    keys.set(member, `${entry} ${member.user_login}`);
  }
  return (member) => keys.get(member);
}

function table(props: CardProps, members: Member[], marks: Marks): TemplateResult {
  if (props.team.members.length === 0) return html`<p class="note">Nobody is in this team.</p>`;
  if (members.length === 0) return html`<p class="note">No member has this in login or name.</p>`;
  const rows = (): unknown => repeat(members, keysOf(members), (member) => row(member, markFor(marks, member), props));
  const drawn = html`<table>
    <thead>
      <tr>
        <th scope="col">Person</th>
        <th scope="col">Role</th>
        <th scope="col">Joined</th>
        <th scope="col"><span class="sr">Actions</span></th>
      </tr>
    </thead>
    <tbody>${guard([marks, minuteOf(props.now), props.leaving, ...members], rows)}</tbody>
  </table>`;
  // A person may be in two teams: rows of another team are made anew.
  return html`${keyed(props.team.id, drawn)}`;
}

function field(label: string, value: unknown): TemplateResult {
  return html`<div><dt>${label}</dt><dd>${value}</dd></div>`;
}

/** Inconsistencies of members who are not listed, or not yet, and so have no row to show them. */
function further(listed: Member[], found: Member[], marks: Marks): TemplateResult[] {
  const issuesOf = (members: Member[]): Set<TeamInconsistency> => new Set(members.flatMap((member) => markFor(marks, member).issues));
  const seen = issuesOf(listed);
  const issues = [...issuesOf(found.slice(listed.length))].filter((issue) => !seen.has(issue));
  const where = listed.length < MOST_MEMBERS ? "Further down" : "Beyond this list";
  const told = issues.slice(0, FURTHER).map(({ kind, user_login }) => html`<p class="issue">${where}: ${mono(user_login, 120)} ${ODDITY_WORD[kind]}</p>`);
  return issues.length > FURTHER ? [...told, html`<p class="issue">${where}: ${number(issues.length - FURTHER)} more</p>`] : told;
}

/** That a list goes on. */
const cut = (items: readonly unknown[], all: readonly unknown[]): TemplateResult | typeof nothing =>
  items.length === MOST_LISTED && all.length > MOST_LISTED ? html`<p class="note">These are the first ${MOST_LISTED} of ${number(all.length)}.</p>` : nothing;

/** Leads who are not in the team. */
function strangers(marks: Marks, fold: Fold): TemplateResult {
  const { items, button } = folded(marks.strangers, ["other lead", "other leads"], STRANGERS, fold, MOST_LISTED);
  const leads = items.map(({ user_login }) => html`<p class="issue">${mono(user_login, 120)} ${ODDITY_WORD.lead_not_member}</p>`);
  return html`${button}${leads}${cut(items, marks.strangers)}`;
}

/** If the service does not say, it is not known: neither active nor inactive. */
const active = (value: boolean | null | undefined): TemplateResult | string => (value === true ? "yes" : value === false ? "no" : MISSING);

/** Names that tell one thing from another are in monospace, and show their joiners. */
function list(values: string[], nouns: [string, string], fold: Fold, isName = false): TemplateResult {
  if (values.length === 0) return NONE;
  const { items, button } = folded(values, nouns, TAGS, fold, MOST_LISTED);
  const tags = items.map((value) => html`<li class="tag ${isName ? "mono" : ""}">${(isName ? given : givenProse)(value, 120)}</li>`);
  return html`${button}<ul class="tags">${tags}</ul>${cut(items, values)}`;
}

function fields(props: CardProps, colour: string | null): TemplateResult {
  const { team, now } = props;
  const above = team.parent_team_id ? parent(team.parent_team_id, props.parent) : NONE;
  const odd = team.color !== undefined && team.color !== "" && colour === null ? clip(team.color, 60) : null;
  return html`<dl class="fields">
    ${field("Repositories", list(team.repositories, ["repository", "repositories"], props, true))}
    ${field("Tags", list(team.tags, ["tag", "tags"], props))}${field("Parent", above)}
    ${field("Team id", html`<span class="mono">${clip(team.id, 80)}</span> ${copyName(team.id, "Copy team id")}`)}
    ${field("Created", html`${when(team.created_at, now)}${team.created_by ? html` by ${clip(team.created_by, 80)}` : nothing}`)}
    ${field("Active", active(team.is_active))}
    ${field("Updated", when(team.updated_at, now))}
    ${
      odd === null
        ? nothing
        : field("Colour", html`<span class="mono">${odd}</span> <span class="note">not #RRGGBB, so not shown as a colour</span>`)
    }
  </dl>`;
}

export function teamCard(props: CardProps): TemplateResult {
  const { team, readAt, now, self, onReload } = props;
  const marks = marksOf(team, self);
  const found = matching(props);
  const { items, button } = folded(found, ["member", "members"], MEMBERS, props, MOST_MEMBERS);
  const colour = team.color !== undefined && COLOUR.test(team.color) ? team.color : null;
  const patch = colour === null ? nothing : html`<i class="colour" aria-hidden="true" ${cssom({ "background-color": colour })}></i>`;
  return html`<section class="team-card" aria-labelledby="team-name">
    <header>
      <div>
        <h2 id="team-name" tabindex="-1">${patch}${team.name === "" ? "Team without a name" : prose(team.name, 160)} ${team.is_active === false ? html`<span class="tag warn">inactive</span>` : nothing}</h2>
        ${team.description ? html`<p>${prose(team.description, 1000)}</p>` : nothing}
      </div>
      <p class="note">
        ${readLine({ readAt, now, isReading: props.isReading, onRead: onReload, onStop: props.onStop })}
      </p>
    </header>
    <div class="team-body">
      <div class="members">
        <h3>${counted(team.members.length, "member")}</h3>
        ${team.members.length === 0 || team.members.some((member) => markFor(marks, member).lead) ? nothing : html`<p class="issue">Nobody who is in this team leads it.</p>`}
        ${further(items, found, marks)}${memberSearch(props, found.length, button)}${table(props, items, marks)}
        ${items.length === MOST_MEMBERS && found.length > MOST_MEMBERS ? html`<p class="note">These are the first ${MOST_MEMBERS} of ${counted(found.length, "member")}. The search finds any of them.</p>` : nothing}
        ${strangers(marks, props)}
      </div>
      ${fields(props, colour)}
    </div>
  </section>`;
}

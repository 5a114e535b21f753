/** A team: who is in it and as what, with every inconsistency beside the person it concerns. Data in, nodes out. */
import { html, nothing, type TemplateResult } from "lit";
import { diffTeams, type Member, type Team, type TeamInconsistency } from "scanfold";
import { copyButton } from "../parts/copy.ts";
import { cssom } from "../parts/cssom.ts";
import { clip, counted } from "../parts/text.ts";
import { when } from "../parts/time.ts";

export interface CardProps {
  team: Team;
  readAt: number;
  now: number;
  self: string;
  onRemove: (member: Member) => void;
  onReload: () => void;
}

const WORDS: Record<TeamInconsistency["kind"], string> = {
  lead_not_member: "listed as lead, but not a member",
  lead_role_missing: "listed as lead, but the role is not lead",
  role_without_lead: "role lead, but not in the list of leads",
  duplicate_member: "listed more than once",
};

/** Logins compare as the package compares them: trimmed, without regard to letter case. */
export const sameLogin = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

/** A colour that is not `#RRGGBB` is data, not style. */
const COLOUR = /^#[0-9a-f]{6}$/i;

function row(member: Member, props: CardProps, issues: TeamInconsistency[]): TemplateResult {
  const { team, now, self, onRemove } = props;
  const listed = team.team_leads.some((login) => sameLogin(login, member.user_login));
  const lead = listed || member.role === "lead";
  return html`<tr>
    <th scope="row"><span class="mono strong">${clip(member.user_login, 120)}</span>${self !== "" && sameLogin(self, member.user_login) ? html` <span class="tag">you</span>` : nothing}
      ${member.user_name ? html`<span class="note">${clip(member.user_name, 120)}</span>` : nothing}
      ${issues.map(({ kind }) => html`<span class="issue">${WORDS[kind]}</span>`)}</th>
    <td data-label="Role">${lead ? html`<span class="lead">★ lead</span>` : clip(member.role, 40)}</td>
    <td data-label="Joined">${when(member.joined_at, now)}</td>
    <td class="end"><button type="button" class="small danger" aria-label="Remove ${clip(member.user_login, 80)} from the team" @click=${() => onRemove(member)}>Remove…</button></td>
  </tr>`;
}

function list(label: string, values: string[], mono = false): TemplateResult {
  return html`<div><dt>${label}</dt><dd>${values.length === 0 ? html`<span class="unknown">none</span>` : html`<ul class="tags">${values.map((value) => html`<li class="tag ${mono ? "mono" : ""}">${clip(value, 120)}</li>`)}</ul>`}</dd></div>`;
}

export function teamCard(props: CardProps): TemplateResult {
  const { team, readAt, now, onReload } = props;
  const { inconsistencies } = diffTeams(team, team);
  const of = (login: string): TeamInconsistency[] =>
    inconsistencies.filter((issue) => issue.kind !== "lead_not_member" && sameLogin(issue.user_login, login));
  const strangers = inconsistencies.filter(({ kind }) => kind === "lead_not_member");
  const colour = team.color !== undefined && COLOUR.test(team.color) ? team.color : null;
  return html`<section class="team-card" aria-labelledby="team-name">
    <header><div><h2 id="team-name">${colour === null ? nothing : html`<i class="colour" aria-hidden="true" ${cssom({ "background-color": colour })}></i>`}${clip(team.name, 160)} ${team.is_active ? nothing : html`<span class="tag warn">inactive</span>`}</h2>
      ${team.description ? html`<p>${clip(team.description, 1000)}</p>` : nothing}</div>
      <p class="note">read ${when(new Date(readAt).toISOString(), now)} <button type="button" class="small" @click=${onReload}>Read again</button></p></header>
    <div class="team-body">
      <div class="members"><h3>${counted(team.members.length, "member")}</h3>
        ${
          team.members.length === 0
            ? html`<p class="note">Nobody is in this team.</p>`
            : html`<table>
          <thead><tr><th scope="col">Person</th><th scope="col">Role</th><th scope="col">Joined</th><th scope="col"><span class="sr">Actions</span></th></tr></thead>
          <tbody>${team.members.map((member) => row(member, props, of(member.user_login)))}</tbody></table>`
        }
        ${strangers.map(({ user_login }) => html`<p class="issue"><span class="mono">${clip(user_login, 120)}</span> ${WORDS.lead_not_member}</p>`)}
      </div>
      <dl class="fields">
        ${list("Repositories", team.repositories, true)}
        ${list("Tags", team.tags)}
        <div><dt>Parent</dt><dd>${team.parent_team_id ? html`<span class="mono">${clip(team.parent_team_id, 80)}</span>` : html`<span class="unknown">none</span>`}</dd></div>
        <div><dt>Team id</dt><dd><span class="mono">${clip(team.id, 80)}</span> ${copyButton(team.id, "Copy team id")}</dd></div>
        <div><dt>Created</dt><dd>${when(team.created_at, now)}${team.created_by ? html` by ${clip(team.created_by, 80)}` : nothing}</dd></div>
        <div><dt>Updated</dt><dd>${when(team.updated_at, now)}</dd></div>
        ${team.color !== undefined && team.color !== "" && colour === null ? html`<div><dt>Colour</dt><dd><span class="mono">${clip(team.color, 60)}</span> <span class="note">not #RRGGBB, so not shown as a colour</span></dd></div>` : nothing}
      </dl>
    </div>
  </section>`;
}

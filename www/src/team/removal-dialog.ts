/**
 * `<removal-dialog>`: asks before a member is removed. Shows what the package's assessment warns of and the exact change as a
 * diff; where the last lead or the person at the page would go, the login has to be typed.
 */
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { assessRemoval, diffTeams, type Member, type RemovalAssessment, type Team } from "scanfold";
import { clip, plain } from "../parts/text.ts";
import { sameLogin } from "./card.ts";
import { teamDiff } from "./diff.ts";

const TYPED = new Set(["last_lead", "self"]);

/** The team as it will be: the member and the lead mark gone, nothing else. */
function without(team: Team, login: string): Team {
  return {
    ...team,
    members: team.members.filter((member) => !sameLogin(member.user_login, login)),
    team_leads: team.team_leads.filter((lead) => !sameLogin(lead, login)),
  };
}

@customElement("removal-dialog")
export class RemovalDialog extends LitElement {
  @state() private asked: { team: Team; member: Member; assessment: RemovalAssessment } | null = null;
  @state() private typed = "";
  private decide: (login: string | null) => void = () => undefined;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  /** Resolves with the login to remove, or `null` where the person decided against it. */
  async ask(team: Team, member: Member, self: string): Promise<string | null> {
    this.asked = { team, member, assessment: assessRemoval(team, member.user_login, self === "" ? {} : { self }) };
    this.typed = "";
    await this.updateComplete;
    this.querySelector("dialog")?.showModal();
    return new Promise((resolve) => {
      this.decide = resolve;
    });
  }

  private settle(login: string | null): void {
    const decide = this.decide;
    this.decide = () => undefined;
    this.querySelector("dialog")?.close();
    this.asked = null;
    decide(login);
  }

  protected override render(): TemplateResult | typeof nothing {
    if (this.asked === null) return nothing;
    const { team, member, assessment } = this.asked;
    const login = member.user_login;
    const mustType = assessment.warnings.some(({ code }) => TYPED.has(code));
    const ready = assessment.allowed && (!mustType || this.typed === login);
    const submit = (event: SubmitEvent): void => {
      event.preventDefault();
      if (ready) this.settle(login);
    };
    return html`<dialog aria-labelledby="removal-title" @cancel=${(event: Event) => {
      event.preventDefault();
      this.settle(null);
    }}>
      <form @submit=${submit}>
        <h2 id="removal-title">Remove <span class="mono">${clip(login, 120)}</span> from ${clip(team.name, 120)}?</h2>
        ${assessment.warnings.length > 0 ? html`<ul class="warnings" aria-label="Warnings">${assessment.warnings.map(({ message }) => html`<li>${plain(message)}</li>`)}</ul>` : html`<p class="note">Nothing speaks against it.</p>`}
        <h3>What will change</h3>
        ${teamDiff(diffTeams(team, without(team, login)))}
        ${mustType && assessment.allowed ? html`<label><span>Type <span class="mono">${clip(login, 120)}</span> to confirm</span> <input class="mono" name="confirm" autocomplete="off" spellcheck="false" .value=${this.typed} @input=${(event: Event) => (this.typed = (event.target as HTMLInputElement).value)} /></label>` : nothing}
        <div class="actions end"><button type="button" autofocus @click=${() => this.settle(null)}>Keep</button><button type="submit" class="primary danger" ?disabled=${!ready}>Remove</button></div>
      </form></dialog>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "removal-dialog": RemovalDialog;
  }
}

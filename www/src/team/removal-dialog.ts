/**
 * `<removal-dialog>`: asks before a member is removed. Shows what the package's assessment warns of and the exact change as a diff;
 * if it is the last lead or the person at the page, the login has to be typed. Before the removal is sent it reads the team again:
 * if it is no longer what the person agreed to, they see what changed and are asked anew.
 */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { assessRemoval, diffTeams, type CallOptions, type Member, type RemovalAssessment, type Team, type TeamDiff } from "scanfold";
import { BackOnline } from "../parts/back-online.ts";
import { explain, wasOffline } from "../parts/explain.ts";
import { hostOf } from "../parts/host.ts";
import { toldOf } from "../parts/instance-question.ts";
import { LightElement } from "../parts/light-element.ts";
import { nextTry, tryingAgain } from "../parts/retry.ts";
import { clip, plain } from "../parts/text.ts";
import type { Connection } from "../state/connection.ts";
import type { Leaver } from "../state/removal.ts";
import type { Place } from "../state/url.ts";
import { AskedAgain } from "./asked-again.ts";
import { teamDiff } from "./diff.ts";
import { entriesOf, sameLogin } from "./login.ts";
import { markFor, marksOf } from "./marks.ts";
import { nameOf, ODDITY_WORD } from "./words.ts";

/** More of a login than anybody types. */
const LONGEST = 1000;

/** The part of a login that can be read and typed: several spaces are one, and invisible characters are left out. */
const legible = (login: string): string =>
  [...login.replace(/[\p{C}\p{Default_Ignorable_Code_Point}]/gu, "").replace(/\s+/g, " ").trim()].slice(0, LONGEST).join("");

/** Typed instead if nothing of the login can be: an empty field must not count as agreement. */
const INSTEAD = "remove";

const toType = (login: string): string => legible(login) || INSTEAD;

const TYPED = new Set(["last_lead", "self"]);

/** Whether what is typed comes from a keyboard of its own: one on the screen would cover the warnings. */
const hasKeyboard = (): boolean => matchMedia("(pointer: fine)").matches;

/** Whether there is nobody to remove: somebody else was first. */
const isGone = ({ assessment }: Asked): boolean => assessment.warnings.some(({ code }) => code === "not_a_member");

export interface RemovalQuestion {
  team: Team;
  member: Member;
  /** The login of the person at the page, or empty. */
  self: string;
  /** Where the request and the git token go. */
  place: Place;
  /** The service's present state of the team. */
  read: (options: CallOptions) => Promise<Team>;
}

interface Asked {
  question: RemovalQuestion;
  /** The state that is being agreed to. */
  team: Team;
  member: Member;
  assessment: RemovalAssessment;
  /** What the removal will change. */
  effect: TeamDiff;
  /** What changed since the person was asked first. */
  meanwhile: TeamDiff | null;
}

/** The team as it will be: the member and the lead mark gone, nothing else. */
function without(team: Team, login: string): Team {
  return {
    ...team,
    members: team.members.filter((member) => !sameLogin(member.user_login, login)),
    team_leads: team.team_leads.filter((lead) => !sameLogin(lead, login)),
  };
}

function prepare(question: RemovalQuestion, team: Team, meanwhile: TeamDiff | null): Asked {
  const { member, self } = question;
  const assessment = assessRemoval(team, member.user_login, self === "" ? {} : { self });
  // Of a login in several spellings, the one that was chosen; all of them are one person, and are removed.
  const entries = entriesOf(team, member.user_login);
  const own = entries.find(({ user_login }) => user_login === member.user_login) ?? assessment.member ?? member;
  const diff = diffTeams(team, without(team, member.user_login));
  // A warning may say already that nobody else leads.
  const lastLeadLost = diff.lastLeadLost && !assessment.warnings.some(({ code }) => code === "last_lead");
  const effect = { ...diff, members: { ...diff.members, removed: entries }, lastLeadLost };
  return { question, team, member: own, assessment, effect, meanwhile };
}

/** In place of a total: all lines of the change may be about one person. */
function total({ leads, members }: TeamDiff): string {
  const list = leads.removed.length > 0 ? " and the place in the list of leads" : "";
  const spellings = members.removed.length > 1 ? ` ${members.removed.length} entries are one login, and a service may remove one or all.` : "";
  return `Only this membership${list} should change; the page checks this afterwards.${spellings}`;
}

/** Whether a person who agreed to the one state has to be asked again about the other. Order alone does not matter. */
function isStale(seen: Asked, fresh: Asked, diff: TeamDiff): boolean {
  const codes = ({ assessment }: Asked): string => assessment.warnings.map(({ code }) => code).join(" ");
  return !diff.unchanged || diff.members.renamed.length > 0 || codes(seen) !== codes(fresh);
}

@customElement("removal-dialog")
export class RemovalDialog extends LightElement {
  @property({ attribute: false }) connection!: Connection;
  @state() private asked: Asked | null = null;
  @state() private typed = "";
  @state() private checking: AbortController | null = null;
  @state() private unread: unknown = null;
  /** Behind an open dialog nothing is read aloud, so the dialog tells of new tries itself. */
  private readonly again = new AskedAgain(this);
  private decide: (leaver: Leaver | null) => void = () => undefined;

  constructor() {
    super();
    // What was offline when the team could not be read may be so no longer.
    new BackOnline(this, () => this.requestUpdate());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.settle(null);
  }

  /** Resolves with who is to be removed, or `null` if the person decided against it. */
  async ask(question: RemovalQuestion): Promise<Leaver | null> {
    this.settle(null);
    this.asked = prepare(question, question.team, null);
    this.typed = "";
    this.unread = null;
    const decided = new Promise<Leaver | null>((resolve) => {
      this.decide = resolve;
    });
    const { asked } = this;
    await this.updateComplete;
    // It may have been taken back by now.
    if (this.asked === asked) this.open();
    return decided;
  }

  /** If the question is longer than the window, it is shown from its beginning, not from what would have the focus. */
  private open(): void {
    const dialog = this.querySelector("dialog");
    dialog?.showModal();
    if (dialog === null || dialog.scrollTop === 0) return;
    dialog.querySelector("h2")?.focus({ preventScroll: true });
    dialog.scrollTop = 0;
  }

  /** Takes the question back: its team is no longer shown. */
  withdraw(): void {
    this.settle(null);
  }

  private settle(leaver: Leaver | null): void {
    const decide = this.decide;
    this.decide = () => undefined;
    this.checking?.abort();
    this.checking = null;
    this.again.forget();
    this.querySelector("dialog")?.close();
    this.asked = null;
    decide(leaver);
  }

  /** Lets the removal pass only if the team is still what the person saw. */
  private async check(seen: Asked): Promise<void> {
    const controller = new AbortController();
    this.checking = controller;
    this.unread = null;
    try {
      const team = await seen.question.read({ signal: controller.signal, onEvent: this.again.heard });
      if (controller.signal.aborted) return;
      const diff = diffTeams(seen.team, team);
      const fresh = prepare(seen.question, team, diff);
      if (!isStale(seen, fresh, diff)) return this.settle({ member: fresh.member, before: team });
      this.asked = fresh;
      this.typed = "";
    } catch (error) {
      if (controller.signal.aborted) return;
      this.unread = error;
    }
    this.checking = null;
    this.again.forget();
    await this.updateComplete;
    this.querySelector<HTMLElement>(".meanwhile, .unread")?.focus();
  }

  private heading(asked: Asked): TemplateResult {
    const login = html`<span class="mono">${clip(asked.member.user_login, 120)}</span>`;
    const team = nameOf(asked.team);
    return html`<h2 id="removal-title" tabindex="-1">${isGone(asked) ? html`${login} is not in ${team} any more` : html`Remove ${login} from ${team}?`}</h2>`;
  }

  private news(asked: Asked): TemplateResult | typeof nothing {
    const { meanwhile, assessment } = asked;
    if (meanwhile === null) return nothing;
    const next = isGone(asked) ? " There is nobody to remove." : assessment.allowed ? " Look again, then decide." : "";
    const verdict = `Nothing was sent.${next}`;
    return html`<section class="meanwhile" role="alert" tabindex="-1">
      <h3>The team changed meanwhile</h3>
      ${teamDiff(meanwhile)}
      <p>${verdict}</p>
    </section>`;
  }

  private unreadable(): TemplateResult | typeof nothing {
    if (this.unread === null) return nothing;
    const { title, detail } = explain(this.unread);
    const said = wasOffline(this.unread)
      ? `${title}, so nothing was sent. Press Remove again${navigator.onLine ? "" : " once you are back"}.`
      : `The team could not be read again, so nothing was sent. ${title}. ${detail}`;
    return html`<p class="unread issue" role="alert" tabindex="-1">${said}</p>`;
  }

  /** Why the team is read once more is announced once; the seconds until then are only shown. */
  private progress(): TemplateResult | typeof nothing {
    if (this.checking === null) return nothing;
    const { retry } = this.again;
    if (retry === null) return html`<span class="note" role="status">Reading the team again</span>`;
    return html`<span class="note"><span role="status">${tryingAgain(retry)}</span> ${nextTry(retry, Date.now())}</span>`;
  }

  /** If the member is gone, the title says all there is. */
  private warnings(asked: Asked): TemplateResult | typeof nothing {
    const { assessment } = asked;
    if (isGone(asked)) return nothing;
    const lines = [...assessment.warnings.map(({ message }) => plain(message)), ...this.oddities(asked)];
    if (lines.length === 0) return html`<p class="note">No warnings.</p>`;
    return html`<ul class="warnings" aria-label="Warnings">${lines.map((line) => html`<li>${line}</li>`)}</ul>`;
  }

  /** The inconsistencies shown beside the person in the team, unless a warning says the same. */
  private oddities({ team, member, question }: Asked): string[] {
    const marks = marksOf(team, question.self);
    const kinds = new Set(entriesOf(team, member.user_login).flatMap((entry) => markFor(marks, entry).issues.map(({ kind }) => kind)));
    kinds.delete("duplicate_member");
    return [...kinds].map((kind) => `Inconsistent: ${ODDITY_WORD[kind]}.`);
  }

  private confirmation(login: string): TemplateResult {
    const isTypable = legible(login) !== "";
    const word = isTypable ? clip(login, LONGEST) : INSTEAD;
    return html`<label>
      <span>${isTypable ? nothing : "Nothing of this login can be typed. "}Type <span class="mono whole">${word}</span> to confirm</span>
      <input
        class="mono"
        name="confirm"
        autocomplete="off"
        spellcheck="false"
        autocapitalize="none"
        ?autofocus=${hasKeyboard()}
        .value=${this.typed}
        @input=${(event: Event) => (this.typed = (event.target as HTMLInputElement).value)}
      />
    </label>`;
  }

  private destination({ question: { place } }: Asked): TemplateResult {
    return html`<p class="note destination">
      The git token is sent to <b class="mono">${clip(hostOf(place.base), 120)}</b>, for <b class="mono">${clip(place.org, 120)}</b> on
      <b class="mono">${clip(place.platform, 40)}</b>. ${toldOf(place)}
    </p>`;
  }

  protected override render(): TemplateResult | typeof nothing {
    const { asked } = this;
    if (asked === null) return nothing;
    const { member, assessment } = asked;
    const login = member.user_login;
    const mustType = assessment.allowed && assessment.warnings.some(({ code }) => TYPED.has(code));
    const sure = assessment.allowed && (!mustType || legible(this.typed) === toType(login));
    const checking = this.checking !== null;
    const submit = (event: SubmitEvent): void => {
      event.preventDefault();
      if (sure && !checking) void this.check(asked);
    };
    const cancel = (event: Event): void => {
      event.preventDefault();
      this.settle(null);
    };
    return html`<dialog aria-labelledby="removal-title" @cancel=${cancel}>
      <form @submit=${submit}>
        ${this.heading(asked)}${this.news(asked)}${this.warnings(asked)}
        ${assessment.allowed ? html`<h3>What will change</h3>${teamDiff(asked.effect, total(asked.effect))}` : nothing}
        ${assessment.allowed ? this.destination(asked) : nothing}
        ${mustType ? this.confirmation(login) : nothing}${this.unreadable()}
        <div class="actions end">
          ${this.progress()}
          <button type="button" ?autofocus=${!mustType || !hasKeyboard()} @click=${() => this.settle(null)}>${isGone(asked) ? "Close" : "Keep"}</button>
          ${isGone(asked) ? nothing : html`<button type="submit" class="primary danger" ?disabled=${!sure} aria-disabled=${checking}>Remove</button>`}
        </div>
      </form>
    </dialog>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "removal-dialog": RemovalDialog;
  }
}

/**
 * `<connection-dialog>`: which service, whose data, which tokens. It hands over what was entered and keeps nothing; the
 * tokens' fields are empty again when it closes.
 */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { isScanfoldError } from "scanfold";
import { DEFAULT_PERSONAL, type Connection, type Personal, type Secrets } from "../state/connection.ts";
import { CLOUDS, PLATFORMS, type Place } from "../state/url.ts";
import { explain } from "./explain.ts";
import { hostIn } from "./host.ts";
import { toldOf } from "./instance-question.ts";
import { LightElement } from "./light-element.ts";
import { option } from "./option.ts";
import { clip } from "./text.ts";

export type OnConnect = (place: Place, secrets: Secrets, personal: Personal) => void;

const AUTHS = [
  { auth: "api", word: "the API token" },
  { auth: "git", word: "the git token" },
  { auth: "none", word: "no token" },
] as const;

interface Field {
  name: string;
  value: string;
  isUrl?: boolean;
  isRequired?: boolean;
  placeholder?: string;
  tell?: (text: string) => void;
}

/** The fields that the package's arguments are entered in. */
const FIELD: Record<string, string> = { baseUrl: "base", apiToken: "apiToken", gitToken: "gitToken", org: "org" };

const platformOf = (text: string): Place["platform"] => PLATFORMS.find((platform) => platform === text) ?? "github";
const authOf = (text: string): Personal["historyAuth"] => AUTHS.find(({ auth }) => auth === text)?.auth ?? "api";

@customElement("connection-dialog")
export class ConnectionDialog extends LightElement {
  @property({ attribute: false }) connection!: Connection;
  @property({ attribute: false }) onConnect: OnConnect = () => undefined;
  @property({ attribute: false }) onClosed: () => void = () => undefined;
  @property({ attribute: false }) onForget: () => void = () => undefined;
  @state() private place: Place | null = null;
  @state() private base = "";
  @state() private told: Pick<Place, "platform" | "host"> = { platform: "github", host: "" };
  @state() private personal = DEFAULT_PERSONAL;
  /** What was entered as `personal` for the present service, while the base URL is another's. */
  private ofPresent = DEFAULT_PERSONAL;
  /** The token that the present service refused, if it did. */
  @state() private refused = "";
  /** What is wrong with which field. */
  @state() private problem: { field: string; text: string } | null = null;

  /** `needed` is the token without which nothing goes on. The focus begins where something is missing or was refused. */
  async show(place: Place, needed: "apiToken" | "gitToken", isRefused = false): Promise<void> {
    // A person has opened it already, and may be typing: the page that has started meanwhile does not begin it anew.
    if (this.place !== null) return;
    this.place = place;
    this.base = place.base;
    this.told = place;
    this.ofPresent = this.connection.personal;
    this.personal = this.connection.personalFor(place.base);
    const missing = this.missing(place, needed);
    this.refused = missing === null && isRefused ? needed : "";
    this.problem = this.refused === "" ? null : { field: needed, text: "The service refused this token." };
    await this.updateComplete;
    this.querySelector("dialog")?.showModal();
    const first = missing ?? this.problem?.field;
    if (first !== undefined) this.querySelector<HTMLElement>(`input[name=${first}]`)?.focus();
  }

  /** The first field that has to be filled in, by its name. */
  private missing({ base, org }: Place, needed: "apiToken" | "gitToken"): string | null {
    if (base === "") return "base";
    if (org === "") return "org";
    return this.connection.has(needed === "apiToken" ? "api" : "git") ? null : needed;
  }

  private close(): void {
    this.querySelector("dialog")?.close();
    this.place = null;
    this.onClosed();
  }

  private readonly submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    // The browser's own check would accept blanks alone.
    for (const input of form.querySelectorAll<HTMLInputElement>("input[required]")) input.value = input.value.trim();
    if (!form.reportValidity()) return;
    const data = new FormData(form);
    const text = (name: string): string => String(data.get(name) ?? "").trim();
    const place: Place = {
      base: text("base"),
      platform: platformOf(text("platform")),
      org: text("org"),
      cloud: CLOUDS.find((cloud) => cloud === text("cloud")) ?? "",
      host: text("host"),
    };
    const personal: Personal = { self: text("self"), historyAuth: authOf(text("historyAuth")) };
    const secrets: Secrets = { apiToken: text("apiToken"), gitToken: text("gitToken") };
    const refusal = await this.connection.refusal(place, secrets);
    // Closed meanwhile, and perhaps opened again.
    if (this.place === null || !form.isConnected) return;
    if (refusal !== null) return this.refuse(refusal);
    this.close();
    // A field left empty keeps its own token, on the same service only.
    this.onConnect(place, secrets, personal);
  };

  private async refuse(refusal: unknown): Promise<void> {
    const path = isScanfoldError(refusal) ? (refusal.path ?? "") : "";
    const field = path.endsWith("_base_url") ? "host" : (FIELD[path] ?? "base");
    this.problem = { field, text: explain(refusal).detail };
    await this.updateComplete;
    const input = this.querySelector<HTMLElement>(`input[name=${field}]`);
    input?.closest("details")?.setAttribute("open", "");
    input?.focus();
  }

  private wrong(field: string): boolean {
    return this.problem?.field === field;
  }

  private described(field: string): string | typeof nothing {
    return this.wrong(field) ? `${field}-problem` : nothing;
  }

  private issue(field: string): TemplateResult | typeof nothing {
    return this.wrong(field) ? html`<p id="${field}-problem" class="issue" role="alert">${this.problem?.text}</p>` : nothing;
  }

  /** A field that is being corrected is not marked as wrong until it is submitted again. */
  private readonly corrected = (event: Event): void => {
    if (this.wrong((event.target as HTMLInputElement).name)) this.problem = null;
  };

  private input({ name, value, isUrl = false, isRequired = false, placeholder = "", tell }: Field): TemplateResult {
    return html`<input
      name=${name}
      inputmode=${isUrl ? "url" : nothing}
      class=${isUrl ? "mono" : nothing}
      ?required=${isRequired}
      autocomplete="off"
      spellcheck="false"
      autocapitalize="none"
      placeholder=${placeholder}
      aria-invalid=${this.wrong(name)}
      aria-describedby=${this.described(name)}
      .value=${value}
      @input=${(event: Event) => tell?.((event.target as HTMLInputElement).value)}
    />`;
  }

  private token(name: "apiToken" | "gitToken", label: string, note: string, set: boolean): TemplateResult {
    const placeholder = set && this.isPresent() && this.refused !== name ? "set; leave empty to keep" : "";
    return html`<label>
        ${label}
        <input
          type="password"
          name=${name}
          autocomplete="off"
          spellcheck="false"
          autocapitalize="none"
          placeholder=${placeholder}
          aria-invalid=${this.wrong(name)}
          aria-describedby=${this.described(name)}
        />
        <small>${note}</small>
      </label>
      ${this.issue(name)}`;
  }

  /** Where the tokens go, and how long they are kept. */
  private tokenNote(): TemplateResult {
    const host = hostIn(this.base.trim());
    if (host === null)
      return html`<p class="note">
        Tokens stay in this page's memory: they are never stored, and gone when it is closed or reloaded.
      </p>`;
    return html`<p class="note">
      Tokens are sent to <b class="mono">${clip(host, 120)}</b> only, and stay in this page's memory: never stored, gone when
      it is closed or reloaded. ${toldOf(this.told)}
    </p>`;
  }

  /** The instance that the service is told of; if one is set already, the field is never folded away. */
  private instance({ host }: Place): TemplateResult {
    return html`<label>
        Self-hosted URL of the platform
        ${this.input({ name: "host", value: host, isUrl: true, tell: (text) => (this.told = { ...this.told, host: text.trim() }) })}
      </label>
      ${this.issue("host")}`;
  }

  /** What was entered for one service is not kept for another; it comes back if the base URL was only mistyped. */
  private readonly tellBase = (text: string): void => {
    const before = this.isPresent();
    this.base = text;
    if (this.isPresent() === before) return;
    // What one service refused says nothing about another.
    if (this.problem?.field.endsWith("Token")) this.problem = null;
    if (before) this.ofPresent = this.personal;
    this.personal = before ? DEFAULT_PERSONAL : this.ofPresent;
  };

  private isPresent(): boolean {
    return this.connection.isSame(this.base.trim());
  }

  private more(place: Place): TemplateResult {
    const { personal } = this;
    const tell = (part: Partial<Personal>): void => {
      this.personal = { ...personal, ...part };
    };
    return html`<details>
      <summary>More options</summary>
      <div class="stack">
        <div class="pair">
          <label>
            Cloud of the scan
            <select name="cloud">
              <option value="" ?selected=${place.cloud === ""}>service's default</option>
              ${CLOUDS.map((cloud) => html`<option ?selected=${cloud === place.cloud}>${cloud}</option>`)}
            </select>
          </label>
          <label>
            Agent history sends
            <select name="historyAuth" @change=${(event: Event) => tell({ historyAuth: authOf((event.target as HTMLSelectElement).value) })}>
              ${AUTHS.map(({ auth, word }) => option(auth, word, auth === personal.historyAuth))}
            </select>
          </label>
        </div>
        ${place.host === "" ? this.instance(place) : nothing}
        <label>
          Your login
          <input
            name="self"
            autocomplete="off"
            spellcheck="false"
            autocapitalize="none"
            .value=${personal.self}
            @input=${(event: Event) => tell({ self: (event.target as HTMLInputElement).value })}
          />
          <small>to warn before you remove yourself</small>
        </label>
      </div>
    </details>`;
  }

  private address(place: Place): TemplateResult {
    return html`<label>
        Base URL of the service
        ${this.input({ name: "base", value: place.base, isUrl: true, isRequired: true, placeholder: "https://…", tell: this.tellBase })}
      </label>
      ${this.issue("base")}`;
  }

  private organisation(place: Place): TemplateResult {
    const tell = (event: Event): void => {
      this.told = { ...this.told, platform: platformOf((event.target as HTMLSelectElement).value) };
    };
    return html`<div class="pair">
        <label>
          Platform
          <select name="platform" @change=${tell}>
            ${PLATFORMS.map((platform) => html`<option ?selected=${platform === place.platform}>${platform}</option>`)}
          </select>
        </label>
        <label>
          Organisation
          ${this.input({ name: "org", value: place.org, isRequired: true })}
        </label>
      </div>
      ${this.issue("org")}`;
  }

  private forget(): TemplateResult {
    const forget = (): void => {
      this.close();
      this.onForget();
    };
    return html`<button type="button" @click=${forget}>Forget tokens</button>`;
  }

  protected override render(): TemplateResult | typeof nothing {
    if (this.place === null) return nothing;
    const { place, connection } = this;
    const [hasApi, hasGit] = [connection.has("api"), connection.has("git")];
    return html`<dialog aria-labelledby="connection-title" @cancel=${() => this.close()}>
      <form class="stack" @submit=${this.submit} @input=${this.corrected}>
        <h2 id="connection-title">Connection</h2>
        ${this.address(place)}${this.organisation(place)}${place.host === "" ? nothing : this.instance(place)}
        ${this.token("apiToken", "API token", "for container scans and agent history", hasApi)}
        ${this.token("gitToken", "Git token", "of the git provider, for teams", hasGit)}
        ${this.tokenNote()}${this.more(place)}
        <div class="actions end">
          ${hasApi || hasGit ? this.forget() : nothing}
          <button type="button" @click=${() => this.close()}>Cancel</button><button type="submit" class="primary">Connect</button>
        </div>
      </form></dialog>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "connection-dialog": ConnectionDialog;
  }
}

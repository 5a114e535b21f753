/**
 * `<connection-dialog>`: which service, whose data, which tokens. It hands over what was entered and keeps nothing; the
 * tokens' fields are empty again when it closes.
 */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { NOBODY, type Connection, type Personal, type Secrets } from "../state/connection.ts";
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
  @state() private personal = NOBODY;
  /** What is entered of it for the present service, while the base URL is another's. */
  private ofPresent = NOBODY;
  @state() private problem = "";

  /** `needed` is the token without which nothing goes on. The focus begins where something is missing. */
  async show(place: Place, needed: "apiToken" | "gitToken"): Promise<void> {
    this.place = place;
    this.base = place.base;
    this.told = place;
    this.ofPresent = this.connection.personal;
    this.personal = this.connection.personalFor(place.base);
    this.problem = "";
    await this.updateComplete;
    this.querySelector("dialog")?.showModal();
    const missing = this.missing(place, needed);
    if (missing !== null) this.querySelector<HTMLElement>(`input[name=${missing}]`)?.focus();
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
    const data = new FormData(event.target as HTMLFormElement);
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
    const refusal = await this.connection.refusal(place.base);
    if (this.place === null) return;
    if (refusal !== null) return this.refuse(refusal);
    this.close();
    // A field left empty keeps its own token, on the same service only.
    this.onConnect(place, secrets, personal);
  };

  private async refuse(refusal: unknown): Promise<void> {
    this.problem = explain(refusal).detail;
    await this.updateComplete;
    this.querySelector<HTMLElement>("input[name=base]")?.focus();
  }

  private token(name: "apiToken" | "gitToken", label: string, note: string, set: boolean): TemplateResult {
    const placeholder = set && this.isPresent() ? "set; leave empty to keep" : "";
    return html`<label>
      ${label}
      <input type="password" name=${name} autocomplete="off" spellcheck="false" autocapitalize="none" placeholder=${placeholder} />
      <small>${note}</small>
    </label>`;
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

  /** The instance that the service is told of; one that is set already is never out of sight. */
  private instance({ host }: Place): TemplateResult {
    return html`<label>
      Self-hosted URL of the platform
      <input
        name="host"
        inputmode="url"
        class="mono"
        autocomplete="off"
        spellcheck="false"
        autocapitalize="none"
        .value=${host}
        @input=${(event: Event) => (this.told = { ...this.told, host: (event.target as HTMLInputElement).value.trim() })}
      />
    </label>`;
  }

  /** What was entered for one service is not for another; it is there again where the base URL was only a slip. */
  private readonly tellBase = (event: Event): void => {
    const before = this.isPresent();
    this.base = (event.target as HTMLInputElement).value;
    this.problem = "";
    if (this.isPresent() === before) return;
    if (before) this.ofPresent = this.personal;
    this.personal = before ? NOBODY : this.ofPresent;
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
      <summary>More</summary>
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
        <input
          name="base"
          inputmode="url"
          class="mono"
          required
          autocomplete="off"
          spellcheck="false"
          autocapitalize="none"
          placeholder="https://…"
          aria-invalid=${this.problem !== ""}
          aria-describedby="base-problem"
          .value=${place.base}
          @input=${this.tellBase}
        />
      </label>
      <p id="base-problem" class="issue" role="alert" ?hidden=${this.problem === ""}>${this.problem}</p>`;
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
      <label>Organisation <input name="org" required autocomplete="off" spellcheck="false" autocapitalize="none" .value=${place.org} /></label>
    </div>`;
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
      <form class="stack" @submit=${this.submit}>
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

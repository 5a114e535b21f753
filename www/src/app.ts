/**
 * `<dashboard-app>`: the shell. Holds the page's state and the connection, keeps the URL in step, and draws one of
 * the three views below the top bar.
 */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { init } from "scanfold";
import "./history/history-view.ts";
import "./parts/connection-dialog.ts";
import type { OnConnect } from "./parts/connection-dialog.ts";
import "./parts/data-grid.ts";
import { isTokenRefused, watchPolicy } from "./parts/explain.ts";
import { failure } from "./parts/failure.ts";
import { guardDrops } from "./parts/file-drop.ts";
import { instanceQuestion } from "./parts/instance-question.ts";
import { LightElement } from "./parts/light-element.ts";
import { LiveRegion } from "./parts/live-region.ts";
import { switchShortcuts } from "./parts/shortcut.ts";
import { clip, prose } from "./parts/text.ts";
import "./scan/scan-view.ts";
import { Address } from "./state/address.ts";
import { Connection } from "./state/connection.ts";
import { loadDemo, offerOf, type Offer } from "./state/demo.ts";
import { HistoryMemory } from "./state/history-memory.ts";
import { misread } from "./state/misread.ts";
import type { AskingView, Go, Surroundings } from "./state/navigation.ts";
import { painted } from "./state/painted.ts";
import { ScanMemory } from "./state/scan-memory.ts";
import { TeamMemory } from "./state/team-memory.ts";
import { keeping, parse, serialise, type OpenRow, type PageState, type Place } from "./state/url.ts";
import { endedNote, endedText } from "./team/ended.ts";
import "./team/team-view.ts";
import { topBar, VIEW_WORD } from "./top-bar.ts";

const OFFLINE = html`<p class="offline" role="status">
  You are offline. What was loaded stays; what you open now is read once you are back.
</p>`;

/** All that a link may filter by. */
const filteredBy = ({ scan, history }: PageState): string => JSON.stringify([scan.where, history.where, history.from, history.until, history.zone]);

/** Whole: what begins with the path alone would name another host if the path began with two slashes. */
const addressOf = (page: PageState): string => `${location.href.replace(/[?#].*/, "")}${serialise(page)}`;

type Start = { kind: "starting" } | { kind: "started" } | { kind: "failed"; error: unknown };

@customElement("dashboard-app")
export class DashboardApp extends LightElement {
  @state() private page: PageState = parse(location.search);
  @state() private start: Start = { kind: "starting" };
  @state() private online = navigator.onLine;
  /** Filters in the page's address that it does not understand. */
  @state() private misread = misread(location.search);
  /** Whether a person has said in the dialog what the page is connected to, perhaps while it started. */
  private isChosen = false;
  private readonly live = new LiveRegion();
  private readonly connection = new Connection();
  private readonly scans = new ScanMemory(this.connection);
  private readonly histories = new HistoryMemory(this.connection);
  private readonly teams = new TeamMemory(this.connection);
  private demo: Offer | null = null;
  private readonly address = new Address<OpenRow>();

  /** The page has one shell, for as long as it is open, so no listener is ever removed. */
  override connectedCallback(): void {
    super.connectedCallback();
    watchPolicy();
    guardDrops();
    this.teams.toldOf = (ended) => this.around.announce(endedText(ended));
    this.teams.renamed = () => this.requestUpdate();
    addEventListener("popstate", () => this.address.returned() || this.follow(this.step()));
    this.addEventListener("announce", (event) => this.around.announce((event as CustomEvent<string>).detail));
    addEventListener("online", () => (this.online = true));
    addEventListener("offline", () => (this.online = false));
    void this.begin();
  }

  /** The demo, while the page is connected to its service: elsewhere what it offers means nothing. */
  private get offered(): Offer | null {
    const { demo, connection } = this;
    return demo !== null && connection.isSame(demo.place.base) ? demo : null;
  }

  private readonly beginAgain = (): void => {
    this.start = { kind: "starting" };
    void this.begin().then(() => this.keepFocus());
  };

  private async begin(): Promise<void> {
    let demo;
    try {
      [demo] = await Promise.all([loadDemo(), init()]);
      this.start = { kind: "started" };
    } catch (error) {
      this.start = { kind: "failed", error };
      return;
    }
    this.demo = demo && offerOf(demo);
    if (this.isChosen) return this.requestUpdate();
    const linked = this.page.place;
    // The demo's tokens are for the demo's service: a link that names another one gets none.
    if (demo !== null && (linked.base === "" || linked.base === demo.place.base)) {
      const place = linked.base === "" ? demo.place : linked;
      this.connection.connect(
        place,
        { apiToken: demo.apiToken, gitToken: demo.gitToken },
        { self: demo.self, historyAuth: demo.historyAuth },
      );
      this.go((page) => this.filled({ ...page, place }, demo), "replace");
    } else {
      if (linked.base !== "") this.connection.connect(linked);
      this.requestUpdate();
      await this.updateComplete;
      this.connect();
    }
  }

  /** What a demo opens if the link names nothing. */
  private filled(page: PageState, demo: Offer): PageState {
    return {
      ...page,
      scan: { ...page.scan, id: page.scan.id || (demo.scans[0]?.id ?? "") },
      history: { ...page.history, repo: page.history.repo || (demo.repos[0]?.id ?? "") },
      team: { ...page.team, id: page.team.id || (demo.teams[0]?.id ?? "") },
    };
  }

  private readonly go: Go = (change, how) => {
    const { page } = this;
    const before = addressOf(page);
    this.page = change(page);
    const after = addressOf(this.page);
    // Once the filters change, the link's no longer matter.
    if (this.misread.length > 0 && filteredBy(this.page) !== filteredBy(page)) this.misread = [];
    // A step that leads nowhere does not go into the history.
    this.address.change(how === "push" && after === before ? "replace" : how, after, { before, kept: this.page.scan.row });
  };

  /** The step that the browser is at, with the row that was open then. */
  private step(): PageState {
    const page = parse(location.search);
    // The page may have written its own address over the link's, and the note may have been dismissed: it goes with the filters.
    if (filteredBy(page) !== filteredBy(this.page)) this.misread = misread(location.search);
    return { ...page, scan: { ...page.scan, row: this.address.kept() } };
  }

  /**
   * Back and forward. Another service in the history starts without tokens; if none is named, the present one stays. Settings do
   * not belong to a step: they stay too.
   */
  private follow(page: PageState): void {
    this.address.forget();
    const { theme, shortcuts } = this.page;
    const hadFocus = document.activeElement !== document.body;
    const place = page.place.base === "" ? (this.connection.place ?? page.place) : page.place;
    const moved = JSON.stringify(place) !== JSON.stringify(this.connection.place);
    this.page = { ...page, theme, shortcuts, place, scan: keeping(this.page.scan, page.scan), history: keeping(this.page.history, page.history) };
    if (theme !== page.theme || shortcuts !== page.shortcuts) this.go((page) => page, "replace");
    if (moved && place.base !== "") this.connection.connect(place);
    // The view that stays may place the focus first; if the view went with the step, the focus is lost.
    if (hadFocus) void painted().then(() => this.keepFocus());
  }

  /** To a place that the person has chosen, with the tokens that the page has for its service. */
  private readonly move = (place: Place): void => {
    this.connection.accept(place);
    this.connection.connect(place);
    this.arrive(place);
  };

  /** What the dialog says. If that is the same connection, the view takes up what it had stopped: that is what Connect was pressed for. */
  private readonly take: OnConnect = (place, secrets, personal) => {
    this.isChosen = true;
    this.connection.accept(place);
    const isOther = this.connection.connect(place, secrets, personal);
    if (isOther) return this.arrive(place);
    const view = this.querySelector<Element & AskingView>("#main > :is(scan-view, history-view, team-view)");
    this.go((page) => ({ ...page, place }), "replace");
    // If there was no view, the question in its place is answered, and its buttons are gone.
    void this.updateComplete.then(() => (view === null ? this.keepFocus() : view.takeUp()));
  };

  /** A step to another place. An open row of the service before means nothing there. */
  private arrive(place: Place): void {
    this.go((page) => ({ ...page, place, scan: { ...page.scan, row: null } }), "push");
    void this.keepFocus();
  }

  /** The button that was pressed may be gone, and the focus with it. */
  private async keepFocus(): Promise<void> {
    await this.updateComplete;
    if (document.activeElement === document.body) this.focusMain();
  }

  private readonly closed = (): void => {
    // What waited behind the dialog opens now.
    this.querySelector("scan-view")?.requestUpdate();
    void this.keepFocus();
  };

  private focusMain(): void {
    this.querySelector<HTMLElement>("#main")?.focus();
  }

  private readonly dismiss = (): void => {
    this.misread = [];
    void this.keepFocus();
  };

  private misreadNote(): TemplateResult | typeof nothing {
    if (this.misread.length === 0) return nothing;
    return html`<div class="remark misread">
      <p role="status">Not understood in the link, and not used as a filter: ${this.misread.join(", ")}.</p>
      <button type="button" class="small" @click=${this.dismiss}>Dismiss</button>
    </div>`;
  }

  private endedNotes(): TemplateResult[] {
    const { view, team, place } = this.page;
    const elsewhere = this.teams.endedAt(place).filter(({ teamId }) => view !== "team" || teamId !== team.id);
    return elsewhere.map((ended) =>
      endedNote({
        ended,
        onShow: () => {
          this.go((page) => ({ ...page, view: "team", team: { id: ended.teamId, member: "" } }), "push");
          void this.keepFocus();
        },
        onDismiss: () => {
          this.teams.dismiss(ended);
          this.requestUpdate();
          void this.keepFocus();
        },
      }),
    );
  }

  private readonly connect = (cause?: unknown): void => {
    const { view, place } = this.page;
    const asksGit = view === "team" || (view === "history" && this.connection.personal.historyAuth === "git");
    void this.querySelector("connection-dialog")?.show(place, asksGit ? "gitToken" : "apiToken", isTokenRefused(cause));
  };

  private readonly around: Surroundings = {
    go: this.go,
    connect: (cause) => this.connect(cause),
    announce: (text) => {
      this.live.say(text, this);
      // What is told may have changed what the shell draws: a removal that ended elsewhere has a note there.
      this.requestUpdate();
    },
  };

  protected override updated(changed: PropertyValues): void {
    // What the view that was left has said no longer holds; the view that is shown now speaks after this.
    const before = changed.get("page") as PageState | undefined;
    if (before !== undefined && before.view !== this.page.view) this.around.announce("");
    const root = document.documentElement;
    if (this.page.theme === "system") delete root.dataset["theme"];
    else root.dataset["theme"] = this.page.theme;
    switchShortcuts(this.page.shortcuts);
    const { view } = this.page;
    const shown = this.shown();
    document.title = `${shown === "" ? "" : `${shown} · `}${VIEW_WORD[view]} · scanfold`;
  }

  /** What the view shows: a team by its name as soon as that is known. */
  private shown(): string {
    const { view, place, scan, history, team } = this.page;
    const called = this.teams.nameOf(place, team.id);
    if (view === "team" && called !== "") return prose(called, 60);
    return clip({ scan: scan.id, history: history.repo, team: team.id }[view], 60);
  }

  private view(): TemplateResult {
    if (this.start.kind === "starting")
      return html`<section class="state" aria-busy="true"><p class="progress"><progress aria-label="Starting"></progress> Starting</p></section>`;
    if (this.start.kind === "failed")
      return failure("The page could not start", this.start.error, { retry: this.beginAgain, connect: this.connect });
    if (this.connection.place === null)
      return html`<section class="state">
        <h1>Not connected</h1>
        <p>Choose a service, and enter its tokens.</p>
        <div class="actions"><button type="button" class="primary" @click=${() => this.connect()}>Connect</button></div>
      </section>`;
    const { page, connection, offered: demo, around } = this;
    const { generation, place } = connection;
    if (connection.undecided && place !== null)
      return instanceQuestion(place, {
        accept: () => this.move(place),
        without: () => this.move({ ...place, host: "" }),
        connect: this.connect,
      });
    switch (page.view) {
      case "scan":
        return html`<scan-view .connection=${connection} .memory=${this.scans} .demo=${demo} .page=${page} .around=${around} .generation=${generation}></scan-view>`;
      case "history":
        return html`<history-view .connection=${connection} .memory=${this.histories} .demo=${demo} .page=${page} .around=${around} .generation=${generation}></history-view>`;
      case "team":
        return html`<team-view .connection=${connection} .memory=${this.teams} .demo=${demo} .page=${page} .around=${around} .generation=${generation}></team-view>`;
    }
  }

  protected override render(): TemplateResult {
    const bar = topBar({ page: this.page, connection: this.connection, go: this.go, onConnect: this.connect, onSkip: () => this.focusMain() });
    return html`${bar}
      ${this.online ? nothing : OFFLINE}${this.misreadNote()}${this.endedNotes()}
      <main id="main" tabindex="-1">${this.view()}</main>
      ${this.live.element}
      <connection-dialog .connection=${this.connection} .onConnect=${this.take} .onClosed=${this.closed} .onForget=${() => {
        this.connection.forgetTokens();
        this.requestUpdate();
      }}></connection-dialog>`;
  }
}

/**
 * The top bar: the name, the views as tabs, what the page is connected to, the settings. Data in, nodes out; the shell does what is
 * pressed.
 */
import { html, nothing, type TemplateResult } from "lit";
import { hostOf, instanceOf, isOwnHost } from "./parts/host.ts";
import { inSight } from "./parts/in-sight.ts";
import { option } from "./parts/option.ts";
import { menu } from "./parts/menu.ts";
import { going } from "./parts/own-link.ts";
import { skipLink } from "./parts/skip.ts";
import { clip } from "./parts/text.ts";
import type { Connection } from "./state/connection.ts";
import type { Go } from "./state/navigation.ts";
import { serialise, THEMES, VIEWS, type PageState, type Place, type View } from "./state/url.ts";

export const VIEW_WORD: Record<View, string> = { scan: "Container scan", history: "Agent history", team: "Team" };

export interface TopBarProps {
  page: PageState;
  connection: Connection;
  go: Go;
  onConnect: () => void;
  /** Skips the bar, to what the page shows. */
  onSkip: () => void;
}

const LOGO = html`<svg viewBox="0 0 16 16" width="18" height="18" aria-hidden="true">
  <rect class="fill-critical" x="1" y="2" width="14" height="3"></rect>
  <rect class="fill-high" x="1" y="6.5" width="10" height="3"></rect>
  <rect class="fill-medium" x="1" y="11" width="6" height="3"></rect>
</svg>`;

function tab(view: View, { page, go }: TopBarProps): TemplateResult {
  const target = { ...page, view };
  const open = (): void => {
    if (view !== page.view) go(() => target, "push");
  };
  return html`<a href=${serialise(target) || "?"} aria-current=${view === page.view ? "page" : "false"} data-word=${VIEW_WORD[view]} @click=${going(open)}>${VIEW_WORD[view]}</a>`;
}

/** A short host is never cut; of a longer one at least so much is shown (`shell.css`). */
const room = (host: string): string => (host.length <= 16 ? "short" : "");

function instance({ platform, host }: Place, undecided: boolean): TemplateResult {
  const shown = clip(instanceOf(host, 40));
  const whose = html`<b class="mono path ends ${room(shown)}"><bdi dir="ltr">${shown}</bdi></b>`;
  return html`<span class="instance" title=${clip(host)}>${platform} at ${whose}${undecided ? ", not accepted" : nothing}</span>`;
}

function connected({ connection, onConnect }: TopBarProps): TemplateResult {
  const { place } = connection;
  const tokens = [connection.has("api") ? "API" : "", connection.has("git") ? "git" : ""].filter((name) => name !== "");
  const base = place?.base ?? "";
  const host = clip(hostOf(base, 60), 60);
  const ends = isOwnHost(base) ? "" : "ends";
  const known = html`<span class="mono host path ${ends} ${room(host)}" title=${clip(hostOf(base, 300))}><bdi dir="ltr">${host}</bdi></span>
    ${place === null || place.host === "" ? nothing : instance(place, connection.undecided)}
    <span class="org" title=${clip(place?.org ?? "", 200)}>${clip(place?.org ?? "", 40)}</span>
    <span class="note">${tokens.length === 0 ? "no token" : `${tokens.join(" + ")} token`}</span>`;
  const verb = place === null ? "Connect" : "Change";
  return html`<span class="connection">
    <span class="where">${place === null ? "not connected" : known}</span>
    <button type="button" class="small" @click=${() => onConnect()}>${verb}<span class="sr"> connection</span></button>
  </span>`;
}

/** Settings of the whole page, whatever it shows. */
function settings({ page, go }: TopBarProps): TemplateResult {
  const chooseTheme = (event: Event): void => {
    const chosen = THEMES.find((theme) => theme === (event.target as HTMLSelectElement).value) ?? "system";
    go((page) => ({ ...page, theme: chosen }), "replace");
  };
  const switchShortcuts = (event: Event): void => {
    const { checked } = event.target as HTMLInputElement;
    go((page) => ({ ...page, shortcuts: checked }), "replace");
  };
  return menu(
    "Settings",
    html`<label class="theme">
        Theme
        <select @change=${chooseTheme}>
          ${THEMES.map((theme) => option(theme, theme, theme === page.theme))}
        </select>
      </label>
      <label>
        <input type="checkbox" aria-describedby="shortcuts" .checked=${page.shortcuts} @change=${switchShortcuts} />
        Single-key shortcuts
      </label>
      <p id="shortcuts" class="note"><kbd>/</kbd> to search, <kbd>j</kbd> and <kbd>k</kbd> for the next finding and the one before</p>
      <p class="note">In tables: <kbd>↑</kbd> <kbd>↓</kbd> <kbd>Home</kbd> <kbd>End</kbd> to move, <kbd>Enter</kbd> to open, <kbd>Esc</kbd> to close</p>`,
  );
}

export function topBar(props: TopBarProps): TemplateResult {
  const { page, onSkip } = props;
  return html`<header class="bar">
    ${skipLink("Skip to content", "main", onSkip)}
    <span class="brand">${LOGO}scanfold</span>
    <nav aria-label="Views" ${inSight(page.view)}>${VIEWS.map((view) => tab(view, props))}</nav>
    ${connected(props)}${settings(props)}
  </header>`;
}

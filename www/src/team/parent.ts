/** The team above a team: a link with its name if the page knows that, otherwise the id that the service gives. */
import { html, type TemplateResult } from "lit";
import { going } from "../parts/own-link.ts";
import { clip, prose } from "../parts/text.ts";
import type { Go } from "../state/navigation.ts";
import { serialise, type PageState } from "../state/url.ts";

/** A team to which a link can lead. */
export interface NamedTeam {
  name: string;
  href: string;
  onOpen: () => void;
}

/** `null` if the page does not know what it is called. */
export function namedTeam(id: string, nameOf: (id: string) => string, page: PageState, go: Go): NamedTeam | null {
  const name = nameOf(id);
  if (id === "" || name === "") return null;
  const open = (page: PageState): PageState => ({ ...page, team: { id, member: "" } });
  return { name, href: serialise(open(page)), onOpen: () => go(open, "push") };
}

export function parent(id: string, named: NamedTeam | null): TemplateResult {
  const own = html`<span class="mono">${clip(id, 80)}</span>`;
  if (named === null) return own;
  return html`<a href=${named.href} @click=${going(named.onOpen)}>${prose(named.name, 80)}</a> <span class="note">${own}</span>`;
}

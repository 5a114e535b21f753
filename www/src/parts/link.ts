/**
 * Links to addresses that others wrote: only what `safeUrl` lets through, with the host in sight. Anything else is text.
 */
import { html, type TemplateResult } from "lit";
import { safeUrl } from "scanfold";
import { endOf } from "./host.ts";
import { inParts } from "./mono.ts";
import { clip } from "./text.ts";

/** Why an address is no link. One with a name before its host may look like another host's. */
function refusal(url: string): string {
  const { protocol, username, password } = URL.canParse(url) ? new URL(url) : new URL("about:blank");
  return /^https?:$/.test(protocol) && username + password !== "" ? "has a name or password in it" : "not a web address";
}

export function outsideLink(url: string | null | undefined): TemplateResult {
  if (!url) return html`<span class="unknown">none given</span>`;
  const href = safeUrl(url);
  if (href === null) return html`<span class="mono">${clip(url)}</span> <span class="note">${refusal(url)}, so not a link</span>`;
  return html`<a class="mono" href=${href} target="_blank" rel="noopener noreferrer nofollow">${inParts(clip(href, 200))}</a>
    <span class="note">opens ${clip(endOf(new URL(href).host, 80))}</span>`;
}

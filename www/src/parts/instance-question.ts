/**
 * Asks whether the self-hosted instance that a link names may be used. Nothing was sent yet: a service that is told of an instance
 * may use the git token there, and whoever wrote the link chose it.
 */
import { html, type TemplateResult } from "lit";
import type { Place } from "../state/url.ts";
import { hostOf, instanceOf } from "./host.ts";
import { clip } from "./text.ts";

export interface InstanceAnswers {
  accept: () => void;
  /** Goes on at the platform's own cloud. */
  without: () => void;
  connect: () => void;
}

export function instanceQuestion({ base, platform, host }: Place, { accept, without, connect }: InstanceAnswers): TemplateResult {
  const instance = clip(instanceOf(host));
  return html`<section class="state unsettled" aria-labelledby="instance-title">
    <h1 id="instance-title">This link names a self-hosted instance of ${platform}</h1>
    <p>
      It tells <b class="mono">${clip(hostOf(base), 120)}</b> to use ${platform} at <b class="mono">${instance}</b>. The service may
      send your git token there. Nothing has been sent; accept it only where you know that address as your organisation's.
    </p>
    <p class="note">In full: <span class="mono text">${clip(host)}</span></p>
    <div class="actions">
      <button type="button" class="primary" @click=${without}>Go on without it</button>
      <button type="button" @click=${accept}>Accept ${clip(instanceOf(host, 30))}</button>
      <button type="button" @click=${() => connect()}>Change connection</button>
    </div>
  </section>`;
}

/** What a service is told beside the tokens, shown wherever the page says where those go. */
export function toldOf({ platform, host }: Pick<Place, "platform" | "host">): TemplateResult | null {
  if (host === "") return null;
  return html`It is told that ${platform} is at <b class="mono">${clip(instanceOf(host))}</b>, and may use the git token there.`;
}

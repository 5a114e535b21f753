/** Which scan to open: those that are known by name, or any id. */
import { html, nothing, type TemplateResult } from "lit";
import { option } from "../parts/option.ts";
import { prose } from "../parts/text.ts";
import type { Choice } from "../state/demo.ts";

export interface OpenScanProps {
  known: Choice[];
  scanId: string;
  onOpen: (scanId: string) => void;
}

export function openScanForm({ known, scanId, onOpen }: OpenScanProps): TemplateResult {
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const id = String(new FormData(form).get("scan") ?? "").trim();
    if (id === "") return;
    // The list shows it.
    if (known.some((scan) => scan.id === id)) form.reset();
    onOpen(id);
  };
  const listed = known.some(({ id }) => id === scanId);
  return html`<div class="open-scan">
    ${
      known.length > 0
        ? html`<label>Scan <select @change=${(event: Event) => onOpen((event.target as HTMLSelectElement).value)}>
      ${listed ? nothing : html`<option value="" selected disabled>${scanId === "" ? "choose" : "another"}</option>`}
      ${known.map(({ id, label }) => option(id, prose(label, 60), id === scanId))}
    </select></label>`
        : nothing
    }
    <form class="line" @submit=${submit}>
      <label>
        ${known.length > 0 ? html`<span>or id<span class="sr"> of a scan</span></span>` : "Scan id"}
        <input name="scan" class="mono" autocomplete="off" spellcheck="false" required .value=${listed ? "" : scanId} />
      </label>
      <button type="submit">Open</button>
    </form>
  </div>`;
}

/**
 * The panel beside the table. On a narrow screen it covers the page, and is a dialog, so that the keyboard does not get behind it;
 * the view that draws it opens it.
 */
import { html, type TemplateResult } from "lit";

export interface PanelProps {
  label: string;
  covers: boolean;
  onClose: () => void;
}

export function panel({ label, covers, onClose }: PanelProps, content: TemplateResult): TemplateResult {
  // The browser reports a closed dialog only after the keys that were pressed next, so Escape is answered here at once.
  const cancel = (event: Event): void => {
    event.preventDefault();
    onClose();
  };
  return covers
    ? html`<dialog class="panel" aria-label=${label} tabindex="-1" autofocus @cancel=${cancel} @close=${onClose}>${content}</dialog>`
    : html`<aside class="panel" aria-label=${label} tabindex="-1">${content}</aside>`;
}

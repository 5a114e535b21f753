/** A failure as it is drawn: its explanation, the service's words, what to tell whoever runs it, and the button that helps. */
import { html, nothing, type TemplateResult } from "lit";
import { isScanfoldError, type ScanfoldError } from "scanfold";
import { explain, mendsOnline, type Explanation } from "./explain.ts";
import { clip, prose } from "./text.ts";

export interface FailureActions {
  retry: () => void;
  /** What `retry` does, if it does not ask for the same again. */
  word?: string;
  /** Set if the view tries again by itself once the connection is back. */
  mends?: true;
  /** What else is known of it, below the reason. */
  more?: TemplateResult | typeof nothing;
  /** Takes the failure, so that the dialog begins at what was refused. */
  connect: (cause?: unknown) => void;
}

/** Whether the view tries again by itself, and no try can work before that. */
const waitsForConnection = (error: unknown, { mends }: FailureActions): boolean => mends === true && !navigator.onLine && mendsOnline(error);

function buttonOf(action: Explanation["action"], error: unknown, actions: FailureActions): TemplateResult | typeof nothing {
  const { retry, connect, word } = actions;
  switch (action) {
    case "retry":
      return html`<button class=${waitsForConnection(error, actions) ? "" : "primary"} type="button" @click=${retry}>${word ?? "Try again"}</button>`;
    case "connect":
      return html`<button class="primary" type="button" @click=${() => connect(error)}>Change connection</button>`;
    case "correct":
      return nothing;
    case "none":
      return html`<button type="button" @click=${retry}>${word ?? "Try again anyway"}</button>`;
  }
}

/**
 * Whether nobody has entered the token that this needs: tokens go with the page, so every reload and every link begins so. A
 * malformed token is refused when the client is made, and not by an operation.
 */
const lacksToken = (error: unknown): error is ScanfoldError =>
  isScanfoldError(error, "invalid_argument") && error.operation !== undefined && (error.path === "apiToken" || error.path === "gitToken");

/** Nothing was asked for yet, which is no failure. */
function unasked(what: string, error: ScanfoldError, { connect, more }: FailureActions): TemplateResult {
  const token = error.path === "gitToken" ? "git token" : "API token";
  const article = error.path === "gitToken" ? "A" : "An";
  return html`<section class="state" role="status">
    <h2>${article} ${token} is needed</h2>
    <p>${what}. Nothing was sent. Tokens are kept only while this page is open: enter them again after a reload, or when you come from a link.</p>
    ${more ?? nothing}
    <div class="actions"><button class="primary" type="button" @click=${() => connect()}>Enter the ${token}</button></div>
  </section>`;
}

/** The service's own words. */
export const quote = (words: string | undefined): TemplateResult | typeof nothing =>
  words ? html`<p class="quote">The service says: <q>${prose(words, 500)}</q></p>` : nothing;

/** To tell whoever runs the service. */
export function facts({ status, kind, requestId }: ScanfoldError): string {
  const all = [status === undefined ? "" : `status ${status}`, kind, requestId ? `request ${clip(requestId, 60)}` : ""];
  return all.filter((fact) => fact !== "").join(" · ");
}

export function failure(what: string, error: unknown, actions: FailureActions): TemplateResult {
  if (lacksToken(error)) return unasked(what, error, actions);
  const { title, detail, action } = explain(error);
  const known = isScanfoldError(error) ? error : null;
  const button = buttonOf(action, error, actions);
  return html`<section class="state failed" role="alert">
    <h2>${title}</h2>
    <p>${what}. ${detail}${waitsForConnection(error, actions) ? " The page tries again as soon as the connection is back." : nothing}</p>
    ${actions.more ?? nothing}
    ${quote(known?.serverMessage)}
    ${known === null ? nothing : html`<p class="note mono">${facts(known)}</p>`}
    ${button === nothing ? nothing : html`<div class="actions">${button}</div>`}
  </section>`;
}

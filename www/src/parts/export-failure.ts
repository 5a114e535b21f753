/** An export of what a view shows that failed: told above its table, until a person closes it or the view shows something else. */
import { nothing, type ReactiveControllerHost, type TemplateResult } from "lit";
import { failure, type FailureActions } from "./failure.ts";

export class ExportFailure {
  #error: unknown = null;

  /** `subject` is what is shown at present, and exported. `closing` is told before the button disappears, which has the focus. */
  constructor(
    private readonly view: ReactiveControllerHost,
    private readonly subject: () => unknown,
    private readonly closing: () => void = () => undefined,
  ) {}

  /** An export takes a while: if it fails, something else may be shown by then, which the failure is not about. */
  listener(): (error: unknown) => void {
    const begun = this.subject();
    return (error) => {
      if (this.subject() === begun) this.#become(error);
    };
  }

  forget(): void {
    this.#become(null);
  }

  template(connect: FailureActions["connect"]): TemplateResult | typeof nothing {
    if (this.#error === null) return nothing;
    const retry = (): void => {
      this.closing();
      this.forget();
    };
    return failure("The export failed", this.#error, { retry, connect, word: "Close" });
  }

  #become(error: unknown): void {
    this.#error = error;
    this.view.requestUpdate();
  }
}

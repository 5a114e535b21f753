/** An element that draws into the page itself, so that the page's styles, labels and ids reach what it draws. */
import { LitElement } from "lit";

export class LightElement extends LitElement {
  protected override createRenderRoot(): HTMLElement {
    return this;
  }
}

/**
 * Files that are dropped on the page. An element that takes them shows it while one is over it; anywhere else a file cannot be
 * dropped, because the browser would leave the page to show it, and all that was typed would be gone.
 */
import { noChange } from "lit";
import { Directive, directive, PartType, type ElementPart, type PartInfo } from "lit/directive.js";
import { take, type TextTaker } from "./text-file.ts";

/** Dragged text is left to the browser. */
const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes("Files") ?? false;

/** A field for files takes them by itself. */
const isFileField = ({ target }: DragEvent): boolean => target instanceof HTMLInputElement && target.type === "file";

function guard(event: DragEvent): void {
  if (event.defaultPrevented || !hasFiles(event) || isFileField(event)) return;
  event.preventDefault();
  if (event.dataTransfer !== null) event.dataTransfer.dropEffect = "none";
}

/** Keeps the browser from leaving the page for a file that misses its place. Called once. */
export function guardDrops(): void {
  addEventListener("dragover", guard);
  addEventListener("drop", guard);
}

class FileDrop extends Directive {
  #taker: TextTaker | null = null;

  constructor(info: PartInfo) {
    super(info);
    if (info.type !== PartType.ELEMENT) throw new Error("fileDrop is for elements");
  }

  override update({ element }: ElementPart, [taker]: [TextTaker]): typeof noChange {
    if (this.#taker === null) this.#listen(element as HTMLElement);
    this.#taker = taker;
    return noChange;
  }

  #listen(zone: HTMLElement): void {
    const leave = (): void => zone.removeAttribute("data-file-over");
    const ofZone = (event: DragEvent): boolean => hasFiles(event) && !isFileField(event);
    zone.addEventListener("dragover", (event) => {
      if (!ofZone(event)) return leave();
      event.preventDefault();
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = "copy";
      zone.setAttribute("data-file-over", "");
    });
    zone.addEventListener("dragleave", ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node && zone.contains(relatedTarget))) leave();
    });
    zone.addEventListener("drop", (event) => {
      leave();
      if (!ofZone(event)) return;
      event.preventDefault();
      if (this.#taker !== null) void take(event.dataTransfer?.files[0], this.#taker);
    });
  }

  render(_taker: TextTaker): typeof noChange {
    return noChange;
  }
}

/** On an element: takes the text of a file that is dropped on it. */
export const fileDrop = directive(FileDrop);

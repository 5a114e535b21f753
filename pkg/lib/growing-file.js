/** A file as the module writes it: blobs, which a browser may keep outside of the page's memory, and which are longer than a text can be. */

import { failure, noRoomForFile } from "./error.js";

/** @type {Record<keyof import("../index.js").ScanExports, string>} */
const TYPES = {
  csv: "text/csv;charset=utf-8",
  json: "application/json",
  markdown: "text/markdown;charset=utf-8",
  sarif: "application/sarif+json",
};

/** Bytes of a blob: making one of more would hold the page up. */
const ROOM = 1 << 20;

export class GrowingFile {
  #type;
  #room;
  #length = 0;
  #blobs = [];

  constructor(format) {
    this.#type = typeof format === "string" && Object.hasOwn(TYPES, format) ? TYPES[format] : undefined;
    if (this.#type === undefined) throw failure("invalid_argument", { path: "format", hint: "must be csv, markdown, sarif or json" });
  }

  /** Appends bytes of the module's memory, which are copied. */
  write(bytes) {
    withRoom(() => {
      if (this.#length + bytes.length > ROOM) this.#pour();
      if (bytes.length > ROOM) this.#blobs.push(new Blob([bytes]));
      else this.#gather(bytes);
    });
  }

  /** The whole file. */
  finish() {
    return withRoom(() => {
      this.#pour();
      return new Blob(this.#blobs, { type: this.#type });
    });
  }

  #gather(bytes) {
    this.#room ??= new Uint8Array(ROOM);
    this.#room.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  #pour() {
    if (this.#length > 0) this.#blobs.push(new Blob([this.#room.subarray(0, this.#length)]));
    this.#length = 0;
  }
}

function withRoom(step) {
  try {
    return step();
  } catch (error) {
    throw noRoomForFile(error);
  }
}

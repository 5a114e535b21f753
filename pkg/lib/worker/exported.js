/** Exports, made in the worker: what arrives on the page is a file, and none of its text goes through the page's thread. */

import { encodedResult } from "../encoded.js";
import { failure } from "../error.js";
import { ContainerScan } from "../scan.js";

const FORMATS = {
  csv: { type: "text/csv;charset=utf-8", parts: (scan, options) => [scan.toCsv(options)] },
  markdown: { type: "text/markdown;charset=utf-8", parts: (scan, options) => [scan.toMarkdown(options)] },
  sarif: { type: "application/sarif+json", parts: (scan, options) => [ContainerScan.sarifOf(scan, options)] },
  json: { type: "application/json", parts: whole },
};

export function exported(scan, format, options) {
  if (!Object.hasOwn(FORMATS, format)) throw failure("invalid_argument", { path: "format", hint: "must be csv, markdown, sarif or json" });
  const { type, parts } = FORMATS[format];
  return new Blob(parts(scan, options), { type });
}

function whole(scan, options) {
  if (options !== undefined) throw failure("invalid_argument", { path: "options", hint: "must be absent: a JSON export is always of the whole scan" });
  const result = scan.toJSON();
  try {
    return [...encodedResult(result)];
  } catch (error) {
    throw failure("too_large", { hint: "a field is nested too deeply, or is too large, to be written: read the findings page by page" }, error);
  }
}

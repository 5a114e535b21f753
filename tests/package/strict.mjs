/** The settings of a careful user's compiler, and its complaints. */
import ts from "typescript";

import { below } from "../harness/places.mjs";

export const STRICT = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noUnusedLocals: true,
  noEmit: true,
  skipLibCheck: false,
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts", "lib.esnext.disposable.d.ts"],
  types: [],
};

/** `file:line: complaint`, below the repository's root. */
export const complaints = (program) =>
  ts.getPreEmitDiagnostics(program).map((diagnostic) => {
    const text = ts.flattenDiagnosticMessageText(diagnostic.messageText, " ");
    const place = diagnostic.file?.getLineAndCharacterOfPosition(diagnostic.start ?? 0);
    return `${diagnostic.file?.fileName.slice(below().length)}:${(place?.line ?? 0) + 1}: ${text}`;
  });

/**
 * Texts that a person chooses, or drops, as a file. A file that is too large for such a text is refused before it is read, and one
 * that is no text after that, with a reason; what the text says is for the caller to judge.
 */

const MOST_BYTES = 16 * 1024 * 1024;

export interface TextTaker {
  /** The text, and the file's name to call it by. */
  onText: (text: string, label: string) => void;
  onProblem: (problem: string) => void;
}

const NO_TEXT = "This file is not text in UTF-8, so nothing was read from it. Choose one that is saved as plain text, CSV or JSON in UTF-8.";

/**
 * The text of a file, or `null` if it has none: an image or a document would be read as logins that nobody has, and so would
 * UTF-16, which has NULs or is no UTF-8. A byte order mark is left out.
 */
async function textOf(file: File): Promise<string | null> {
  const bytes = await file.arrayBuffer();
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}

/** Reads a file, if there is one. */
export async function take(file: File | undefined, { onText, onProblem }: TextTaker): Promise<void> {
  if (file === undefined) return;
  if (file.size > MOST_BYTES) return onProblem("This file is larger than 16 MB, which is no list or team.");
  try {
    const text = await textOf(file);
    if (text === null) onProblem(NO_TEXT);
    else onText(text, file.name);
  } catch {
    onProblem("The file could not be read. Choose it again.");
  }
}

/** A handler for `<input type="file">`; the same file can be chosen again. */
export function chosenFile(taker: TextTaker): (event: Event) => void {
  return (event) => {
    const input = event.target as HTMLInputElement;
    void take(input.files?.[0], taker).then(() => (input.value = ""));
  };
}

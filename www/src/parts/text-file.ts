/**
 * Texts that a person chooses, or drops, as a file. A file that no text of this kind can be as large as is refused before it
 * is read, in words; what the text says is for the caller to judge.
 */

const MOST_BYTES = 16 * 1024 * 1024;

export interface TextTaker {
  /** The text, and the file's name to call it by. */
  onText: (text: string, label: string) => void;
  onProblem: (problem: string) => void;
}

/** Reads a file, if there is one. */
export async function take(file: File | undefined, { onText, onProblem }: TextTaker): Promise<void> {
  if (file === undefined) return;
  if (file.size > MOST_BYTES) return onProblem("This file is larger than 16 MB, which is no list or team.");
  try {
    onText(await file.text(), file.name);
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

/** Hands a text to the browser as a file to save. */

export function download(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const anchor = document.createElement("a");
  anchor.href = url;
  anchor.download = name.replace(/[^\w.-]+/g, "_");
  anchor.click();
  // By then the browser has taken the address, a slow one too.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

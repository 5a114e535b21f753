/** Hands a file to the browser to save. */

export function download(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const anchor = document.createElement("a");
  anchor.href = url;
  anchor.download = name.replace(/[^\w.-]+/g, "_");
  anchor.click();
  // By then even a slow browser has used the address.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

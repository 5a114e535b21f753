/** A list as a JSON file, written a slice at a time, so that the page goes on drawing. */

/** Items that are written at once. */
const SLICE = 1000;

export async function jsonFile<Item>(items: readonly Item[], asWritten: (item: Item) => unknown): Promise<Blob> {
  const parts: BlobPart[] = ["["];
  for (let from = 0; from < items.length; from += SLICE) {
    if (from > 0) await new Promise((resolve) => setTimeout(resolve));
    // Each text by itself: joined, those of a slice might exceed the longest possible string.
    const texts = items.slice(from, from + SLICE).map((item, at) => [from + at > 0 ? "," : "", JSON.stringify(asWritten(item))]);
    parts.push(new Blob(texts.flat()));
  }
  return new Blob([...parts, "]"], { type: "application/json" });
}

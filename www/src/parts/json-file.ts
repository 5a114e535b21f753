/** A list as a JSON file, written a slice at a time, so that the page goes on drawing. */

/** Items that are written at once. */
const SLICE = 1000;

export async function jsonFile<Item>(items: readonly Item[], asWritten: (item: Item) => unknown): Promise<Blob> {
  const parts = ["["];
  for (let from = 0; from < items.length; from += SLICE) {
    if (from > 0) {
      parts.push(",");
      await new Promise((resolve) => setTimeout(resolve));
    }
    parts.push(items.slice(from, from + SLICE).map((item) => JSON.stringify(asWritten(item))).join());
  }
  return new Blob([...parts, "]"], { type: "application/json" });
}

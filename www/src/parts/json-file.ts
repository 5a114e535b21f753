/** Lists as JSON files, written a slice at a time, so that the page goes on drawing. */

/** Texts that are written at once. */
const SLICE = 2000;

/** The texts of a list. Each item by itself: joined, those of a slice might exceed the longest possible string. */
export function* jsonList<Item>(items: readonly Item[], asWritten: (item: Item) => unknown): Generator<string> {
  yield "[";
  for (const [at, item] of items.entries()) {
    if (at > 0) yield ",";
    yield JSON.stringify(asWritten(item));
  }
  yield "]";
}

/** What the texts say one after the other. */
export async function jsonOf(texts: Iterable<string>): Promise<Blob> {
  const parts: Blob[] = [];
  let slice: string[] = [];
  const write = (): void => {
    parts.push(new Blob(slice));
    slice = [];
  };
  for (const text of texts) {
    slice.push(text);
    if (slice.length < SLICE) continue;
    write();
    await new Promise((resolve) => setTimeout(resolve));
  }
  write();
  return new Blob(parts, { type: "application/json" });
}

export const jsonFile = <Item>(items: readonly Item[], asWritten: (item: Item) => unknown): Promise<Blob> => jsonOf(jsonList(items, asWritten));

/** Maps that hold only so many entries, those put in last. */

/** Puts it last, and drops what was put in longest ago if there are more than `most`. */
export function putLast<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, most: number): void {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= most) return;
    map.delete(oldest);
  }
}

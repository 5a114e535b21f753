/** Maps that hold so many of what was put in last. */

/** Puts it last; what was put in longest ago leaves where there are more than `most`. */
export function putLast<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, most: number): void {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= most) return;
    map.delete(oldest);
  }
}

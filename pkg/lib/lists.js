/** Lists made place by place. */

/**
 * A list of what `make` gives for each place. `Array.from` does that too, but old libraries replace it by one that knows no second
 * argument.
 */
export function listOf(length, make) {
  const list = [];
  for (let at = 0; at < length; at += 1) list[at] = make(at);
  return list;
}

/** The order of texts: by their code points, as the package orders keys, so that it is the same in every browser and language. */

/** Halves of surrogate pairs come after all other units. */
const place = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);

export function compareTexts(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at += 1) {
    const difference = place(one.charCodeAt(at)) - place(other.charCodeAt(at));
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}

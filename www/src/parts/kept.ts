/** Remembers the last few results of a costly function: what it is given keeps its identity until it changes. */
export function kept<Given extends unknown[], Made>(make: (...given: Given) => Made, slots = 1): (...given: Given) => Made {
  const last: { given: Given; made: Made }[] = [];
  return (...given) => {
    const at = last.findIndex((one) => one.given.every((part, index) => part === given[index]));
    const [found = { given, made: make(...given) }] = at < 0 ? [] : last.splice(at, 1);
    last.unshift(found);
    last.length = Math.min(last.length, slots);
    return found.made;
  };
}

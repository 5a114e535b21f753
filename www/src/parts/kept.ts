/** Results of costly functions, made once. */

/** Makes it when it is first asked for. */
export function once<Made>(make: () => Made): () => Made {
  let known: { made: Made } | null = null;
  return () => (known ??= { made: make() }).made;
}

/** Remembers the last few results, by the identity of the arguments. */
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

/** Remembers what was made of each object for as long as the object exists. */
export function onceEach<Of extends object, Made>(make: (of: Of) => Made): (of: Of) => Made {
  const known = new WeakMap<Of, { made: Made }>();
  return (of) => {
    const before = known.get(of) ?? { made: make(of) };
    known.set(of, before);
    return before.made;
  };
}

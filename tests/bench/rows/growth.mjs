/** The same work at every size, ours alone and `JSON.parse` beside it: how cost grows. */
import { decodeAndParse, FACETS, filterAt } from "../peers.mjs";
import { race } from "../measure.mjs";
import { onFresh, streamOf } from "../streams.mjs";

/** The greatest size whose text is surely short enough for every engine, and whose objects for its heap. */
const MOST_OBJECTS = 100_000;

/** Milliseconds of each piece of work, by its name. */
export async function growth({ body, scanfold }, size, effort) {
  const bytes = body(size);
  const open = () => scanfold.openScan(streamOf(bytes), { maxBytes: bytes.length + 1 });
  const scan = await open();
  const sides = {
    open: { run: open, after: (opened) => opened.dispose() },
    rollup: { run: () => scan.rollup() },
    "severity by image": { run: () => scan.rollup({ by: "image" }) },
    "filter + 5 facets": { run: (turn) => scan.facets(filterAt(turn), { dimensions: FACETS }) },
    "sort by severity, package": { run: (turn) => scan.findings({ sort: [{ by: "severity", descending: turn % 2 === 0 }, { by: "package" }] }) },
    "the first facets of a scan": onFresh(open, (scan) => scan.facets(filterAt(0), { dimensions: FACETS })),
    "the first sort of a scan": onFresh(open, (scan) => scan.findings({ sort: [{ by: "severity", descending: true }, { by: "package" }] })),
    "text search": { run: (turn) => scan.findings({ where: { text: turn % 2 === 0 ? "openssl overflow" : "zlib -read" }, limit: 100 }) },
    "a page from the middle": { run: () => scan.findings({ offset: size >> 1, limit: 50 }) },
  };
  if (size <= MOST_OBJECTS) sides["decode + JSON.parse, for comparison"] = { run: () => decodeAndParse(bytes) };
  const times = await race(Object.values(sides), effort);
  scan.dispose();
  return Object.fromEntries(Object.keys(sides).map((name, at) => [name, times[at]]));
}

/**
 * Asking for a history: from the bytes of an answer to objects. Sorting it by instant. In the module: the timestamps and their
 * ends are put into its memory beforehand, and places come back. End to end: from the caller's objects to the caller's objects.
 */
import { digest } from "../answers.mjs";
import { history } from "../data.mjs";
import * as peers from "../peers.mjs";
import { streamOf } from "../streams.mjs";

const ordered = (entries) => digest(entries.map(({ scan_id }) => scan_id));

const javascript = (entries, target) => [
  { against: "decorated sort", target, run: () => peers.sortDecorated(entries), answer: ordered },
  { against: "text comparator", target, run: () => peers.sortByText(entries), answer: ordered },
  { against: "instants packed in a Float64Array", target, run: () => peers.sortPacked(entries), answer: ordered },
];

const byDate = (entries, target) => ({ against: "Date.parse comparator", target, run: () => peers.sortByDateComparator(entries), answer: ordered });

/** Writes into the module's memory what a call then takes over. */
function put(exports, bytes, align) {
  const place = exports.__wbindgen_malloc(bytes.length, align) >>> 0;
  new Uint8Array(exports.memory.buffer, place, bytes.length).set(bytes);
  return place;
}

const inside = {
  work: "sort history, timestamps in the module",
  size: 100_000,
  sides({ exports }) {
    const entries = history(this.size);
    const text = new TextEncoder().encode(entries.map(({ timestamp }) => timestamp).join(""));
    let end = 0;
    const ends = Uint32Array.from(entries, ({ timestamp }) => (end += timestamp.length));
    let at;
    return {
      ours: {
        before: () => {
          at = [put(exports, text, 1), text.length, put(exports, new Uint8Array(ends.buffer), 4), ends.length];
        },
        run: () => exports.sortHistory(...at, undefined),
        after: ([place, length]) => exports.__wbindgen_free(place, length * 4, 4),
        answer: ([place, length]) => ordered(Array.from(new Uint32Array(exports.memory.buffer, place, length), (number) => entries[number])),
      },
      peers: [byDate(entries, 50), ...javascript(entries, 5)],
    };
  },
};

const endToEnd = (size) => ({
  work: "sort history, objects to objects",
  size,
  sides({ scanfold }) {
    const entries = history(size);
    return {
      ours: { run: () => scanfold.sortHistory(entries), answer: ordered },
      peers: [byDate(entries), ...javascript(entries)],
    };
  },
});

const whole = (entries) => digest(entries.map((entry) => JSON.stringify(entry)));

const asked = (size) => ({
  work: "history, answer to objects",
  size,
  async sides({ scanfold }) {
    const bytes = new TextEncoder().encode(JSON.stringify({ scans: history(size) }));
    const fetch = async () => new Response(streamOf(bytes), { headers: { "Content-Type": "application/json" } });
    const client = await scanfold.createClient({ baseUrl: "https://analysis.example.com", apiToken: "token", fetch });
    return {
      ours: { run: () => client.agentScans.history({ repo: "acme/shop" }), answer: whole },
      peers: [{ against: "Response.json()", run: async () => (await (await fetch()).json()).scans, answer: whole }],
      release: () => client.dispose(),
    };
  },
});

export const histories = [asked(10_000), asked(100_000), inside, endToEnd(10_000), endToEnd(100_000)];

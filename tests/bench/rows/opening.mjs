/** From bytes to columns, and from columns to objects. */
import { wholeRows, withoutRest } from "../answers.mjs";
import { BY_IMAGE, chunks, UNIQUE } from "../data.mjs";
import { decodeAndParse, decodeChunks, figures } from "../peers.mjs";
import { heldBack, onFresh, streamOf } from "../streams.mjs";

const dispose = ({ scan }) => scan.dispose();
const rolledUp = (scan) => ({ scan, rollup: scan.rollup() });

/** Opens a scan, asks for its figures and disposes of it. */
const opening = (open) => ({
  run: async () => rolledUp(await open()),
  after: dispose,
  answer: ({ rollup }) => withoutRest(rollup),
});

const looped = (parse) => ({ run: () => figures(parse().findings), answer: (rolled) => rolled });

/** Parses a text that is there: the counting is left to the answer. */
const parsing = (text) => ({ run: () => JSON.parse(text), answer: ({ findings }) => figures(findings) });

/** Findings whose strings repeat in another way. */
const ingestOf = (work, strings, target) => ({
  work,
  size: 100_000,
  sides({ body, scanfold }) {
    const bytes = body(this.size, { strings });
    return {
      ours: opening(() => scanfold.openScan(streamOf(bytes))),
      peers: [{ against: "JSON.parse of a ready string", target, ...parsing(new TextDecoder().decode(bytes)) }],
    };
  },
});

export const opened = [
  {
    work: "ingest, chunks to columns",
    size: 100_000,
    sides({ body, scanfold }) {
      const bytes = body(this.size);
      return {
        ours: opening(() => scanfold.openScan(streamOf(bytes))),
        peers: [
          { against: "TextDecoder + JSON.parse + loop", target: 6, ...looped(() => decodeChunks(chunks(bytes))) },
          { against: "JSON.parse of a ready string", target: 4, ...parsing(new TextDecoder().decode(bytes)) },
        ],
      };
    },
  },
  ingestOf("ingest, every string unique", UNIQUE, 2),
  // What an identifier stands for is not the same in all images.
  ingestOf("ingest, versions by image", BY_IMAGE),
  {
    work: "whole path",
    size: 1_000,
    sides({ body, scanfold }) {
      const bytes = body(this.size);
      const whole = async () => {
        const scan = await scanfold.openScan(bytes);
        const rollup = scan.rollup();
        scan.dispose();
        return rollup;
      };
      return {
        ours: { run: whole, answer: withoutRest },
        peers: [{ against: "JSON.parse + loop", target: 1.5, ...looped(() => decodeAndParse(bytes)) }],
      };
    },
  },
  {
    work: "last byte to rollup, streamed",
    size: 100_000,
    limit: { most: 2, unit: "ms" },
    sides({ body, scanfold }) {
      const bytes = body(this.size);
      /** All but the last chunk is taken in before the time starts. */
      const waiting = (open, finish, rest) => {
        let held;
        let result;
        return {
          before: async () => {
            held = heldBack(bytes);
            result = open(held.stream);
            await held.drained;
            await new Promise((resolve) => setTimeout(resolve, 5));
          },
          run: async () => {
            held.deliver();
            return finish(await result);
          },
          ...rest,
        };
      };
      return {
        ours: waiting((stream) => scanfold.openScan(stream), rolledUp, { after: dispose, answer: ({ rollup }) => withoutRest(rollup) }),
        peers: [
          {
            against: "Response.json() + loop",
            target: 200,
            ...waiting((stream) => new Response(stream).json(), ({ findings }) => figures(findings), { answer: (rolled) => rolled }),
          },
        ],
      };
    },
  },
];

/** Real reports; their number of findings is in the line. */
export const reported = (bytes) => {
  const text = new TextDecoder().decode(bytes);
  return {
    work: "ingest, real reports",
    size: JSON.parse(text).findings.length,
    sides: ({ scanfold }) => ({
      ours: opening(() => scanfold.openScan(streamOf(bytes))),
      peers: [
        { against: "TextDecoder + JSON.parse + loop", ...looped(() => decodeChunks(chunks(bytes))) },
        { against: "JSON.parse of a ready string", ...parsing(text) },
      ],
    }),
  };
};

const wholeOf = ({ findings }) => wholeRows(findings);

/** Of a scan that was asked nothing before: its strings are fetched from the module. */
const handedOut = (size) => ({
  work: "all rows as plain objects",
  size,
  sides({ body, scanfold }) {
    const bytes = body(size);
    const text = new TextDecoder().decode(bytes);
    return {
      ours: { ...onFresh(() => scanfold.openScan(bytes), (scan) => scan.toJSON()), answer: wholeOf },
      peers: [{ against: "JSON.parse of a ready string", target: 1.5, run: () => JSON.parse(text), answer: wholeOf }],
    };
  },
});

/** Its strings are kept since the first time. */
const handedOutAgain = (size) => ({
  work: "all rows as plain objects, again",
  size,
  async sides({ body, scanfold }) {
    const bytes = body(size);
    const text = new TextDecoder().decode(bytes);
    const scan = await scanfold.openScan(bytes);
    return {
      ours: { run: () => scan.toJSON(), answer: wholeOf },
      peers: [{ against: "JSON.parse of a ready string", run: () => JSON.parse(text), answer: wholeOf }],
      release: () => scan.dispose(),
    };
  },
});

export const handed = [handedOut(10_000), handedOut(100_000), handedOutAgain(10_000), handedOutAgain(100_000)];

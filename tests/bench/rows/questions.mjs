/** Queries of a scan that is open: objects, tables and dimensions of the others are ready too. */
import { counted, diffed, digest } from "../answers.mjs";
import * as peers from "../peers.mjs";
import { onFresh } from "../streams.mjs";

const SIZE = 100_000;

/** An open scan and its findings as objects. */
async function both({ body, scanfold }, size, options) {
  const bytes = body(size, options);
  return { scan: await scanfold.openScan(bytes), rows: peers.decodeAndParse(bytes).findings };
}

const severityByImage = {
  work: "severity by image",
  size: SIZE,
  async sides(world) {
    const { scan, rows } = await both(world, SIZE);
    const { lodash, arquero } = world.libraries;
    const table = arquero.table({ image: rows.map((row) => row.image), severity: rows.map((row) => row.severity) });
    const pairs = (images) => counted(images.flatMap(([image, counts]) => Object.entries(counts).map(([severity, count]) => [image, severity, count])));
    return {
      ours: { run: () => scan.rollup({ by: "image" }), answer: ({ groups }) => pairs(groups.map(({ key, bySeverity }) => [key[0], bySeverity])) },
      peers: [
        { against: "lodash groupBy + countBy", target: 100, run: () => peers.severityByLodash(lodash, rows), answer: (images) => pairs(Object.entries(images)) },
        {
          against: "arquero",
          target: 100,
          run: () => peers.severityByArquero(table),
          answer: (groups) => counted(groups.map(({ image, severity, count }) => [image, severity, count])),
        },
        { against: "loop and Map", run: () => peers.severityByLoop(rows), answer: (images) => pairs([...images]) },
      ],
      release: () => scan.dispose(),
    };
  },
};

const largestGroups = {
  work: "largest groups by image and package",
  size: SIZE,
  async sides(world) {
    const { scan, rows } = await both(world, SIZE);
    const { lodash, arquero } = world.libraries;
    const table = arquero.table({ image: rows.map((row) => row.image), package: rows.map((row) => row.package) });
    const words = (groups) => groups.map(([image, name, count]) => `${image} ${name} ${count}`);
    return {
      ours: {
        run: () => scan.rollup({ by: ["image", "package"], sort: "findings", limit: peers.LARGEST }),
        answer: ({ groups }) => words(groups.map(({ key, findings }) => [...key, findings])),
      },
      peers: [
        { against: "lodash countBy + orderBy", run: () => peers.largestByLodash(lodash, rows), answer: words },
        {
          against: "arquero",
          run: () => peers.largestByArquero(arquero, table),
          answer: (groups) => words(groups.map((group) => [group.image, group.package, group.count])),
        },
      ],
      release: () => scan.dispose(),
    };
  },
};

/** Facets in one form, from `[value, count]` of each. */
const entries = (facets, of) => counted(peers.FACETS.flatMap((name) => of(facets[name]).map(([value, count]) => [name, value, count])));

/** Facets of a scan, with the filter of each turn. */
const faceting = (scan, filterAt) => ({
  run: (turn) => scan.facets(filterAt(turn), { dimensions: peers.FACETS }),
  answer: (facets) => entries(facets, (values) => values.map(({ value, count }) => [value, count])),
});

/** The same by crossfilter. */
const crossfiltering = (ask, filterAt) => ({
  against: "crossfilter2",
  run: (turn) => ask(filterAt(turn)),
  answer: (facets) => entries(facets, (groups) => groups.map(({ key, value }) => [key, value])),
});

const facets = {
  work: "filter + 5 facets",
  size: SIZE,
  async sides(world) {
    const { scan, rows } = await both(world, SIZE);
    const objects = peers.flat(rows);
    const filtered = peers.crossfiltered(world.libraries.crossfilter, objects);
    return {
      ours: faceting(scan, peers.filterAt),
      peers: [
        { against: "objects and Maps", target: 20, run: (turn) => peers.facetsByLoop(objects, peers.filterAt(turn)), answer: (facets) => entries(facets, (map) => [...map]) },
        { target: 20, ...crossfiltering((filter) => peers.facetsByCrossfilter(filtered, filter), peers.filterAt) },
      ],
      release: () => scan.dispose(),
    };
  },
};

/** One of three filters changes at a time, as it does when a person clicks: crossfilter counts what that adds and takes away. */
const oneFilter = {
  work: "one filter changed + 5 facets",
  size: SIZE,
  async sides(world) {
    const { scan, rows } = await both(world, SIZE);
    const filtered = peers.crossfiltered(world.libraries.crossfilter, peers.flat(rows));
    peers.facetsByCrossfilter(filtered, peers.severityFilterAt(0));
    return {
      ours: faceting(scan, peers.severityFilterAt),
      peers: [crossfiltering((filter) => peers.severitiesByCrossfilter(filtered, filter), peers.severityFilterAt)],
      release: () => scan.dispose(),
    };
  },
};

/** The two directions in turn. */
const worstFirst = (turn) => turn % 2 === 0;
const sorted = (scan, turn, limit) => scan.findings({ sort: [{ by: "severity", descending: worstFirst(turn) }, { by: "package" }], limit });
/** What both sides sort by, in their order. */
const keys = (rows) => digest(rows.map((row) => `${row.severity} ${row.package}`));

const sorting = {
  work: "sort by severity, package",
  size: SIZE,
  async sides(world) {
    const { scan, rows } = await both(world, SIZE);
    return {
      // Ours sorts what is handed out, the first hundred; the answer that is compared is the whole order.
      ours: { run: (turn) => sorted(scan, turn, 100), answer: (_, turn) => keys(sorted(scan, turn, SIZE).rows) },
      peers: [{ against: "comparator sort of objects", target: 20, run: (turn) => peers.sortRows(rows, worstFirst(turn)), answer: keys }],
      release: () => scan.dispose(),
    };
  },
};

/** The same for a careful person who needs no more than the page: only the severities that are on it are sorted. */
const firstHundred = {
  work: "the first hundred by severity, package",
  size: SIZE,
  async sides(world) {
    const { scan, rows } = await both(world, SIZE);
    return {
      ours: { run: (turn) => sorted(scan, turn, 100), answer: ({ rows }) => keys(rows) },
      peers: [{ against: "severities apart, those on the page sorted", run: (turn) => peers.firstRows(rows, worstFirst(turn), 100), answer: keys }],
      release: () => scan.dispose(),
    };
  },
};

/** Of scans that were asked nothing before: repeated uids are looked for, and strings fetched from the module. */
const diffing = {
  work: "scan diff by uid",
  size: SIZE,
  sides(world) {
    const [before, after] = [world.body(SIZE), world.body(SIZE, { again: true })];
    const [earlier, later] = [before, after].map((bytes) => peers.decodeAndParse(bytes).findings);
    const open = () => Promise.all([before, after].map((bytes) => world.scanfold.openScan(bytes)));
    return {
      ours: { ...onFresh(open, ([before, after]) => after.diff(before)), answer: diffed },
      peers: [{ against: "Map of objects", target: 4, run: () => peers.diffByMap(earlier, later), answer: diffed }],
    };
  },
};

const diffingAgain = {
  work: "scan diff by uid, again",
  size: SIZE,
  async sides(world) {
    const before = await both(world, SIZE);
    const after = await both(world, SIZE, { again: true });
    return {
      ours: { run: () => after.scan.diff(before.scan), answer: diffed },
      peers: [{ against: "Map of objects", run: () => peers.diffByMap(before.rows, after.rows), answer: diffed }],
      release: () => [before, after].forEach(({ scan }) => scan.dispose()),
    };
  },
};

export const questions = [severityByImage, largestGroups, facets, oneFilter, sorting, firstHundred, diffing, diffingAgain];

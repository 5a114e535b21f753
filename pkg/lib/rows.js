/**
 * Findings as objects: the module hands out numbers, `Texts` what they stand for.
 *
 * Columns with about as many texts as findings are not kept. Objects inside findings are copied: no two findings share one.
 */

import { put } from "./data.js";
import { listOf } from "./lists.js";
import { sequence, Texts } from "./texts.js";

/** Findings made at a time. */
const WINDOW = 512;
/** Numbers a finding: its columns in the module's order, and its uid. They come column by column. */
const CODES = 14;
/** The texts of a column of at most so many are kept even if each occurs once; those of one of more than so many are not. */
const FEW = 1 << 12;
const MANY = 1 << 16;

export class Rows {
  #handle;
  #findings;
  /** By column. */
  #texts;

  /** @param {import("../scanfold.js").ScanHandle} handle */
  constructor(handle, findings) {
    const most = Math.max(FEW, Math.min(MANY, findings / 2));
    this.#handle = handle;
    this.#findings = findings;
    const counts = handle.codeCounts();
    this.#texts = listOf(counts.length, (column) => new Texts(handle, column, counts[column] > most ? null : counts[column]));
  }

  /** All findings, in order. */
  all() {
    return this.of(sequence(0, this.#findings));
  }

  /** Findings by number. */
  of(numbers) {
    const made = [];
    // If all findings are asked for, so are all texts: windows need not look for those that are missing.
    if (numbers.length === this.#findings) this.#texts.forEach((texts) => texts.keepAll());
    for (let from = 0; from < numbers.length; from += WINDOW) {
      const codes = this.#handle.codes(numbers.subarray(from, from + WINDOW));
      const count = codes.length / CODES;
      const lists = this.#texts.map((texts, column) => texts.of(codes.subarray(column * count, (column + 1) * count)));
      make(lists, codes, made);
    }
    return made;
  }

  /** The texts of a column by code; `""` for no value. */
  texts(column, codes) {
    const list = this.#texts[column].of(codes);
    const texts = new Array(codes.length);
    // An indexed loop costs a fraction of what iterating over a typed array does.
    for (let at = 0; at < codes.length; at += 1) texts[at] = codes[at] === 0 ? "" : list[codes[at]];
    return texts;
  }
}

const objectFrom = (value) => (typeof value === "string" ? JSON.parse(value) : { ...value });

/** Adds members one by one: spreading two objects into one takes several times as long. */
function add(row, value) {
  const members = typeof value === "string" ? JSON.parse(value) : value;
  for (const name of Object.keys(members)) put(row, name, members[name]);
}

/**
 * Appends the findings of a window. Where nothing is absent they are made in one step, all of one shape.
 *
 * @param {any[][]} lists
 */
function make([images, kinds, targets, ids, packages, severities, installed, fixed, titles, urls, epss, exploits, unnamed, uids], codes, made) {
  const count = codes.length / CODES;
  for (let at = 0; at < count; at += 1) {
    const image = codes[at];
    const kind = codes[at + count];
    const target = codes[at + 2 * count];
    const id = codes[at + 3 * count];
    const pkg = codes[at + 4 * count];
    const severity = codes[at + 5 * count];
    const installedVersion = codes[at + 6 * count];
    const fixedVersion = codes[at + 7 * count];
    const title = codes[at + 8 * count];
    const url = codes[at + 9 * count];
    const probability = codes[at + 10 * count];
    const exploit = codes[at + 11 * count];
    const rest = codes[at + 12 * count];
    const uid = codes[at + 13 * count];
    /** @type {Partial<import("../index.js").ContainerFinding>} */
    let row;
    if (uid && image && kind && target && id && pkg && severity && installedVersion && fixedVersion && title && url && probability && exploit) {
      row = {
        uid: uids[uid],
        image: images[image],
        kind: kinds[kind],
        target: targets[target],
        id: ids[id],
        package: packages[pkg],
        severity: severities[severity],
        installed_version: installed[installedVersion],
        fixed_version: fixed[fixedVersion],
        title: titles[title],
        primary_url: urls[url],
        epss_details: objectFrom(epss[probability]),
        public_exploit: objectFrom(exploits[exploit]),
      };
    } else {
      row = {};
      if (uid) row.uid = uids[uid];
      if (image) row.image = images[image];
      if (kind) row.kind = kinds[kind];
      if (target) row.target = targets[target];
      if (id) row.id = ids[id];
      if (pkg) row.package = packages[pkg];
      if (severity) row.severity = severities[severity];
      if (installedVersion) row.installed_version = installed[installedVersion];
      if (fixedVersion) row.fixed_version = fixed[fixedVersion];
      if (title) row.title = titles[title];
      if (url) row.primary_url = urls[url];
      if (probability) row.epss_details = objectFrom(epss[probability]);
      if (exploit) row.public_exploit = objectFrom(exploits[exploit]);
    }
    if (rest) add(row, unnamed[rest]);
    made.push(row);
  }
}

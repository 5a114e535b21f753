/**
 * Findings as objects. The module hands out a number for each value; the text behind a number is fetched once and kept as
 * long as the scan, so that findings share their strings.
 *
 * Columns with about as many texts as findings are not kept. Objects inside findings are copied: no two findings share one.
 */

/** Findings made at a time. */
const WINDOW = 512;
/** Numbers a finding: its columns in the module's order, and its uid. They come column by column. */
const CODES = 14;
/** The columns that hold JSON; the last of them holds the members without a name, which lack their brackets. */
const JSON_COLUMN = 10;
const UNNAMED = 12;
/** A column of at most so many texts is kept even if each occurs once; one of more than so many is not. */
const FEW = 1 << 12;
const MANY = 1 << 16;
/** All texts of a column are fetched at once if they are at most so many times those that are asked for, or if all findings are. */
const SHARE = 8;
/** Texts asked for at a time. */
const ASKED = 1 << 12;
/** JSON of so many characters is kept as text. */
const LONG = 1 << 14;
const NO_TEXT = 2 ** 32 - 1;

export class Rows {
  #handle;
  #findings;
  /**
   * By column: texts by code, or `null` where they are not kept.
   *
   * @type {(any[] | null)[]}
   */
  #kept;
  /** By column: whether all texts are here. */
  #whole = [];

  /** @param {import("../scanfold.js").ScanHandle} handle */
  constructor(handle, findings) {
    const most = Math.max(FEW, Math.min(MANY, findings / 2));
    this.#handle = handle;
    this.#findings = findings;
    this.#kept = Array.from(handle.codeCounts(), (count) => (count > most ? null : new Array(count)));
  }

  /** All findings, in order. */
  all() {
    return this.of(sequence(0, this.#findings));
  }

  /** Findings by number. */
  of(numbers) {
    const made = [];
    if (numbers.length === this.#findings) this.#fetchKept();
    for (let from = 0; from < numbers.length; from += WINDOW) {
      const codes = this.#handle.codes(numbers.subarray(from, from + WINDOW));
      make(this.#lists(codes), codes, made);
    }
    return made;
  }

  /** The texts of a column by code; `""` for no value. */
  texts(column, codes) {
    const list = this.#list(column, codes);
    const texts = new Array(codes.length);
    // An indexed loop costs a fraction of what iterating over a typed array does.
    for (let at = 0; at < codes.length; at += 1) texts[at] = codes[at] === 0 ? "" : list[codes[at]];
    return texts;
  }

  /** If all findings are asked for, so are all texts: windows need not look for those that are missing. */
  #fetchKept() {
    this.#kept.forEach((list, column) => {
      if (list !== null && !this.#whole[column]) this.#fetchWhole(column, list);
    });
  }

  #fetchWhole(column, list) {
    this.#ask(column, sequence(1, list.length), list, true);
    this.#whole[column] = true;
  }

  #lists(codes) {
    const count = codes.length / CODES;
    return this.#kept.map((_, column) => this.#list(column, codes.subarray(column * count, (column + 1) * count)));
  }

  /**
   * A list that holds the text of each code of a column. If the column is not kept, the texts' places in the list, from 1 on, are
   * written over the codes. In a list that is kept, `null` marks a text that is being fetched.
   */
  #list(column, codes) {
    const list = this.#kept[column] ?? [undefined];
    if (this.#whole[column]) return list;
    const isKept = this.#kept[column] !== null;
    if (isKept && list.length <= Math.min(FEW, codes.length * SHARE) && column < JSON_COLUMN) {
      // Few texts are fetched at once: looking for those that are missing would cost more, time and again.
      this.#fetchWhole(column, list);
      return list;
    }
    const wanted = new Uint32Array(codes.length);
    let count = 0;
    for (let at = 0; at < codes.length; at += 1) {
      const code = codes[at];
      if (code === 0 || (isKept && list[code] !== undefined)) continue;
      wanted[count] = code;
      count += 1;
      if (isKept) list[code] = null;
      else codes[at] = count;
    }
    if (count > 0) this.#load(column, wanted.subarray(0, count), list, isKept);
    return list;
  }

  #load(column, wanted, list, isKept) {
    try {
      this.#ask(column, wanted, list, isKept);
    } catch (error) {
      // So that they are asked for again.
      if (isKept) wanted.forEach((code) => (list[code] ??= undefined));
      throw error;
    }
  }

  /** Asks for texts, a run at a time, and puts them in the list: by code if it is kept, else from 1 on. */
  #ask(column, wanted, list, isKept) {
    const isJson = column >= JSON_COLUMN && column <= UNNAMED;
    for (let from = 0; from < wanted.length; ) {
      const ends = wanted.slice(from, from + ASKED);
      const run = this.#handle.texts(column, ends);
      // Texts are put in their places as they are cut: a list of them in between would be garbage at once.
      const values = isJson ? parsed(cut(run, ends, column)) : null;
      let start = 0;
      let at = 0;
      for (; at < ends.length && ends[at] !== NO_TEXT; at += 1) {
        list[isKept ? wanted[from + at] : from + at + 1] = values === null ? run.slice(start, ends[at]) : values[at];
        start = ends[at];
      }
      from += at;
    }
  }
}

/** The whole numbers from `from` up to `end`, which is left out. An indexed loop costs a fraction of what a mapped typed array does. */
function sequence(from, end) {
  const numbers = new Uint32Array(Math.max(0, end - from));
  for (let at = 0; at < numbers.length; at += 1) numbers[at] = from + at;
  return numbers;
}

/** The JSON texts of a run. */
function cut(run, ends, column) {
  const texts = [];
  let start = 0;
  for (let at = 0; at < ends.length && ends[at] !== NO_TEXT; at += 1) {
    const text = run.slice(start, ends[at]);
    texts.push(column === UNNAMED ? `{${text}}` : text);
    start = ends[at];
  }
  return texts;
}

/** For each JSON text the object to copy; for a long or nested one the text itself, which is parsed for each finding. */
function parsed(texts) {
  if (texts.every(isFlat)) return JSON.parse(`[${texts.join()}]`);
  const flat = JSON.parse(`[${texts.filter(isFlat).join()}]`).values();
  return texts.map((text) => (isFlat(text) ? flat.next().value : text));
}

/** Copying an object of very many members takes longer than parsing it. A bracket inside a string counts too, which is rare. */
const isFlat = (text) => text.length <= LONG && !text.includes("{", 1) && !text.includes("[");

const objectFrom = (value) => (typeof value === "string" ? JSON.parse(value) : { ...value });

/** Adds members one by one: spreading two objects into one takes several times as long. */
function add(row, value) {
  const members = typeof value === "string" ? JSON.parse(value) : value;
  for (const name of Object.keys(members)) {
    // What every object has, such as `constructor`, cannot be assigned where prototypes are frozen.
    if (name in row) Object.defineProperty(row, name, { value: members[name], writable: true, enumerable: true, configurable: true });
    else row[name] = members[name];
  }
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

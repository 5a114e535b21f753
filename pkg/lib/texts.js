/**
 * The texts of a column by code. The module hands out a number for each value; the text behind a number is asked for once and kept
 * as long as the scan, so that findings share their strings.
 */

/** The columns that hold objects and lists as JSON: their texts come with a comma after each. */
const FIRST_JSON = 10;
const LAST_JSON = 12;
/** Up to so many texts of a column are loaded at once if they are at most so many times those that are asked for. */
const FEW = 1 << 12;
const SHARE = 8;
/** Texts asked for at a time. */
const ASKED = 1 << 12;
/** JSON of so many characters is kept as text. */
const LONG = 1 << 14;
const NO_TEXT = 2 ** 32 - 1;

export class Texts {
  #handle;
  #column;
  /**
   * Texts by code; `null` if none are kept.
   *
   * @type {any[] | null}
   */
  #kept = null;
  /** By code, whether its text is here or on its way. A look at the texts themselves costs several times as much. */
  #isHere = new Uint8Array(0);
  #isWhole = false;

  /**
   * @param {import("../scanfold.js").ScanHandle} handle
   * @param {number} column
   * @param {number | null} count how many codes there are, if their texts are to be kept
   */
  constructor(handle, column, count) {
    this.#handle = handle;
    this.#column = column;
    if (count === null) return;
    this.#kept = new Array(count);
    this.#isHere = new Uint8Array(count);
    // No value.
    this.#isHere[0] = 1;
  }

  /**
   * A list that holds the text of each code. If texts are not kept, their places in the list, from 1 on, are written over the codes.
   *
   * @param {Uint32Array} codes
   */
  of(codes) {
    const kept = this.#kept;
    if (kept === null) return this.#passing(codes);
    // Few texts are loaded at once: looking for those that are missing would cost more, time and again.
    if (kept.length <= Math.min(FEW, codes.length * SHARE) && this.#column < FIRST_JSON) this.keepAll();
    else if (!this.#isWhole) this.#load(codes, kept);
    return kept;
  }

  /** Loads all texts, if they are kept. */
  keepAll() {
    if (this.#kept === null || this.#isWhole) return;
    this.#load(sequence(1, this.#kept.length), this.#kept);
    this.#isWhole = true;
  }

  /** A list of texts that nobody keeps. */
  #passing(codes) {
    const wanted = numbered(codes);
    const list = [undefined];
    this.#ask(wanted, sequence(1, wanted.length + 1), list);
    return list;
  }

  #load(codes, kept) {
    const wanted = missing(codes, this.#isHere);
    try {
      this.#ask(wanted, wanted, kept);
    } catch (error) {
      // So that they are asked for again.
      for (const code of wanted) this.#isHere[code] = kept[code] === undefined ? 0 : 1;
      throw error;
    }
  }

  /** Asks for texts, a run at a time, and puts them in their places in the list. */
  #ask(wanted, places, list) {
    for (let from = 0; from < wanted.length; ) {
      const ends = wanted.slice(from, from + ASKED);
      const run = this.#handle.texts(this.#column, ends);
      from += put(run, ends, this.#column, places, from, list);
    }
  }
}

// What is done for each text stands outside of the class: V8 throws code away that it has compiled for objects of a class when none
// is left, so the first scan after the last one would run without.

/** Codes whose text is neither here nor on its way; from now on it is. */
function missing(codes, isHere) {
  const wanted = new Uint32Array(codes.length);
  let count = 0;
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at];
    if (isHere[code] !== 0) continue;
    isHere[code] = 1;
    wanted[count] = code;
    count += 1;
  }
  return wanted.subarray(0, count);
}

/** The codes that stand for texts; in their place they are numbered from 1 on. */
function numbered(codes) {
  const wanted = new Uint32Array(codes.length);
  let count = 0;
  for (let at = 0; at < codes.length; at += 1) {
    if (codes[at] === 0) continue;
    wanted[count] = codes[at];
    count += 1;
    codes[at] = count;
  }
  return wanted.subarray(0, count);
}

/** Puts the texts of a run, or what their JSON says, in their places, which begin at `from`. Returns how many. */
function put(run, ends, column, places, from, list) {
  const full = ends.indexOf(NO_TEXT);
  const count = full === -1 ? ends.length : full;
  if (column >= FIRST_JSON && column <= LAST_JSON) {
    const values = parsed(run, ends, count);
    for (let at = 0; at < count; at += 1) list[places[from + at]] = values[at];
    return count;
  }
  // As they are cut: a list of them in between would be garbage at once.
  let start = 0;
  for (let at = 0; at < count; at += 1) {
    const end = ends[at];
    list[places[from + at]] = run.slice(start, end);
    start = end;
  }
  return count;
}

/** The whole numbers from `from` up to `end`, which is left out. An indexed loop costs a fraction of what a mapped typed array does. */
export function sequence(from, end) {
  const numbers = new Uint32Array(Math.max(0, end - from));
  for (let at = 0; at < numbers.length; at += 1) numbers[at] = from + at;
  return numbers;
}

/** For each JSON text of a run the object to copy; for what is long, nested or a list the text, which is parsed for each finding. */
function parsed(run, ends, count) {
  if (isFlat(run, count) && !hasLong(ends, count)) return JSON.parse(`[${run.slice(0, -1)}]`);
  const values = [];
  let start = 0;
  for (let at = 0; at < count; at += 1) {
    const text = run.slice(start, ends[at] - 1);
    values.push(text.length <= LONG && isFlat(text, 1) ? JSON.parse(text) : text);
    start = ends[at];
  }
  return values;
}

/** Whether so many texts are objects that hold no others and no lists. A bracket inside a string counts too, which is rare. */
function isFlat(text, objects) {
  if (text.includes("[")) return false;
  let count = 0;
  for (let at = text.indexOf("{"); at !== -1; at = text.indexOf("{", at + 1)) count += 1;
  return count === objects;
}

/** Copying an object of very many members takes longer than parsing it. */
function hasLong(ends, count) {
  let start = 0;
  for (let at = 0; at < count; at += 1) {
    if (ends[at] - start > LONG) return true;
    start = ends[at];
  }
  return false;
}

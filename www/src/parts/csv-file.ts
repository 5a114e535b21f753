/**
 * A table as a CSV file, as the package writes findings: lines after RFC 4180, and an apostrophe before a cell that a spreadsheet would
 * run as a formula. Written a slice at a time, so that the page goes on drawing.
 */

export type Cell = string | number;

/** With another separator cells end elsewhere, and the rest of a text may run as a formula. */
export const SEPARATOR = "In a spreadsheet, import CSV with the comma as the separator.";

/** Lines that are written at once. */
const SLICE = 1000;

const QUOTED = /[,;"\r\n\t\0]|^ | $/;
/** Also after quotes, blanks and what nobody sees, which a spreadsheet may leave out. */
const FORMULA = /^['"\s\p{Cc}\ufff9-\ufffb\p{Default_Ignorable_Code_Point}]*[=+\-@\t\r\n\0＝＋－＠]/u;

function written(cell: Cell): string {
  if (typeof cell === "number") return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return QUOTED.test(cell) ? `"${text.replaceAll('"', '""')}"` : text;
}

export async function csvFile<Item>(header: readonly string[], items: readonly Item[], cells: (item: Item) => Cell[]): Promise<Blob> {
  const line = (of: readonly Cell[]): string => `${of.map(written).join(",")}\r\n`;
  const parts: BlobPart[] = [line(header)];
  for (let from = 0; from < items.length; from += SLICE) {
    if (from > 0) await new Promise((resolve) => setTimeout(resolve));
    parts.push(new Blob(items.slice(from, from + SLICE).map((item) => line(cells(item)))));
  }
  return new Blob(parts, { type: "text/csv" });
}

/**
 * Which rows of a scrolled table are drawn, and where. All are equally high, so a place is a product, and a million rows cost
 * what twenty do. Everything is pixels below the top of what scrolls: the header, then the rows.
 */
export const ROW_HEIGHT = 34;
export const HEADER_HEIGHT = 34;
/** Rows drawn beyond each end of what is in sight, so that scrolling shows no gap. */
const BEYOND = 8;

/** Browsers lay out no taller than some 17 million pixels, Chromium no taller than 2^25 of the screen's own. */
const MOST_ROWS = 500_000;
const MOST_SCREEN_PIXELS = 33_500_000;

/**
 * How many rows a table can reach, beside its header and a scrollbar, if `ratio` pixels of the screen make one of the page. Rows
 * beyond are counted, and reached by a filter or another order.
 */
export function mostRows(ratio: number): number {
  return Math.min(MOST_ROWS, Math.floor(MOST_SCREEN_PIXELS / ratio / ROW_HEIGHT) - 2);
}

/** What shows of the table: how far it is scrolled, and how high it is. */
export interface Sight {
  top: number;
  height: number;
}

/** Indexes of the rows to draw, in order: those in sight, some beyond, and one more wherever it is. */
export function drawn({ top, height }: Sight, count: number, kept: number): number[] {
  // The header stays above the rows and covers as much as it takes.
  const first = Math.max(0, Math.floor(top / ROW_HEIGHT) - BEYOND);
  const end = Math.min(count, Math.ceil((top + height - HEADER_HEIGHT) / ROW_HEIGHT) + BEYOND);
  const rows = Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at);
  if (kept >= count || (kept >= first && kept < end)) return rows;
  return kept < first ? [kept, ...rows] : [...rows, kept];
}

/** How far to scroll, and no further, so that a row is in sight. */
export function bring(row: number, { top, height }: Sight): number {
  const from = row * ROW_HEIGHT;
  return Math.min(from, Math.max(top, from + ROW_HEIGHT + HEADER_HEIGHT - height));
}

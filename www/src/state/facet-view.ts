/** How the facets of a scan are shown. What is filtered is not here but in the link. */

export interface FacetView {
  /** Lists that are shown whole. */
  open: ReadonlySet<string>;
  /** What is typed into the search of a list. */
  search: Readonly<Record<string, string>>;
  /** Values of a list that were set or taken back: they stay in sight. */
  touched: Readonly<Record<string, readonly string[]>>;
}

export const UNTOUCHED: FacetView = { open: new Set(), search: {}, touched: {} };

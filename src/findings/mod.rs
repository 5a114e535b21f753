//! The resident store of a container scan: columns, ingest, query, rollup, diff. No I/O.
//!
//! Bytes go in by [`Ingest`]; a [`Scan`] comes out and answers everything from columns. Rows are named by number; they become
//! text only when somebody asks for them.

mod cache;
mod diagnostics;
mod diff;
mod dimension;
mod epss;
mod exploit;
mod export;
mod facets;
mod filter;
mod fixable;
mod groups;
mod ingest;
mod link;
mod mark;
mod masks;
mod order;
mod query;
mod ranks;
mod remediation;
mod repeated_uids;
mod rollup;
mod rows;
mod runs;
mod scan;
mod selection;
mod store;
mod text_order;
mod text_search;
mod uid_buckets;
mod uid_index;

pub use crate::json::Limits;
pub use diagnostics::Diagnostics;
pub use diff::{ChangeCounts, DiffOptions, MatchedBy, ScanDiff};
pub use dimension::{Dimension, MOST_DIMENSIONS};
pub use epss::epss_of;
pub use exploit::is_exploitable;
pub use export::{CsvOptions, Export, ExportOptions, MarkdownOptions, TooLong};
pub use facets::{EpssStep, Facet, FacetOptions, FacetValue, Facets};
pub use filter::Filter;
pub use fixable::is_fixable;
pub use ingest::{BodyForm, Ingest, IngestError};
pub use link::{LONGEST_URL, safe_url_text};
pub use order::{Sort, SortKey};
pub use query::{Page, Query};
pub use remediation::RemediationStep;
pub use rollup::{Figures, GroupSort, Rollup, RollupGroup, RollupOptions};
pub use rows::{NO_TEXT, ROW_CODES};
pub use scan::Scan;
pub use store::column::Column;

#[cfg(test)]
mod tests;

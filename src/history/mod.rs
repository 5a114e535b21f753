//! Scan history: order by instant, groups, and what a person should be told about a history.
//!
//! Timestamps are compared as instants, never as text. Nothing here reads the clock: `now` is an argument. Results name
//! entries by their place in the given list, so that the caller's own objects need not cross any border.

mod groups;
pub mod instant;
mod order;
mod radix;
mod summary;
mod timestamps;

pub use groups::{Groups, group, group_by_day, latest};
pub use instant::Instant;
pub use order::{Order, sort};
pub use summary::{CoverageDrop, Entries, Gap, HistorySummary, SummaryOptions, summarize};
pub use timestamps::timestamps;

//! Findings for other programs: CSV, Markdown, SARIF. Counts in every export equal those of the rollup.

mod csv;
mod filter;
mod markdown;
mod output;
mod sarif;

pub use csv::CsvOptions;
pub(super) use csv::to_csv;
pub use markdown::MarkdownOptions;
pub(super) use markdown::to_markdown;
pub use output::TooLong;
pub(super) use sarif::to_sarif;

use super::cache::Cache;
use super::filter::Filter;
use super::order::Order;
use super::store::Store;

/// The rows of an export, in the default order.
fn ordered(store: &Store, cache: &Cache, filter: &Filter) -> Vec<u32> {
    let mut rows = cache.selection(store, filter).rows(store);
    let order = Order::new(store, cache, &[]);
    order.sort(&mut rows);
    order.settled(&rows, 0, rows.len())
}

#[cfg(test)]
mod tests;

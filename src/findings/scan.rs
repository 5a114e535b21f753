//! A container scan: its own fields, and its findings in a store. Answers everything; changes nothing.

use super::cache::Cache;
use super::diagnostics::{Diagnostics, diagnose};
use super::diff::{self, DiffOptions, ScanDiff};
use super::dimension::Dimension;
use super::export::{self, CsvOptions, Export, ExportOptions, MarkdownOptions, TooLong};
use super::facets::{self, FacetOptions, Facets};
use super::filter::Filter;
use super::groups;
use super::ingest::{Envelope, Notes};
use super::query::{self, Page, Query};
use super::remediation::{self, RemediationStep};
use super::rollup::{self, Rollup, RollupOptions};
use super::rows::{self, ROW_CODES};
use super::store::Store;
use super::store::column::Column;
use crate::memory::OutOfMemory;
use std::cell::OnceCell;

/// The status of a scan that is complete.
pub(crate) const COMPLETED: &str = "completed";

/// A container scan. While it is running its findings are not known, which is not the same as none: questions about them have
/// no answer then.
pub struct Scan {
    envelope: Envelope,
    store: Option<Store>,
    notes: Notes,
    cache: Cache,
    diagnostics: OnceCell<Diagnostics>,
}

impl Scan {
    pub(crate) fn new(envelope: Envelope, store: Option<Store>, notes: Notes) -> Self {
        Scan { envelope, store, notes, cache: Cache::default(), diagnostics: OnceCell::new() }
    }

    /// The scan's identifier; empty for a bare array of findings.
    pub fn scan_id(&self) -> &str {
        self.envelope.scan_id.as_deref().unwrap_or_default()
    }

    /// The status, as the service says it.
    pub fn status(&self) -> &str {
        self.envelope.status.as_deref().unwrap_or_default()
    }

    /// When the scan was created, as the service says it.
    pub fn created_at(&self) -> Option<&str> {
        self.envelope.created_at.as_deref()
    }

    /// When the scan was completed, as the service says it.
    pub fn completed_at(&self) -> Option<&str> {
        self.envelope.completed_at.as_deref()
    }

    /// The repositories as the text of a JSON array of objects.
    pub fn repositories_json(&self) -> &str {
        self.envelope.repositories.as_deref().unwrap_or("[]")
    }

    /// Whether the status is `completed` or findings are there.
    pub fn complete(&self) -> bool {
        self.status() == COMPLETED || self.store.is_some()
    }

    /// How many findings there are; `None` if they are not known.
    pub fn finding_count(&self) -> Option<u32> {
        self.store.as_ref().map(Store::len)
    }

    /// Findings by severity; `None` if they are not known.
    #[cfg(test)]
    pub fn by_severity(&self) -> Option<crate::wire::severity::SeverityCounts> {
        self.store.as_ref().map(Store::by_severity)
    }

    /// What was odd about the scan. Worked out when it is first asked for.
    pub fn diagnostics(&self) -> Result<&Diagnostics, OutOfMemory> {
        if let Some(known) = self.diagnostics.get() {
            return Ok(known);
        }
        let diagnostics = diagnose(&self.envelope, self.store.as_ref(), &self.cache, &self.notes)?;
        Ok(self.diagnostics.get_or_init(|| diagnostics))
    }

    /// Figures, as a whole and by group.
    pub fn rollup(&self, options: &RollupOptions) -> Result<Option<Rollup>, OutOfMemory> {
        self.store.as_ref().map(|store| rollup::rollup(store, &self.cache, options)).transpose()
    }

    /// Values and counts of each dimension, under all other filters.
    pub fn facets(&self, filter: &Filter, options: &FacetOptions) -> Result<Option<Facets>, OutOfMemory> {
        self.store.as_ref().map(|store| facets::facets(store, &self.cache, filter, options)).transpose()
    }

    /// What a value in a dimension means: a text, a severity's word, `true` or `false`. Absence is the empty text.
    pub fn word(&self, dimension: Dimension, value: u32) -> &str {
        self.store.as_ref().map_or("", |store| groups::word_of(store, dimension, value))
    }

    /// The text of a column's code; absence is the empty text.
    pub fn text_of(&self, column: Column, code: u32) -> &str {
        self.store.as_ref().map_or("", |store| store.text_of(column, code))
    }

    /// A page of findings, by row number.
    pub fn query(&self, query: &Query) -> Result<Option<Page>, OutOfMemory> {
        self.store.as_ref().map(|store| query::query(store, &self.cache, query)).transpose()
    }

    /// The first finding with this uid, by row number.
    pub fn find(&self, uid: &str) -> Option<u32> {
        self.cache.find(self.store.as_ref()?, uid)
    }

    /// Where the first finding with this uid stands in the list of a query, whatever its offset and limit; `None` if it is not listed.
    pub fn position(&self, uid: &str, query: &Query) -> Result<Option<usize>, OutOfMemory> {
        let Some((store, row)) = self.store.as_ref().zip(self.find(uid)) else { return Ok(None) };
        query::position(store, &self.cache, query, row)
    }

    /// For tests: appends one finding as JSON text, made as JavaScript makes it; nothing if there is no such row.
    pub fn write_row(&self, row: u32, out: &mut String) {
        if let Some(store) = self.store.as_ref().filter(|store| row < store.len()) {
            rows::write_row(store, row, out);
        }
    }

    /// Appends the result without its findings as JSON text.
    pub fn write_envelope(&self, out: &mut String) {
        export::write_envelope(&self.envelope, out);
    }

    /// How many codes each column has, the one for absence included; uids, which share nothing, have the greatest number.
    pub fn code_counts(&self) -> [u32; ROW_CODES] {
        let mut counts = [u32::MAX; ROW_CODES];
        let store = self.store.as_ref();
        let of = |column| store.map_or(1, |store| store.code_count(column) as u32);
        counts.iter_mut().zip(Column::ALL.map(of)).for_each(|(count, of)| *count = of);
        counts
    }

    /// The codes of rows: [`ROW_CODES`] runs of numbers, one for each of [`Column::ALL`] in order, and one for the uid; each has a
    /// number a row.
    ///
    /// Code 0 means that the finding has no value; [`texts`](Scan::texts) returns what other codes stand for. Codes and their
    /// texts never change while a scan lives, so a caller may keep what it has read.
    pub fn codes(&self, rows: &[u32]) -> Vec<u32> {
        self.store.as_ref().map_or_else(Vec::new, |store| rows::codes(store, rows))
    }

    /// The texts of some codes of a column, one after another, or of some codes of uids; if [`Column::is_json`], objects and lists
    /// with a comma after each. In place of each code goes the end of its text in UTF-16 units, or [`super::NO_TEXT`] if the run
    /// got too long: then the text has to be asked for again.
    pub fn texts(&self, column: Option<Column>, codes: &mut [u32]) -> String {
        self.store.as_ref().map_or_else(String::new, |store| rows::texts(store, column, codes))
    }

    /// What changed from `before` to this scan, by row numbers. `None` if either scan has no findings yet.
    pub fn diff(&self, before: &Scan, options: &DiffOptions) -> Result<Option<ScanDiff>, OutOfMemory> {
        let sides = before.known().zip(self.known());
        sides.map(|(before, after)| diff::diff(before, after, options)).transpose()
    }

    /// For each image, package and installed version, the upgrade that clears the most findings. Empty if they are not known.
    pub fn remediation(&self, filter: &Filter, limit: Option<usize>) -> Result<Vec<RemediationStep<'_>>, OutOfMemory> {
        let steps = |store| remediation::remediation(store, &self.cache, filter, limit);
        self.store.as_ref().map_or_else(|| Ok(Vec::new()), steps)
    }

    /// The findings as CSV after RFC 4180; only the header if they are not known.
    pub fn to_csv(&self, options: &CsvOptions) -> Result<String, TooLong> {
        self.text(ExportOptions::Csv(options.clone()))
    }

    /// A summary in Markdown.
    pub fn to_markdown(&self, options: &MarkdownOptions) -> Result<String, TooLong> {
        self.text(ExportOptions::Markdown(options.clone()))
    }

    /// The findings as the JSON text of a SARIF 2.1.0 log.
    pub fn to_sarif(&self, filter: &Filter) -> Result<String, TooLong> {
        self.text(ExportOptions::Sarif(filter.clone()))
    }

    /// The whole result as JSON text, as the service would send it.
    pub fn to_json(&self) -> Result<String, TooLong> {
        self.text(ExportOptions::Json)
    }

    fn text(&self, options: ExportOptions) -> Result<String, TooLong> {
        Export::new(self, options)?.text(self)
    }

    /// The findings and what was worked out of them; `None` if they are not known.
    pub(super) fn known(&self) -> Option<(&Store, &Cache)> {
        self.store.as_ref().map(|store| (store, &self.cache))
    }

    /// Row numbers of the findings that match, in store order.
    #[cfg(test)]
    pub fn matching(&self, filter: &Filter) -> Vec<u32> {
        self.store.as_ref().map_or_else(Vec::new, |store| self.cache.selection(store, filter).rows(store))
    }

    /// Bytes held, dictionaries and caches included.
    pub fn memory_bytes(&self) -> usize {
        self.store.as_ref().map_or(0, Store::memory_bytes) + self.cache.memory_bytes() + size_of::<Self>()
    }
}

//! Which findings are meant: every part given must hold, within a list any may.
//!
//! Runs block by block over columns. A row's result is a byte of the dimensions that refuse it, so that facets can ask for
//! "all filters but my own" of the same pass.

use super::dimension::{Dimension, REFUSED};
use super::mark::mark;
use super::store::Store;
use super::store::class::{CLASSES, Class};
use super::store::column::Column;
use super::text_search::TextSearch;
use crate::compact::sort_copies;
use crate::wire::severity::Severity;

/// A filter; the default holds for every finding. Strings compare exactly, and `""` is also what a missing field compares as.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filter {
    /// Severities counted.
    pub severity: Option<Vec<Severity>>,
    /// Images.
    pub image: Option<Vec<String>>,
    /// Kinds.
    pub kind: Option<Vec<String>>,
    /// Targets.
    pub target: Option<Vec<String>>,
    /// Packages.
    pub package: Option<Vec<String>>,
    /// Vulnerability identifiers.
    pub id: Option<Vec<String>>,
    /// Installed versions, which are no dimension: no facet counts without them.
    pub installed_version: Option<Vec<String>>,
    /// Whether a fix is known.
    pub fixable: Option<bool>,
    /// Whether an exploit is known.
    pub exploit: Option<bool>,
    /// Least probability, 0 to 1. A finding without one never matches.
    pub min_epss: Option<f64>,
    /// Terms that must all occur, in any case, in id, package, title, target or image; `-term` must not.
    pub text: Option<String>,
}

impl Filter {
    /// The dimensions that are asked about by lists of texts.
    pub(crate) fn lists(&self) -> [(Dimension, &Option<Vec<String>>); 5] {
        [
            (Dimension::Image, &self.image),
            (Dimension::Kind, &self.kind),
            (Dimension::Target, &self.target),
            (Dimension::Package, &self.package),
            (Dimension::Id, &self.id),
        ]
    }
}

/// A filter made ready for a store: one table by code for each column that it asks about.
pub(crate) struct Matcher<'a> {
    store: &'a Store,
    classes: Option<[u8; CLASSES]>,
    tables: Vec<(Column, Vec<u8>)>,
    text: Option<TextSearch>,
}

impl<'a> Matcher<'a> {
    pub fn new(store: &'a Store, filter: &Filter) -> Self {
        // By name and without `..`: a part that is added and asked about nowhere would hold for every finding.
        let Filter {
            image: _,
            kind: _,
            target: _,
            package: _,
            id: _,
            severity,
            installed_version,
            fixable,
            exploit,
            min_epss,
            text,
        } = filter;
        let mut tables: Vec<(Column, Vec<u8>)> = filter
            .lists()
            .into_iter()
            .filter_map(|(dimension, list)| {
                let column = dimension.column()?;
                Some((column, table_of(store, column, list.as_ref()?, dimension.bit())))
            })
            .collect();
        if let Some(versions) = installed_version {
            tables.push((Column::InstalledVersion, version_table(store, versions)));
        }
        if let Some(least) = *min_epss {
            tables.push((Column::EpssDetails, epss_table(store, least)));
        }
        let text = text.as_deref().and_then(|text| TextSearch::new(store, text));
        Matcher { store, classes: class_table(severity.as_deref(), *fixable, *exploit), tables, text }
    }

    /// Whether every row matches.
    pub fn is_open(&self) -> bool {
        self.classes.is_none() && self.tables.is_empty() && self.text.is_none()
    }

    /// The column that alone tells whether a row is refused, where one does.
    pub fn only_column(&self) -> Option<Column> {
        match self.tables.as_slice() {
            [(column, _)] if self.classes.is_none() && self.text.is_none() => Some(*column),
            _ => None,
        }
    }

    /// By class: the dimensions that refuse it.
    pub fn classes(&self) -> [u8; CLASSES] {
        self.classes.unwrap_or_default()
    }

    /// Whether anything but the class may refuse a row.
    pub fn asks_rows(&self) -> bool {
        !self.tables.is_empty() || self.text.is_some()
    }

    /// Whether the class may refuse a row.
    pub fn asks_classes(&self) -> bool {
        self.classes.is_some()
    }

    /// Writes for each row of a block which dimensions refuse it, into zeros; those that the class tells are left out.
    pub fn block(&self, number: usize, refused: &mut [u8]) {
        for (column, table) in &self.tables {
            self.store.codes(*column).block(number).into_iter().for_each(|codes| mark(refused, codes, table));
        }
        if let Some(text) = &self.text {
            text.refuse(self.store, number, refused);
        }
    }
}

fn class_table(severity: Option<&[Severity]>, fixable: Option<bool>, exploit: Option<bool>) -> Option<[u8; CLASSES]> {
    if severity.is_none() && fixable.is_none() && exploit.is_none() {
        return None;
    }
    let mut table = [0; CLASSES];
    for (number, refused) in table.iter_mut().enumerate() {
        let class = Class::at(number);
        if severity.is_some_and(|wanted| !wanted.contains(&class.severity())) {
            *refused |= Dimension::Severity.bit();
        }
        if fixable.is_some_and(|wanted| wanted != class.is_fixable()) {
            *refused |= Dimension::Fixable.bit();
        }
        if exploit.is_some_and(|wanted| wanted != class.is_exploitable()) {
            *refused |= Dimension::Exploit.bit();
        }
    }
    Some(table)
}

fn table_of(store: &Store, column: Column, wanted: &[String], bit: u8) -> Vec<u8> {
    let mut table = vec![bit; store.code_count(column)];
    let mut allow = |code: u32| table.get_mut(code as usize).into_iter().for_each(|refused| *refused = 0);
    for text in wanted {
        if text.is_empty() {
            allow(super::store::dictionary::ABSENT);
        }
        store.find(column, text).into_iter().for_each(&mut allow);
    }
    table
}

/// Findings are not grouped by this column: one text may have several codes.
fn version_table(store: &Store, wanted: &[String]) -> Vec<u8> {
    let mut wanted: Vec<&[u8]> = wanted.iter().map(String::as_bytes).collect();
    sort_copies(&mut wanted, Ord::cmp);
    let codes = 0..store.code_count(Column::InstalledVersion) as u32;
    let is_wanted = |code: u32| wanted.binary_search(&store.bytes_of(Column::InstalledVersion, code)).is_ok();
    codes.map(|code| if is_wanted(code) { 0 } else { REFUSED }).collect()
}

fn epss_table(store: &Store, least: f64) -> Vec<u8> {
    let codes = 0..store.code_count(Column::EpssDetails) as u32;
    let matches = |code: u32| store.epss_of(code).is_some_and(|probability| probability >= least);
    codes.map(|code| if matches(code) { 0 } else { REFUSED }).collect()
}

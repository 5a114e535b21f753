//! Which findings are meant: a finding must match every condition that is given, and of one that is a list any value.
//!
//! Runs block by block over columns. A row's result is a byte of the dimensions that refuse it, so that facets can ask for
//! "all filters but my own" of the same pass.

use super::dimension::{Dimension, REFUSED};
use super::mark::mark;
use super::store::Store;
use super::store::class::{CLASSES, Class};
use super::store::column::Column;
use super::store::dictionary::ABSENT;
use super::text_search::TextSearch;
use crate::compact::sort_copies;
use crate::wire::severity::Severity;

/// A filter; the default matches every finding. Strings compare exactly, and a missing field compares as `""`.
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
    /// Installed versions, which are no dimension: no facet leaves this filter out.
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

/// One thing that a filter asks.
pub(crate) enum Condition<'a> {
    Severity(&'a [Severity]),
    /// Of a dimension whose values are texts.
    List(Dimension, &'a [String]),
    InstalledVersion(&'a [String]),
    Fixable(bool),
    Exploit(bool),
    MinEpss(f64),
    Text(&'a str),
}

impl Filter {
    /// What it asks, in the order in which a summary tells it. All fields are named here, so that none can be forgotten.
    pub(crate) fn conditions(&self) -> impl Iterator<Item = Condition<'_>> {
        let Filter { severity, image, kind, target, package, id, installed_version, fixable, exploit, min_epss, text } =
            self;
        let conditions = [
            severity.as_deref().map(Condition::Severity),
            image.as_deref().map(|wanted| Condition::List(Dimension::Image, wanted)),
            kind.as_deref().map(|wanted| Condition::List(Dimension::Kind, wanted)),
            target.as_deref().map(|wanted| Condition::List(Dimension::Target, wanted)),
            package.as_deref().map(|wanted| Condition::List(Dimension::Package, wanted)),
            id.as_deref().map(|wanted| Condition::List(Dimension::Id, wanted)),
            installed_version.as_deref().map(Condition::InstalledVersion),
            fixable.map(Condition::Fixable),
            exploit.map(Condition::Exploit),
            min_epss.map(Condition::MinEpss),
            text.as_deref().map(Condition::Text),
        ];
        conditions.into_iter().flatten()
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
        let mut matcher = Matcher { store, classes: None, tables: Vec::new(), text: None };
        for condition in filter.conditions() {
            match condition {
                Condition::Severity(wanted) => {
                    matcher.keep(Dimension::Severity, &|class| wanted.contains(&class.severity()))
                }
                Condition::Fixable(wanted) => matcher.keep(Dimension::Fixable, &|class| class.is_fixable() == wanted),
                Condition::Exploit(wanted) => {
                    matcher.keep(Dimension::Exploit, &|class| class.is_exploitable() == wanted)
                }
                Condition::List(dimension, wanted) => {
                    let table = |column| (column, table_of(store, column, wanted, dimension.bit()));
                    matcher.tables.extend(dimension.column().map(table));
                }
                Condition::InstalledVersion(wanted) => {
                    matcher.tables.push((Column::InstalledVersion, version_table(store, wanted)));
                }
                Condition::MinEpss(least) => matcher.tables.push((Column::EpssDetails, epss_table(store, least))),
                Condition::Text(text) => matcher.text = TextSearch::new(store, text),
            }
        }
        matcher
    }

    /// Refuses the classes that are not wanted.
    fn keep(&mut self, dimension: Dimension, is_wanted: &dyn Fn(Class) -> bool) {
        let table = self.classes.get_or_insert([0; CLASSES]);
        for (number, refused) in table.iter_mut().enumerate() {
            if !is_wanted(Class::at(number)) {
                *refused |= dimension.bit();
            }
        }
    }

    /// Whether every row matches.
    pub fn is_open(&self) -> bool {
        self.classes.is_none() && self.tables.is_empty() && self.text.is_none()
    }

    /// The column that alone decides whether a row is refused, if there is one.
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

    /// Writes into zeros, for each row of a block, which dimensions refuse it by its texts; those that refuse a class are left out.
    pub fn block(&self, number: usize, refused: &mut [u8]) {
        for (column, table) in &self.tables {
            if let Some(codes) = self.store.codes(*column).block(number) {
                mark(refused, codes, table);
            }
        }
        if let Some(text) = &self.text {
            text.refuse(self.store, number, refused);
        }
    }
}

fn table_of(store: &Store, column: Column, wanted: &[String], bit: u8) -> Vec<u8> {
    let mut table = vec![bit; store.code_count(column)];
    for text in wanted {
        let absent = text.is_empty().then_some(ABSENT);
        for code in store.find(column, text).into_iter().chain(absent) {
            if let Some(refused) = table.get_mut(code as usize) {
                *refused = 0;
            }
        }
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

//! Figures of the findings, as a whole and by up to three dimensions.
//!
//! Each row gets the number of its group; one pass counts classes by group, and one pass for each of id, package and image
//! counts distinct values by group.

use super::cache::Cache;
use super::dimension::Dimension;
use super::distinct::count_distinct;
use super::filter::{Filter, Matcher};
use super::groups::Groups;
use super::store::Store;
use super::store::class::{CLASSES, Class, by_severity};
use super::store::column::Column;
use crate::compact::sort_copies;
use crate::wire::severity::{Severity, SeverityCounts};
use serde::ser::{Serialize, SerializeStruct, Serializer};

/// How groups are sorted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GroupSort {
    /// Most critical findings first, then high, medium, low and unknown, then key.
    #[default]
    Severity,
    /// Most findings first, then key.
    Findings,
    /// By key.
    Key,
}

impl GroupSort {
    /// Reads the interface's word, exactly.
    pub fn from_word(word: &str) -> Option<GroupSort> {
        Some(match word {
            "severity" => GroupSort::Severity,
            "findings" => GroupSort::Findings,
            "key" => GroupSort::Key,
            _ => return None,
        })
    }
}

/// What to roll up.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RollupOptions {
    /// Dimensions to group by; at most three count.
    pub by: Vec<Dimension>,
    /// Which findings.
    pub filter: Filter,
    /// How groups are sorted. Default: by severity.
    pub sort: GroupSort,
    /// Most groups returned; all of them where it is not given.
    pub limit: Option<usize>,
}

/// Most dimensions of one rollup.
pub(crate) const MOST_DIMENSIONS: usize = 3;

/// Figures that answer different questions, side by side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// Findings.
    pub findings: u32,
    /// Findings by severity.
    pub by_severity: SeverityCounts,
    /// Distinct vulnerability identifiers.
    pub unique_ids: u32,
    /// Distinct packages.
    pub unique_packages: u32,
    /// Distinct images.
    pub unique_images: u32,
    /// Findings with a known fix.
    pub fixable: u32,
    /// Findings with a known public exploit.
    pub exploitable: u32,
    /// The most severe severity that occurs.
    pub worst: Option<Severity>,
}

/// Figures of one group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RollupGroup {
    /// One value for each dimension asked for, in that order.
    pub key: Vec<String>,
    /// The group's figures.
    pub figures: Figures,
}

/// Figures of all findings meant, and of their groups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rollup {
    /// The figures of all.
    pub figures: Figures,
    /// The groups; empty where no dimension was asked for.
    pub groups: Vec<RollupGroup>,
}

pub(crate) fn rollup(store: &Store, cache: &Cache, options: &RollupOptions) -> Rollup {
    let by = options.by.get(..MOST_DIMENSIONS).unwrap_or(&options.by);
    let rows = Matcher::new(store, &options.filter).rows();
    let whole = figures(store, &rows, None).into_iter().next().unwrap_or_default();
    if by.is_empty() {
        return Rollup { figures: whole, groups: Vec::new() };
    }
    let groups = Groups::new(store, by, &rows);
    let figures = figures(store, &rows, Some(&groups));
    let mut order: Vec<usize> = (0..groups.len()).collect();
    let figures_of = |at: usize| figures.get(at).copied().unwrap_or_default();
    let by_key = |a: usize, b: usize| groups.compare(cache, store, a, b);
    sort_copies(&mut order, |&a, &b| match options.sort {
        GroupSort::Severity => figures_of(b).by_severity.cmp(&figures_of(a).by_severity).then_with(|| by_key(a, b)),
        GroupSort::Findings => figures_of(b).findings.cmp(&figures_of(a).findings).then_with(|| by_key(a, b)),
        GroupSort::Key => by_key(a, b),
    });
    order.truncate(options.limit.unwrap_or(usize::MAX));
    let groups =
        order.into_iter().map(|at| RollupGroup { key: groups.key(store, at), figures: figures_of(at) }).collect();
    Rollup { figures: whole, groups }
}

/// Figures by group; of all rows as one group where there are no groups.
fn figures(store: &Store, rows: &[u32], groups: Option<&Groups>) -> Vec<Figures> {
    let count = groups.map_or(1, Groups::len);
    let of_row = groups.map(Groups::of_rows);
    let mut classes = vec![[0u32; CLASSES]; count];
    for (at, &row) in rows.iter().enumerate() {
        let group = of_row.map_or(0, |groups| groups.get(at).copied().unwrap_or_default());
        if let Some(classes) = classes.get_mut(group as usize)
            && let Some(count) = classes.get_mut(store.class(row).number())
        {
            *count += 1;
        }
    }
    let mut figures: Vec<Figures> = classes.iter().map(of_classes).collect();
    let mut distinct = |column: Column, field: fn(&mut Figures) -> &mut u32| {
        let counts = count_distinct(store, column, rows, of_row, count);
        figures.iter_mut().zip(counts).for_each(|(figures, count)| *field(figures) = count);
    };
    distinct(Column::Id, |figures| &mut figures.unique_ids);
    distinct(Column::Package, |figures| &mut figures.unique_packages);
    distinct(Column::Image, |figures| &mut figures.unique_images);
    figures
}

fn of_classes(classes: &[u32; CLASSES]) -> Figures {
    let of = |wanted: fn(Class) -> bool| -> u32 {
        classes.iter().enumerate().filter(|(class, _)| wanted(Class::at(*class))).map(|(_, count)| count).sum()
    };
    let worst = classes.iter().position(|&count| count > 0).map(|class| Class::at(class).severity());
    Figures {
        findings: classes.iter().sum(),
        by_severity: by_severity(classes),
        fixable: of(Class::is_fixable),
        exploitable: of(Class::is_exploitable),
        worst,
        ..Figures::default()
    }
}

impl Figures {
    const FIELDS: usize = 8;

    fn write<S: SerializeStruct>(&self, fields: &mut S) -> Result<(), S::Error> {
        fields.serialize_field("findings", &self.findings)?;
        fields.serialize_field("bySeverity", &self.by_severity)?;
        fields.serialize_field("uniqueIds", &self.unique_ids)?;
        fields.serialize_field("uniquePackages", &self.unique_packages)?;
        fields.serialize_field("uniqueImages", &self.unique_images)?;
        fields.serialize_field("fixable", &self.fixable)?;
        fields.serialize_field("exploitable", &self.exploitable)?;
        fields.serialize_field("worst", &self.worst.map(Severity::word))
    }
}

impl Serialize for RollupGroup {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("RollupGroup", Figures::FIELDS + 1)?;
        fields.serialize_field("key", &self.key)?;
        self.figures.write(&mut fields)?;
        fields.end()
    }
}

impl Serialize for Rollup {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Rollup", Figures::FIELDS + 1)?;
        self.figures.write(&mut fields)?;
        fields.serialize_field("groups", &self.groups)?;
        fields.end()
    }
}

//! What one upgrade clears: for each image, package and installed version, the version that clears the most findings. What
//! follows other rules is another package of that name.
//!
//! Only versions that some finding lists as a fix are proposed, and only where they order above the installed one.

mod family;

use super::cache::Cache;
use super::filter::Filter;
use super::ranks::Ranks;
use super::store::Store;
use super::store::class::{CLASSES, by_severity};
use super::store::column::Column;
use super::store::dictionary::ABSENT;
use crate::compact::sort_by_digits;
use crate::versions::Scheme;
use crate::wire::severity::SeverityCounts;
use family::{Family, Listed};
use std::cell::Cell;

/// One upgrade, and what it clears. Texts are codes of their columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RemediationStep<'a> {
    /// The image.
    pub image: u32,
    /// The package.
    pub package: u32,
    /// The version installed.
    pub installed_version: u32,
    /// The list of fixes that names the version to upgrade to.
    pub fixed_version: u32,
    /// The smallest listed version that clears the most findings; of such, one of the same major version.
    pub upgrade_to: &'a str,
    /// Findings cleared.
    pub clears: u32,
    /// Findings cleared, by severity.
    pub by_severity: SeverityCounts,
    /// Vulnerability identifiers cleared, in code-point order.
    pub ids: Vec<u32>,
}

/// Steps, those that clear the most severe findings first; of equal ones by image, package and version.
pub(crate) fn remediation<'a>(store: &'a Store, cache: &Cache, filter: &Filter) -> Vec<RemediationStep<'a>> {
    let met = vec![Cell::new(u32::MAX); store.code_count(Column::FixedVersion)];
    let kinds = 0..store.code_count(Column::Kind) as u32;
    let schemes = kinds.map(|code| Scheme::of_kind(store.text_of(Column::Kind, code))).collect();
    let search = Search { store, ids: cache.ranks(store, Column::Id), schemes, met };
    let rank = |column: Column| {
        let ranks = cache.ranks(store, column);
        (ranks.count, move |row: u32| ranks.get(store.code(column, row)))
    };
    let [(images, image), (packages, package), (versions, version)] =
        [Column::Image, Column::Package, Column::InstalledVersion].map(rank);
    let mut rows = cache.selection(store, filter).rows(store);
    rows.retain(|&row| store.class(row).is_fixable());
    // What is the same in many images stands together: by package and version, then image, then rules, then fixes.
    sort_stable(&mut rows, store.code_count(Column::FixedVersion) as u32, &|row| search.fixed(row));
    let last_scheme = Scheme::Natural as u32;
    sort_stable(&mut rows, last_scheme, &|row| search.scheme(row) as u32);
    sort_stable(&mut rows, images, &image);
    sort_stable(&mut rows, versions, &version);
    sort_stable(&mut rows, packages, &package);
    let mut found = Vec::new();
    for rows in rows.chunk_by(|&a, &b| package(a) == package(b) && version(a) == version(b)) {
        search.steps(rows, &image, &mut found);
    }
    in_order(found, images, &image)
}

/// Steps with the first row of each, by package and version → in the order that they are handed out in.
fn in_order<'a>(
    found: Vec<(u32, RemediationStep<'a>)>,
    images: u32,
    image: &dyn Fn(u32) -> u32,
) -> Vec<RemediationStep<'a>> {
    let mut order: Vec<u32> = (0..found.len() as u32).collect();
    let first = |at: u32| found.get(at as usize).map_or(0, |(first, _)| *first);
    sort_stable(&mut order, images, &|at| image(first(at)));
    // What counts the most comes last.
    let weights: [fn(&RemediationStep) -> u32; 6] = [
        |step| step.clears,
        |step| step.by_severity.unknown,
        |step| step.by_severity.low,
        |step| step.by_severity.medium,
        |step| step.by_severity.high,
        |step| step.by_severity.critical,
    ];
    for weight in weights {
        let most = found.iter().map(|(_, step)| weight(step)).max().unwrap_or_default();
        let value = |at: u32| found.get(at as usize).map_or(0, |(_, step)| most - weight(step));
        sort_stable(&mut order, most, &value);
    }
    let mut found: Vec<Option<RemediationStep>> = found.into_iter().map(|(_, step)| Some(step)).collect();
    order.into_iter().filter_map(|at| found.get_mut(at as usize)?.take()).collect()
}

/// Sorts by a value of at most `most`; equal ones keep their order.
fn sort_stable(numbers: &mut [u32], most: u32, value: &dyn Fn(u32) -> u32) {
    let mut keys: Vec<u64> = numbers.iter().map(|&number| u64::from(value(number)) << 32 | u64::from(number)).collect();
    sort_by_digits(&mut keys, u32::BITS, u64::BITS - most.leading_zeros());
    numbers.iter_mut().zip(keys).for_each(|(number, key)| *number = key as u32);
}

struct Search<'a, 'c> {
    store: &'a Store,
    ids: &'c Ranks,
    /// By code of `kind`.
    schemes: Vec<Scheme>,
    /// By code of `fixed_version`: a row of the installed version that met it last.
    met: Vec<Cell<u32>>,
}

impl<'a> Search<'a, '_> {
    fn fixed(&self, row: u32) -> u32 {
        self.store.code(Column::FixedVersion, row)
    }

    /// The rules that a row's versions follow.
    fn scheme(&self, row: u32) -> Scheme {
        let code = self.store.code(Column::Kind, row);
        self.schemes.get(code as usize).copied().unwrap_or(Scheme::Natural)
    }

    /// Steps for an installed version of a package, one for each image and its rules, and the first row of each.
    fn steps(&self, rows: &[u32], image: &dyn Fn(u32) -> u32, found: &mut Vec<(u32, RemediationStep<'a>)>) {
        let Some(installed) = rows.first().and_then(|&row| self.store.text(Column::InstalledVersion, row)) else {
            return;
        };
        let mut families: Vec<Family> = Vec::new();
        for group in rows.chunk_by(|&a, &b| image(a) == image(b) && self.scheme(a) == self.scheme(b)) {
            let Some(first) = group.iter().copied().min() else { continue };
            let scheme = self.scheme(first);
            let known = families.iter().position(|family| family.scheme == scheme);
            let at = known.unwrap_or_else(|| {
                let alike: Vec<u32> = rows.iter().copied().filter(|&row| self.scheme(row) == scheme).collect();
                families.push(Family::new(self.store, installed, scheme, &self.lists(&alike)));
                families.len() - 1
            });
            let step = families.get(at).and_then(|family| self.step(family, first, group));
            found.extend(step.map(|step| (first, step)));
        }
    }

    /// The codes of `fixed_version` that rows have, ascending.
    fn lists(&self, rows: &[u32]) -> Vec<u32> {
        let stamp = rows.first().copied().unwrap_or_default();
        let is_new = |code: &u32| self.met.get(*code as usize).is_some_and(|met| met.replace(stamp) != stamp);
        let mut lists: Vec<u32> = rows.iter().map(|&row| self.fixed(row)).filter(is_new).collect();
        sort_stable(&mut lists, u32::MAX, &|code| code);
        lists
    }

    fn step(&self, family: &Family<'a>, first: u32, group: &[u32]) -> Option<RemediationStep<'a>> {
        let alike = || group.chunk_by(|&a, &b| self.fixed(a) == self.fixed(b));
        let listed = |rows: &[u32]| Some((family.list(self.fixed(*rows.first()?))?, rows.len() as u32));
        let lists: Vec<Listed> = alike().filter_map(listed).collect();
        let version = family.propose(&lists)?;
        let (mut classes, mut clears, mut ids) = ([0; CLASSES], 0, Vec::new());
        let named = alike().zip(&lists).find(|(_, (list, _))| family.names(*list, version));
        let named = named.and_then(|(rows, _)| rows.first()).map_or(ABSENT, |&row| self.fixed(row));
        for (rows, _) in alike().zip(lists).filter(|(_, (list, _))| family.is_cleared(version, *list)) {
            for &row in rows {
                classes.get_mut(self.store.class(row).number()).into_iter().for_each(|count| *count += 1);
                clears += 1;
                let id = self.store.code(Column::Id, row);
                ids.push(u64::from(self.ids.get(id)) << u32::BITS | u64::from(id));
            }
        }
        sort_by_digits(&mut ids, 0, u64::BITS);
        ids.dedup_by_key(|id| *id >> u32::BITS);
        let code = |column: Column| self.store.code(column, first);
        Some(RemediationStep {
            image: code(Column::Image),
            package: code(Column::Package),
            installed_version: code(Column::InstalledVersion),
            fixed_version: named,
            upgrade_to: family.version(version),
            clears,
            by_severity: by_severity(&classes),
            ids: ids.into_iter().map(|id| id as u32).collect(),
        })
    }
}

#[cfg(test)]
mod tests;

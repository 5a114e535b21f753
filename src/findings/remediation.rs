//! What one upgrade clears: for each image, package and installed version, the version that clears the most findings. Versions
//! that follow other rules belong to another package of the same name.
//!
//! Only versions that some finding lists as a fix are proposed, and only where they order above the installed one.

mod family;
mod fixables;
mod values;
mod work;

use super::cache::Cache;
use super::filter::Filter;
use super::ranks::Ranks;
use super::store::Store;
use super::store::class::{CLASSES, by_severity};
use super::store::column::Column;
use super::store::dictionary::ABSENT;
use crate::compact::{permuted, sort_by_digits};
use crate::memory::{OutOfMemory, ask_for};
use crate::versions::Scheme;
use crate::wire::severity::SeverityCounts;
use family::{Family, Listed};
use fixables::{Fixable, NameRanks, fixables, in_order};
use std::cell::Cell;
use values::{SortValue, bytes_for_sorting, sort_by_values};
use work::Work;

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
    /// Of the listed versions that clear the most findings, those of the installed major version if any; of these the smallest.
    pub upgrade_to: &'a str,
    /// Findings cleared.
    pub clears: u32,
    /// Findings cleared, by severity.
    pub by_severity: SeverityCounts,
    /// Vulnerability identifiers cleared, in code-point order.
    pub ids: Vec<u32>,
}

/// Steps, at most `limit` of them: those that clear the most severe findings first; of equal ones by image, package and version.
pub(crate) fn remediation<'a>(
    store: &'a Store,
    cache: &Cache,
    filter: &Filter,
    limit: Option<usize>,
) -> Result<Vec<RemediationStep<'a>>, OutOfMemory> {
    let found = steps(store, cache, filter)?;
    let mut order = order_of(&found, cache.ranks(store, Column::Image));
    order.truncate(limit.unwrap_or(usize::MAX));
    Ok(permuted(found, order))
}

/// Steps by package and version.
fn steps<'a>(store: &'a Store, cache: &Cache, filter: &Filter) -> Result<Vec<RemediationStep<'a>>, OutOfMemory> {
    let ranks = NameRanks::of(store, cache)?;
    let fixables = fixables(store, cache, filter)?;
    let lists = store.code_count(Column::FixedVersion);
    let order = in_order(&fixables, &ranks, lists)?;
    let installed = |at: u32| fixables.get(at as usize).map(|one| ranks.installed(one));
    let target = |at: u32| fixables.get(at as usize).map(|one| ranks.target(one));
    let most = order.chunk_by(|a, b| installed(*a) == installed(*b) && target(*a) == target(*b)).count();
    let largest = order.chunk_by(|a, b| installed(*a) == installed(*b)).map(<[u32]>::len).max().unwrap_or_default();
    // The steps, the same in order, that order, their identifiers, and what stands by list of fixes.
    let ids = fixables.len() * size_of::<u32>() + most * A_BLOCK;
    let [found, places] = [size_of::<RemediationStep>(), size_of::<u32>()].map(|bytes| most * bytes);
    let met = lists * size_of::<u32>();
    ask_for(&[found, found, places, bytes_for_sorting(most), ids, met, largest * OF_ONE_ALIKE])?;
    let met = vec![Cell::new(u32::MAX); lists];
    let search = Search { store, ranks, met, work: Work::for_findings(fixables.len()) };
    let (mut alike, mut found) = (Vec::with_capacity(largest), Vec::with_capacity(most));
    for places in order.chunk_by(|a, b| installed(*a) == installed(*b)) {
        alike.clear();
        alike.extend(places.iter().filter_map(|&at| fixables.get(at as usize).copied()));
        search.steps_for(&alike, &mut found)?;
    }
    Ok(found)
}

/// Bytes that a finding takes while those of one package and version are looked at: what is read of it, the code of its list of
/// fixes while these grow and are sorted, and twice what its identifier is sorted by.
const OF_ONE_ALIKE: usize = size_of::<Fixable>() + 7 * size_of::<u32>() + 2 * size_of::<u64>();

/// Bytes that the smallest list takes, as the allocator rounds.
const A_BLOCK: usize = 48;

/// The order in which steps, which come by package and version, are handed out.
fn order_of(found: &[RemediationStep], images: &Ranks) -> Vec<u32> {
    // The value that counts the most comes last.
    let weights = |step: &RemediationStep| {
        let [critical, high, medium, low, unknown] = step.by_severity.in_order();
        [step.clears, unknown, low, medium, high, critical]
    };
    let descending = [0, 1, 2, 3, 4, 5].map(|at| {
        let weight = move |step: &RemediationStep| weights(step).get(at).copied().unwrap_or_default();
        let most = found.iter().map(weight).max().unwrap_or_default();
        (most, move |at: u32| found.get(at as usize).map_or(0, |step| most - weight(step)))
    });
    let image = |at: u32| found.get(at as usize).map_or(0, |step| images.get(step.image));
    let mut values = vec![SortValue { most: images.count, of: &image }];
    values.extend(descending.iter().map(|(most, of)| SortValue { most: *most, of }));
    let mut order: Vec<u32> = (0..found.len() as u32).collect();
    sort_by_values(&mut order, &values);
    order
}

struct Search<'a, 'c> {
    store: &'a Store,
    ranks: NameRanks<'c>,
    /// By code of `fixed_version`: a row that stands for the group which met the code last.
    met: Vec<Cell<u32>>,
    /// What the tries may still cost.
    work: Work,
}

impl<'a> Search<'a, '_> {
    /// Steps for an installed version of a package, one for each image and its rules.
    fn steps_for(&self, alike: &[Fixable], found: &mut Vec<RemediationStep<'a>>) -> Result<(), OutOfMemory> {
        let Some(installed) = alike.first().and_then(|one| self.store.text(Column::InstalledVersion, one.row)) else {
            return Ok(());
        };
        let mut families: Vec<Family> = Vec::new();
        for group in alike.chunk_by(|a, b| self.ranks.target(a) == self.ranks.target(b)) {
            let Some(scheme) = group.first().map(|one| one.scheme) else { continue };
            let at = match families.iter().position(|family| family.scheme == scheme) {
                Some(at) => at,
                None => {
                    let lists = self.lists(alike, scheme);
                    ask_for(&[Family::bytes(self.store, &lists)])?;
                    families.push(Family::new(self.store, installed, scheme, &lists, &self.work));
                    families.len() - 1
                }
            };
            found.extend(families.get(at).and_then(|family| self.step(family, group)));
        }
        Ok(())
    }

    /// The codes of `fixed_version` under these rules, ascending.
    fn lists(&self, alike: &[Fixable], scheme: Scheme) -> Vec<u32> {
        let of_scheme = || alike.iter().filter(|one| one.scheme == scheme);
        let stamp = of_scheme().next().map_or(0, |one| one.row);
        let meets_first = |code: &u32| self.met.get(*code as usize).is_some_and(|met| met.replace(stamp) != stamp);
        let mut lists: Vec<u32> = of_scheme().map(|one| one.fixed).filter(meets_first).collect();
        sort_by_values(&mut lists, &[SortValue { most: u32::MAX, of: &|code| code }]);
        lists
    }

    fn step(&self, family: &Family<'a, '_>, group: &[Fixable]) -> Option<RemediationStep<'a>> {
        let first = group.iter().min_by_key(|one| one.row)?;
        let by_list = || group.chunk_by(|a, b| a.fixed == b.fixed);
        let listed = |rows: &[Fixable]| Some((family.list(rows.first()?.fixed)?, rows.len() as u32));
        let lists: Vec<Listed> = by_list().filter_map(listed).collect();
        let version = family.propose(&lists)?;
        let (mut classes, mut clears, mut ids) = ([0; CLASSES], 0, Vec::with_capacity(group.len()));
        let named = by_list().zip(&lists).find(|(_, (list, _))| family.names(*list, version));
        let named = named.and_then(|(rows, _)| rows.first()).map_or(ABSENT, |one| one.fixed);
        for (rows, _) in by_list().zip(lists).filter(|(_, (list, _))| family.is_cleared(version, *list)) {
            for one in rows {
                if let Some(count) = classes.get_mut(one.class.number()) {
                    *count += 1;
                }
                clears += 1;
                ids.push(u64::from(self.ranks.ids.get(one.id)) << u32::BITS | u64::from(one.id));
            }
        }
        sort_by_digits(&mut ids, 0, u64::BITS);
        ids.dedup_by_key(|id| *id >> u32::BITS);
        Some(RemediationStep {
            image: first.image,
            package: first.package,
            installed_version: first.version,
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

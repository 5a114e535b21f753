//! What one upgrade clears: for each image, package and installed version, the version that clears the most findings.
//!
//! Only versions that some finding lists as a fix are proposed, and only where they order above the installed one.

use super::cache::Cache;
use super::filter::Filter;
use super::ranks::Ranks;
use super::store::Store;
use super::store::class::{CLASSES, by_severity};
use super::store::column::Column;
use crate::compact::{sort_by, sort_copies};
use crate::versions::{compare_versions, shared_parts};
use crate::wire::severity::SeverityCounts;
use serde::Serialize;
use std::cmp::{Ordering, Reverse};

/// One upgrade, and what it clears.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RemediationStep {
    /// The image.
    pub image: String,
    /// The package.
    pub package: String,
    /// The version installed.
    pub installed_version: String,
    /// The smallest listed version that clears the most findings; of such, one of the same major version.
    pub upgrade_to: String,
    /// Findings cleared.
    pub clears: u32,
    /// Findings cleared, by severity.
    pub by_severity: SeverityCounts,
    /// Vulnerability identifiers cleared, in code-point order.
    pub ids: Vec<String>,
}

/// Most candidates tried for one package; more are not listed by any real report.
const CANDIDATES: usize = 64;

/// Steps, those that clear the most severe findings first.
pub(crate) fn remediation(store: &Store, cache: &Cache, filter: &Filter) -> Vec<RemediationStep> {
    let rank = |column: Column| (cache.ranks(store, column), store.codes(column));
    let parts = [rank(Column::Image), rank(Column::Package), rank(Column::InstalledVersion)];
    let mut rows = cache.selection(store, filter).rows(store);
    rows.retain(|&row| store.class(row).is_fixable());
    let key = |row: u32| parts.map(|(ranks, codes): (&Ranks, _)| ranks.get(codes.get(row)));
    let mut keyed: Vec<([u32; 3], u32)> = rows.into_iter().map(|row| (key(row), row)).collect();
    sort_copies(&mut keyed, Ord::cmp);
    let groups = keyed.chunk_by(|a, b| a.0 == b.0);
    let steps: Vec<RemediationStep> = groups.filter_map(|group| step(store, group)).collect();
    // Stable: steps of equal weight stay in the order of image, package and version.
    let weight = |at: &u32| steps.get(*at as usize).map(|step| Reverse((step.by_severity, step.clears)));
    let mut order: Vec<u32> = (0..steps.len() as u32).collect();
    sort_by(&mut order, &mut |a, b| weight(&a).cmp(&weight(&b)));
    let mut steps: Vec<Option<RemediationStep>> = steps.into_iter().map(Some).collect();
    order.into_iter().filter_map(|at| steps.get_mut(at as usize)?.take()).collect()
}

fn step(store: &Store, group: &[([u32; 3], u32)]) -> Option<RemediationStep> {
    let (_, first) = group.first()?;
    let text = |column: Column, row: u32| store.text(column, row).unwrap_or_default();
    let installed = text(Column::InstalledVersion, *first);
    let kind = store.text(Column::Kind, *first);
    let order = |a: &str, b: &str| compare_versions(a, b, kind);
    let fixes: Vec<Vec<&str>> =
        group.iter().map(|(_, row)| fixes_above(text(Column::FixedVersion, *row), installed, &order)).collect();
    let mut candidates: Vec<&str> = fixes.iter().flatten().copied().collect();
    sort_copies(&mut candidates, Ord::cmp);
    candidates.dedup();
    candidates.truncate(CANDIDATES);
    let cleared = |version: &str| fixes.iter().filter(|fixes| is_cleared(version, fixes, &order)).count();
    let weight = |version: &str| (cleared(version), shared_parts(version, installed) > 0);
    let best = candidates.into_iter().map(|version| (weight(version), version)).reduce(|best, other| {
        let smaller = order(other.1, best.1) == Some(Ordering::Less);
        if other.0 > best.0 || other.0 == best.0 && smaller { other } else { best }
    });
    let (_, version) = best?;
    let rows =
        group.iter().zip(&fixes).filter(|(_, fixes)| is_cleared(version, fixes, &order)).map(|((_, row), _)| *row);
    let rows: Vec<u32> = rows.collect();
    let mut ids: Vec<&str> = rows.iter().map(|&row| text(Column::Id, row)).collect();
    sort_copies(&mut ids, Ord::cmp);
    ids.dedup();
    Some(RemediationStep {
        image: text(Column::Image, *first).to_owned(),
        package: text(Column::Package, *first).to_owned(),
        installed_version: installed.to_owned(),
        upgrade_to: version.to_owned(),
        clears: rows.len() as u32,
        by_severity: severities(store, &rows),
        ids: ids.into_iter().map(str::to_owned).collect(),
    })
}

fn severities(store: &Store, rows: &[u32]) -> SeverityCounts {
    let mut classes = [0; CLASSES];
    for &row in rows {
        classes.get_mut(store.class(row).number()).into_iter().for_each(|count| *count += 1);
    }
    by_severity(&classes)
}

/// The versions that a text lists as fixes and that are above the installed one.
fn fixes_above<'a>(fixed: &'a str, installed: &str, order: &impl Fn(&str, &str) -> Option<Ordering>) -> Vec<&'a str> {
    let listed = fixed.split([',', '|', ';']).filter_map(fix_of);
    listed.filter(|version| order(version, installed) == Some(Ordering::Greater)).collect()
}

/// The version of one item of a list; `None` where the item only says what is not fixed.
fn fix_of(item: &str) -> Option<&str> {
    let item = item.trim();
    let version = item.trim_start_matches(['>', '=', '^', '~', ' ']);
    let excluded = item.starts_with(['<', '!']) || item.starts_with('>') && !item.starts_with(">=");
    (!excluded && !version.is_empty()).then_some(version)
}

/// Whether `version` has the fix. Between two listed versions it does only where it is of the lower one's line.
fn is_cleared(version: &str, fixes: &[&str], order: &impl Fn(&str, &str) -> Option<Ordering>) -> bool {
    let mut below: Option<&str> = None;
    let mut above: Option<&str> = None;
    for &fix in fixes {
        match order(fix, version) {
            Some(Ordering::Equal) => return true,
            Some(Ordering::Less) if below.is_none_or(|best| order(best, fix) == Some(Ordering::Less)) => {
                below = Some(fix)
            }
            Some(Ordering::Greater) if above.is_none_or(|best| order(fix, best) == Some(Ordering::Less)) => {
                above = Some(fix);
            }
            Some(_) => {}
            None => return false,
        }
    }
    match (below, above) {
        (Some(below), Some(above)) => shared_parts(version, below) > shared_parts(version, above),
        (Some(_), None) => true,
        (None, _) => false,
    }
}

#[cfg(test)]
mod tests;

//! What may fix an installed version of a package: the versions that findings list, and which list each of them satisfies.
//!
//! Many images hold the same version of a package; what they share is read and compared once. A service may list any number of
//! versions: many are sorted once, and only those that promise the most are tried. Where the rules do not order all versions,
//! sorting would invent an order, so each is compared with each.

mod clears;
mod known;
mod pairs;
mod sorted;

use super::work::Work;
use crate::compact::{permuted, sort_by, sort_copies};
use crate::findings::store::Store;
use crate::findings::store::column::Column;
use crate::versions::{Fix, MOST_CONSTRAINTS, Scheme, is_same_major};
use known::{Known, PAIRS};
use std::cmp::Ordering;

/// The fixes of one installed version under one scheme.
pub(super) struct Family<'a, 'c> {
    pub scheme: Scheme,
    /// Versions above the installed one, and where ranges begin that name no version, in code-point order.
    versions: Vec<&'a str>,
    /// By number: whether a version is of the installed major version.
    near: Vec<bool>,
    /// Codes of `fixed_version`, ascending, and the fixes that each lists, by the numbers of their versions.
    lists: Vec<(u32, Vec<(u32, Fix<'a>)>)>,
    /// By number: a version's place in the order, which equal ones share. Empty if versions are not sorted.
    ranks: Vec<u32>,
    /// How two versions order, if they are not sorted.
    orders: Known<Option<Ordering>>,
    /// Whether a version has the fix of a list.
    cleared: Known<bool>,
    /// What tries may still cost.
    work: &'c Work,
}

/// A list of a group, by its number in the family, and how many findings have it.
pub(super) type Listed = (usize, u32);

/// Bytes that a fix takes with its version and its bounds, while those of its list are put in order and versions are tried.
const OF_A_FIX: usize = 288;

impl<'a, 'c> Family<'a, 'c> {
    /// Bytes that a family takes at most, of these codes of `fixed_version`.
    pub fn bytes(store: &Store, fixed: &[u32]) -> usize {
        // A fix takes two bytes of text or more.
        let fixes = |code: u32| MOST_CONSTRAINTS.min(store.bytes_of(Column::FixedVersion, code).len() / 2 + 1);
        let fixes: usize = fixed.iter().map(|&code| fixes(code)).sum();
        fixes.saturating_mul(OF_A_FIX).saturating_add(2 * PAIRS.min(fixes.saturating_mul(fixes)))
    }

    /// `fixed` are codes of `fixed_version`, ascending and distinct.
    pub fn new(store: &'a Store, installed: &'a str, scheme: Scheme, fixed: &[u32], work: &'c Work) -> Self {
        let listed = |code: u32| scheme.fixes(store.text_of(Column::FixedVersion, code), installed);
        let mut lists: Vec<(u32, Vec<(u32, Fix)>)> =
            fixed.iter().map(|&code| (code, listed(code).into_iter().map(|fix| (0, fix)).collect())).collect();
        let mut versions: Vec<&str> = lists.iter().flat_map(|(_, fixes)| fixes).map(|(_, fix)| fix.version).collect();
        sort_copies(&mut versions, Ord::cmp);
        versions.dedup();
        for (_, fixes) in &mut lists {
            for (number, fix) in fixes.iter_mut() {
                *number = versions.binary_search(&fix.version).unwrap_or_default() as u32;
            }
            *fixes = by_number(std::mem::take(fixes));
        }
        let near = versions.iter().map(|version| is_same_major(version, installed)).collect();
        let ranks = sorted::ranks(&versions, scheme);
        let orders = Known::new(if ranks.is_empty() { versions.len() } else { 0 }, versions.len());
        let cleared = Known::new(versions.len(), lists.len());
        Family { scheme, versions, near, lists, ranks, orders, cleared, work }
    }

    /// The number of a list.
    pub fn list(&self, fixed: u32) -> Option<usize> {
        self.lists.binary_search_by_key(&fixed, |(code, _)| *code).ok()
    }

    /// The text of a version.
    pub fn version(&self, number: u32) -> &'a str {
        self.versions.get(number as usize).copied().unwrap_or_default()
    }

    /// Of the versions in these lists that clear the most findings, those of the installed major version if any, and of these the
    /// smallest.
    pub fn propose(&self, group: &[Listed]) -> Option<u32> {
        if self.ranks.is_empty() { self.propose_of_pairs(group) } else { self.propose_of_sorted(group) }
    }

    /// Makes a version the best if it is better; returns how many findings it clears.
    fn weigh(&self, version: u32, group: &[Listed], best: &mut Best) -> u32 {
        let listed = group.iter().filter(|(list, _)| self.is_cleared(version, *list));
        let cleared = listed.map(|(_, findings)| findings).sum();
        let is_near = self.is_near(version);
        let is_better = match (cleared, is_near).cmp(&(best.cleared, best.is_near)) {
            Ordering::Equal => best.version.is_none_or(|best| self.order(version, best) == Some(Ordering::Less)),
            order => order.is_gt(),
        };
        if is_better {
            *best = Best { version: Some(version), cleared, is_near };
        }
        cleared
    }

    /// Whether a version is of the installed major version.
    fn is_near(&self, version: u32) -> bool {
        self.near.get(version as usize).copied().unwrap_or_default()
    }

    /// Whether a version has the fix of a list.
    pub fn is_cleared(&self, version: u32, list: usize) -> bool {
        self.cleared.of(version, list as u32, || {
            self.work.spend(self.cost(list));
            self.clears(version, self.fixes(list))
        })
    }

    /// How many versions may be tried for a group with the work that is left, at least one.
    fn tries_left(&self, group: &[Listed]) -> usize {
        self.work.tries(group.iter().map(|(list, _)| self.cost(*list)).sum())
    }

    /// What it costs to compare a version with all fixes of a list.
    fn cost(&self, list: usize) -> usize {
        let fixes = self.fixes(list);
        if self.ranks.is_empty() { fixes.iter().map(|(_, fix)| Work::of_texts(fix.version)).sum() } else { fixes.len() }
    }

    /// Whether a list names a version.
    pub fn names(&self, list: usize, version: u32) -> bool {
        self.named(list).any(|fix| fix == version)
    }

    /// The versions that a list names.
    fn named(&self, list: usize) -> impl Iterator<Item = u32> {
        self.fixes(list).iter().filter(|(_, fix)| fix.is_named).map(|(version, _)| *version)
    }

    /// How many fixes these lists tell of, at least one.
    fn fixes_of(&self, group: &[Listed]) -> usize {
        group.iter().map(|(list, _)| self.fixes(*list).len()).sum::<usize>().max(1)
    }

    /// The fixes that a list tells of.
    fn fixes(&self, list: usize) -> &[(u32, Fix<'a>)] {
        self.lists.get(list).map_or(&[], |(_, fixes)| fixes)
    }

    /// How two versions order; `None` if the rules do not say.
    fn order(&self, a: u32, b: u32) -> Option<Ordering> {
        match (self.ranks.get(a as usize), self.ranks.get(b as usize)) {
            (Some(a), Some(b)) => Some(a.cmp(b)),
            _ => self.orders.of(a, b, || self.scheme.compare(self.version(a), self.version(b))),
        }
    }
}

/// The fixes of a list by the numbers of their versions: the order in which it names them means nothing.
fn by_number(fixes: Vec<(u32, Fix<'_>)>) -> Vec<(u32, Fix<'_>)> {
    let number = |at: u32| fixes.get(at as usize).map(|(number, _)| *number);
    let mut order: Vec<u32> = (0..fixes.len() as u32).collect();
    sort_by(&mut order, &mut |a, b| number(a).cmp(&number(b)));
    permuted(fixes, order)
}

/// The version that clears the most so far.
#[derive(Default)]
struct Best {
    version: Option<u32>,
    cleared: u32,
    is_near: bool,
}

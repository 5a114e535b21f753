//! What may fix an installed version of a package: the versions that findings list, and which list each of them satisfies.
//!
//! Many images hold the same version of a package. Whatever is the same in all of them is read and compared once.

use crate::compact::sort_copies;
use crate::findings::store::Store;
use crate::findings::store::column::Column;
use crate::versions::{Fix, Scheme, shared_parts};
use std::cell::Cell;
use std::cmp::Ordering;

/// Most candidates tried for one package of an image; more are not listed by any real report.
const CANDIDATES: usize = 64;

/// Up to so many pairs, what was found of a pair is kept.
const PAIRS: usize = 1 << 18;

pub(super) struct Family<'a> {
    pub scheme: Scheme,
    installed: &'a str,
    /// Versions above the installed one, in code-point order.
    versions: Vec<&'a str>,
    /// Codes of `fixed_version`, ascending, and the fixes that each lists, by the numbers of their versions.
    lists: Vec<(u32, Vec<(u32, Fix<'a>)>)>,
    /// How two versions order.
    orders: Known<Option<Ordering>>,
    /// Whether a version has the fix of a list.
    cleared: Known<bool>,
}

/// A list of a group, by its number in the family, and how many findings have it.
pub(super) type Listed = (usize, u32);

impl<'a> Family<'a> {
    /// `fixed` are codes of `fixed_version`, ascending and distinct.
    pub fn new(store: &'a Store, installed: &'a str, scheme: Scheme, fixed: &[u32]) -> Self {
        let listed = |code: u32| scheme.fixes(store.text_of(Column::FixedVersion, code), installed);
        let mut lists: Vec<(u32, Vec<(u32, Fix)>)> =
            fixed.iter().map(|&code| (code, listed(code).into_iter().map(|fix| (0, fix)).collect())).collect();
        let mut versions: Vec<&str> = lists.iter().flat_map(|(_, fixes)| fixes).map(|(_, fix)| fix.version).collect();
        sort_copies(&mut versions, Ord::cmp);
        versions.dedup();
        for (number, fix) in lists.iter_mut().flat_map(|(_, fixes)| fixes) {
            *number = versions.binary_search(&fix.version).unwrap_or_default() as u32;
        }
        let orders = Known::new(versions.len(), versions.len());
        let cleared = Known::new(versions.len(), lists.len());
        Family { scheme, installed, versions, lists, orders, cleared }
    }

    /// The number of a list.
    pub fn list(&self, fixed: u32) -> Option<usize> {
        self.lists.binary_search_by_key(&fixed, |(code, _)| *code).ok()
    }

    /// The text of a version.
    pub fn version(&self, number: u32) -> &'a str {
        self.versions.get(number as usize).copied().unwrap_or_default()
    }

    /// Of the versions in these lists the smallest that clears the most findings; of such, one of the installed major version.
    pub fn propose(&self, group: &[Listed]) -> Option<u32> {
        let mut candidates: Vec<u32> =
            group.iter().flat_map(|(list, _)| self.fixes(*list)).map(|(fix, _)| *fix).collect();
        if let [only] = *candidates {
            return Some(only);
        }
        sort_copies(&mut candidates, Ord::cmp);
        candidates.dedup();
        candidates.truncate(CANDIDATES);
        let weight = |version: u32| {
            let cleared = group.iter().filter(|(list, _)| self.is_cleared(version, *list));
            let is_near = shared_parts(self.version(version), self.installed) > 0;
            (cleared.map(|(_, findings)| findings).sum::<u32>(), is_near)
        };
        let weighed = candidates.into_iter().map(|version| (weight(version), version));
        let best = weighed.reduce(|best, other| {
            let smaller = self.order(other.1, best.1) == Some(Ordering::Less);
            if other.0 > best.0 || other.0 == best.0 && smaller { other } else { best }
        });
        best.map(|(_, version)| version)
    }

    /// Whether a version has the fix of a list.
    pub fn is_cleared(&self, version: u32, list: usize) -> bool {
        self.cleared.of(version, list as u32, || self.clears(version, self.fixes(list)))
    }

    /// Whether a list names a version.
    pub fn names(&self, list: usize, version: u32) -> bool {
        self.fixes(list).iter().any(|(fix, _)| *fix == version)
    }

    fn fixes(&self, list: usize) -> &[(u32, Fix<'a>)] {
        self.lists.get(list).map_or(&[], |(_, fixes)| fixes)
    }

    fn order(&self, a: u32, b: u32) -> Option<Ordering> {
        self.orders.of(a, b, || self.scheme.compare(self.version(a), self.version(b)))
    }

    /// Where a list says how far a fix goes, that is what counts; elsewhere, between two listed versions, one has the fix
    /// only where it is of the lower one's line.
    fn clears(&self, version: u32, fixes: &[(u32, Fix)]) -> bool {
        let mut below: Option<u32> = None;
        let mut above: Option<u32> = None;
        for (fix, range) in fixes {
            let fix = *fix;
            match self.order(fix, version) {
                Some(Ordering::Equal) => return true,
                Some(Ordering::Less) if range.is_bounded() => {
                    if range.reaches(self.version(version), self.scheme) {
                        return true;
                    }
                }
                Some(Ordering::Less) if below.is_none_or(|best| self.order(best, fix) == Some(Ordering::Less)) => {
                    below = Some(fix);
                }
                Some(Ordering::Greater) if above.is_none_or(|best| self.order(fix, best) == Some(Ordering::Less)) => {
                    above = Some(fix);
                }
                Some(_) => {}
                None => return false,
            }
        }
        let shared = |other: u32| shared_parts(self.version(version), self.version(other));
        match (below, above) {
            (Some(below), Some(above)) => shared(below) > shared(above),
            (Some(_), None) => true,
            (None, _) => false,
        }
    }
}

/// What is known of pairs of numbers.
struct Known<T> {
    width: usize,
    /// Empty where there are too many pairs.
    pairs: Vec<Cell<Option<T>>>,
}

impl<T: Copy> Known<T> {
    fn new(height: usize, width: usize) -> Self {
        let pairs = height.saturating_mul(width);
        Known { width, pairs: vec![Cell::new(None); if pairs <= PAIRS { pairs } else { 0 }] }
    }

    fn of(&self, a: u32, b: u32, find: impl FnOnce() -> T) -> T {
        let place = self.pairs.get(a as usize * self.width + b as usize);
        place.and_then(Cell::get).unwrap_or_else(|| {
            let found = find();
            place.into_iter().for_each(|place| place.set(Some(found)));
            found
        })
    }
}

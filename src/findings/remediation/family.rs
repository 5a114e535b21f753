//! What may fix an installed version of a package: the versions that findings list, and which list each of them satisfies.
//!
//! Many images hold the same version of a package; what they share is read and compared once. A service may list any number of
//! versions: many are sorted once, and only those that promise the most are tried. Where the rules do not order all versions,
//! sorting would invent an order, so each is compared with each.

use crate::compact::{permuted, sort_by, sort_by_digits, sort_copies};
use crate::findings::store::Store;
use crate::findings::store::column::Column;
use crate::versions::{Fix, Scheme, is_same_major, shared_parts};
use std::cell::Cell;
use std::cmp::Ordering;

/// Up to so many versions, each is compared with each; more are sorted once, and compared by their places.
const FEW: usize = 8;

/// Most versions tried for one package of an image where they are sorted; what promises the most comes first.
const TRIES: usize = 256;

/// About how many comparisons with fixes all tries of a group take together: the more fixes are listed, the fewer tries.
const WORK: usize = 1 << 21;

/// Most versions tried where they cannot be sorted: as many as real reports list, or fewer where results of pairs are not kept.
const UNSORTED_TRIES: [usize; 2] = [64, 16];

/// The same work where versions are compared text by text, and the least tries it leaves.
const WORK_OF_TEXTS: usize = 1 << 18;
const LEAST_TRIES: usize = 4;

/// What the tries of one question may cost in all, and for each finding: comparing two numbers costs one, two texts more. Once it
/// is used up, only the greatest version is tried. Real reports take a fraction.
const WORK_IN_ALL: usize = 1 << 24;
const WORK_A_FINDING: usize = 1 << 4;

/// What comparing two texts costs beside their bytes.
const TEXTS: usize = 16;

/// Up to so many pairs, the result of each is kept.
const PAIRS: usize = 1 << 18;

pub(super) struct Family<'a, 'c> {
    pub scheme: Scheme,
    installed: &'a str,
    /// Versions above the installed one, and where ranges begin that name no version, in code-point order.
    versions: Vec<&'a str>,
    /// Codes of `fixed_version`, ascending, and the fixes that each lists, by the numbers of their versions.
    lists: Vec<(u32, Vec<(u32, Fix<'a>)>)>,
    /// By number: a version's place in the order, which equal ones share. Empty where versions are not sorted.
    ranks: Vec<u32>,
    /// How two versions order, where they are not sorted.
    orders: Known<Option<Ordering>>,
    /// Whether a version has the fix of a list.
    cleared: Known<bool>,
    /// What tries may still cost.
    work: &'c Cell<usize>,
}

/// What the tries of a question about so many findings may cost.
pub(super) fn work_for(findings: usize) -> usize {
    WORK_IN_ALL.saturating_add(findings.saturating_mul(WORK_A_FINDING))
}

/// A list of a group, by its number in the family, and how many findings have it.
pub(super) type Listed = (usize, u32);

impl<'a, 'c> Family<'a, 'c> {
    /// `fixed` are codes of `fixed_version`, ascending and distinct.
    pub fn new(store: &'a Store, installed: &'a str, scheme: Scheme, fixed: &[u32], work: &'c Cell<usize>) -> Self {
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
        let is_sorted = versions.len() > FEW && scheme.sorts(&versions);
        let ranks = if is_sorted { rank(&versions, scheme) } else { Vec::new() };
        let orders = Known::new(if ranks.is_empty() { versions.len() } else { 0 }, versions.len());
        let cleared = Known::new(versions.len(), lists.len());
        Family { scheme, installed, versions, lists, ranks, orders, cleared, work }
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

    fn propose_of_pairs(&self, group: &[Listed]) -> Option<u32> {
        let mut candidates: Vec<u32> = group.iter().flat_map(|(list, _)| self.named(*list)).collect();
        sort_by(&mut candidates, &mut |a, b| a.cmp(&b));
        candidates.dedup();
        if let [only] = *candidates {
            return Some(only);
        }
        let [most, fewer] = UNSORTED_TRIES;
        let most = if self.orders.is_kept() { most } else { fewer };
        let most = most.min((WORK_OF_TEXTS / self.fixes_of(group)).max(LEAST_TRIES)).min(self.tries_left(group));
        if candidates.len() > most {
            let is_less = |a, b| self.order(a, b) == Some(Ordering::Less);
            let greatest =
                candidates.iter().copied().reduce(|best, other| if is_less(best, other) { other } else { best });
            candidates.truncate(most - 1);
            candidates.extend(greatest);
        }
        let mut best = Best::default();
        for version in candidates {
            self.weigh(version, group, &mut best);
        }
        best.version
    }

    fn propose_of_sorted(&self, group: &[Listed]) -> Option<u32> {
        let (mut keys, mut gains) = self.candidates(group);
        let mut most = gains.iter().sum();
        let mut best = Best::default();
        let mut tries = (WORK / self.fixes_of(group)).clamp(FEW, TRIES).min(self.tries_left(group) - 1);
        // The greatest version clears every list without upper bounds, so it is tried first: a smaller one is better only if it
        // clears as many. Of several spellings of one version the first is tried.
        let greatest = keys.partition_point(|key| key >> u32::BITS < keys.last().map_or(0, |last| last >> u32::BITS));
        if let Some(greatest) = keys.get(greatest) {
            self.weigh(*greatest as u32, group, &mut best);
        }
        if tries == 0 {
            return best.version;
        }
        // Versions that may clear the most come first, and of those that may clear as many, the smallest.
        while let Some(start) = gains.iter().rposition(|gain| *gain > 0) {
            let mut is_met = false;
            for key in keys.get(start..)? {
                let version = *key as u32;
                // Once a version clears all that it could, a greater one is better only if it alone is of the installed major version.
                if is_met && !self.is_near(version) {
                    continue;
                }
                let meets = self.weigh(version, group, &mut best) == most;
                is_met |= meets;
                tries -= 1;
                if tries == 0 || meets && self.is_near(version) {
                    return best.version;
                }
            }
            keys.truncate(start);
            most -= gains.get(start)?;
            gains.truncate(start);
            if best.cleared > most || is_met {
                break;
            }
        }
        best.version
    }

    /// Keys of the versions in these lists, ascending; and for each, how many more findings may be cleared from it on: no version
    /// clears a list whose smallest fix is above it.
    fn candidates(&self, group: &[Listed]) -> (Vec<u64>, Vec<u32>) {
        let mut keys = Vec::new();
        group.iter().for_each(|(list, _)| keys.extend(self.named(*list).map(|version| self.key(version))));
        sort_by_digits(&mut keys, 0, u64::BITS);
        keys.dedup();
        let mut gains = vec![0; keys.len()];
        for (list, findings) in group {
            let starts = self.fixes(*list).iter().map(|(version, _)| self.key(*version));
            let Some(smallest) = starts.min() else { continue };
            let at = keys.partition_point(|key| key >> u32::BITS < smallest >> u32::BITS);
            gains.get_mut(at).into_iter().for_each(|gain| *gain += findings);
        }
        (keys, gains)
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
        is_same_major(self.version(version), self.installed)
    }

    /// What a version is sorted by: its rank, then its number.
    fn key(&self, version: u32) -> u64 {
        u64::from(self.rank(version)) << u32::BITS | u64::from(version)
    }

    fn rank(&self, version: u32) -> u32 {
        self.ranks.get(version as usize).copied().unwrap_or_default()
    }

    /// Whether a version has the fix of a list.
    pub fn is_cleared(&self, version: u32, list: usize) -> bool {
        self.cleared.of(version, list as u32, || {
            self.work.set(self.work.get().saturating_sub(self.cost(list)));
            self.clears(version, self.fixes(list))
        })
    }

    /// How many versions may be tried for a group with the work that is left, at least one.
    fn tries_left(&self, group: &[Listed]) -> usize {
        let cost = group.iter().map(|(list, _)| self.cost(*list)).sum::<usize>().max(1);
        (self.work.get() / cost).max(1)
    }

    /// What it costs to compare a version with all fixes of a list.
    fn cost(&self, list: usize) -> usize {
        let fixes = self.fixes(list);
        if self.ranks.is_empty() { fixes.iter().map(|(_, fix)| TEXTS + fix.version.len()).sum() } else { fixes.len() }
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

    fn fixes(&self, list: usize) -> &[(u32, Fix<'a>)] {
        self.lists.get(list).map_or(&[], |(_, fixes)| fixes)
    }

    fn order(&self, a: u32, b: u32) -> Option<Ordering> {
        match (self.ranks.get(a as usize), self.ranks.get(b as usize)) {
            (Some(a), Some(b)) => Some(a.cmp(b)),
            _ => self.orders.of(a, b, || self.scheme.compare(self.version(a), self.version(b))),
        }
    }

    /// Whether a version has the fix: if one is at this version, or its range reaches it, in whatever order they are listed.
    /// Otherwise a version between two listed ones has the fix only if it belongs to the release line of the lower one, and all
    /// listed ones have an order with it. What a range without a named version leaves out at its beginning is below it.
    fn clears(&self, version: u32, fixes: &[(u32, Fix)]) -> bool {
        let text = self.version(version);
        let has_it = |(fix, range): &(u32, Fix)| match self.order(*fix, version) {
            _ if !range.is_named => range.reaches(text, self.scheme),
            Some(Ordering::Equal) => true,
            Some(Ordering::Less) => range.is_bounded() && range.reaches(text, self.scheme),
            _ => false,
        };
        if fixes.iter().any(has_it) {
            return true;
        }
        let shared = |other: u32| shared_parts(text, self.version(other));
        // Of equal ones, the spelling that has more in common with the version counts.
        let is_nearer = |order: Option<Ordering>, fix: u32, best: u32| match order {
            Some(Ordering::Equal) => shared(fix) > shared(best),
            order => order == Some(Ordering::Less),
        };
        let mut below: Option<u32> = None;
        let mut above: Option<u32> = None;
        for (fix, range) in fixes {
            let fix = *fix;
            let Some(order) = self.order(fix, version) else { return false };
            if order.is_lt() {
                let counts = range.is_named && !range.is_bounded();
                if counts && below.is_none_or(|best| is_nearer(self.order(best, fix), fix, best)) {
                    below = Some(fix);
                }
            } else if above.is_none_or(|best| is_nearer(self.order(fix, best), fix, best)) {
                above = Some(fix);
            }
        }
        match (below, above) {
            (Some(below), Some(above)) => shared(below) > shared(above),
            (Some(_), None) => true,
            (None, _) => false,
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

/// Places in the order of versions; none where two of them have no order.
#[inline(never)]
fn rank(versions: &[&str], scheme: Scheme) -> Vec<u32> {
    let mut is_whole = true;
    let mut compare = |a: u32, b: u32| match (versions.get(a as usize), versions.get(b as usize)) {
        // Once two have no order, the rest is not worth asking.
        (Some(left), Some(right)) if is_whole => scheme.compare(left, right).unwrap_or_else(|| {
            is_whole = false;
            a.cmp(&b)
        }),
        _ => a.cmp(&b),
    };
    let mut order: Vec<u32> = (0..versions.len() as u32).collect();
    sort_by(&mut order, &mut compare);
    let mut ranks = vec![0; versions.len()];
    let (mut rank, mut before) = (0, None);
    for at in order {
        rank += u32::from(before.is_some_and(|before| compare(before, at).is_ne()));
        before = Some(at);
        ranks.get_mut(at as usize).into_iter().for_each(|place| *place = rank);
    }
    if is_whole { ranks } else { Vec::new() }
}

/// The results for pairs of numbers, each found once.
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

    /// Whether what was found is kept.
    fn is_kept(&self) -> bool {
        !self.pairs.is_empty()
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

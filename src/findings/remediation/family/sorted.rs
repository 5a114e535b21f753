//! The search among versions that are sorted: those that promise the most are tried, and compared by their places.

use super::{Best, Family, Listed};
use crate::compact::{sort_by, sort_by_digits};
use crate::versions::Scheme;

/// Up to this many versions are not worth sorting.
const FEW: usize = 8;

/// Most versions tried for one package of an image.
const TRIES: usize = 256;

/// About how many comparisons with fixes all tries of a group take together: the more fixes are listed, the fewer tries.
const COMPARISONS: usize = 1 << 21;

impl Family<'_, '_> {
    /// The best version of a group. Goes from the greatest lower bound downwards: `gains` says how many findings can be cleared
    /// only from a version on, so `reachable`, all that is left to gain, falls with each step, and ends the search early.
    pub(super) fn propose_of_sorted(&self, group: &[Listed]) -> Option<u32> {
        let (mut keys, mut gains) = self.candidates(group);
        let mut reachable = gains.iter().sum();
        let mut best = Best::default();
        // One try is kept for the greatest version.
        let mut tries = (COMPARISONS / self.fixes_of(group)).clamp(FEW, TRIES).min(self.tries_left(group) - 1);
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
                let meets = self.weigh(version, group, &mut best) == reachable;
                is_met |= meets;
                tries -= 1;
                if tries == 0 || meets && self.is_near(version) {
                    return best.version;
                }
            }
            keys.truncate(start);
            reachable -= gains.get(start)?;
            gains.truncate(start);
            if best.cleared > reachable || is_met {
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
            if let Some(gain) = gains.get_mut(at) {
                *gain += findings;
            }
        }
        (keys, gains)
    }

    /// What a version is sorted by: its rank, then its number.
    fn key(&self, version: u32) -> u64 {
        u64::from(self.rank(version)) << u32::BITS | u64::from(version)
    }

    fn rank(&self, version: u32) -> u32 {
        self.ranks.get(version as usize).copied().unwrap_or_default()
    }
}

/// By number, a version's place in the order, which equal ones share. Empty if the versions are few, or cannot be sorted.
pub(super) fn ranks(versions: &[&str], scheme: Scheme) -> Vec<u32> {
    if versions.len() > FEW && scheme.sorts(versions) { rank(versions, scheme) } else { Vec::new() }
}

/// Places in the order of versions; none if two of them have no order.
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
        if let Some(place) = ranks.get_mut(at as usize) {
            *place = rank;
        }
    }
    if is_whole { ranks } else { Vec::new() }
}

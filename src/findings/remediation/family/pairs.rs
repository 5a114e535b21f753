//! The search among versions that are not sorted: each is compared with each, text by text.

use super::{Best, Family, Listed};
use crate::compact::sort_by;
use std::cmp::Ordering;

/// Most versions tried: as many as real reports list.
const TRIES: usize = 64;
/// Most versions tried if there are too many pairs to keep their results.
const TRIES_UNKEPT: usize = 16;

/// About how many comparisons with fixes all tries of a group take together: the more fixes are listed, the fewer tries.
const COMPARISONS: usize = 1 << 18;
/// And the least tries that this leaves.
const LEAST_TRIES: usize = 4;

impl Family<'_, '_> {
    pub(super) fn propose_of_pairs(&self, group: &[Listed]) -> Option<u32> {
        let mut candidates: Vec<u32> = group.iter().flat_map(|(list, _)| self.named(*list)).collect();
        sort_by(&mut candidates, &mut |a, b| a.cmp(&b));
        candidates.dedup();
        if let [only] = *candidates {
            return Some(only);
        }
        let most = if self.orders.is_kept() { TRIES } else { TRIES_UNKEPT };
        let most = most.min((COMPARISONS / self.fixes_of(group)).max(LEAST_TRIES)).min(self.tries_left(group));
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
}

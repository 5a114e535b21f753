//! Whether a version has the fixes that a list names.

use super::Family;
use crate::versions::{Fix, shared_parts};
use std::cmp::Ordering;

impl Family<'_, '_> {
    /// Whether a version has the fix: if one is at this version, or its range reaches it, in whatever order they are listed.
    /// Otherwise a version between two listed ones has the fix only if it belongs to the release line of the lower one, and all
    /// listed ones have an order with it. What a range without a named version leaves out at its beginning is below it.
    pub(super) fn clears(&self, version: u32, fixes: &[(u32, Fix)]) -> bool {
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

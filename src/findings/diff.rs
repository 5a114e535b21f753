//! What changed between two scans: findings paired by tiers of identity, as multisets, each counted once.
//!
//! Severity, title, fixed version and probability are never identity: where they differ, a finding persists and has changed.
//! Of several findings with one identity, those that agree in class are paired first, then those of one severity, then the rest.
//! Where the image is no part of identity, each of these steps first pairs findings of the same image.

mod identity;
mod pairing;

use super::store::Store;
use crate::wire::severity::SeverityDelta;
pub(super) use identity::Ranked;
use identity::{Identity, Tier};
use pairing::Pairing;
use std::cell::OnceCell;

/// How findings are told apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DiffOptions {
    /// Leaves the image out of identity, to compare two tags of one image. Default: it is part of it.
    pub ignore_image: bool,
}

/// How many pairs each tier of identity matched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MatchedBy {
    /// The same uid.
    pub uid: u32,
    /// The same image, target, id, package and installed version.
    pub exact: u32,
    /// The same without the target.
    pub without_target: u32,
    /// The same without target and installed version: still there after a version bump.
    pub without_version: u32,
}

/// What changed, by row numbers: of the later scan in `added`, of the earlier in `resolved`, (earlier, later) in pairs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScanDiff {
    /// Findings of the later scan that have no counterpart.
    pub added: Vec<u32>,
    /// Findings of the earlier scan that have no counterpart.
    pub resolved: Vec<u32>,
    /// How many findings are in both.
    pub persisting: u32,
    /// Pairs whose severity differs.
    pub severity_changed: Vec<(u32, u32)>,
    /// Pairs for which a fix became known.
    pub became_fixable: Vec<(u32, u32)>,
    /// Pairs for which an exploit became known.
    pub exploit_became_known: Vec<(u32, u32)>,
    /// Severity counts of `added` less those of `resolved`.
    pub delta: SeverityDelta,
    /// How many pairs each tier matched.
    pub matched_by: MatchedBy,
}

pub(super) fn diff(before: Ranked, after: Ranked, options: &DiffOptions) -> ScanDiff {
    let mut pairing = Pairing::new(before.store, after.store);
    let is_unique = [before, after].iter().all(|side| side.cache.repeated_uids(side.store) == 0);
    let identity = OnceCell::new();
    let identity = || identity.get_or_init(|| Identity::new(before, after, options.ignore_image));
    let uid = if is_unique { pairing.by_unique_uid() } else { pairing.by_uid(identity()) };
    let mut matched_by = MatchedBy { uid, ..MatchedBy::default() };
    if pairing.is_open() {
        [matched_by.exact, matched_by.without_target, matched_by.without_version] =
            pairing.by_key(identity(), [Tier::Exact, Tier::WithoutTarget, Tier::WithoutVersion]);
    }
    let (before, after) = (before.store, after.store);
    let mut diff = ScanDiff { matched_by, ..ScanDiff::default() };
    for (row, other) in pairing.before_rows() {
        match other {
            Some(other) => diff.persists(before, after, row, other),
            None => {
                diff.resolved.push(row);
                *diff.delta.of_mut(before.class(row).severity()) -= 1;
            }
        }
    }
    for row in pairing.added() {
        diff.added.push(row);
        *diff.delta.of_mut(after.class(row).severity()) += 1;
    }
    diff
}

impl ScanDiff {
    fn persists(&mut self, before: &Store, after: &Store, row: u32, other: u32) {
        self.persisting += 1;
        let (was, is) = (before.class(row), after.class(other));
        if was == is {
            return;
        }
        if was.severity() != is.severity() {
            self.severity_changed.push((row, other));
        }
        if !was.is_fixable() && is.is_fixable() {
            self.became_fixable.push((row, other));
        }
        if !was.is_exploitable() && is.is_exploitable() {
            self.exploit_became_known.push((row, other));
        }
    }
}

#[cfg(test)]
mod tests;

//! What changed between two scans: findings paired by tiers of identity, as multisets, each counted once.
//!
//! Severity, title, fixed version and probability are never identity: where they differ, a finding persists and has changed.
//! Of several findings with one identity, those that agree in class are paired first, then those of one severity, then the rest.
//! Where the image is no part of identity, each of these steps first pairs findings of the same image.

mod identity;
mod pairing;

use super::cache::Cache;
use super::store::Store;
use crate::memory::{OutOfMemory, push};
use crate::wire::severity::SeverityDelta;
use identity::{Identity, ImageRole, Side, Tier};
use pairing::Pairing;

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

pub(super) fn diff(
    (before, earlier): (&Store, &Cache),
    (after, later): (&Store, &Cache),
    options: &DiffOptions,
) -> Result<ScanDiff, OutOfMemory> {
    let mut pairing = Pairing::new(before, after)?;
    let is_unique = earlier.repeated_uids(before)? == 0 && later.repeated_uids(after)? == 0;
    let image_role = if options.ignore_image { ImageRole::BreaksTies } else { ImageRole::Identifies };
    let last = if is_unique { Tier::WithoutVersion } else { Tier::Uid };
    let identity = |pairing: &Pairing| {
        let [left, right] = [Side::Before, Side::After].map(|side| pairing.alone(side));
        Identity::new([before, after], [&left?, &right?], image_role, last)
    };
    // Made at most once, and not at all if uids pair everything: texts of five columns are compared for it.
    let mut known = None;
    let uid = if is_unique { pairing.by_unique_uid()? } else { pairing.by_uid(known.insert(identity(&pairing)?))? };
    let mut matched_by = MatchedBy { uid, ..MatchedBy::default() };
    if pairing.is_open() {
        let identity = known.map_or_else(|| identity(&pairing), Ok)?;
        [matched_by.exact, matched_by.without_target, matched_by.without_version] =
            pairing.by_key(&identity, [Tier::Exact, Tier::WithoutTarget, Tier::WithoutVersion])?;
    }
    let [resolved, added] = [Side::Before, Side::After].map(|side| pairing.alone(side));
    let mut diff = ScanDiff { matched_by, resolved: resolved?, added: added?, ..ScanDiff::default() };
    for &row in &diff.resolved {
        *diff.delta.of_mut(before.class(row).severity()) -= 1;
    }
    for &row in &diff.added {
        *diff.delta.of_mut(after.class(row).severity()) += 1;
    }
    for (row, other) in pairing.pairs() {
        diff.persists(before, after, row, other)?;
    }
    Ok(diff)
}

impl ScanDiff {
    fn persists(&mut self, before: &Store, after: &Store, row: u32, other: u32) -> Result<(), OutOfMemory> {
        self.persisting += 1;
        let (was, is) = (before.class(row), after.class(other));
        if was == is {
            return Ok(());
        }
        for (changed, list) in [
            (was.severity() != is.severity(), &mut self.severity_changed),
            (!was.is_fixable() && is.is_fixable(), &mut self.became_fixable),
            (!was.is_exploitable() && is.is_exploitable(), &mut self.exploit_became_known),
        ] {
            if changed {
                push(list, (row, other))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;

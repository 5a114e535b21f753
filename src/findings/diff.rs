//! What changed between two scans: findings paired by tiers of identity, as multisets, each counted once.
//!
//! Severity, title, fixed version and probability are never identity: where they differ, a finding persists and has changed.
//! Of several findings with one identity, those that agree in class are paired first, then those of one severity, then the rest.
//! Where the image is no part of identity, each of these steps first pairs findings of the same image.
//!
//! Pairs are found among all findings, and kept by the later scan; a filter, an order and a limit then decide which changes are
//! listed (`listing.rs`).

mod identity;
mod listing;
mod pairing;
mod partners;

use super::cache::{Cache, ScanNumber};
use super::filter::Filter;
use super::order::Sort;
use super::store::Store;
use super::store::class::Class;
use crate::memory::{OutOfMemory, push};
use crate::wire::severity::SeverityDelta;
use identity::{Identity, ImageRole, Side, Tier};
use listing::Listing;
use pairing::Pairing;
use partners::Partners;
use std::rc::Rc;

/// How findings are told apart, and which changes are listed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DiffOptions {
    /// Leaves the image out of identity, to compare two tags of one image. Default: it is part of it.
    pub ignore_image: bool,
    /// Whose changes: of findings as the later scan has them, of resolved ones as the earlier had them.
    pub filter: Filter,
    /// Puts each list in this order, pairs by their later finding. Default: the order of the responses.
    pub sort: Option<Vec<Sort>>,
    /// How many changes each list has at most.
    pub limit: Option<usize>,
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

/// How many changes there are of each kind, whatever the limit of the lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChangeCounts {
    /// Findings of the later scan alone.
    pub added: u32,
    /// Findings of the earlier scan alone.
    pub resolved: u32,
    /// Pairs whose severity differs.
    pub severity_changed: u32,
    /// Pairs for which a fix became known.
    pub became_fixable: u32,
    /// Pairs for which an exploit became known.
    pub exploit_became_known: u32,
}

impl ChangeCounts {
    /// In the order of the interface.
    pub fn in_order(&self) -> [u32; 5] {
        let ChangeCounts { added, resolved, severity_changed, became_fixable, exploit_became_known } = *self;
        [added, resolved, severity_changed, became_fixable, exploit_became_known]
    }
}

/// What changed, by row numbers: of the later scan in `added`, of the earlier in `resolved`, (earlier, later) in pairs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScanDiff {
    /// Findings of the later scan that have no counterpart.
    pub added: Vec<u32>,
    /// Findings of the earlier scan that have no counterpart.
    pub resolved: Vec<u32>,
    /// How many findings that match are in both.
    pub persisting: u32,
    /// Pairs whose severity differs.
    pub severity_changed: Vec<(u32, u32)>,
    /// Pairs for which a fix became known.
    pub became_fixable: Vec<(u32, u32)>,
    /// Pairs for which an exploit became known.
    pub exploit_became_known: Vec<(u32, u32)>,
    /// How many changes of findings that match there are, beyond the limit too.
    pub counts: ChangeCounts,
    /// Severity counts of what was added less those of what was resolved, of findings that match, beyond the limit too.
    pub delta: SeverityDelta,
    /// How many pairs each tier matched, whatever the filter.
    pub matched_by: MatchedBy,
}

pub(super) fn diff(
    (before, earlier): (&Store, &Cache),
    (after, later): (&Store, &Cache),
    options: &DiffOptions,
) -> Result<ScanDiff, OutOfMemory> {
    let pairs = pairs_of((before, earlier), (after, later), options.ignore_image)?;
    let Pairs { partners, matched_by, .. } = &*pairs;
    let [earlier, later] = [Listing::new(before, earlier, options)?, Listing::new(after, later, options)?];
    let [resolved, added] = [Side::Before, Side::After].map(|side| partners.alone(side));
    let (resolved, added) = (earlier.matching(resolved?), later.matching(added?));
    let mut diff = ScanDiff { matched_by: *matched_by, ..ScanDiff::default() };
    for &row in &resolved {
        *diff.delta.of_mut(before.class(row).severity()) -= 1;
    }
    for &row in &added {
        *diff.delta.of_mut(after.class(row).severity()) += 1;
    }
    let mut changed: [Vec<(u32, u32)>; 3] = Default::default();
    let narrowed = later.narrowed();
    for (row, other) in partners.pairs() {
        if narrowed.is_some_and(|selection| !selection.has(other)) {
            continue;
        }
        diff.persisting += 1;
        let (was, is) = (before.class(row), after.class(other));
        if was != is {
            changed.iter_mut().zip(changes(was, is)).try_for_each(|(pairs, is_one)| match is_one {
                true => push(pairs, (row, other)),
                false => Ok(()),
            })?;
        }
    }
    let [severity_changed, became_fixable, exploit_became_known] = changed.each_ref().map(|pairs| pairs.len() as u32);
    let (came, went) = (added.len() as u32, resolved.len() as u32);
    diff.counts = ChangeCounts { added: came, resolved: went, severity_changed, became_fixable, exploit_became_known };
    diff.added = later.rows(added)?;
    diff.resolved = earlier.rows(resolved)?;
    let [severity, fix, exploit] = changed.map(|pairs| later.pairs(pairs));
    (diff.severity_changed, diff.became_fixable, diff.exploit_became_known) = (severity?, fix?, exploit?);
    Ok(diff)
}

/// The pairs of two scans, which do not depend on what is asked of them.
pub(crate) struct Pairs {
    /// Which scan the later one was compared with, and how.
    before: ScanNumber,
    ignore_image: bool,
    partners: Partners,
    matched_by: MatchedBy,
}

impl Pairs {
    pub fn memory_bytes(&self) -> usize {
        size_of::<Self>() + self.partners.memory_bytes()
    }
}

/// Those that the later scan keeps, if they are of the same comparison; else new ones, which it keeps from now on.
fn pairs_of(
    (before, earlier): (&Store, &Cache),
    (after, later): (&Store, &Cache),
    ignore_image: bool,
) -> Result<Rc<Pairs>, OutOfMemory> {
    let is_same = |pairs: &&Rc<Pairs>| pairs.before == earlier.number && pairs.ignore_image == ignore_image;
    if let Some(kept) = later.pairs.borrow().as_ref().filter(is_same) {
        return Ok(kept.clone());
    }
    // Memory need not hold both.
    *later.pairs.borrow_mut() = None;
    let is_unique = earlier.repeated_uids(before)? == 0 && later.repeated_uids(after)? == 0;
    let (partners, matched_by) = paired(before, after, ignore_image, is_unique)?;
    let pairs = Rc::new(Pairs { before: earlier.number, ignore_image, partners, matched_by });
    *later.pairs.borrow_mut() = Some(pairs.clone());
    Ok(pairs)
}

/// Pairs findings tier by tier. `is_unique`: no uid occurs twice in a scan.
fn paired(
    before: &Store,
    after: &Store,
    ignore_image: bool,
    is_unique: bool,
) -> Result<(Partners, MatchedBy), OutOfMemory> {
    let mut pairing = Pairing::new(before, after)?;
    let image_role = if ignore_image { ImageRole::BreaksTies } else { ImageRole::Identifies };
    let last = if is_unique { Tier::WithoutVersion } else { Tier::Uid };
    let identity = |pairing: &Pairing| {
        let [left, right] = [Side::Before, Side::After].map(|side| pairing.partners.alone(side));
        Identity::new([before, after], [&left?, &right?], image_role, last)
    };
    // Made at most once, and not at all if uids pair everything: texts of five columns are compared for it.
    let mut known = None;
    let uid = if is_unique { pairing.by_unique_uid()? } else { pairing.by_uid(known.insert(identity(&pairing)?))? };
    let mut matched_by = MatchedBy { uid, ..MatchedBy::default() };
    if pairing.partners.is_open() {
        let identity = known.map_or_else(|| identity(&pairing), Ok)?;
        [matched_by.exact, matched_by.without_target, matched_by.without_version] =
            pairing.by_key(&identity, [Tier::Exact, Tier::WithoutTarget, Tier::WithoutVersion])?;
    }
    Ok((pairing.partners, matched_by))
}

/// Whether the severity differs, a fix became known, an exploit became known.
fn changes(was: Class, is: Class) -> [bool; 3] {
    [
        was.severity() != is.severity(),
        !was.is_fixable() && is.is_fixable(),
        !was.is_exploitable() && is.is_exploitable(),
    ]
}

#[cfg(test)]
mod tests;

//! What a text of fixed versions names: alternatives, each a version that has the fix, with the bounds beside it.
//!
//! Services write lists (`10.2.1, 9.0.6`), constraints of package managers (`>=4.17.11 <5.0.0 || >=5.0.2`) and intervals
//! (`[1.2,2.0)`). White space joins constraints that must all hold; `|` and `;` separate alternatives. A comma does either, because
//! advisories write it between ranges as well as within one: what follows it belongs to the range before if it adds a side that
//! the range lacks and does not contradict it, as `>= 5.2.4.3` after `~> 5.2.4`. What cannot be read spoils what it is joined
//! with.

mod reader;

use super::Scheme;
use super::segments::{compare_releases, has_same_epoch, is_plain, numbers, shared_numbers};
use reader::{Constraint, Gap, Relation};
use std::cmp::Ordering;

/// Most constraints of a text: one with more names nothing. No real advisory has as many.
pub const MOST_CONSTRAINTS: usize = 256;
/// Most constraints of one range in it.
const MOST_TOGETHER: usize = 16;

/// A version that has a fix, and how far up others have it.
#[derive(Clone, Debug)]
pub struct Fix<'a> {
    /// The version, which no constraint beside it excludes; or if none is named, the one below which no version has the fix.
    pub version: &'a str,
    /// Whether the version has the fix itself: `> 1.2` names none that has.
    pub is_named: bool,
    bounds: Vec<Constraint<'a>>,
}

impl Fix<'_> {
    /// Whether the text says how far up the fix goes.
    pub fn is_bounded(&self) -> bool {
        !self.bounds.is_empty()
    }

    /// Whether a version above this one is within the bounds; if none is named, whether any version is.
    pub fn reaches(&self, version: &str, scheme: Scheme) -> bool {
        // A range that begins with a release candidate includes the later ones too.
        let is_wanted = |bound: &Constraint| bound.relation == Relation::Below && bound.borders(self.version, scheme);
        let is_left_out = |bound: &Constraint| bound.borders(version, scheme) && !is_wanted(bound);
        self.bounds.iter().all(|bound| bound.holds(version, scheme) && !is_left_out(bound))
    }
}

impl Scheme {
    /// The fixes above the installed version that a text names, in its order. Not inlined, because its speed does not matter.
    #[inline(never)]
    pub fn fixes<'a>(self, text: &'a str, installed: &str) -> Vec<Fix<'a>> {
        let constraints = reader::read(text, MOST_CONSTRAINTS, self);
        let mut fixes = Vec::new();
        let mut rest = constraints.as_slice();
        while let [_, others @ ..] = rest {
            let goes_on = |at: usize, gap: Gap, constraint: &Constraint| match gap {
                Gap::Joins => true,
                Gap::Comma => {
                    let before = rest.get(..at.min(MOST_TOGETHER)).unwrap_or_default();
                    before.iter().all(|(_, other)| constraint.goes_with(other, self)) || self.spoils(rest, at)
                }
                Gap::Parts => false,
            };
            let more = others.iter().enumerate().take_while(|(at, (gap, next))| goes_on(at + 1, *gap, next)).count();
            let (range, next) = rest.split_at_checked(more + 1).unwrap_or((rest, &[]));
            fixes.extend(self.fix(range).and_then(|fix| self.above(fix, range, installed)));
            rest = next;
        }
        fixes
    }

    /// Whether the constraints joined after a comma cannot all be read, and one is an upper bound: it may be a bound of the range
    /// before. A word alone may be anything.
    fn spoils(self, constraints: &[(Gap, Constraint)], at: usize) -> bool {
        let after = constraints.get(at..).unwrap_or_default().iter().enumerate();
        let run = || after.clone().take_while(|(at, (gap, _))| *at == 0 || *gap == Gap::Joins).map(|(_, (_, one))| one);
        run().any(|one| one.side() != Side::Lower) && !run().all(|one| one.is_read(self))
    }

    /// The part of a fix above the installed version. If the range leaves out the installed version, that has not got the fix,
    /// wherever the range begins.
    fn above<'a>(self, fix: Fix<'a>, range: &[(Gap, Constraint<'a>)], installed: &str) -> Option<Fix<'a>> {
        let order = self.compare(fix.version, installed)?;
        if order.is_gt() || order.is_eq() && !fix.is_named {
            return Some(fix);
        }
        let is_left_out = |(_, bound): &(Gap, Constraint)| match bound.relation {
            Relation::Above => bound.borders(installed, self),
            Relation::Except => !bound.holds(installed, self),
            _ => false,
        };
        let bounds = || range.iter().map(|(_, bound)| *bound).collect();
        range.iter().any(is_left_out).then(|| Fix { version: fix.version, is_named: false, bounds: bounds() })
    }

    /// The version of one range: one that it names and all of its constraints allow; else the one at which it begins.
    fn fix<'a>(self, range: &[(Gap, Constraint<'a>)]) -> Option<Fix<'a>> {
        if range.len() > MOST_TOGETHER {
            return None;
        }
        let constraints = || range.iter().map(|(_, constraint)| *constraint);
        let named =
            constraints().filter(|constraint| matches!(constraint.relation, Relation::Least | Relation::Line(_)));
        let is_left_out =
            |bound: &Constraint, version: &str| bound.relation == Relation::Above && bound.borders(version, self);
        let allowed =
            |version: &&str| constraints().all(|bound| bound.holds(version, self) && !is_left_out(&bound, version));
        let Some(version) = named.map(|constraint| constraint.version).find(allowed) else {
            let starts = constraints()
                .filter(|constraint| constraint.side() != Side::Upper)
                .map(|constraint| constraint.version);
            let greater = |a, b| if self.compare(a, b) == Some(Ordering::Less) { b } else { a };
            let bounds = constraints().collect();
            return starts.reduce(greater).map(|version| Fix { version, is_named: false, bounds });
        };
        let bounds =
            constraints().filter(|bound| !matches!(bound.relation, Relation::Least | Relation::Above)).collect();
        Some(Fix { version, is_named: true, bounds })
    }
}

/// Which side of a range a constraint bounds; an exclusion counts as an upper bound. From the upper side down.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Side {
    Upper,
    Both,
    Lower,
}

impl Constraint<'_> {
    fn holds(&self, version: &str, scheme: Scheme) -> bool {
        let version = self.without_local(version, scheme);
        scheme.compare(version, self.version).is_some_and(|order| match self.relation {
            Relation::Least => order.is_ge(),
            Relation::Above => order.is_gt(),
            Relation::Most => order.is_le(),
            Relation::Below => order.is_lt(),
            Relation::Except => order.is_ne(),
            Relation::Line(parts) => order.is_ge() && shared_numbers(version, self.version) >= parts,
        })
    }

    /// What Python appends to a version after `+` counts only if the constraint has such a part too.
    fn without_local<'v>(&self, version: &'v str, scheme: Scheme) -> &'v str {
        match version.split_once('+') {
            Some((public, _)) if scheme == Scheme::Pep440 && !self.version.contains('+') => public,
            _ => version,
        }
    }

    /// Whether a version is so near to an exclusive bound that package managers leave it out: `2.0.0-rc.1` is not `<2.0.0` to
    /// most, `1.2.post1` is not `>1.2` to Python, and `1.2.5` is not to npm and Cargo. Others that order versions as these do
    /// may be more generous.
    fn borders(&self, version: &str, scheme: Scheme) -> bool {
        let is_beside = || is_plain(self.version) && has_same_epoch(version, self.version);
        match (self.relation, scheme) {
            (Relation::Below, _) => is_beside() && compare_releases(version, self.version).is_ge(),
            (Relation::Above, Scheme::Pep440) => is_beside() && compare_releases(version, self.version).is_eq(),
            (Relation::Above, Scheme::Semver) => {
                let count = numbers(self.version).count();
                is_beside() && count < 3 && shared_numbers(version, self.version) == count
            }
            _ => false,
        }
    }

    /// Whether the two can be of one range: each bounds another side, and the lower bound is within the upper, or cannot be
    /// compared with it. A word in place of the lower version belongs to no other constraint.
    fn goes_with(&self, other: &Constraint, scheme: Scheme) -> bool {
        let is_within = |upper: &Constraint, lower: &Constraint| {
            let is_unknown = scheme.compare(upper.version, lower.version).is_none() && lower.is_read(scheme);
            is_unknown || upper.holds(lower.version, scheme)
        };
        match self.side().cmp(&other.side()) {
            _ if self.relation == Relation::Except || other.relation == Relation::Except => true,
            Ordering::Less => is_within(self, other),
            Ordering::Equal => false,
            Ordering::Greater => is_within(other, self),
        }
    }

    /// Whether its version is one.
    fn is_read(&self, scheme: Scheme) -> bool {
        scheme.compare(self.version, self.version).is_some()
    }

    fn side(&self) -> Side {
        match self.relation {
            Relation::Most | Relation::Below | Relation::Except => Side::Upper,
            Relation::Line(_) => Side::Both,
            Relation::Least | Relation::Above => Side::Lower,
        }
    }
}

#[cfg(test)]
mod tests;

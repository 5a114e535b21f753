//! Pairs rows of two scans, tier by tier: rows that one tier has paired are not considered by the next.

use super::identity::{Identity, IdentityKey, ImageRole, PARTS, Side, Tier};
use super::partners::Partners;
use crate::compact::{bits_for, sort_by_digits, sort_copies};
use crate::findings::store::Store;
use crate::findings::store::class::{CLASSES, Class};
use crate::findings::uid_buckets::{BucketTable, Bucketing};
use crate::findings::uid_index::UidIndex;
use crate::memory::{OutOfMemory, ask_for, push};
use std::cmp::Ordering;
use std::mem::take;

/// How many rows after the last counterpart are searched for the next one.
const AHEAD: u32 = 8;

/// Groups of at most so many findings fit into the memory that is always left free.
const FEW: usize = 1 << 10;

/// So many rows in succession without a counterpart mean that the scans are in different orders.
const PATIENCE: u32 = 64;

pub(super) struct Pairing<'a> {
    before: &'a Store,
    after: &'a Store,
    pub partners: Partners,
}

impl<'a> Pairing<'a> {
    pub fn new(before: &'a Store, after: &'a Store) -> Result<Self, OutOfMemory> {
        Ok(Pairing { before, after, partners: Partners::new(before.len(), after.len())? })
    }

    /// Pairs rows of equal uid, if no uid occurs twice in a scan. Returns the number of pairs.
    ///
    /// Most findings follow each other in both scans: a counterpart is looked for just after the last one before
    /// it is searched for everywhere.
    pub fn by_unique_uid(&mut self) -> Result<u32, OutOfMemory> {
        let mut left = Vec::new();
        let (mut pairs, mut next, mut missed) = (0, 0_u32, 0);
        for row in 0..self.before.len() {
            let uid = self.before.uids.get(row);
            if !uid.is_identity() {
                continue;
            }
            let ahead = if missed < PATIENCE { AHEAD } else { 0 };
            let mut near = next..self.after.len().min(next.saturating_add(ahead));
            match near.find(|&other| self.after.uids.get(other) == uid) {
                Some(other) => {
                    self.partners.join(row, other);
                    (pairs, next, missed) = (pairs + 1, other + 1, 0);
                }
                None => {
                    missed += 1;
                    push(&mut left, row)?;
                }
            }
        }
        Ok(pairs + self.search_unique(&left)?)
    }

    /// Pairs rows that are alone by uid, wherever their counterparts are. Returns the number of pairs.
    fn search_unique(&mut self, left: &[u32]) -> Result<u32, OutOfMemory> {
        let (before, after) = (self.before, self.after);
        let alone = self.partners.alone(Side::After)?;
        let bucketing = Bucketing::new(alone.len(), after.seed());
        let earlier = bucketing.fill(before, left.iter().copied())?;
        let later = bucketing.fill(after, alone.iter().copied())?;
        let mut table = BucketTable::new(bucketing, &later)?;
        let mut pairs = 0;
        for (earlier, later) in earlier.iter().zip(later.iter()) {
            table.begin(later.len());
            for &key in later {
                table.add(key);
            }
            for &key in earlier {
                let is_it = |other| after.uids.get(other) == before.uids.get(key.row());
                if let Ok(other) = table.find(key, is_it) {
                    self.partners.join(key.row(), other);
                    pairs += 1;
                }
            }
        }
        Ok(pairs)
    }

    /// Pairs rows of equal uid; if several have one, by as much of the natural identity as agrees. Returns the number of pairs.
    pub fn by_uid(&mut self, identity: &Identity) -> Result<u32, OutOfMemory> {
        let (before, after) = (self.before, self.after);
        let mut index = UidIndex::new(after.len() as usize)?;
        ask_for(&[before.len() as usize * size_of::<u32>(), after.len() as usize * size_of::<u32>()])?;
        // The same number for the same uid; 0 for none, and for one that the later scan does not have.
        let later = |row| after.uids.get(row).is_identity().then(|| 1 + index.add(after, row).unwrap_or(row));
        let later: Vec<u32> = (0..after.len()).map(later).map(Option::unwrap_or_default).collect();
        let earlier = |row| index.find(after, before.uids.get(row)).map_or(0, |first| 1 + first);
        let earlier: Vec<u32> = (0..before.len()).map(earlier).collect();
        let keyed = |side: Side, uids: &[u32]| {
            self.keyed(side, &|row| {
                let uid = uids.get(row as usize).copied().filter(|uid| *uid > 0)?;
                Some(identity.key(side, row, uid))
            })
        };
        let rows = [keyed(Side::Before, &earlier)?, keyed(Side::After, &later)?];
        let tiers = [Tier::Exact, Tier::WithoutTarget, Tier::WithoutVersion, Tier::Uid];
        Ok(self.in_turn(rows, identity, tiers)?.iter().sum())
    }

    /// Pairs rows of equal key among those that are still alone. Returns the number of pairs by tier.
    pub fn by_key<const TIERS: usize>(
        &mut self,
        identity: &Identity,
        tiers: [Tier; TIERS],
    ) -> Result<[u32; TIERS], OutOfMemory> {
        let keyed = |side: Side| self.keyed(side, &|row| Some(identity.key(side, row, 0)));
        self.in_turn([keyed(Side::Before)?, keyed(Side::After)?], identity, tiers)
    }

    /// Rows that are still alone and have a key, in the order of their keys.
    #[inline(never)]
    fn keyed(
        &self,
        side: Side,
        key: &dyn Fn(u32) -> Option<IdentityKey>,
    ) -> Result<Vec<(IdentityKey, u32)>, OutOfMemory> {
        let alone = self.partners.alone(side)?;
        let (rows, places) = (alone.len() * size_of::<(IdentityKey, u32)>(), alone.len() * size_of::<u64>());
        // The rows as they are and in order; their places, and a copy to sort them.
        ask_for(&[rows, rows, places, places])?;
        let mut rows: Vec<(IdentityKey, u32)> = Vec::with_capacity(alone.len());
        rows.extend(alone.into_iter().filter_map(|row| Some((key(row)?, row))));
        Ok(in_order(rows))
    }

    /// Pairs tier by tier. Tiers leave out parts at a key's end, so that one order serves all.
    fn in_turn<const TIERS: usize>(
        &mut self,
        [mut before, mut after]: [Vec<(IdentityKey, u32)>; 2],
        identity: &Identity,
        tiers: [Tier; TIERS],
    ) -> Result<[u32; TIERS], OutOfMemory> {
        let mut matched = [0; TIERS];
        for (pairs, tier) in matched.iter_mut().zip(tiers) {
            *pairs = self.pair_groups(&before, &after, identity, tier)?;
            if *pairs > 0 {
                before.retain(|&(_, row)| self.partners.is_alone(Side::Before, row));
                after.retain(|&(_, row)| self.partners.is_alone(Side::After, row));
            }
        }
        Ok(matched)
    }

    #[inline(never)]
    fn pair_groups(
        &mut self,
        before: &[(IdentityKey, u32)],
        after: &[(IdentityKey, u32)],
        identity: &Identity,
        tier: Tier,
    ) -> Result<u32, OutOfMemory> {
        let reach = identity.reach(tier);
        let agree = |a: &(IdentityKey, u32), b: &(IdentityKey, u32)| a.0.start(reach) == b.0.start(reach);
        let mut pairs = 0;
        let mut later = after.chunk_by(agree).peekable();
        for earlier in before.chunk_by(agree) {
            let Some((key, _)) = earlier.first() else { continue };
            let key = key.start(reach);
            while later.next_if(|group| group.first().is_some_and(|(other, _)| other.start(reach) < key)).is_some() {}
            if let Some(group) =
                later.next_if(|group| group.first().is_some_and(|(other, _)| other.start(reach) == key))
            {
                pairs += self.pair_group(earlier, group, identity.image_role())?;
            }
        }
        Ok(pairs)
    }

    /// Pairs rows of one identity: those of equal class first, then those of equal severity, then the rest. Where the image is
    /// no part of identity, each step pairs rows of one image first. Among equal candidates the order is by class, then key.
    fn pair_group(
        &mut self,
        before: &[(IdentityKey, u32)],
        after: &[(IdentityKey, u32)],
        image_role: ImageRole,
    ) -> Result<u32, OutOfMemory> {
        if let ([(_, row)], [(_, other)]) = (before, after) {
            self.partners.join(*row, *other);
            return Ok(1);
        }
        let findings = before.len() + after.len();
        if findings > FEW {
            // The findings; those of them that are left, or in order; their places, and a copy to sort them.
            let (classed, places) = (findings * size_of::<Classed>(), findings * size_of::<u32>());
            ask_for(&[classed, classed, places, places])?;
        }
        let (mut before, mut after) = (classed(self.before, before), classed(self.after, after));
        let mut pairs = 0;
        // The number of a class divided by one of these is the class, its severity, or 0, by which all are alike.
        for grain in [1, Class::OF_A_SEVERITY, CLASSES] {
            if image_role == ImageRole::BreaksTies {
                let alike = |one: &Classed| (one.class / grain, one.image);
                for rows in [&mut before, &mut after] {
                    sort_copies(rows, |a, b| alike(a).cmp(&alike(b)));
                }
                pairs += self.pair_alike(&mut before, &mut after, &alike);
                for rows in [&mut before, &mut after] {
                    sort_copies(rows, Classed::in_order);
                }
            }
            pairs += self.pair_alike(&mut before, &mut after, &|one| (one.class / grain, 0));
        }
        Ok(pairs)
    }

    /// Pairs rows for which `alike` gives the same, and leaves the others. Both lists are sorted by it.
    fn pair_alike(
        &mut self,
        before: &mut Vec<Classed>,
        after: &mut Vec<Classed>,
        alike: &dyn Fn(&Classed) -> (usize, u32),
    ) -> u32 {
        let (left, right) = (take(before), take(after));
        before.reserve_exact(left.len());
        after.reserve_exact(right.len());
        let (mut left, mut right) = (left.into_iter().peekable(), right.into_iter().peekable());
        let mut pairs = 0;
        while let (Some(was), Some(is)) = (left.peek(), right.peek()) {
            match alike(was).cmp(&alike(is)) {
                Ordering::Less => before.extend(left.next()),
                Ordering::Greater => after.extend(right.next()),
                Ordering::Equal => {
                    self.partners.join(was.row, is.row);
                    pairs += 1;
                    left.next();
                    right.next();
                }
            }
        }
        before.extend(left);
        after.extend(right);
        pairs
    }
}

/// Rows in the order of their keys; those of equal keys keep theirs.
fn in_order(rows: Vec<(IdentityKey, u32)>) -> Vec<(IdentityKey, u32)> {
    let mut places: Vec<u64> = (0..rows.len() as u64).collect();
    for part in (0..PARTS).rev() {
        let number = |place: u64| rows.get(place as u32 as usize).map_or(0, |(key, _)| key.part(part));
        let bits = bits_for(places.iter().fold(0, |all, &place| all | number(place)).into());
        places.iter_mut().for_each(|place| *place = u64::from(number(*place)) << 32 | *place & u64::from(u32::MAX));
        sort_by_digits(&mut places, u32::BITS, u32::BITS + bits);
    }
    let mut sorted = Vec::with_capacity(rows.len());
    sorted.extend(places.into_iter().filter_map(|place| rows.get(place as u32 as usize).copied()));
    sorted
}

/// A row of a group.
#[derive(Clone, Copy)]
struct Classed {
    /// The number of its class.
    class: usize,
    /// The number of its image, if that is no part of identity.
    image: u32,
    /// Its place in the order of keys.
    place: u32,
    row: u32,
}

impl Classed {
    fn in_order(&self, other: &Classed) -> Ordering {
        (self.class, self.place).cmp(&(other.class, other.place))
    }
}

/// Rows, which come in the order of their keys, sorted by class and within a class by key.
fn classed(store: &Store, rows: &[(IdentityKey, u32)]) -> Vec<Classed> {
    let mut classed: Vec<Classed> = Vec::with_capacity(rows.len());
    for (place, &(key, row)) in (0..).zip(rows) {
        classed.push(Classed { class: store.class(row).number(), image: key.last(), place, row });
    }
    sort_copies(&mut classed, Classed::in_order);
    classed
}

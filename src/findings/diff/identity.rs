//! The natural identity of a finding, as numbers that mean the same in both scans.

use crate::compact::{bits_for, sort_by_digits};
use crate::findings::cache::Cache;
use crate::findings::store::Store;
use crate::findings::store::codes::Codes;
use crate::findings::store::column::Column;
use crate::memory::{OutOfMemory, ask_for};
use std::iter::Peekable;
use std::slice::Iter;

/// Which of the two scans.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Before,
    After,
}

/// How much of a key must agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tier {
    Exact,
    WithoutTarget,
    /// Without target and installed version.
    WithoutVersion,
    /// The uid alone.
    Uid,
}

/// What identifies a finding, as numbers that sort as their texts do: uid (0 if only the rest counts), image, identifier,
/// package, installed version and target. Tiers leave out parts from the end; an image that is no part of identity comes last.
#[derive(Clone, Copy, Debug)]
pub(super) struct IdentityKey([u32; PARTS]);

pub(super) const PARTS: usize = 6;

impl IdentityKey {
    /// Its first parts.
    pub fn start(&self, length: usize) -> &[u32] {
        self.0.get(..length).unwrap_or_default()
    }

    /// The part at a place.
    pub fn part(&self, at: usize) -> u32 {
        self.0.get(at).copied().unwrap_or_default()
    }

    /// Its last part.
    pub fn last(&self) -> u32 {
        let [.., last] = self.0;
        last
    }
}

/// A column of both scans: by code of either, a number that equal texts share. Absence is the empty text.
struct Shared<'a> {
    before: (&'a Codes, Vec<u32>),
    after: (&'a Codes, Vec<u32>),
}

impl<'a> Shared<'a> {
    #[inline(never)]
    fn new(before: Ranked<'a>, after: Ranked<'a>, column: Column) -> Result<Self, OutOfMemory> {
        let (earlier, later) = (before.in_order(column)?, after.in_order(column)?);
        ask_for(&[earlier.len() * size_of::<u32>(), later.len() * size_of::<u32>()])?;
        let mut numbers = (vec![0; earlier.len()], vec![0; later.len()]);
        let (mut left, mut right) = (earlier.iter().peekable(), later.iter().peekable());
        let mut number = 0;
        // Merges both dictionaries, which are in order: the least text left gets the next number on both sides.
        while let Some(text) = least(left.peek(), right.peek()) {
            number += 1;
            assign(&mut left, text, number, &mut numbers.0);
            assign(&mut right, text, number, &mut numbers.1);
        }
        Ok(Shared { before: (before.store.codes(column), numbers.0), after: (after.store.codes(column), numbers.1) })
    }

    #[inline(always)]
    fn get(&self, side: Side, row: u32) -> u32 {
        let (codes, numbers) = match side {
            Side::Before => &self.before,
            Side::After => &self.after,
        };
        numbers.get(codes.get(row) as usize).copied().unwrap_or_default()
    }
}

/// A text with its code.
type Coded<'a> = (&'a [u8], u32);

fn least<'a>(a: Option<&&Coded<'a>>, b: Option<&&Coded<'a>>) -> Option<&'a [u8]> {
    match (a, b) {
        (Some((a, _)), Some((b, _))) => Some(*a.min(b)),
        (one, other) => one.or(other).map(|(text, _)| *text),
    }
}

/// Takes the codes of this text, which come next, and gives them a number.
fn assign(texts: &mut Peekable<Iter<'_, Coded>>, text: &[u8], number: u32, numbers: &mut [u32]) {
    while let Some((_, code)) = texts.next_if(|(head, _)| *head == text) {
        if let Some(place) = numbers.get_mut(*code as usize) {
            *place = number;
        }
    }
}

/// A store with the ranks of its texts.
#[derive(Clone, Copy)]
pub(in crate::findings) struct Ranked<'a> {
    pub store: &'a Store,
    pub cache: &'a Cache,
}

impl<'a> Ranked<'a> {
    /// All texts of a column with their codes, in order; absence is the empty text.
    fn in_order(self, column: Column) -> Result<Vec<Coded<'a>>, OutOfMemory> {
        let codes = self.store.code_count(column);
        ask_for(&[self.cache.bytes_for_ranks(self.store, column)])?;
        let ranks = self.cache.ranks(self.store, column);
        let key = |code: u32| u64::from(ranks.get(code)) << 32 | u64::from(code);
        // The keys, a copy to sort them, and the list.
        ask_for(&[codes * size_of::<u64>(), codes * size_of::<u64>(), codes * size_of::<Coded>()])?;
        let mut keys: Vec<u64> = (0..codes as u32).map(key).collect();
        sort_by_digits(&mut keys, u32::BITS, u32::BITS + bits_for(ranks.count.into()));
        Ok(keys.into_iter().map(|key| (self.store.bytes_of(column, key as u32), key as u32)).collect())
    }
}

/// What the image says of a finding.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ImageRole {
    /// Findings of different images are different.
    Identifies,
    /// Findings of different images may be paired, those of one image first.
    BreaksTies,
}

pub(super) struct Identity<'a> {
    image: Shared<'a>,
    image_role: ImageRole,
    target: Shared<'a>,
    id: Shared<'a>,
    package: Shared<'a>,
    installed: Shared<'a>,
}

impl<'a> Identity<'a> {
    pub fn new(before: Ranked<'a>, after: Ranked<'a>, image_role: ImageRole) -> Result<Self, OutOfMemory> {
        let shared = |column| Shared::new(before, after, column);
        Ok(Identity {
            image: shared(Column::Image)?,
            image_role,
            target: shared(Column::Target)?,
            id: shared(Column::Id)?,
            package: shared(Column::Package)?,
            installed: shared(Column::InstalledVersion)?,
        })
    }

    /// How many parts of a key must agree at a tier.
    pub fn reach(&self, tier: Tier) -> usize {
        let all = PARTS - usize::from(self.image_role == ImageRole::BreaksTies);
        match tier {
            Tier::Exact => all,
            Tier::WithoutTarget => all - 1,
            Tier::WithoutVersion => all - 2,
            Tier::Uid => 1,
        }
    }

    pub fn image_role(&self) -> ImageRole {
        self.image_role
    }

    /// The key of a row whose uid has this number.
    pub fn key(&self, side: Side, row: u32, uid: u32) -> IdentityKey {
        let [image, id, package, installed, target] =
            [&self.image, &self.id, &self.package, &self.installed, &self.target].map(|part| part.get(side, row));
        IdentityKey(match self.image_role {
            ImageRole::Identifies => [uid, image, id, package, installed, target],
            ImageRole::BreaksTies => [uid, id, package, installed, target, image],
        })
    }
}

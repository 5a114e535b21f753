//! The natural identity of a finding, as numbers that mean the same in both scans.

use crate::compact::with_equals_together;
use crate::findings::store::Store;
use crate::findings::store::codes::Codes;
use crate::findings::store::column::Column;
use crate::findings::text_order::{bytes_to_sort, sorted_by_text};
use crate::memory::{OutOfMemory, ask_for, push};

/// Which of the two scans.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Before,
    After,
}

/// How much of a key must agree: from all of it to as little as possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tier {
    Exact,
    WithoutTarget,
    /// Without target and installed version.
    WithoutVersion,
    /// The uid alone.
    Uid,
}

/// What identifies a finding, as numbers: uid (0 if only the rest counts), image, identifier, package, installed version and
/// target. Tiers leave out parts from the end; an image that is no part of identity comes last. Parts that a tier leaves out sort as
/// their texts do: of findings that agree in all else, the one with the first target is paired with the one with the first target.
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

/// What the numbers say of texts that differ.
#[derive(Clone, Copy)]
enum Numbers {
    /// That they differ. This takes a fraction of the time.
    Differ,
    /// Their order.
    Sort,
}

impl<'a> Shared<'a> {
    /// For the texts of these rows: often, few are left to be paired.
    #[inline(never)]
    fn new(stores: [&'a Store; 2], rows: [&[u32]; 2], column: Column, kind: Numbers) -> Result<Self, OutOfMemory> {
        ask_for(&stores.map(|store| store.code_count(column) * size_of::<u32>()))?;
        let mut numbers = stores.map(|store| vec![0; store.code_count(column)]);
        let mut texts = Vec::new();
        for ((side, store), rows) in stores.into_iter().enumerate().zip(rows) {
            for &row in rows {
                let code = store.codes(column).get(row);
                if let Some(number @ 0) = place_of(&mut numbers, side, code) {
                    *number = u32::MAX;
                    push(&mut texts, (store.bytes_of(column, code), side, code))?;
                }
            }
        }
        let text = |at: u32| texts.get(at as usize).map_or(&[][..], |(text, _, _)| text);
        let order = match kind {
            Numbers::Differ => with_equals_together(texts.len(), &text)?,
            Numbers::Sort => {
                ask_for(&[bytes_to_sort(texts.len())])?;
                sorted_by_text(texts.len(), &text)
            }
        };
        let (mut last, mut number) = (None, 0);
        for &(text, side, code) in order.iter().filter_map(|at| texts.get(*at as usize)) {
            number += u32::from(last != Some(text));
            last = Some(text);
            if let Some(place) = place_of(&mut numbers, side, code) {
                *place = number;
            }
        }
        let ([before, after], [earlier, later]) = (numbers, stores.map(|store| store.codes(column)));
        Ok(Shared { before: (earlier, before), after: (later, after) })
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

fn place_of(numbers: &mut [Vec<u32>; 2], side: usize, code: u32) -> Option<&mut u32> {
    numbers.get_mut(side)?.get_mut(code as usize)
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
    /// Of these rows of both scans, for tiers up to `last`.
    pub fn new(
        stores: [&'a Store; 2],
        rows: [&[u32]; 2],
        image_role: ImageRole,
        last: Tier,
    ) -> Result<Self, OutOfMemory> {
        let shared = |column, numbers| Shared::new(stores, rows, column, numbers);
        let never_left_out = if last == Tier::Uid { Numbers::Sort } else { Numbers::Differ };
        let of_images = match image_role {
            ImageRole::Identifies => never_left_out,
            ImageRole::BreaksTies => Numbers::Sort,
        };
        Ok(Identity {
            image: shared(Column::Image, of_images)?,
            image_role,
            target: shared(Column::Target, Numbers::Sort)?,
            id: shared(Column::Id, never_left_out)?,
            package: shared(Column::Package, never_left_out)?,
            installed: shared(Column::InstalledVersion, Numbers::Sort)?,
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

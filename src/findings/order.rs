//! Puts rows in order: ranks packed into words and sorted by digits, so no two texts are compared while sorting.
//!
//! Whatever is asked for, the default order decides what it leaves open, then `uid`, then place in the scan: every order is
//! total, and pages of it never overlap.

mod parts;

use super::cache::Cache;
use super::ranks::Ranks;
use super::store::Store;
use super::store::blocks::BLOCK;
use super::store::class::{CLASSES, Class};
use super::store::codes::{wide, with_codes};
use super::store::column::Column;
use super::store::uids::Uid;
use super::store::uuid::TEXT_LENGTH;
use crate::compact::{sort_by, sort_by_digits};
use crate::wire::severity::Severity;
pub(crate) use parts::Parts;
use std::cmp::Ordering;

/// What rows can be sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SortKey {
    /// `critical` is the greatest, `unknown` the least.
    Severity,
    /// The exploit probability; findings without one come last in both directions.
    Epss,
    /// The vulnerability identifier.
    Id,
    /// The package.
    Package,
    /// The image.
    Image,
    /// The target inside the image.
    Target,
    /// The kind.
    Kind,
    /// The installed version, as text.
    InstalledVersion,
    /// Findings with a known fix are greater.
    Fixable,
    /// Findings with a known exploit are greater.
    Exploit,
}

impl SortKey {
    /// All of them, in the interface's order.
    pub const ALL: [SortKey; 10] = [
        SortKey::Severity,
        SortKey::Epss,
        SortKey::Id,
        SortKey::Package,
        SortKey::Image,
        SortKey::Target,
        SortKey::Kind,
        SortKey::InstalledVersion,
        SortKey::Fixable,
        SortKey::Exploit,
    ];

    /// The interface's word.
    pub const fn word(self) -> &'static str {
        match self {
            SortKey::Severity => "severity",
            SortKey::Epss => "epss",
            SortKey::Id => "id",
            SortKey::Package => "package",
            SortKey::Image => "image",
            SortKey::Target => "target",
            SortKey::Kind => "kind",
            SortKey::InstalledVersion => "installed_version",
            SortKey::Fixable => "fixable",
            SortKey::Exploit => "exploit",
        }
    }

    /// Reads the interface's word, exactly.
    pub fn from_word(word: &str) -> Option<SortKey> {
        SortKey::ALL.into_iter().find(|key| key.word() == word)
    }
}

/// One step of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sort {
    /// What to compare.
    pub by: SortKey,
    /// Greatest first. Default: least first.
    pub descending: bool,
}

/// What the default order compares, most important first. `uid` and place follow.
const DEFAULT: [Sort; 6] = [
    Sort { by: SortKey::Severity, descending: true },
    Sort { by: SortKey::Exploit, descending: true },
    Sort { by: SortKey::Epss, descending: true },
    Sort { by: SortKey::Fixable, descending: true },
    Sort { by: SortKey::Package, descending: false },
    Sort { by: SortKey::Id, descending: false },
];

/// A small number that every row has, least first.
enum Part<'a> {
    /// By class.
    Class([u8; CLASSES]),
    /// By code of a column: a rank, or what it lacks to `flip`.
    Rank { column: Column, ranks: &'a Ranks, flip: Option<u32> },
    /// By code of `epss_details`: a rank of which 0 means none, and none comes last.
    Epss { ranks: &'a Ranks, descending: bool },
}

/// A part, and how many bits its numbers need.
struct Field<'a> {
    part: Part<'a>,
    bits: u32,
}

impl<'a> Field<'a> {
    fn new(store: &'a Store, cache: &'a Cache, Sort { by, descending }: Sort) -> Self {
        let column = match by {
            SortKey::Severity => {
                return Field::of_class(|class| {
                    let place = class.severity() as u8;
                    if descending { place } else { Severity::Unknown as u8 - place }
                });
            }
            SortKey::Fixable => return Field::of_class(|class| u8::from(class.is_fixable() != descending)),
            SortKey::Exploit => return Field::of_class(|class| u8::from(class.is_exploitable() != descending)),
            SortKey::Epss => {
                let ranks = cache.epss_ranks(store);
                return Field { part: Part::Epss { ranks, descending }, bits: bits_for(ranks.count) };
            }
            SortKey::Id => Column::Id,
            SortKey::Package => Column::Package,
            SortKey::Image => Column::Image,
            SortKey::Target => Column::Target,
            SortKey::Kind => Column::Kind,
            SortKey::InstalledVersion => Column::InstalledVersion,
        };
        let ranks = cache.ranks(store, column);
        let flip = descending.then_some(ranks.count - 1);
        Field { part: Part::Rank { column, ranks, flip }, bits: bits_for(ranks.count - 1) }
    }

    fn of_class(number: impl Fn(Class) -> u8) -> Self {
        let mut table = [0; CLASSES];
        table.iter_mut().enumerate().for_each(|(class, place)| *place = number(Class::at(class)));
        let greatest = table.iter().copied().max().unwrap_or_default();
        Field { part: Part::Class(table), bits: bits_for(greatest.into()) }
    }

    #[inline(always)]
    fn value(&self, store: &Store, row: u32) -> u32 {
        match &self.part {
            Part::Class(table) => table.get(store.class(row).number()).copied().unwrap_or_default().into(),
            Part::Rank { column, .. } => self.number(store.codes(*column).get(row)),
            Part::Epss { .. } => self.number(store.codes(Column::EpssDetails).get(row)),
        }
    }
}

impl Field<'_> {
    /// Adds the field's numbers at `shift` to keys that hold their rows below `mask`.
    fn add(&self, store: &Store, keys: &mut [u64], mask: u64, shift: u32) {
        let column = match self.part {
            Part::Rank { column, .. } => Some(column),
            Part::Epss { .. } => Some(Column::EpssDetails),
            Part::Class(_) => None,
        };
        let first = keys.first().map_or(0, |key| key & mask);
        let is_range = || keys.iter().zip(first..).all(|(key, row)| key & mask == row);
        match column.filter(|_| is_range()) {
            // Row after row: block by block, without looking for rows.
            Some(column) => {
                let (mut keys, mut row) = (keys, first as usize);
                while let Some(block) = store.codes(column).block(row / BLOCK).filter(|_| !keys.is_empty()) {
                    let here = keys.len().min(BLOCK - row % BLOCK);
                    let (now, rest) = keys.split_at_mut(here);
                    with_codes!(block, codes => {
                        let codes = codes.get(row % BLOCK..).unwrap_or_default();
                        for (key, &code) in now.iter_mut().zip(codes) {
                            *key |= u64::from(self.number(wide(code))) << shift;
                        }
                    });
                    (keys, row) = (rest, row + here);
                }
            }
            None => keys.iter_mut().for_each(|key| *key |= u64::from(self.value(store, (*key & mask) as u32)) << shift),
        }
    }

    /// The number of a code of the field's column.
    #[inline(always)]
    fn number(&self, code: u32) -> u32 {
        match &self.part {
            Part::Class(_) => 0,
            Part::Rank { ranks, flip, .. } => {
                let rank = ranks.get(code);
                flip.map_or(rank, |greatest| greatest - rank)
            }
            Part::Epss { ranks, descending } => {
                let rank = ranks.get(code);
                if *descending || rank == 0 { ranks.count - rank } else { rank }
            }
        }
    }
}

/// Bits that hold numbers up to `greatest`.
fn bits_for(greatest: u32) -> u32 {
    u32::BITS - greatest.leading_zeros()
}

/// What decides: the steps asked for, then those of the default order that were not.
fn fields<'a>(store: &'a Store, cache: &'a Cache, sort: &[Sort]) -> Vec<Field<'a>> {
    let others = DEFAULT.into_iter().filter(|default| sort.iter().all(|sort| sort.by != default.by));
    sort.iter().copied().chain(others).map(|step| Field::new(store, cache, step)).collect()
}

/// Splits fields into words of at most `room` bits, most important first.
fn pack_words<'f, 'a>(fields: &'f [Field<'a>], room: u32) -> Vec<&'f [Field<'a>]> {
    let mut words = Vec::new();
    let (mut start, mut bits) = (0, 0);
    for (at, field) in fields.iter().enumerate() {
        if bits + field.bits > room {
            words.push(fields.get(start..at).unwrap_or_default());
            (start, bits) = (at, 0);
        }
        bits += field.bits;
    }
    words.push(fields.get(start..).unwrap_or_default());
    words
}

/// Rows in an order, in which findings that differ in nothing but uid may still be in store order.
///
/// Such ties are short as a rule, and few are ever looked at: [`Order::settled`] puts them right where they are.
pub(crate) struct Order<'a> {
    store: &'a Store,
    fields: Vec<Field<'a>>,
}

impl<'a> Order<'a> {
    pub fn new(store: &'a Store, cache: &'a Cache, sort: &[Sort]) -> Self {
        Order { store, fields: fields(store, cache, sort) }
    }

    /// Puts `rows`, which are in store order, in this order but for short ties.
    pub fn sort(&self, rows: &mut [u32]) {
        let row_bits = bits_for(self.store.len());
        let mask = self.row_mask();
        // A key is a word of fields above the row's own number: sorting keys carries the rows along.
        let mut keys: Vec<u64> = rows.iter().map(|&row| row.into()).collect();
        for word in pack_words(&self.fields, u64::BITS - row_bits).iter().rev() {
            keys.iter_mut().for_each(|key| *key &= mask);
            let mut shift = row_bits;
            for field in word.iter().rev() {
                field.add(self.store, &mut keys, mask, shift);
                shift += field.bits;
            }
            sort_by_digits(&mut keys, row_bits, shift);
        }
        rows.iter_mut().zip(&keys).for_each(|(row, key)| *row = (key & mask) as u32);
        self.settle_long_ties(rows);
    }

    /// The bits of a key that are its row.
    fn row_mask(&self) -> u64 {
        (1 << bits_for(self.store.len())) - 1
    }

    /// Settles all ties longer than [`LONG_TIE`], and perhaps some that are nearly as long.
    fn settle_long_ties(&self, rows: &mut [u32]) {
        let step = LONG_TIE / 3;
        let mut at = 0;
        while at + 2 * step < rows.len() {
            // Rows that are far apart and tie have ties between them.
            if !self.tie(rows, at, at + 2 * step) {
                at += step;
                continue;
            }
            let (start, end) = self.run_around(rows, at, usize::MAX);
            rows.get_mut(start..end).into_iter().for_each(|ties| self.settle(ties));
            at = end;
        }
    }

    /// The rows at `start..end` of sorted rows, ties settled.
    pub fn settled(&self, rows: &[u32], start: usize, end: usize) -> Vec<u32> {
        // A longer run is settled already: how far it goes makes no difference.
        let first = self.run_around(rows, start, LONG_TIE).0;
        let last = if end > start { self.run_around(rows, end - 1, LONG_TIE).1 } else { first };
        let mut part = rows.get(first..last).unwrap_or_default().to_vec();
        let is_tie = |a: &u32, b: &u32| self.is_tie(*a, *b);
        part.chunk_by_mut(is_tie)
            .filter(|ties| ties.len() > 1 && ties.len() <= LONG_TIE)
            .for_each(|ties| self.settle(ties));
        part.get(start - first..end - first).unwrap_or_default().to_vec()
    }

    /// The run of ties that the row at `at` belongs to, at most so many rows to either side.
    fn run_around(&self, rows: &[u32], at: usize, most: usize) -> (usize, usize) {
        let (mut start, mut end) = (at, (at + 1).min(rows.len()));
        while start > 0 && at - start < most && self.tie(rows, start - 1, start) {
            start -= 1;
        }
        while end - at <= most && self.tie(rows, at, end) {
            end += 1;
        }
        (start, end)
    }

    fn tie(&self, rows: &[u32], a: usize, b: usize) -> bool {
        rows.get(a).zip(rows.get(b)).is_some_and(|(&a, &b)| self.is_tie(a, b))
    }

    /// Whether two rows differ in nothing but uid and place.
    fn is_tie(&self, a: u32, b: u32) -> bool {
        self.fields.iter().all(|field| field.value(self.store, a) == field.value(self.store, b))
    }
}

/// Ties of more rows than this are settled when rows are sorted, shorter ones when somebody looks.
const LONG_TIE: usize = 384;

/// Up to this many ties are sorted by insertion.
const FEW_TIES: usize = 48;

impl Order<'_> {
    /// Puts rows that tie in the order of their uids, then of their places.
    fn settle(&self, ties: &mut [u32]) {
        let mut packed = Vec::with_capacity(ties.len().min(FEW_TIES));
        for &row in ties.iter() {
            // The number of a packed uid orders as its text does.
            match self.store.uids.get(row) {
                Uid::Packed(uid) if ties.len() <= FEW_TIES => packed.push((uid, row)),
                _ => return sort_by(ties, &mut |a, b| compare_uids(self.store, a, b).then(a.cmp(&b))),
            }
        }
        for end in 1..packed.len() {
            let mut at = end;
            while let Some([before, here]) = packed.get_mut(at.wrapping_sub(1)..=at)
                && here < before
            {
                std::mem::swap(before, here);
                at -= 1;
            }
        }
        ties.iter_mut().zip(&packed).for_each(|(tie, (_, row))| *tie = *row);
    }
}

fn compare_uids(store: &Store, a: u32, b: u32) -> Ordering {
    match (store.uids.get(a), store.uids.get(b)) {
        (Uid::Packed(a), Uid::Packed(b)) => a.cmp(&b),
        (a, b) => {
            let (mut left, mut right) = ([0; TEXT_LENGTH], [0; TEXT_LENGTH]);
            a.text(&mut left).unwrap_or_default().cmp(b.text(&mut right).unwrap_or_default())
        }
    }
}

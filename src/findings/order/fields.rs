//! What an order compares, as numbers of few bits: ranks of texts, and what the class holds.

use super::keys::{DEFAULT, Sort, SortKey};
use crate::compact::bits_for;
use crate::findings::cache::Cache;
use crate::findings::ranks::Ranks;
use crate::findings::store::Store;
use crate::findings::store::blocks::BLOCK;
use crate::findings::store::class::{CLASSES, Class};
use crate::findings::store::codes::{wide, with_codes};
use crate::findings::store::column::Column;
use crate::memory::{OutOfMemory, ask_for};
use crate::wire::severity::Severity;

/// Where a small number that every row has comes from; least first.
enum Source<'a> {
    /// By class.
    Class([u8; CLASSES]),
    /// By code of a column: a rank, or `flip` less the rank.
    Rank { column: Column, ranks: &'a Ranks, flip: Option<u32> },
    /// By code of a column that rows may lack: a rank of which 0 means none, and none comes last.
    Optional { column: Column, ranks: &'a Ranks, descending: bool },
}

/// A source of numbers, and how many bits they need.
pub(super) struct Field<'a> {
    source: Source<'a>,
    pub bits: u32,
}

impl<'a> Field<'a> {
    fn new(store: &'a Store, cache: &'a Cache, Sort { by, descending }: Sort) -> Result<Self, OutOfMemory> {
        let column = match by {
            SortKey::Severity => {
                return Ok(Field::of_class(|class| {
                    let place = class.severity() as u8;
                    if descending { place } else { Severity::Unknown as u8 - place }
                }));
            }
            SortKey::Fixable => return Ok(Field::of_class(|class| u8::from(class.is_fixable() != descending))),
            SortKey::Exploit => return Ok(Field::of_class(|class| u8::from(class.is_exploitable() != descending))),
            SortKey::Epss => {
                ask_for(&[cache.bytes_for_epss_ranks(store)])?;
                return Ok(Field::of_optional(Column::EpssDetails, cache.epss_ranks(store), descending));
            }
            SortKey::Id => Column::Id,
            SortKey::Package => Column::Package,
            SortKey::Image => Column::Image,
            SortKey::Target => Column::Target,
            SortKey::Kind => Column::Kind,
            SortKey::InstalledVersion => Column::InstalledVersion,
            SortKey::FixedVersion => Column::FixedVersion,
            SortKey::Title => Column::Title,
        };
        ask_for(&[cache.bytes_for_ranks(store, column)])?;
        let ranks = cache.ranks(store, column);
        if !column.is_required() {
            return Ok(Field::of_optional(column, ranks, descending));
        }
        let flip = descending.then_some(ranks.count - 1);
        Ok(Field { source: Source::Rank { column, ranks, flip }, bits: bits_for(u64::from(ranks.count) - 1) })
    }

    fn of_optional(column: Column, ranks: &'a Ranks, descending: bool) -> Self {
        Field { source: Source::Optional { column, ranks, descending }, bits: bits_for(ranks.count.into()) }
    }

    fn of_class(number: impl Fn(Class) -> u8) -> Self {
        let mut table = [0; CLASSES];
        table.iter_mut().enumerate().for_each(|(class, place)| *place = number(Class::at(class)));
        let greatest = table.iter().copied().max().unwrap_or_default();
        Field { source: Source::Class(table), bits: bits_for(greatest.into()) }
    }

    #[inline(always)]
    pub fn value(&self, store: &Store, row: u32) -> u32 {
        match &self.source {
            Source::Class(table) => table.get(store.class(row).number()).copied().unwrap_or_default().into(),
            Source::Rank { column, .. } | Source::Optional { column, .. } => self.number(store.codes(*column).get(row)),
        }
    }
}

impl Field<'_> {
    /// Adds the field's numbers at `shift` to keys that hold their rows below `mask`.
    pub fn add(&self, store: &Store, keys: &mut [u64], mask: u64, shift: u32) {
        let column = match self.source {
            Source::Rank { column, .. } | Source::Optional { column, .. } => Some(column),
            Source::Class(_) => None,
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
        match &self.source {
            Source::Class(_) => 0,
            Source::Rank { ranks, flip, .. } => {
                let rank = ranks.get(code);
                flip.map_or(rank, |greatest| greatest - rank)
            }
            Source::Optional { ranks, descending, .. } => {
                let rank = ranks.get(code);
                if *descending || rank == 0 { ranks.count - rank } else { rank }
            }
        }
    }
}

/// What decides: the steps asked for, then those of the default order that were not.
pub(super) fn fields<'a>(store: &'a Store, cache: &'a Cache, sort: &[Sort]) -> Result<Vec<Field<'a>>, OutOfMemory> {
    let others = DEFAULT.into_iter().filter(|default| sort.iter().all(|sort| sort.by != default.by));
    sort.iter().copied().chain(others).map(|step| Field::new(store, cache, step)).collect()
}

/// Splits fields into words of at most `room` bits, most important first.
pub(super) fn pack_words<'f, 'a>(fields: &'f [Field<'a>], room: u32) -> Vec<&'f [Field<'a>]> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_takes_the_fields_that_it_has_room_for() {
        let field = |bits: u32| Field { source: Source::Class([0; CLASSES]), bits };
        let fields = [20, 20, 8, 1, 40, 30, 10].map(field);
        let bits = |word: &&[Field]| word.iter().map(|field| field.bits).collect::<Vec<_>>();
        let words: Vec<_> = pack_words(&fields, 48).iter().map(bits).collect();
        assert_eq!(words, [vec![20, 20, 8], vec![1, 40], vec![30, 10]]);
    }
}

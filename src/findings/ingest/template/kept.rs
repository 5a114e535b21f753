//! The templates that are kept: each in one piece with the text that it follows, so that finding it by that text and comparing
//! with it touch no other memory. There may be thousands, which do not fit into the nearest caches.

use super::entry::{ENTRY, columns_of};
use crate::json::scan::same::same;

/// Most bytes that are kept.
const BYTES: usize = 1 << 23;

/// Templates begin at multiples of this.
const UNIT: usize = 8;

/// Bits of a place in the index; the other ones are the hash's.
const PLACE_BITS: u32 = (BYTES / UNIT).trailing_zeros();
const PLACE: u32 = (1 << PLACE_BITS) - 1;

/// Words that the index has at first, and at most: making it larger looks at every template, which must not stall a page.
const SMALLEST_INDEX: usize = 1 << 10;
const LARGEST_INDEX: usize = 1 << 16;

/// Where a template is, in units.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct At(u32);

/// A text that a template follows, as it stands in the bytes.
#[derive(Clone, Copy)]
pub(super) struct FollowedText<'a> {
    pub text: &'a [u8],
    pub hash: u32,
}

/// What a template is made of.
pub(super) struct Template<'a> {
    /// The code of the text that it follows.
    pub code: u32,
    /// That text, if the template is to be found by it.
    pub key: Option<FollowedText<'a>>,
    /// Its members.
    pub entries: &'a [[u8; ENTRY]],
    /// Its bytes, and the one after them.
    pub bytes: &'a [u8],
}

/// What a kept template begins with: how long its parts are, and what must be known of it before they are looked at.
#[derive(Clone, Copy, Default)]
pub(super) struct Head {
    pub code: u32,
    hash: u32,
    text: u16,
    bytes: u16,
    entries: u16,
    /// The columns of the members, a bit each; 0 if a member has no column.
    pub columns: u16,
}

const HEAD: usize = 16;

impl Head {
    fn of(template: &Template) -> Option<Head> {
        let length = |bytes: usize| u16::try_from(bytes).ok();
        Some(Head {
            code: template.code,
            hash: template.key.map_or(0, |key| key.hash),
            text: length(template.key.map_or(0, |key| key.text.len()))?,
            bytes: length(template.bytes.len())?,
            entries: length(template.entries.len() * ENTRY)?,
            columns: columns_of(template.entries),
        })
    }

    #[inline(always)]
    fn read(bytes: &[u8; HEAD]) -> Head {
        let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = *bytes;
        Head {
            code: u32::from_le_bytes([a, b, c, d]),
            hash: u32::from_le_bytes([e, f, g, h]),
            text: u16::from_le_bytes([i, j]),
            bytes: u16::from_le_bytes([k, l]),
            entries: u16::from_le_bytes([m, n]),
            columns: u16::from_le_bytes([o, p]),
        }
    }

    fn write(self) -> [u8; HEAD] {
        let ([a, b, c, d], [e, f, g, h]) = (self.code.to_le_bytes(), self.hash.to_le_bytes());
        let ([i, j], [k, l]) = (self.text.to_le_bytes(), self.bytes.to_le_bytes());
        let ([m, n], [o, p]) = (self.entries.to_le_bytes(), self.columns.to_le_bytes());
        [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p]
    }
}

#[derive(Default)]
pub(super) struct Kept {
    /// Heads, each with its text, entries and bytes after it.
    bytes: Vec<u8>,
    /// By hash of the text: where the template is, below the upper bits of the hash; zero if there is none.
    index: Vec<u32>,
    indexed: usize,
}

impl Kept {
    /// The template that follows a text.
    #[inline(always)]
    pub fn find(&self, key: FollowedText) -> Option<(At, Head)> {
        let mask = self.index.len().wrapping_sub(1);
        let mut place = key.hash as usize & mask;
        loop {
            let word = *self.index.get(place)?;
            if word == 0 {
                return None;
            }
            if (word ^ key.hash) >> PLACE_BITS == 0 {
                let at = At(word & PLACE);
                let (head, rest) = self.from(at)?;
                if head.hash == key.hash && same(rest.get(..head.text.into())?, key.text) {
                    return Some((at, head));
                }
            }
            place = (place + 1) & mask;
        }
    }

    #[inline(always)]
    pub fn head(&self, at: At) -> Option<Head> {
        self.from(at).map(|(head, _)| head)
    }

    /// A template's entries and bytes.
    #[inline(always)]
    pub fn parts(&self, at: At, head: Head) -> Option<(&[[u8; ENTRY]], &[u8])> {
        let rest = self.from(at)?.1.get(head.text.into()..)?;
        let (entries, rest) = rest.split_at_checked(head.entries.into())?;
        Some((entries.as_chunks().0, rest.get(..head.bytes.into())?))
    }

    /// A head and what follows it.
    #[inline(always)]
    fn from(&self, at: At) -> Option<(Head, &[u8])> {
        let (head, rest) = self.bytes.get(at.0 as usize * UNIT..)?.split_first_chunk()?;
        Some((Head::read(head), rest))
    }

    /// Keeps a template, in place of the one at `old` if there is one. Without room for it nothing changes.
    pub fn keep(&mut self, template: &Template, old: Option<At>) -> Option<At> {
        let head = Head::of(template)?;
        let text = template.key.map_or(&[][..], |key| key.text);
        let entries = template.entries.as_flattened();
        // No template is at zero.
        let start = self.bytes.len().max(UNIT);
        let end = (start + HEAD + text.len() + entries.len() + template.bytes.len()).next_multiple_of(UNIT);
        if end > BYTES || self.bytes.try_reserve(end - self.bytes.len()).is_err() {
            return None;
        }
        self.bytes.resize(start, 0);
        for part in [&head.write(), text, entries, template.bytes] {
            self.bytes.extend_from_slice(part);
        }
        self.bytes.resize(end, 0);
        let at = At((start / UNIT) as u32);
        if let Some(key) = template.key {
            self.enter(key.hash, at, old);
        }
        Some(at)
    }

    /// Enters a template into the index. Without room there it is not found by its text, and nothing else is lost.
    fn enter(&mut self, hash: u32, at: At, old: Option<At>) {
        let has_room = self.index.len() >= (self.indexed + 1) * 2;
        let mask = self.index.len().wrapping_sub(1);
        let mut place = hash as usize & mask;
        while let Some(word) = self.index.get_mut(place) {
            let is_free = *word == 0;
            // One that replaces another needs no room.
            if is_free && has_room || !is_free && old == Some(At(*word & PLACE)) {
                self.indexed += usize::from(is_free);
                *word = hash & !PLACE | at.0;
                return;
            }
            if is_free {
                break;
            }
            place = (place + 1) & mask;
        }
        if self.grow() {
            self.enter(hash, at, None);
        }
    }

    fn grow(&mut self) -> bool {
        let size = (self.index.len() * 4).max(SMALLEST_INDEX);
        let mut larger = Vec::new();
        if size > LARGEST_INDEX || larger.try_reserve_exact(size).is_err() {
            return false;
        }
        larger.resize(size, 0);
        let words = std::mem::replace(&mut self.index, larger);
        self.indexed = 0;
        for at in words.into_iter().filter(|word| *word != 0).map(|word| At(word & PLACE)) {
            if let Some(head) = self.head(at) {
                self.enter(head.hash, at, None);
            }
        }
        true
    }
}

#[cfg(test)]
mod tests;

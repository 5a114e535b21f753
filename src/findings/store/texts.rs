//! Texts one after another in segments, each after its code and length; a text is named by its place, and never moves.
//!
//! All columns share one heap: the new texts of a row lie together, where the next row like it finds them.

use crate::memory::OutOfMemory;

/// Bytes a segment holds. A longer text has a segment of its own.
const SEGMENT: usize = 1 << 18;

/// What stands before a text: its code and its length, four bytes each.
const HEAD: usize = 8;

/// Where a text begins: `segment * SEGMENT + offset`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Place(u32);

impl Place {
    /// The place of the empty text with code 0: what rows without a text have.
    pub const ABSENT: Place = Place(0);

    /// The number that `at` turns back into this place.
    pub fn number(self) -> u32 {
        self.0
    }

    pub fn at(number: u32) -> Self {
        Place(number)
    }
}

pub(crate) struct Texts {
    segments: Vec<Vec<u8>>,
    bytes: usize,
}

impl Texts {
    pub fn new() -> Self {
        Texts { segments: vec![vec![0; HEAD]], bytes: HEAD }
    }

    /// Keeps a text, which must be UTF-8.
    pub fn push(&mut self, code: u32, text: &[u8]) -> Result<Place, OutOfMemory> {
        let needed = HEAD + text.len();
        let room = self.segments.last().map_or(0, |last| last.capacity().min(SEGMENT).saturating_sub(last.len()));
        if needed > room {
            self.make_room(needed)?;
        }
        let number = self.segments.len().saturating_sub(1);
        let length = u32::try_from(text.len()).map_err(|_| OutOfMemory)?;
        let Some(segment) = self.segments.last_mut() else { return Err(OutOfMemory) };
        let place = place_of(number, segment.len())?;
        segment.extend_from_slice(&(u64::from(length) << 32 | u64::from(code)).to_le_bytes());
        segment.extend_from_slice(text);
        Ok(place)
    }

    #[cold]
    fn make_room(&mut self, needed: usize) -> Result<(), OutOfMemory> {
        self.segments.try_reserve(1)?;
        // The first segment grows by doubling: a small scan needs few bytes.
        if let [only] = self.segments.as_mut_slice()
            && only.len() + needed <= SEGMENT
        {
            let capacity = (only.capacity() * 4).max(only.len() + needed).clamp(4096, SEGMENT);
            self.bytes += capacity - only.capacity();
            return Ok(only.try_reserve_exact(capacity - only.len())?);
        }
        let capacity = needed.max(SEGMENT);
        let mut segment = Vec::new();
        segment.try_reserve_exact(capacity)?;
        self.segments.push(segment);
        self.bytes += capacity;
        Ok(())
    }

    /// The code and the text at a place that `push` returned.
    #[inline(always)]
    pub fn entry(&self, place: Place) -> (u32, &[u8]) {
        let at = place.0 as usize;
        let tail = self.segments.get(at / SEGMENT).and_then(|segment| segment.get(at % SEGMENT..));
        match tail.and_then(<[u8]>::split_first_chunk::<HEAD>) {
            Some((&[a, b, c, d, e, f, g, h], tail)) => {
                let length = u32::from_le_bytes([e, f, g, h]) as usize;
                (u32::from_le_bytes([a, b, c, d]), tail.get(..length).unwrap_or_default())
            }
            None => (0, &[]),
        }
    }

    /// Frees the room for further texts.
    pub fn shrink(&mut self) {
        if let Some(last) = self.segments.last_mut() {
            self.bytes -= last.capacity();
            last.shrink_to_fit();
            self.bytes += last.capacity();
        }
    }

    pub fn memory_bytes(&self) -> usize {
        self.bytes
    }
}

/// The place at an offset of a segment. Fails if 32 bits cannot hold it: in WebAssembly a `usize` has no more.
fn place_of(segment: usize, offset: usize) -> Result<Place, OutOfMemory> {
    let first = u32::try_from(segment).ok().and_then(|segment| segment.checked_mul(SEGMENT as u32));
    let at = first.zip(u32::try_from(offset).ok()).and_then(|(first, offset)| first.checked_add(offset));
    at.map(Place).ok_or(OutOfMemory)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_beyond_its_number_is_refused() {
        let last = (1 << 14) - 1;
        assert_eq!(place_of(last, SEGMENT - 1), Ok(Place(u32::MAX)));
        assert_eq!(place_of(last, SEGMENT), Err(OutOfMemory));
        assert_eq!(place_of(last + 1, 0), Err(OutOfMemory));
    }

    #[test]
    fn texts_of_every_length_come_back() {
        let mut texts = Texts::new();
        let lengths = [0, 1, 63, 4096, SEGMENT - HEAD, SEGMENT - HEAD + 1, SEGMENT, 3 * SEGMENT, 5, 1 << 20, 7];
        let kept: Vec<(Place, Vec<u8>)> = (1u32..)
            .zip(lengths)
            .map(|(code, length)| {
                let text = vec![code as u8; length];
                (texts.push(code, &text).unwrap(), text)
            })
            .collect();
        for (code, (place, text)) in (1u32..).zip(&kept) {
            assert_eq!(texts.entry(*place), (code, text.as_slice()));
        }
        assert_eq!(texts.entry(Place::ABSENT), (0, &[][..]));
    }

    #[test]
    fn many_small_texts_come_back() {
        let mut texts = Texts::new();
        let places: Vec<Place> = (0..100_000u32).map(|at| texts.push(at, at.to_string().as_bytes()).unwrap()).collect();
        for (at, place) in (0u32..).zip(places) {
            assert_eq!(texts.entry(place), (at, at.to_string().as_bytes()));
        }
    }
}

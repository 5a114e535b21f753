//! Texts one behind another in segments; a text is named by where it starts, and never moves.

use super::blocks::OutOfMemory;

/// Bytes a segment holds. A longer text has a segment of its own.
const SEGMENT: usize = 1 << 18;

/// Where a text lies: `segment * SEGMENT + offset`. A text longer than a segment takes as many numbers as it needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Place(u32);

impl Place {
    /// The number that `at` turns back into this place.
    pub fn number(self) -> u32 {
        self.0
    }

    pub fn at(number: u32) -> Self {
        Place(number)
    }
}

/// Texts, each with its length before it.
pub(crate) struct Texts {
    /// Segments by number; the numbers that a long text spans beyond its first are empty.
    segments: Vec<String>,
    bytes: usize,
}

impl Texts {
    pub const fn new() -> Self {
        Texts { segments: Vec::new(), bytes: 0 }
    }

    /// Keeps a text.
    pub fn push(&mut self, text: &str) -> Result<Place, OutOfMemory> {
        let needed = text.len() + length_bytes(text.len());
        let room = self.segments.last().map_or(0, |last| last.capacity().min(SEGMENT).saturating_sub(last.len()));
        if needed > room {
            self.make_room(needed)?;
        }
        let number = self.segments.len().saturating_sub(1);
        let Some(segment) = self.segments.last_mut() else { return Err(OutOfMemory) };
        let place = (number * SEGMENT + segment.len()) as u64;
        write_length(text.len(), segment);
        segment.push_str(text);
        let place = u32::try_from(place).map_err(|_| OutOfMemory)?;
        for _ in 1..needed.div_ceil(SEGMENT) {
            self.segments.push(String::new());
        }
        Ok(Place(place))
    }

    #[cold]
    fn make_room(&mut self, needed: usize) -> Result<(), OutOfMemory> {
        self.segments.try_reserve(1 + needed.div_ceil(SEGMENT)).map_err(|_| OutOfMemory)?;
        // The first segment grows by doubling: a small scan needs few bytes.
        if let [only] = self.segments.as_mut_slice()
            && only.len() + needed <= SEGMENT
        {
            let capacity = (only.capacity() * 2).max(only.len() + needed).min(SEGMENT);
            self.bytes += capacity - only.capacity();
            return only.try_reserve_exact(capacity - only.len()).map_err(|_| OutOfMemory);
        }
        let capacity =
            if self.segments.is_empty() && needed < SEGMENT { needed.max(1024) } else { needed.max(SEGMENT) };
        let mut segment = String::new();
        segment.try_reserve_exact(capacity).map_err(|_| OutOfMemory)?;
        self.segments.push(segment);
        self.bytes += capacity;
        Ok(())
    }

    /// The text at a place that `push` returned.
    #[inline(always)]
    pub fn get(&self, place: Place) -> &str {
        let at = place.0 as usize;
        let Some(tail) = self.segments.get(at / SEGMENT).and_then(|segment| segment.get(at % SEGMENT..)) else {
            return "";
        };
        let (length, start) = read_length(tail.as_bytes());
        tail.get(start..start + length).unwrap_or_default()
    }

    pub fn memory_bytes(&self) -> usize {
        self.bytes
    }
}

/// Lengths are written in groups of six bits, low first, so that each is an ASCII character and a segment stays text.
const GROUP: usize = 6;
/// Set on a group that is not the last.
const MORE: u8 = 0x40;

fn length_bytes(length: usize) -> usize {
    let mut bytes = 1;
    let mut rest = length >> GROUP;
    while rest > 0 {
        bytes += 1;
        rest >>= GROUP;
    }
    bytes
}

fn write_length(length: usize, out: &mut String) {
    let mut rest = length;
    loop {
        let group = (rest & 0x3F) as u8;
        rest >>= GROUP;
        out.push(char::from(if rest > 0 { group | MORE } else { group }));
        if rest == 0 {
            return;
        }
    }
}

#[inline(always)]
fn read_length(bytes: &[u8]) -> (usize, usize) {
    let mut length = 0;
    for (at, &byte) in bytes.iter().enumerate() {
        length |= usize::from(byte & 0x3F) << (at * GROUP);
        if byte & MORE == 0 {
            return (length, at + 1);
        }
    }
    (0, bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_every_length_come_back() {
        let mut texts = Texts::new();
        let lengths = [0, 1, 63, 64, 4095, 4096, SEGMENT - 1, SEGMENT, SEGMENT + 1, 3 * SEGMENT, 5, 1 << 20, 7];
        let kept: Vec<(Place, String)> = lengths
            .iter()
            .enumerate()
            .map(|(at, &length)| {
                let text = "é".repeat(length / 2) + &char::from(b'a' + at as u8).to_string().repeat(length % 2);
                (texts.push(&text).unwrap(), text)
            })
            .collect();
        for (place, text) in kept {
            assert_eq!(texts.get(place), text);
        }
    }

    #[test]
    fn many_small_texts_come_back() {
        let mut texts = Texts::new();
        let places: Vec<Place> = (0..100_000).map(|at| texts.push(&at.to_string()).unwrap()).collect();
        for (at, place) in places.into_iter().enumerate() {
            assert_eq!(texts.get(place), at.to_string());
        }
    }
}

//! The `uid` column: a canonical UUID takes sixteen bytes, any other text is kept as it came.

use super::blocks::{Blocks, OutOfMemory};
use super::texts::{Place, Texts};

/// A row's uid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Uid<'a> {
    Absent,
    /// A UUID whose text is canonical: lower case, with hyphens.
    Packed(u128),
    Text(&'a str),
}

/// Length of a UUID's text.
pub(crate) const TEXT_LENGTH: usize = 36;

impl<'a> Uid<'a> {
    /// Packs a text where that loses nothing.
    #[inline(always)]
    pub fn of(text: &'a str) -> Self {
        match pack(text.as_bytes()) {
            Some(packed) => Uid::Packed(packed),
            None => Uid::Text(text),
        }
    }

    /// The text, written into `buffer` where it is packed; `None` for absence.
    pub fn text<'b>(self, buffer: &'b mut [u8; TEXT_LENGTH]) -> Option<&'b str>
    where
        'a: 'b,
    {
        match self {
            Uid::Absent => None,
            Uid::Text(text) => Some(text),
            Uid::Packed(packed) => {
                unpack(packed, buffer);
                std::str::from_utf8(buffer).ok()
            }
        }
    }
}

/// Reads a canonical UUID.
#[inline(always)]
pub(crate) fn pack(text: &[u8]) -> Option<u128> {
    let text: &[u8; TEXT_LENGTH] = text.try_into().ok()?;
    let [a, b, c, d, e, f, g, h, b'-', i, j, k, l, b'-', m, n, o, p, b'-', q, r, s, t, b'-', u, v, w, x, ..] = *text
    else {
        return None;
    };
    let high = u64::from(digits([a, b, c, d, e, f, g, h])?) << 32 | u64::from(digits([i, j, k, l, m, n, o, p])?);
    let low = u64::from(digits([q, r, s, t, u, v, w, x])?) << 32 | u64::from(digits(*text.last_chunk()?)?);
    Some(u128::from(high) << 64 | u128::from(low))
}

/// Reads eight hexadecimal digits at once; only the digits that `unpack` writes.
#[inline(always)]
fn digits(text: [u8; 8]) -> Option<u32> {
    const ONES: u64 = u64::from_ne_bytes([1; 8]);
    let text = u64::from_be_bytes(text);
    // A letter has bit 6, and its low half is nine less than its value.
    let values = (text & (ONES * 0x0F)) + 9 * (text >> 6 & ONES);
    let letters = (values + ONES * 6) >> 4 & ONES;
    let written = values + ONES * u64::from(b'0') + letters * u64::from(b'a' - b'0' - 10);
    if written != text || values & (ONES * 0xF0) != 0 {
        return None;
    }
    let pairs = (values | values >> 4) & 0x00FF_00FF_00FF_00FF;
    let quads = (pairs | pairs >> 8) & 0x0000_FFFF_0000_FFFF;
    Some((quads | quads >> 16) as u32)
}

fn unpack(packed: u128, text: &mut [u8; TEXT_LENGTH]) {
    let mut rest = packed;
    for (at, byte) in text.iter_mut().enumerate().rev() {
        if matches!(at, 8 | 13 | 18 | 23) {
            *byte = b'-';
            continue;
        }
        let digit = (rest & 15) as u8;
        *byte = if digit < 10 { b'0' + digit } else { b'a' + digit - 10 };
        rest >>= 4;
    }
}

pub(crate) struct Uids {
    /// A packed UUID; or a text's place, which is 0 for absence.
    slots: Blocks<u128>,
    /// One bit a row: the slot is a packed UUID.
    packed: Vec<u64>,
    texts: Texts,
}

impl Uids {
    pub fn new() -> Self {
        Uids { slots: Blocks::new(), packed: Vec::new(), texts: Texts::new() }
    }

    pub fn len(&self) -> usize {
        self.slots.len()
    }

    #[inline(always)]
    pub fn push(&mut self, uid: Uid) -> Result<(), OutOfMemory> {
        let at = self.slots.len();
        if at.is_multiple_of(64) {
            self.packed.try_reserve(1).map_err(|_| OutOfMemory)?;
            self.packed.push(0);
        }
        match uid {
            Uid::Absent => self.slots.push(0),
            Uid::Packed(packed) => {
                self.slots.push(packed)?;
                if let Some(word) = self.packed.last_mut() {
                    *word |= 1 << (at % 64);
                }
                Ok(())
            }
            Uid::Text(text) => {
                let place = self.texts.push(0, text.as_bytes())?;
                self.slots.push(place.number().into())
            }
        }
    }

    #[inline(always)]
    pub fn is_packed(&self, row: u32) -> bool {
        self.packed.get(row as usize / 64).is_some_and(|word| word >> (row % 64) & 1 == 1)
    }

    #[inline(always)]
    pub fn get(&self, row: u32) -> Uid<'_> {
        let slot = self.slots.get(row as usize).unwrap_or_default();
        if self.is_packed(row) {
            return Uid::Packed(slot);
        }
        match Place::at(slot as u32) {
            Place::ABSENT => Uid::Absent,
            place => Uid::Text(std::str::from_utf8(self.texts.entry(place).1).unwrap_or_default()),
        }
    }

    /// The first row with this uid.
    pub fn find(&self, text: &str) -> Option<u32> {
        let rows = 0..self.len() as u32;
        match Uid::of(text) {
            Uid::Packed(wanted) => {
                let slots = self.slots.blocks().flatten();
                rows.zip(slots).find(|&(row, &slot)| slot == wanted && self.is_packed(row)).map(|(row, _)| row)
            }
            wanted => rows.into_iter().find(|&row| self.get(row) == wanted),
        }
    }

    /// Gives back the room for further rows.
    pub fn shrink(&mut self) {
        self.slots.shrink();
        self.packed.shrink_to_fit();
        self.texts.shrink();
    }

    pub fn memory_bytes(&self) -> usize {
        self.slots.memory_bytes() + self.packed.capacity() * 8 + self.texts.memory_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_that_is_no_lower_case_digit_is_refused() {
        let uuid = *b"01234567-89ab-cdef-fedc-ba9876543210";
        assert_eq!(pack(&uuid), Some(0x0123_4567_89AB_CDEF_FEDC_BA98_7654_3210));
        for at in 0..TEXT_LENGTH {
            for byte in 0..=255 {
                let mut text = uuid;
                text[at] = byte;
                let legal = if uuid[at] == b'-' { byte == b'-' } else { matches!(byte, b'0'..=b'9' | b'a'..=b'f') };
                assert_eq!(pack(&text).is_some(), legal, "{byte} at {at}");
            }
        }
    }

    #[test]
    fn only_a_canonical_uuid_is_packed_and_it_comes_back() {
        let mut uids = Uids::new();
        let texts = [
            "00000000-0000-0000-0000-000000000000",
            "123e4567-e89b-12d3-a456-426614174000",
            "123E4567-e89b-12d3-a456-426614174000",
            "123e4567e89b12d3a456426614174000",
            "",
            "{123e4567-e89b-12d3-a456-426614174000}",
            "123e4567-e89b-12d3-a456-42661417400é",
        ];
        for text in texts {
            uids.push(Uid::of(text)).unwrap();
        }
        uids.push(Uid::Absent).unwrap();
        for (row, text) in texts.iter().enumerate() {
            assert_eq!(uids.get(row as u32).text(&mut [0; TEXT_LENGTH]), Some(*text));
            assert_eq!(uids.is_packed(row as u32), row < 2, "{text}");
            assert_eq!(uids.find(text), Some(row as u32));
        }
        assert_eq!(uids.get(7), Uid::Absent);
        assert_eq!(uids.find("nowhere"), None);
    }
}

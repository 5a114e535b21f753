//! The `uid` column: a canonical UUID takes sixteen bytes, any other text is kept as it came.

use super::blocks::Blocks;
use super::texts::{Place, Texts};
use super::uuid::{TEXT_LENGTH, pack, unpack};
use crate::memory::{OutOfMemory, push};

/// A row's uid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Uid<'a> {
    Absent,
    /// A UUID whose text is canonical: lower case, with hyphens.
    Packed(u128),
    Text(&'a str),
}

impl<'a> Uid<'a> {
    /// Packs a text if that loses nothing.
    #[inline(always)]
    pub fn of(text: &'a str) -> Self {
        match pack(text.as_bytes()) {
            Some(packed) => Uid::Packed(packed),
            None => Uid::Text(text),
        }
    }

    /// Whether it identifies a finding: some services write an empty text for none.
    #[inline(always)]
    pub fn is_identity(self) -> bool {
        !matches!(self, Uid::Absent | Uid::Text(""))
    }

    /// The text, written into `buffer` if it is packed; `None` for absence.
    pub fn text<'b>(self, buffer: &'b mut [u8; TEXT_LENGTH]) -> Option<&'b str>
    where
        'a: 'b,
    {
        std::str::from_utf8(self.bytes(buffer)?).ok()
    }

    /// The same as bytes, which are UTF-8.
    pub fn bytes<'b>(self, buffer: &'b mut [u8; TEXT_LENGTH]) -> Option<&'b [u8]>
    where
        'a: 'b,
    {
        match self {
            Uid::Absent => None,
            Uid::Text(text) => Some(text.as_bytes()),
            Uid::Packed(packed) => {
                unpack(packed, buffer);
                Some(buffer)
            }
        }
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
            push(&mut self.packed, 0)?;
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

    /// Frees the room for further rows.
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

//! A member of a template: where it ends and what it means, in eight bytes.

use crate::findings::store::column::{COLUMNS, Column};

pub(super) const ENTRY: usize = 8;

/// Each column has a bit of sixteen.
const _: () = assert!(COLUMNS <= u16::BITS as usize);

/// The number of a member that has no column: it is always read in the general way.
const NO_COLUMN: u8 = u8::MAX;

#[derive(Clone, Copy)]
pub(super) struct Entry {
    /// Counted from the template's beginning.
    pub end: u16,
    /// Number of the column.
    column: u8,
    /// The literal of the shape to try after this member.
    pub literal: u8,
    pub code: u32,
}

impl Entry {
    #[inline(always)]
    pub fn new(column: Option<Column>, code: u32, end: u16, literal: usize) -> Entry {
        Entry { end, column: column.map_or(NO_COLUMN, |column| column as u8), literal: literal as u8, code }
    }

    #[inline(always)]
    pub fn read(bytes: &[u8; ENTRY]) -> Entry {
        let [a, b, column, literal, c, d, e, f] = *bytes;
        Entry { end: u16::from_le_bytes([a, b]), column, literal, code: u32::from_le_bytes([c, d, e, f]) }
    }

    #[inline(always)]
    pub fn write(self) -> [u8; ENTRY] {
        let ([a, b], [c, d, e, f]) = (self.end.to_le_bytes(), self.code.to_le_bytes());
        [a, b, self.column, self.literal, c, d, e, f]
    }

    /// The column's bit; 0 if there is no column.
    #[inline(always)]
    pub fn bit(self) -> u16 {
        if usize::from(self.column) < COLUMNS { 1 << self.column } else { 0 }
    }

    #[inline(always)]
    pub fn is_of(self, column: Option<Column>) -> bool {
        self.column == column.map_or(NO_COLUMN, |column| column as u8)
    }

    /// Gives a row the code in its column.
    #[inline(always)]
    pub fn put(self, codes: &mut [u32; COLUMNS]) {
        if let Some(place) = codes.get_mut(usize::from(self.column)) {
            *place = self.code;
        }
    }
}

/// The columns of all members, a bit each; 0 if a member has no column.
pub(super) fn columns_of(entries: &[[u8; ENTRY]]) -> u16 {
    let bits = entries.iter().map(|bytes| Entry::read(bytes).bit());
    bits.into_iter().try_fold(0, |columns, bit| (bit != 0).then_some(columns | bit)).unwrap_or(0)
}

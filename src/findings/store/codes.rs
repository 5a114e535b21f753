//! A column of dictionary codes. A block holds 16-bit codes until a code needs more, then that block and later ones hold 32.

use super::blocks::{BLOCK, grow};
use crate::memory::OutOfMemory;

/// The codes of one block's rows.
pub(crate) enum CodeBlock {
    Narrow(Vec<u16>),
    Wide(Vec<u32>),
}

/// Runs the same kernel over either width of a block.
macro_rules! with_codes {
    ($block:expr, $codes:ident => $kernel:expr) => {
        match $block {
            $crate::findings::store::codes::CodeBlock::Narrow($codes) => $kernel,
            $crate::findings::store::codes::CodeBlock::Wide($codes) => $kernel,
        }
    };
}
pub(crate) use with_codes;

/// A code of either width as the number it is.
#[inline(always)]
pub(crate) fn wide(code: impl Into<u32>) -> u32 {
    code.into()
}

impl CodeBlock {
    const EMPTY: CodeBlock = CodeBlock::Narrow(Vec::new());

    #[inline(always)]
    pub fn get(&self, at: usize) -> u32 {
        match self {
            CodeBlock::Narrow(codes) => codes.get(at).copied().unwrap_or_default().into(),
            CodeBlock::Wide(codes) => codes.get(at).copied().unwrap_or_default(),
        }
    }

    fn len(&self) -> usize {
        with_codes!(self, codes => codes.len())
    }

    fn capacity(&self) -> usize {
        with_codes!(self, codes => codes.capacity())
    }

    /// An empty block with room for a full one, as wide as this one.
    fn next(&self) -> Result<CodeBlock, OutOfMemory> {
        fn full_room<T>() -> Result<Vec<T>, OutOfMemory> {
            let mut codes = Vec::new();
            codes.try_reserve_exact(BLOCK)?;
            Ok(codes)
        }
        match self {
            CodeBlock::Narrow(_) => full_room().map(CodeBlock::Narrow),
            CodeBlock::Wide(_) => full_room().map(CodeBlock::Wide),
        }
    }

    fn widen(&mut self) -> Result<(), OutOfMemory> {
        if let CodeBlock::Narrow(codes) = self {
            let mut wide = Vec::new();
            wide.try_reserve_exact(codes.capacity())?;
            wide.extend(codes.iter().map(|&code| u32::from(code)));
            *self = CodeBlock::Wide(wide);
        }
        Ok(())
    }
}

/// One code a row.
pub(crate) struct Codes {
    full: Vec<CodeBlock>,
    /// The block under way.
    last: CodeBlock,
    /// Whether rows take no room, because none had a text so far.
    sparse: bool,
    /// Rows before the first text of a sparse column: they take no room.
    skipped: u32,
}

impl Codes {
    /// A column that kernels read block by block.
    pub const fn dense() -> Self {
        Codes { full: Vec::new(), last: CodeBlock::EMPTY, sparse: false, skipped: 0 }
    }

    /// A column that is only read row by row, and takes no room for the rows before the first that has a text.
    pub const fn sparse() -> Self {
        Codes { full: Vec::new(), last: CodeBlock::EMPTY, sparse: true, skipped: 0 }
    }

    #[inline(always)]
    pub fn push(&mut self, code: u32) -> Result<(), OutOfMemory> {
        if let CodeBlock::Narrow(codes) = &mut self.last
            && codes.len() < codes.capacity()
            && let Ok(code) = u16::try_from(code)
        {
            codes.push(code);
            return Ok(());
        }
        if code == 0 && self.sparse {
            self.skipped += 1;
            return Ok(());
        }
        self.push_slowly(code)
    }

    #[inline(never)]
    fn push_slowly(&mut self, code: u32) -> Result<(), OutOfMemory> {
        self.sparse = false;
        if self.last.len() == BLOCK {
            self.full.try_reserve(1)?;
            let next = self.last.next()?;
            self.full.push(std::mem::replace(&mut self.last, next));
        }
        if code > u16::MAX.into() {
            self.last.widen()?;
        }
        match &mut self.last {
            CodeBlock::Narrow(codes) => {
                grow(codes)?;
                codes.push(code as u16);
            }
            CodeBlock::Wide(codes) => {
                grow(codes)?;
                codes.push(code);
            }
        }
        Ok(())
    }

    /// Frees the room for further rows.
    #[inline(never)]
    pub fn shrink(&mut self) {
        with_codes!(&mut self.last, codes => codes.shrink_to_fit());
    }

    /// The code of a row; 0 beyond the end.
    #[inline(always)]
    pub fn get(&self, row: u32) -> u32 {
        let Some(row) = row.checked_sub(self.skipped) else { return 0 };
        self.block(row as usize / BLOCK).map_or(0, |block| block.get(row as usize % BLOCK))
    }

    /// A block's codes, of a dense column.
    #[inline(always)]
    pub fn block(&self, number: usize) -> Option<&CodeBlock> {
        if number == self.full.len() { Some(&self.last) } else { self.full.get(number) }
    }

    pub fn memory_bytes(&self) -> usize {
        let bytes = |block: &CodeBlock| block.capacity() * if matches!(block, CodeBlock::Narrow(_)) { 2 } else { 4 };
        self.full.iter().chain([&self.last]).map(bytes).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_either_width_come_back() {
        let rows = 3 * BLOCK + 100;
        let code = |row: usize| if row > 2 * BLOCK - 3 { row as u32 * 2 + 9 } else { row as u32 % 60_000 };
        let mut codes = Codes::dense();
        for row in 0..rows {
            codes.push(code(row)).unwrap();
        }
        for row in 0..rows {
            assert_eq!(codes.get(row as u32), code(row), "{row}");
        }
        assert!([rows, rows + BLOCK, 9 * BLOCK].iter().all(|&row| codes.get(row as u32) == 0));
        assert!(codes.memory_bytes() <= 3 * BLOCK * 4 + BLOCK * 4);
    }

    #[test]
    fn a_sparse_column_takes_room_from_its_first_text_on() {
        let mut codes = Codes::sparse();
        for _ in 0..BLOCK + 5 {
            codes.push(0).unwrap();
        }
        assert_eq!((codes.memory_bytes(), codes.get(7)), (0, 0));
        codes.push(9).unwrap();
        codes.push(0).unwrap();
        assert!(codes.memory_bytes() < BLOCK, "none for the rows before");
        let rows: Vec<u32> = (0..BLOCK as u32 + 8).map(|row| codes.get(row)).collect();
        assert_eq!(rows.iter().position(|&code| code == 9), Some(BLOCK + 5));
        assert_eq!(rows.iter().sum::<u32>(), 9);
        codes.shrink();
        assert_eq!(codes.get(BLOCK as u32 + 5), 9);
    }

    #[test]
    fn rows_of_a_sparse_column_keep_their_places_after_the_first_text() {
        let code = |row: u32| if row % 300 == 299 { row } else { 0 };
        let mut codes = Codes::sparse();
        (0..2_000).for_each(|row| codes.push(code(row)).unwrap());
        assert!((0..2_000).all(|row| codes.get(row) == code(row)));
    }
}

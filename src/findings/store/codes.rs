//! A column of dictionary codes. A block holds 16-bit codes until a code needs more, then that block and later ones hold 32.

use super::blocks::{BLOCK, OutOfMemory, grow};

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

impl CodeBlock {
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

    #[inline(always)]
    fn push(&mut self, code: u32) -> Result<(), OutOfMemory> {
        match self {
            CodeBlock::Narrow(codes) => match u16::try_from(code) {
                Ok(code) => {
                    grow(codes)?;
                    codes.push(code);
                    Ok(())
                }
                Err(_) => self.widen(code),
            },
            CodeBlock::Wide(codes) => {
                grow(codes)?;
                codes.push(code);
                Ok(())
            }
        }
    }

    #[cold]
    fn widen(&mut self, code: u32) -> Result<(), OutOfMemory> {
        let mut wide = Vec::new();
        wide.try_reserve_exact(BLOCK).map_err(|_| OutOfMemory)?;
        if let CodeBlock::Narrow(codes) = self {
            wide.extend(codes.iter().map(|&code| u32::from(code)));
        }
        wide.push(code);
        *self = CodeBlock::Wide(wide);
        Ok(())
    }
}

/// One code a row.
pub(crate) struct Codes {
    blocks: Vec<CodeBlock>,
    /// Rows in the last block.
    filled: usize,
}

impl Codes {
    pub const fn new() -> Self {
        Codes { blocks: Vec::new(), filled: BLOCK }
    }

    #[inline(always)]
    pub fn push(&mut self, code: u32) -> Result<(), OutOfMemory> {
        if self.filled == BLOCK {
            self.open_block()?;
        }
        if let Some(block) = self.blocks.last_mut() {
            block.push(code)?;
        }
        self.filled += 1;
        Ok(())
    }

    #[cold]
    fn open_block(&mut self) -> Result<(), OutOfMemory> {
        self.blocks.try_reserve(1).map_err(|_| OutOfMemory)?;
        let first = self.blocks.is_empty();
        let wide = matches!(self.blocks.last(), Some(CodeBlock::Wide(_)));
        let room = if first { 0 } else { BLOCK };
        let block = if wide {
            let mut codes = Vec::new();
            codes.try_reserve_exact(room).map_err(|_| OutOfMemory)?;
            CodeBlock::Wide(codes)
        } else {
            let mut codes = Vec::new();
            codes.try_reserve_exact(room).map_err(|_| OutOfMemory)?;
            CodeBlock::Narrow(codes)
        };
        self.blocks.push(block);
        self.filled = 0;
        Ok(())
    }

    /// Drops what was pushed after the first `rows`: a row that could not be stored whole.
    pub fn truncate(&mut self, rows: usize) {
        self.blocks.truncate(rows.div_ceil(BLOCK));
        let in_last = rows - self.blocks.len().saturating_sub(1) * BLOCK;
        match self.blocks.last_mut() {
            Some(block) => {
                with_codes!(block, codes => codes.truncate(in_last));
                self.filled = block.len();
            }
            None => self.filled = BLOCK,
        }
    }

    /// The code of a row; 0 beyond the end.
    #[inline(always)]
    pub fn get(&self, row: u32) -> u32 {
        let row = row as usize;
        self.blocks.get(row / BLOCK).map_or(0, |block| block.get(row % BLOCK))
    }

    pub fn block(&self, number: usize) -> Option<&CodeBlock> {
        self.blocks.get(number)
    }

    pub fn memory_bytes(&self) -> usize {
        let bytes = self.blocks.iter().map(|block| match block {
            CodeBlock::Narrow(codes) => codes.capacity() * 2,
            CodeBlock::Wide(codes) => codes.capacity() * 4,
        });
        bytes.sum()
    }
}

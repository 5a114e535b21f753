//! A growing column in blocks: no element moves when it grows, so growth never stalls a page and never doubles memory.
//!
//! Memory that is refused is an [`OutOfMemory`], not an abort. The first block grows by doubling, so small scans stay small.

use crate::memory::OutOfMemory;

/// Rows a block holds.
pub(crate) const BLOCK: usize = 1 << 14;

/// Makes room for one more element of a block.
#[inline(always)]
pub(crate) fn grow<T>(block: &mut Vec<T>) -> Result<(), OutOfMemory> {
    if block.len() == block.capacity() { extend(block) } else { Ok(()) }
}

#[cold]
fn extend<T>(block: &mut Vec<T>) -> Result<(), OutOfMemory> {
    let wanted = (block.capacity() * 2).clamp(64, BLOCK.max(block.len() + 1));
    Ok(block.try_reserve_exact(wanted - block.len())?)
}

/// A column of plain values.
pub(crate) struct Blocks<T> {
    full: Vec<Vec<T>>,
    /// The block under way, which moves to `full` when it is full.
    last: Vec<T>,
}

impl<T: Copy> Blocks<T> {
    pub const fn new() -> Self {
        Blocks { full: Vec::new(), last: Vec::new() }
    }

    #[inline(always)]
    pub fn push(&mut self, value: T) -> Result<(), OutOfMemory> {
        self.reserve()?;
        self.last.push(value);
        Ok(())
    }

    /// Makes sure that the next push succeeds.
    #[inline(always)]
    pub fn reserve(&mut self) -> Result<(), OutOfMemory> {
        if self.last.len() == self.last.capacity() { self.make_room() } else { Ok(()) }
    }

    #[cold]
    fn make_room(&mut self) -> Result<(), OutOfMemory> {
        if self.last.len() == BLOCK {
            let mut next = Vec::new();
            next.try_reserve_exact(BLOCK)?;
            self.full.try_reserve(1)?;
            self.full.push(std::mem::replace(&mut self.last, next));
        }
        grow(&mut self.last)
    }

    #[inline(always)]
    pub fn get(&self, at: usize) -> Option<T> {
        self.block(at / BLOCK).get(at % BLOCK).copied()
    }

    /// One block's elements; empty beyond the end.
    #[inline(always)]
    pub fn block(&self, number: usize) -> &[T] {
        if number == self.full.len() { &self.last } else { self.full.get(number).map_or(&[], Vec::as_slice) }
    }

    /// All blocks in order.
    pub fn blocks(&self) -> impl Iterator<Item = &[T]> {
        self.full.iter().map(Vec::as_slice).chain(std::iter::once(self.last.as_slice()))
    }

    pub fn len(&self) -> usize {
        self.full.len() * BLOCK + self.last.len()
    }

    /// Frees the room for further elements.
    pub fn shrink(&mut self) {
        self.last.shrink_to_fit();
    }

    pub fn clear(&mut self) {
        *self = Blocks::new();
    }

    pub fn memory_bytes(&self) -> usize {
        (self.full.len() * BLOCK + self.last.capacity()) * size_of::<T>()
    }
}

//! Memory that is refused is an error, never the end of the module.
//!
//! What grows with the answer of a service asks for each block. Questions and exports ask before each step for all that the step
//! takes, and so do comparisons of teams; `pkg/lib/room.js` asks before long arguments come in. [`ask_for`] leaves some memory free
//! for what does not ask: short arguments, rows and texts on their way out. A client's own arguments and single texts do not ask,
//! however long they are.

use std::collections::TryReserveError;
use std::hint::black_box;

/// There is not enough memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfMemory;

impl From<TryReserveError> for OutOfMemory {
    fn from(_: TryReserveError) -> Self {
        OutOfMemory
    }
}

/// Appends an item, if there is memory for it.
#[inline(always)]
pub fn push<T>(items: &mut Vec<T>, item: T) -> Result<(), OutOfMemory> {
    items.try_reserve(1)?;
    items.push(item);
    Ok(())
}

/// Whether there is memory for blocks of so many bytes at one time, in whatever order they are asked for, and some more.
#[inline(never)]
pub fn ask_for(blocks: &[usize]) -> Result<(), OutOfMemory> {
    // In one piece: of several pieces, the first block to be asked for could take one that a later block needs.
    let bytes = blocks.iter().fold(LEFT_FREE, |sum, bytes| sum.saturating_add(*bytes));
    let mut room: Vec<u8> = Vec::new();
    room.try_reserve_exact(bytes)?;
    // The compiler may leave out a block that nobody sees.
    black_box(&room);
    Ok(())
}

/// Whether there is memory for a block of so many bytes.
pub fn has_room(bytes: usize) -> bool {
    ask_for(&[bytes]).is_ok()
}

/// Bytes left free for what never asks: what the head of this file lists, short lists, and the allocator's own bytes.
const LEFT_FREE: usize = 1 << 18;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_machine_has_is_refused() {
        assert_eq!(ask_for(&[]), Ok(()));
        assert_eq!(ask_for(&[1 << 20, 0, 1]), Ok(()));
        assert_eq!(ask_for(&[1, isize::MAX as usize]), Err(OutOfMemory));
        assert_eq!(ask_for(&[usize::MAX, 1]), Err(OutOfMemory));
        assert_eq!([1 << 20, isize::MAX as usize].map(has_room), [true, false]);
    }
}

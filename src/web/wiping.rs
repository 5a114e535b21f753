//! The module's allocator: what is given back is overwritten first, so that no secret outlives its use.
//!
//! Tokens are copied on their way in and out, custom headers may be secrets too, and a service may repeat any of them in
//! its answer. Instead of hunting down each copy, every small block is zeroed when it is freed. Larger ones are left
//! alone: they are columns of scans, and zeroing those would cost time for nothing.

use std::alloc::{GlobalAlloc, Layout, System};

/// Wipes what it takes back, and leaves the rest to the platform's allocator.
struct Wiping;

/// Bytes of the largest block that is wiped: twice the longest body of an error.
const MAX_WIPED: usize = 128 * 1024;

#[global_allocator]
static ALLOCATOR: Wiping = Wiping;

// SAFETY: every block comes from `System` with the layout given, and goes back to it with the same one. What is written
// is written inside of blocks that their owner has given up.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Wiping {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        unsafe {
            wipe(block, layout.size());
            System.dealloc(block, layout);
        }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        unsafe {
            if layout.size() > MAX_WIPED {
                return System.realloc(block, layout, size);
            }
            // Moved here rather than by the allocator, which would leave the old block as it was.
            let moved = self.alloc(Layout::from_size_align_unchecked(size, layout.align()));
            if !moved.is_null() {
                moved.copy_from_nonoverlapping(block, layout.size().min(size));
                self.dealloc(block, layout);
            }
            moved
        }
    }
}

/// Zeroes a block that nobody uses any more.
#[allow(unsafe_code)]
unsafe fn wipe(block: *mut u8, size: usize) {
    unsafe {
        match size {
            // An instruction that fills memory costs more than this before it begins.
            ..64 => (0..size).for_each(|at| block.add(at).write_volatile(0)),
            64..=MAX_WIPED => block.write_bytes(0, size),
            _ => {}
        }
    }
}

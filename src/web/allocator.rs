//! The module's allocator: it overwrites what is freed, so that no secret outlives its use.
//!
//! Tokens are copied on their way in and out, custom headers may be secrets too, and a service may repeat any of them in
//! its answer. Instead of hunting down each copy, every small block is zeroed when it is freed. Larger ones are left
//! alone: they are columns of scans, and zeroing those would cost time for nothing.

use crate::client::server_message::MAX_ERROR_BODY;
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Wipes what it takes back, and leaves the rest to the platform's allocator.
struct Wiping;

/// Bytes of the largest block that is wiped. The body of an error may repeat tokens, and its block doubles as it grows.
const MAX_WIPED: usize = 2 * MAX_ERROR_BODY;

#[global_allocator]
static ALLOCATOR: Wiping = Wiping;

// SAFETY: every block comes from `System` with the layout given, and goes back to it with the same one. What is written
// is written inside of blocks that their owner has given up.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Wiping {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let block = unsafe { System.alloc(layout) };
        grow_ahead();
        block
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        let block = unsafe { System.alloc_zeroed(layout) };
        grow_ahead();
        block
    }

    // Never inlined: the platform's allocator stores a block's length before it. If allocation and release are inlined into one
    // function, the compiler assumes that place is uninitialised and may drop the read.
    #[inline(never)]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        unsafe {
            wipe(block, layout.size());
            System.dealloc(block, layout);
        }
    }

    #[inline(never)]
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

/// Pages of memory when it last grew.
static PAGES: AtomicUsize = AtomicUsize::new(0);

/// Bytes of a page.
const PAGE: usize = 1 << 16;

/// Memory grows by half at least: each time it grows, browsers collect the garbage of the whole page, and the platform's allocator
/// alone would ask for a few pages at a time. Pages that are not used yet take no memory of the machine.
#[inline(always)]
fn grow_ahead() {
    if core::arch::wasm32::memory_size(0) > PAGES.load(Ordering::Relaxed) {
        reserve();
    }
}

#[cold]
#[allow(unsafe_code)]
fn reserve() {
    let pages = core::arch::wasm32::memory_size(0);
    if let Ok(ahead) = Layout::from_size_align(pages / 2 * PAGE, 1)
        && ahead.size() > 0
    {
        // SAFETY: a block that nobody looks at, freed with the layout it was allocated with. Its memory stays for others.
        unsafe {
            let block = System.alloc(ahead);
            if !block.is_null() {
                System.dealloc(block, ahead);
            }
        }
    }
    PAGES.store(core::arch::wasm32::memory_size(0), Ordering::Relaxed);
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

//! A table by code, applied to the rows of a block.

use super::masks::WIDTH;
use super::store::codes::{CodeBlock, with_codes};

/// Adds to each row's marks those that a table has for the row's code.
#[inline(never)]
pub(crate) fn mark(marks: &mut [u8], codes: &CodeBlock, table: &[u8]) {
    with_codes!(codes, codes => for (marks, codes) in marks.chunks_mut(WIDTH).zip(codes.chunks(WIDTH)) {
        let of = |code: usize| table.get(code).copied().unwrap_or_default();
        let first = codes.first().copied().unwrap_or_default();
        // Scanners write image by image: the code of an image stands in many rows, one after another.
        if codes.last() == Some(&first) && codes.iter().fold(true, |same, code| same & (*code == first)) {
            let all = of(first as usize);
            marks.iter_mut().for_each(|marks| *marks |= all);
        } else {
            marks.iter_mut().zip(codes).for_each(|(marks, &code)| *marks |= of(code as usize));
        }
    });
}

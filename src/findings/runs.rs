//! Counts of groups whose rows stand together, as those of an image do if a scanner wrote image by image.
//!
//! The counts of such a group stay in the nearest cache while its rows are read, and no row needs its group's number. If a group
//! comes back, or a column needs wide codes, there is no answer here, and the rows have to be counted in the general way.

use super::store::Store;
use super::store::class::Tally;
use super::store::codes::CodeBlock;
use super::store::column::Column;

/// What is counted of a group: what classes tell, and the distinct values of the columns asked for.
#[derive(Clone, Copy)]
pub(crate) struct Counted {
    pub tally: Tally,
    pub distinct: [u32; 2],
}

/// Columns with more codes have wide ones.
pub(crate) const MOST_CODES: usize = 1 << u16::BITS;

/// Bytes that counting takes besides its result.
pub(crate) const RUNS_BYTES: usize = 2 * size_of::<[u16; MOST_CODES]>();

/// By code of a column: the run of rows in which it was met last. There is a place for every possible code.
struct Met(Box<[u16; MOST_CODES]>);

impl Met {
    fn new() -> Option<Met> {
        vec![0; MOST_CODES].into_boxed_slice().try_into().ok().map(Met)
    }

    /// How many codes the run meets for the first time.
    #[inline(always)]
    fn meet(&mut self, codes: &[u16], run: u16) -> u32 {
        let mut is_new = |code: &u16| match self.0.get_mut(usize::from(*code)) {
            Some(met) => u32::from(std::mem::replace(met, run) != run),
            None => 0,
        };
        // In eights, which makes the whole question a tenth faster than one by one.
        let (eights, rest) = codes.as_chunks::<8>();
        let new: u32 = eights.iter().map(|eight| eight.iter().map(&mut is_new).sum::<u32>()).sum();
        new + rest.iter().map(is_new).sum::<u32>()
    }
}

/// By code of `column`: what is counted of its rows. `None` if this way cannot count them.
pub(crate) fn count_runs(store: &Store, column: Column, distinct: [Column; 2]) -> Option<Vec<Counted>> {
    // An empty text and none are one value with two codes.
    if distinct.iter().chain([&column]).any(|column| store.find(*column, "").is_some()) {
        return None;
    }
    let nothing = Counted { tally: Tally::default(), distinct: [0; 2] };
    let mut groups = vec![nothing; store.code_count(column)];
    let mut met = [Met::new()?, Met::new()?];
    let (mut last, mut run) = (None, 0u16);
    for number in 0..store.blocks() {
        let codes = |column| match store.codes(column).block(number) {
            Some(CodeBlock::Narrow(codes)) => Some(codes.as_slice()),
            _ => None,
        };
        let (of_groups, classes) = (codes(column)?, store.class_block(number));
        let mut start = 0;
        while let Some((&group, others)) = of_groups.get(start..).and_then(<[u16]>::split_first) {
            let counted = groups.get_mut(usize::from(group))?;
            if last.replace(group) != Some(group) {
                run = run.checked_add(1)?;
                if counted.tally != Tally::default() {
                    return None;
                }
            }
            let rows = start..start + 1 + beginning(others, group);
            counted.tally.add(classes.get(rows.clone())?);
            for ((met, column), count) in met.iter_mut().zip(distinct).zip(&mut counted.distinct) {
                *count += met.meet(codes(column)?.get(rows.clone())?, run);
            }
            start = rows.end;
        }
    }
    Some(groups)
}

/// How many codes at the beginning are this one.
fn beginning(codes: &[u16], code: u16) -> usize {
    let wanted = word([code; 4]);
    let is_alike =
        |chunk: &&[u16; 32]| chunk.as_chunks().0.iter().fold(0, |other, four| other | word(*four) ^ wanted) == 0;
    let start = codes.as_chunks().0.iter().take_while(is_alike).count() * 32;
    let rest = codes.get(start..).unwrap_or_default();
    start + rest.iter().position(|&other| other != code).unwrap_or(rest.len())
}

/// Four codes as one number.
#[inline(always)]
fn word(codes: [u16; 4]) -> u64 {
    codes.iter().rev().fold(0, |word, &code| word << 16 | u64::from(code))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_ends_at_the_first_other_code_whichever_bit_differs() {
        for code in [0, 1, 0x5555, 0xFFFF] {
            assert_eq!(beginning(&[code; 80], code), 80);
            for (bit, at) in (0..16).flat_map(|bit| (0..80).map(move |at| (bit, at))) {
                let mut codes = [code; 80];
                codes[at] ^= 1 << bit;
                assert_eq!(beginning(&codes, code), at, "bit {bit} of {code}");
            }
        }
    }
}

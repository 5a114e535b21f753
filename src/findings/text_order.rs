//! Sorts texts by code point, eight bytes at a time.
//!
//! Texts are all over the memory, and those of a scan begin alike: names of one registry, identifiers of one year. So what a stretch
//! of them has in common is left out, the eight bytes after it are compared as numbers that stand together, and only texts that
//! are still equal are looked at again.

use crate::compact::sort_by;
use std::ops::Range;

/// Up to this many texts are compared whole.
const FEW: usize = 16;

/// How many bytes make a number.
const STEP: usize = size_of::<u64>();

/// How many bytes ahead texts are searched for what they have in common, and how often a stretch is divided again before its texts
/// are compared whole. The service chooses the texts, and without limits could make each step forward cost a look at all of them.
const AHEAD: usize = 64;
const ROUNDS: u32 = 8;

/// Bytes that sorting so many texts takes. For each: its place, eight bytes of it, and a part of the texts that are left, while the
/// list of these grows.
pub(crate) fn bytes_to_sort(count: usize) -> usize {
    count * (size_of::<u32>() + 4 * size_of::<u64>())
}

/// The codes below `count`, in the order of their texts; codes of equal texts keep their order.
#[inline(never)]
pub(crate) fn sorted_by_text<'a>(count: usize, text: &dyn Fn(u32) -> &'a [u8]) -> Vec<u32> {
    let mut codes: Vec<u32> = (0..count as u32).collect();
    let mut numbers = vec![0; count];
    let mut left = vec![Stretch { places: 0..count, start: 0, rounds: 0 }];
    while let Some(Stretch { places, start, rounds }) = left.pop() {
        let Some(codes) = codes.get_mut(places.clone()) else { continue };
        let rest = |code: u32| text(code).get(start..).unwrap_or_default();
        let may_divide = codes.len() > FEW && rounds < ROUNDS;
        let Some(alike) = may_divide.then(|| common(codes, &rest)).flatten() else {
            // Of two that have ended, the shorter is the lesser.
            sort_by(codes, &mut |a, b| rest(a).cmp(rest(b)).then(text(a).len().cmp(&text(b).len())));
            continue;
        };
        let start = start + alike;
        for &code in codes.iter() {
            if let Some(number) = numbers.get_mut(code as usize) {
                *number = number_at(text(code), start);
            }
        }
        let number = |code: u32| numbers.get(code as usize);
        sort_by(codes, &mut |a, b| number(a).cmp(&number(b)));
        let mut place = places.start;
        for equal in codes.chunk_by(|a, b| number(*a) == number(*b)) {
            let places = place..place + equal.len();
            place = places.end;
            if equal.len() > 1 {
                left.push(Stretch { places, start: start + STEP, rounds: rounds + 1 });
            }
        }
    }
    codes
}

/// Texts that have the same first `start` bytes. A shorter one among them is the beginning of all that are longer.
struct Stretch {
    /// Where their codes stand.
    places: Range<usize>,
    /// How many bytes are known to be the same.
    start: usize,
    /// How often a stretch was divided to get here.
    rounds: u32,
}

/// How many bytes all texts begin with that have not ended, up to [`AHEAD`]; `None` if all have.
fn common<'a>(codes: &[u32], rest: &dyn Fn(u32) -> &'a [u8]) -> Option<usize> {
    let mut rests = codes.iter().map(|code| rest(*code)).filter(|rest| !rest.is_empty());
    let first = rests.next()?;
    let first = first.get(..AHEAD).unwrap_or(first);
    let shared = |alike: &[u8], rest: &[u8]| alike.iter().zip(rest).take_while(|(a, b)| a == b).count();
    Some(rests.fold(first.len(), |length, rest| shared(first.get(..length).unwrap_or_default(), rest)))
}

/// The bytes of a text from a place on, as many as a number holds, and zeros after its end.
fn number_at(text: &[u8], start: usize) -> u64 {
    let rest = text.get(start..).unwrap_or_default();
    if let Some(bytes) = rest.first_chunk() {
        return u64::from_be_bytes(*bytes);
    }
    rest.iter().chain(std::iter::repeat(&0)).take(STEP).fold(0, |number, byte| number << 8 | u64::from(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::cell::Cell;

    /// Texts of few letters with much in common, many of them equal, some longer than a number.
    fn texts() -> impl Strategy<Value = Vec<Vec<u8>>> {
        let piece = prop::sample::select(vec!["", "\0", "a", "ab", "\u{1F600}", "12345678", "\0\0\0\0\0\0\0\0"]);
        let text = prop::collection::vec(piece, 0..5).prop_map(|pieces| pieces.concat().into_bytes());
        prop::collection::vec(text, 0..120)
    }

    proptest! {
        #[test]
        fn texts_end_up_where_the_standard_library_puts_them(texts in texts(), beginning in "[a-z]{0,20}") {
            let texts: Vec<Vec<u8>> = texts.iter().map(|text| [beginning.as_bytes(), text].concat()).collect();
            let mut expected: Vec<u32> = (0..texts.len() as u32).collect();
            expected.sort_by_key(|at| &texts[*at as usize]);
            prop_assert_eq!(sorted_by_text(texts.len(), &|at| &texts[at as usize]), expected);
        }
    }

    #[test]
    fn texts_that_each_begin_with_the_one_before_are_sorted_without_looking_at_each_for_every_step() {
        let texts: Vec<Vec<u8>> = (0..1_000).map(|at| vec![b'a'; (at * 7919 % 1_000) * STEP]).collect();
        let mut expected: Vec<u32> = (0..texts.len() as u32).collect();
        expected.sort_by_key(|at| texts[*at as usize].len());
        let looks = Cell::new(0);
        let text = |at: u32| {
            looks.set(looks.get() + 1);
            texts[at as usize].as_slice()
        };
        assert_eq!(sorted_by_text(texts.len(), &text), expected);
        assert!(looks.get() < texts.len() * 100, "{}", looks.get());
    }

    #[test]
    fn texts_are_searched_for_what_they_have_in_common_no_further_than_ahead() {
        let long = [b'a'; AHEAD * 2];
        let rest = |at: u32| long.get(..AHEAD * 2 - at as usize).unwrap_or_default();
        assert_eq!(common(&[0, 1], &rest), Some(AHEAD));
        assert_eq!(common(&[0, AHEAD as u32 * 2, AHEAD as u32 * 2 - 3], &rest), Some(3));
        assert_eq!(common(&[AHEAD as u32 * 2; 2], &rest), None);
    }
}

//! Sorts texts by code point, eight bytes at a time.
//!
//! Texts are all over the memory, and those of a scan begin alike: names of one registry, identifiers of one year. So what a part
//! of them has in common is left out, the eight bytes after it are compared as numbers that stand together, and only texts that
//! are still equal are looked at again.

use crate::compact::sort_by;
use std::ops::Range;

/// Up to this many texts are compared whole.
const FEW: usize = 16;

/// How many bytes make a number.
const STEP: usize = size_of::<u64>();

/// The codes below `count`, in the order of their texts; codes of equal texts keep their order.
#[inline(never)]
pub(crate) fn sorted_by_text<'a>(count: usize, text: &dyn Fn(u32) -> &'a [u8]) -> Vec<u32> {
    let mut codes: Vec<u32> = (0..count as u32).collect();
    let mut numbers = vec![0; count];
    let mut left = vec![Part { places: 0..count, start: 0 }];
    while let Some(Part { places, start }) = left.pop() {
        let Some(codes) = codes.get_mut(places.clone()) else { continue };
        let rest = |code: u32| text(code).get(start..).unwrap_or_default();
        let alike = common(codes, &rest);
        // All have ended: they differ in zeros at the end, if at all.
        if codes.len() <= FEW || alike.is_none() {
            sort_by(codes, &mut |a, b| text(a).cmp(text(b)));
            continue;
        }
        let start = start + alike.unwrap_or_default();
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
                left.push(Part { places, start: start + STEP });
            }
        }
    }
    codes
}

/// Texts that are equal before a byte, if zeros are thought after those that have ended.
struct Part {
    /// Where their codes stand.
    places: Range<usize>,
    start: usize,
}

/// How many bytes all texts begin with that have not ended; `None` if all have.
fn common<'a>(codes: &[u32], rest: &dyn Fn(u32) -> &'a [u8]) -> Option<usize> {
    let mut rests = codes.iter().map(|code| rest(*code)).filter(|rest| !rest.is_empty());
    let first = rests.next()?;
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
    fn texts_that_each_begin_with_the_one_before_are_sorted_too() {
        let texts: Vec<Vec<u8>> = (0..1_000).map(|at| vec![b'a'; (at * 7919 % 1_000) * STEP]).collect();
        let mut expected: Vec<u32> = (0..texts.len() as u32).collect();
        expected.sort_by_key(|at| texts[*at as usize].len());
        assert_eq!(sorted_by_text(texts.len(), &|at| &texts[at as usize]), expected);
    }
}

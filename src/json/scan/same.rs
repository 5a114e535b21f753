//! Compares bytes word by word. In WebAssembly the comparison of slices is a call to a loop over single bytes.

/// Whether `text` begins with `start`.
#[inline(always)]
pub(crate) fn starts_with(text: &[u8], start: &[u8]) -> bool {
    match text.get(..start.len()) {
        Some(text) => same(text, start),
        None => false,
    }
}

/// Whether two texts of one length are equal.
#[inline(always)]
pub(crate) fn same(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    if a.len() < 8 {
        return same_short(a, b);
    }
    let ((words_a, _), (words_b, _)) = (a.as_chunks::<8>(), b.as_chunks::<8>());
    for (a, b) in words_a.iter().zip(words_b) {
        if u64::from_ne_bytes(*a) != u64::from_ne_bytes(*b) {
            return false;
        }
    }
    // The last word may overlap one that was compared already.
    match (a.last_chunk::<8>(), b.last_chunk::<8>()) {
        (Some(a), Some(b)) => u64::from_ne_bytes(*a) == u64::from_ne_bytes(*b),
        _ => true,
    }
}

#[inline(always)]
fn same_short(a: &[u8], b: &[u8]) -> bool {
    if let (Some(start_a), Some(start_b), Some(end_a), Some(end_b)) =
        (a.first_chunk::<4>(), b.first_chunk::<4>(), a.last_chunk::<4>(), b.last_chunk::<4>())
    {
        return u32::from_ne_bytes(*start_a) == u32::from_ne_bytes(*start_b)
            && u32::from_ne_bytes(*end_a) == u32::from_ne_bytes(*end_b);
    }
    a.iter().zip(b).all(|(a, b)| a == b)
}

/// How many bytes two texts have in common at their beginning.
#[inline(always)]
pub(crate) fn common_start(a: &[u8], b: &[u8]) -> usize {
    let at = super::kernel::common_words(a, b);
    let shorter = a.len().min(b.len());
    // The rest seldom differs. The last word, which overlaps what was compared already, tells.
    if at + WORD > shorter && last_word(a, shorter).is_some_and(|word| same_word(word, last_word(b, shorter))) {
        return shorter;
    }
    let (a, b) = (a.get(at..).unwrap_or_default(), b.get(at..).unwrap_or_default());
    at + a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

/// No kernel's word is longer.
const WORD: usize = 16;

/// The word that ends at `end`.
#[inline(always)]
fn last_word(text: &[u8], end: usize) -> Option<&[u8; WORD]> {
    text.get(end.checked_sub(WORD)?..end)?.first_chunk()
}

#[inline(always)]
fn same_word(a: &[u8; WORD], b: Option<&[u8; WORD]>) -> bool {
    b.is_some_and(|b| u128::from_ne_bytes(*a) == u128::from_ne_bytes(*b))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn it_agrees_with_comparing_slices(text: Vec<u8>, length: prop::sample::Index, change: Option<prop::sample::Index>) {
            let mut start = text.get(..length.index(text.len() + 1)).unwrap().to_vec();
            if let Some(at) = change && !start.is_empty() {
                let at = at.index(start.len());
                start[at] ^= 1;
            }
            prop_assert_eq!(starts_with(&text, &start), text.starts_with(&start));
            prop_assert_eq!(starts_with(&start, &text), start.starts_with(&text));
            let common = text.iter().zip(&start).take_while(|(a, b)| a == b).count();
            prop_assert_eq!(common_start(&text, &start), common);
            prop_assert_eq!(common_start(&start, &text), common);
        }
    }
}

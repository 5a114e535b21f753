//! Finds equal texts among many: the keys of one object, what two scans share.

use super::{hash, try_sort_by, try_sort_by_digits};
use std::collections::TryReserveError;

/// From this many texts on, all are hashed first, and only texts of equal hash are compared.
const MANY: usize = 1 << 10;

/// The places of texts: those of equal texts side by side, in ascending order. The order of different texts depends on nothing but
/// the texts. If different texts were made to share a hash, this takes as long as comparing all of them.
pub fn with_equals_together<'a>(count: usize, text: &dyn Fn(u32) -> &'a [u8]) -> Result<Vec<u32>, TryReserveError> {
    let mut order = Vec::new();
    order.try_reserve_exact(count)?;
    let compare = &mut |a, b| text(a).cmp(text(b));
    if count < MANY {
        order.extend(0..count as u32);
        try_sort_by(&mut order, compare)?;
        return Ok(order);
    }
    for run in hashed(count, text)?.chunk_by(|a, b| a >> 32 == b >> 32) {
        let start = order.len();
        order.extend(run.iter().map(|hash| *hash as u32));
        let run = order.get_mut(start..).unwrap_or_default();
        if !are_equal(run, text) {
            try_sort_by(run, compare)?;
        }
    }
    Ok(order)
}

/// Hashes of texts, each above its place, in order.
fn hashed<'a>(count: usize, text: &dyn Fn(u32) -> &'a [u8]) -> Result<Vec<u64>, TryReserveError> {
    let mut hashes: Vec<u64> = Vec::new();
    hashes.try_reserve_exact(count)?;
    hashes.extend((0..count as u32).map(|at| u64::from(hash(text(at), 0)) << 32 | u64::from(at)));
    try_sort_by_digits(&mut hashes, u32::BITS, u64::BITS)?;
    Ok(hashes)
}

fn are_equal<'a>(places: &[u32], text: &dyn Fn(u32) -> &'a [u8]) -> bool {
    places.split_first().is_none_or(|(first, rest)| rest.iter().all(|at| text(*at) == text(*first)))
}

/// Whether any two of the texts are equal.
pub fn has_equal<'a>(count: usize, text: &dyn Fn(u32) -> &'a [u8]) -> Result<bool, TryReserveError> {
    // One text over and over is found before anything is sorted.
    if (1..count as u32).any(|at| text(at) == text(at - 1)) {
        return Ok(true);
    }
    let order = with_equals_together(count, text)?;
    Ok(order.windows(2).any(|pair| matches!(pair, [a, b] if text(*a) == text(*b))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    fn check(texts: &[String]) {
        let text = |at: u32| texts[at as usize].as_bytes();
        let order = with_equals_together(texts.len(), &text).unwrap();
        let mut places: BTreeMap<&[u8], Vec<u32>> = BTreeMap::new();
        for at in 0..texts.len() as u32 {
            places.entry(text(at)).or_default().push(at);
        }
        let runs: BTreeMap<&[u8], Vec<u32>> =
            order.chunk_by(|a, b| text(*a) == text(*b)).map(|run| (text(run[0]), run.to_vec())).collect();
        assert_eq!(runs, places);
        assert_eq!(order.len(), texts.len());
        assert_eq!(has_equal(texts.len(), &text).unwrap(), places.len() < texts.len());
    }

    proptest! {
        #[test]
        fn equal_texts_stand_together(few in prop::collection::vec("[ab]{0,3}", 0..40), many in MANY..MANY * 3, kinds in 1..MANY * 4) {
            check(&few);
            let numbered: Vec<String> = (0..many).map(|at| (at * 7919 % kinds).to_string()).collect();
            check(&numbered);
        }
    }

    #[test]
    fn texts_that_share_a_hash_are_put_together_where_they_alternate() {
        let mut texts: Vec<String> = (0..300_000).map(|at: u32| at.to_string()).collect();
        let hashes = hashed(texts.len(), &|at| texts[at as usize].as_bytes()).unwrap();
        let alike = hashes.windows(2).find(|pair| pair[0] >> 32 == pair[1] >> 32).unwrap();
        texts.push(texts[alike[0] as u32 as usize].clone());
        check(&texts);
    }

    #[test]
    fn texts_that_share_a_hash_are_told_apart() {
        // Among this many numbers, some share a hash.
        let mut texts: Vec<String> = (0..300_000).map(|at: u32| at.to_string()).collect();
        check(&texts);
        texts.push("299999".to_owned());
        check(&texts);
    }
}

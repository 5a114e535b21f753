//! Hashes for tables that live no longer than a scan: the standard library's keyed hash takes many times as long for each text.

/// An odd number whose bits look like chance: 2^64 by the golden ratio.
pub const MIX: u64 = 0x9E37_79B9_7F4A_7C15;

/// A number spread over all bits, most of all the upper ones.
#[inline(always)]
pub fn mixed(number: u64, seed: u64) -> u64 {
    let mixed = (number ^ seed).wrapping_mul(MIX);
    (mixed ^ mixed >> 32).wrapping_mul(MIX)
}

/// A text's hash; never kept, never sent.
#[inline(always)]
pub fn hash(bytes: &[u8], seed: u64) -> u32 {
    let mut state = (bytes.len() as u64).wrapping_mul(MIX) ^ seed;
    // A difference in the upper bits of a word stays in the upper bits of the product, where the next word can cancel it, whatever
    // the seed. So each word goes in a second time, rotated, and multiplied by a factor that comes from the seed.
    let secret = seed | 1;
    let mut add = |word: u64| {
        let again = (word.rotate_left(32) ^ seed).wrapping_mul(secret);
        state = (state.rotate_left(23) ^ word).wrapping_mul(MIX) ^ again;
    };
    match bytes.last_chunk::<8>() {
        Some(last) => {
            // The last word may overlap the one before it.
            let words = bytes.get(..bytes.len() - 1).unwrap_or_default().as_chunks::<8>().0;
            words.iter().for_each(|word| add(u64::from_le_bytes(*word)));
            add(u64::from_le_bytes(*last));
        }
        None => add(short_word(bytes)),
    }
    ((state ^ state >> 32).wrapping_mul(MIX) >> 32) as u32
}

/// A text of less than eight bytes as one number; different texts of one length have different numbers.
#[inline(always)]
fn short_word(bytes: &[u8]) -> u64 {
    match (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        (Some(first), Some(last)) => u64::from(u32::from_le_bytes(*first)) << 32 | u64::from(u32::from_le_bytes(*last)),
        _ => bytes.iter().fold(0, |word, &byte| word << 8 | u64::from(byte)),
    }
}

#[cfg(test)]
mod tests {
    use super::hash;

    #[test]
    fn texts_that_share_a_hash_under_one_seed_do_not_under_another() {
        let texts: Vec<String> = (0..300_000).map(|at: u32| at.to_string()).collect();
        let mut by_hash: Vec<(u32, &str)> =
            texts.iter().map(|text| (hash(text.as_bytes(), 1), text.as_str())).collect();
        by_hash.sort_unstable();
        let shared: Vec<_> = by_hash.windows(2).filter(|pair| pair[0].0 == pair[1].0).collect();
        assert!(!shared.is_empty(), "among so many some share it");
        for pair in shared {
            assert_ne!(hash(pair[0].1.as_bytes(), 2), hash(pair[1].1.as_bytes(), 2), "{pair:?}");
        }
    }

    /// Texts of words whose upper bits differ, each with the bits in the next word that would cancel the difference after one
    /// product and a rotation.
    #[test]
    fn texts_that_were_made_to_share_hashes_share_few() {
        const BITS: usize = 14;
        let text = |number: usize| {
            let mut text = vec![b'M'; (BITS + 2) * 8];
            for word in text.chunks_mut(8) {
                (word[2], word[7]) = (b'a', b'a');
            }
            for at in (0..BITS).filter(|at| number >> at & 1 == 1) {
                text[at * 8 + 7] ^= 0x40;
                text[(at + 1) * 8 + 2] ^= 0x20;
            }
            text
        };
        let texts: Vec<Vec<u8>> = (0..1 << BITS).map(text).collect();
        for seed in [0x0123_4567_89AB_CDEF, 0xFEDC_BA98_7654_3210, 0x0F1E_2D3C_4B5A_6978] {
            let mut hashes: Vec<u32> = texts.iter().map(|text| hash(text, seed)).collect();
            hashes.sort_unstable();
            let most = hashes.chunk_by(|a, b| a == b).map(<[u32]>::len).max();
            assert!(most <= Some(3), "{most:?} of {}", texts.len());
        }
    }
}

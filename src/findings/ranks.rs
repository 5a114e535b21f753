//! The order of a dictionary's texts: a rank by code, so that sorting rows compares numbers.
//!
//! Code-point order, no locale. Equal texts have equal ranks, and absence ranks as the empty text.

use super::store::dictionary::Dictionary;

/// Ranks of a dictionary's codes.
pub(crate) struct Ranks {
    /// Rank by code.
    pub of: Box<[u32]>,
    /// How many ranks there are.
    pub count: u32,
}

impl Ranks {
    pub fn new(dictionary: &Dictionary) -> Self {
        let mut codes: Vec<u32> = (0..dictionary.len() as u32).collect();
        codes.sort_unstable_by(|&a, &b| dictionary.get(a).cmp(dictionary.get(b)));
        let mut of = vec![0; codes.len()].into_boxed_slice();
        let mut rank = 0;
        let mut previous = "";
        for code in codes {
            let text = dictionary.get(code);
            if text != previous {
                rank += 1;
                previous = text;
            }
            if let Some(place) = of.get_mut(code as usize) {
                *place = rank;
            }
        }
        Ranks { of, count: rank + 1 }
    }

    #[inline(always)]
    pub fn get(&self, code: u32) -> u32 {
        self.of.get(code as usize).copied().unwrap_or_default()
    }
}

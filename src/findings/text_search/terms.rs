//! Whether a text holds any of very many terms, in one pass over the text.
//!
//! Terms are kept in order and none begins with another. So the rest of a text can begin only with the last term that is not
//! greater than it.

use super::{LONG, contains};

/// Terms in lower case.
pub(super) struct Terms<'a> {
    sorted: Vec<&'a [u8]>,
    /// Those that are looked for one by one.
    long: Vec<&'a str>,
    /// Bit per two bytes: whether a term begins with them. A term of one byte begins with it and all that may follow.
    beginnings: Vec<u64>,
}

impl<'a> Terms<'a> {
    /// Takes terms in order.
    pub fn new(terms: impl Iterator<Item = &'a str>) -> Self {
        let (mut sorted, mut long) = (Vec::<&[u8]>::new(), Vec::new());
        for term in terms {
            if term.len() > LONG {
                long.push(term);
            } else if sorted.last().is_none_or(|last| !term.as_bytes().starts_with(last)) {
                // A term that begins with another is found wherever the other is.
                sorted.push(term.as_bytes());
            }
        }
        let mut beginnings = vec![0; 1 << 10];
        let mut begin = |pair: usize| {
            if let Some(word) = beginnings.get_mut(pair / 64) {
                *word |= 1 << (pair % 64);
            }
        };
        for term in &sorted {
            match **term {
                [first] => (0..256).for_each(|second| begin(pair_of(first, second as u8))),
                [first, second, ..] => begin(pair_of(first, second)),
                [] => {}
            }
        }
        Terms { sorted, long, beginnings }
    }

    /// Whether any of them is in `text`, whose ASCII letters count in any case.
    pub fn any_in(&self, text: &[u8]) -> bool {
        self.any_short_in(&text.to_ascii_lowercase()) || self.long.iter().any(|term| contains(text, term))
    }

    fn any_short_in(&self, text: &[u8]) -> bool {
        let seconds = text.iter().skip(1).chain(&[0]);
        (0..).zip(text.iter().zip(seconds)).any(|(at, (first, second))| {
            let pair = pair_of(*first, *second);
            self.beginnings.get(pair / 64).is_some_and(|word| word >> (pair % 64) & 1 == 1)
                && text.get(at..).is_some_and(|rest| self.begins(rest))
        })
    }

    fn begins(&self, rest: &[u8]) -> bool {
        let after = self.sorted.partition_point(|term| *term <= rest);
        after.checked_sub(1).and_then(|at| self.sorted.get(at)).is_some_and(|term| rest.starts_with(term))
    }
}

fn pair_of(first: u8, second: u8) -> usize {
    usize::from(first) << 8 | usize::from(second)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn any_term_is_found_wherever_it_stands(
            mut terms in prop::collection::vec("[ab]{1,4}|[ab]{70}|[c-z]{1,2}|[abé\\x00]{2,9}", 1..40),
            texts in prop::collection::vec("[abcABC]{0,9}|[ab]{80}|[a-zé\\x00]{0,9}", 1..40),
        ) {
            terms.sort();
            let any = Terms::new(terms.iter().map(String::as_str));
            for text in texts {
                let expected = terms.iter().any(|term| text.to_ascii_lowercase().contains(term.as_str()));
                prop_assert_eq!(any.any_in(text.as_bytes()), expected, "{:?}", text);
            }
        }
    }
}

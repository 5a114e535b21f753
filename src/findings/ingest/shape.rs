//! What comes between the values of a row, learned from the rows before: keys with their punctuation, as one literal each.
//!
//! Services write all rows alike, so the next literal is nearly always one of few. A prediction that fails costs a comparison;
//! the general reader takes over for that member, and what it found is learned.

use super::row::RowMember;

/// Longest literal that is learned: `,\n        "installed_version": ` fits.
const LONGEST: usize = 32;

/// Most literals learned of a kind. Rows that differ more than this are read in the general way.
const MOST: usize = 32;

#[derive(Clone, Copy, PartialEq)]
struct Literal {
    words: [u64; LONGEST / 8],
    mask: [u64; LONGEST / 8],
    length: usize,
    member: RowMember,
}

/// Two lists: a literal that opens a row is never tried after a value, nor the other way round.
#[derive(Default)]
pub(super) struct Shape {
    opening: Literals,
    following: Literals,
}

impl Shape {
    /// The member whose literal is at the beginning of `text`, where a row begins, and the literal's length.
    #[inline(always)]
    pub fn open(&self, text: &[u8]) -> Option<(RowMember, usize)> {
        self.opening.find(text, 0).map(|(member, length, _)| (member, length))
    }

    /// The member whose literal is at the beginning of `text`, after a value, the length of the literal, and its number among those
    /// learned. Literals are tried from number `from` on: members come in the order in which they were learned.
    #[inline(always)]
    pub fn next(&self, text: &[u8], from: usize) -> Option<(RowMember, usize, usize)> {
        self.following.find(text, from)
    }

    /// Learns what opened a row, up to its first value.
    #[cold]
    pub fn learn_opening(&mut self, text: &[u8], member: RowMember) {
        self.opening.learn(text, member, 0);
    }

    /// Learns what stood between two values, to be tried as number `at`.
    #[cold]
    pub fn learn(&mut self, text: &[u8], member: RowMember, at: usize) {
        self.following.learn(text, member, at);
    }
}

#[derive(Default)]
struct Literals(Vec<Literal>);

impl Literals {
    #[inline(always)]
    fn find(&self, text: &[u8], from: usize) -> Option<(RowMember, usize, usize)> {
        let words = words_of(text.first_chunk()?);
        let rest = self.0.get(from..).unwrap_or_default();
        for (at, literal) in rest.iter().enumerate() {
            if literal.matches(&words) {
                return Some((literal.member, literal.length, from + at));
            }
        }
        None
    }

    fn learn(&mut self, text: &[u8], member: RowMember, at: usize) {
        if text.len() > LONGEST || self.0.len() >= MOST || at > self.0.len() {
            return;
        }
        let mut bytes = [0; LONGEST];
        let mut mask = [0; LONGEST];
        bytes.iter_mut().zip(text).for_each(|(to, from)| *to = *from);
        mask.iter_mut().take(text.len()).for_each(|byte| *byte = 0xFF);
        let literal = Literal { words: words_of(&bytes), mask: words_of(&mask), length: text.len(), member };
        // Near the end of a text a known literal is not found, because too few bytes follow it.
        if !self.0.iter().skip(at).any(|known| *known == literal) {
            self.0.insert(at, literal);
        }
    }
}

impl Literal {
    #[inline(always)]
    fn matches(&self, words: &[u64; LONGEST / 8]) -> bool {
        let [a, b, c, d] = *words;
        let ([e, f, g, h], [m, n, o, p]) = (self.words, self.mask);
        (a & m) == e && ((b & n) ^ f) | ((c & o) ^ g) | ((d & p) ^ h) == 0
    }
}

#[inline(always)]
fn words_of(bytes: &[u8; LONGEST]) -> [u64; LONGEST / 8] {
    let word = |at: usize| {
        let mut word = [0; 8];
        word.iter_mut().zip(bytes.iter().skip(at)).for_each(|(to, from)| *to = *from);
        u64::from_le_bytes(word)
    };
    [word(0), word(8), word(16), word(24)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::store::column::Column;

    const TITLE: RowMember = RowMember::Named(Column::Title);

    #[test]
    fn what_a_chunk_cut_again_and_again_is_learned_once() {
        let mut shape = Shape::default();
        shape.learn(b",\"target\":", RowMember::Named(Column::Target), 0);
        for _ in 0..MOST * 2 {
            // After it come fewer bytes than a look-up reads.
            assert_eq!(shape.next(b",\"title\":\"a\"}", 0), None);
            shape.learn(b",\"title\":", TITLE, 1);
            shape.learn_opening(b"{\"title\":", TITLE);
        }
        assert_eq!((shape.opening.0.len(), shape.following.0.len()), (1, 2));
        let text = b",\"title\":\"a long title that leaves room\"}";
        assert_eq!(shape.next(text, 0), Some((TITLE, 9, 1)));
    }

    #[test]
    fn members_in_another_order_are_learned_at_their_places() {
        let mut shape = Shape::default();
        for (at, name) in [(0, "title"), (1, "target"), (2, "title")] {
            let literal = [",\"", name, "\":"].concat();
            shape.learn(literal.as_bytes(), RowMember::Named(Column::from_name(name).unwrap()), at);
        }
        let text = b",\"title\":\"a long title that leaves room\"}";
        assert_eq!([0, 1, 2].map(|from| shape.next(text, from).map(|(.., at)| at)), [Some(0), Some(2), Some(2)]);
    }

    #[test]
    fn a_literal_is_found_where_all_of_its_bytes_stand() {
        let text: Vec<u8> = (b'a'..).take(LONGEST + 8).collect();
        for length in 1..=LONGEST {
            let mut shape = Shape::default();
            shape.learn(&text[..length], TITLE, 0);
            for at in 0..text.len() {
                let mut other = text.clone();
                other[at] = b'"';
                let expected = (at >= length).then_some((TITLE, length, 0));
                assert_eq!(shape.next(&other, 0), expected, "{length} {at}");
            }
        }
    }
}

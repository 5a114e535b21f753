//! Objects that can be handed on as they stand: their members are known, and nothing in them needs mending.
//!
//! Any other object is read in the general way, which finds out what is wrong with it, if anything.

use super::lex::Lexer;
use super::limits::Limits;

/// What such an object may have: each member once at most, and not `null`.
#[derive(Clone, Copy, Debug)]
pub struct Flat {
    /// Members that are strings.
    pub texts: &'static [&'static str],
    /// A member that is a count.
    pub count: &'static str,
}

/// Up to this many digits, any number is a count that JavaScript holds exactly.
const DIGITS: usize = 15;

impl Flat {
    /// Reads the object that comes next, if it is one of these: then it is legal JSON. Otherwise the lexer stays where it is.
    pub(super) fn read<'a>(&self, lexer: &mut Lexer<'a>, limits: &Limits) -> Option<&'a [u8]> {
        let mut ahead = lexer.clone();
        let start = ahead.at;
        self.members(&mut ahead, limits)?;
        lexer.at = ahead.at;
        lexer.bytes.get(start..lexer.at)
    }

    fn members(&self, lexer: &mut Lexer, limits: &Limits) -> Option<()> {
        lexer.expect(b'{').ok()?;
        // A bit for each member that was there.
        let mut seen = 0_u32;
        // Services write all objects alike, so the next name is most likely the one after the last.
        let mut next = 0;
        loop {
            let key = lexer.key().ok()?;
            let key = lexer.bytes.get(key.start..key.end)?;
            let place = self.place(key, next)?;
            next = place + 1;
            let bit = 1_u32.checked_shl(place as u32)?;
            if seen & bit != 0 {
                return None;
            }
            seen |= bit;
            match lexer.peek_token().ok()? {
                b'"' if place < self.texts.len() => {
                    let span = lexer.string().ok()?;
                    if span.escaped || span.end - span.start > limits.max_string {
                        return None;
                    }
                }
                b'0'..=b'9' if place == self.texts.len() => count(lexer)?,
                _ => return None,
            }
            if !lexer.more(b'}').ok()? {
                return Some(());
            }
        }
    }

    /// The number of a member: a string has its place, the count the one after the last string.
    #[inline(always)]
    fn place(&self, key: &[u8], next: usize) -> Option<usize> {
        let name = |place: usize| self.texts.get(place).copied().unwrap_or(self.count).as_bytes();
        if name(next) == key {
            return Some(next.min(self.texts.len()));
        }
        (0..=self.texts.len()).find(|&place| name(place) == key)
    }
}

/// Passes over a count that is written in the usual way. A fraction or an exponent is not what may come after a member.
#[inline(always)]
fn count(lexer: &mut Lexer) -> Option<()> {
    let rest = lexer.bytes.get(lexer.at..)?;
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let is_legal = digits == 1 || rest.first() != Some(&b'0');
    lexer.at += digits;
    (is_legal && digits <= DIGITS).then_some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const FLAT: Flat = Flat { texts: &["id", "name"], count: "files" };

    fn read(text: &str) -> Option<&str> {
        let mut lexer = Lexer::new(text.as_bytes(), 0);
        let found = FLAT.read(&mut lexer, &Limits { max_string: 4, ..Limits::default() });
        assert_eq!(lexer.at, found.map_or(0, <[u8]>::len), "{text}");
        found.map(|bytes| std::str::from_utf8(bytes).unwrap())
    }

    #[test]
    fn what_is_known_in_any_order_is_handed_on_as_it_stands() {
        for text in [
            r#"{"id":"a","name":"b","files":3}"#,
            r#"{"files":0,"name":"","id":"é"}"#,
            r#"{ "name" : "b" }"#,
            "{\"files\":999999999999999\n}",
        ] {
            assert_eq!(read(text), Some(text));
            assert_eq!(read(&[text, ",{}"].concat()), Some(text));
            for end in 0..text.len() {
                assert_eq!(read(text.get(..end).unwrap_or_default()), None, "{text} up to {end}");
            }
        }
    }

    #[test]
    fn all_else_is_left_to_the_general_way() {
        for text in [
            "{}",
            "[]",
            "\"id\"",
            r#"{"id":null}"#,
            r#"{"id":1}"#,
            r#"{"id":"a","id":"b"}"#,
            r#"{"other":"a"}"#,
            r#"{"i\u0064":"a"}"#,
            r#"{"id":"a\n"}"#,
            r#"{"id":"12345"}"#,
            r#"{"files":"3"}"#,
            r#"{"files":-1}"#,
            r#"{"files":1.0}"#,
            r#"{"files":1e2}"#,
            r#"{"files":01}"#,
            r#"{"files":9999999999999999}"#,
            r#"{"id":"a",}"#,
            r#"{"id":"a" "name":"b"}"#,
            "{\"id\":\"a\nb\"}",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}

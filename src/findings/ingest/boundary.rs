//! Finds where a value ends without reading it, in as many pieces as it comes: brackets, quotes and escapes only.
//!
//! A value that a chunk cuts is kept until its end is here, and then read whole. On legal JSON this finds the same end as the
//! lexer; on anything else it finds some end, and the lexer finds what is wrong.

/// A value under way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Boundary {
    started: bool,
    /// A number or word: it ends where something else begins.
    scalar: bool,
    in_string: bool,
    escaped: bool,
    depth: usize,
}

impl Boundary {
    /// Reads on. Returns how many bytes of `bytes` are needed: up to the value's end, or for a number or word one more.
    pub fn feed(&mut self, bytes: &[u8]) -> Option<usize> {
        let mut at = 0;
        for &byte in bytes {
            at += 1;
            if self.ends(byte) {
                return Some(at);
            }
        }
        None
    }

    #[inline(always)]
    fn ends(&mut self, byte: u8) -> bool {
        if self.in_string {
            let quote = byte == b'"' && !self.escaped;
            self.escaped = byte == b'\\' && !self.escaped;
            self.in_string = !quote;
            return quote && self.depth == 0;
        }
        if self.scalar {
            return matches!(byte, b',' | b']' | b'}' | b' ' | b'\n' | b'\r' | b'\t');
        }
        match byte {
            b'"' => self.in_string = true,
            b'{' | b'[' => self.depth += 1,
            b'}' | b']' => {
                self.depth = self.depth.saturating_sub(1);
                return self.depth == 0;
            }
            _ => self.scalar = !self.started,
        }
        self.started = true;
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_is_found_however_the_value_is_cut() {
        for (text, needed) in [
            (r#"{"a":"}\"","b":[1,{"c":"\\"}]} "#, 30),
            (r#""a\"b",1"#, 6),
            ("12.5e3,", 7),
            ("true}", 5),
            ("null ,", 5),
            ("0\n}", 2),
            ("-1\r\n]", 3),
            ("false\t", 6),
            ("[[],{}]x", 7),
        ] {
            for cut in 0..text.len() {
                let (head, tail) = text.as_bytes().split_at(cut);
                let mut boundary = Boundary::default();
                let end = boundary.feed(head).or_else(|| boundary.feed(tail).map(|needed| needed + cut));
                assert_eq!(end, Some(needed), "{text} cut at {cut}");
            }
        }
    }
}

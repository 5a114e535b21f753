//! The lexer: tokens of JSON from a contiguous text, by the letter of RFC 8259.
//!
//! The tree parser, the reader of raw values and the row reader of the store all stand on it. A fault is returned without
//! its place: `at` is left on the byte concerned. `Truncated` means that all bytes so far could begin a legal text.

use super::error::Fault;
use super::escapes::resolve;
use super::limits::Limits;
use super::scan::plain_run;

/// A cursor over a text.
#[derive(Clone)]
pub(crate) struct Lexer<'a> {
    pub bytes: &'a [u8],
    pub at: usize,
}

/// Where a string's text lies between its quotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    pub start: usize,
    pub end: usize,
    /// Whether there are escapes to resolve.
    pub escaped: bool,
}

impl<'a> Lexer<'a> {
    pub fn new(bytes: &'a [u8], at: usize) -> Self {
        Lexer { bytes, at }
    }

    #[inline(always)]
    pub fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// The next byte that is not white space, which stays to be read.
    #[inline(always)]
    pub fn peek_token(&mut self) -> Result<u8, Fault> {
        loop {
            match self.peek() {
                Some(b' ' | b'\n' | b'\r' | b'\t') => self.at += 1,
                Some(byte) => return Ok(byte),
                None => return Err(Fault::Truncated),
            }
        }
    }

    /// Takes one structural byte, after white space.
    #[inline(always)]
    pub fn expect(&mut self, wanted: u8) -> Result<(), Fault> {
        if self.peek_token()? != wanted {
            return Err(Fault::Syntax);
        }
        self.at += 1;
        Ok(())
    }

    /// After an item of an array or object: `true` if a comma promises another, `false` if `close` ends it.
    #[inline(always)]
    pub fn more(&mut self, close: u8) -> Result<bool, Fault> {
        let byte = self.peek_token()?;
        if byte != b',' && byte != close {
            return Err(Fault::Syntax);
        }
        self.at += 1;
        Ok(byte == b',')
    }

    /// A key with its colon, after white space.
    pub fn key(&mut self) -> Result<Span, Fault> {
        if self.peek_token()? != b'"' {
            return Err(Fault::Syntax);
        }
        let span = self.string()?;
        self.expect(b':')?;
        Ok(span)
    }

    /// A string, checked whole: escapes are legal, bytes are UTF-8, no control characters. Starts on the quote.
    #[inline(always)]
    pub fn string(&mut self) -> Result<Span, Fault> {
        let start = self.at + 1;
        let run = plain_run(self.bytes, start.min(self.bytes.len()));
        if run.ascii && self.bytes.get(run.end) == Some(&b'"') {
            self.at = run.end + 1;
            return Ok(Span { start, end: run.end, escaped: false });
        }
        self.long_string(start, run.end, run.ascii)
    }

    /// The same for callers that read few strings: the scan is too much code to be inlined into each.
    #[inline(never)]
    pub fn rare_string(&mut self) -> Result<Span, Fault> {
        self.string()
    }

    /// Refuses a string whose text, its escapes resolved, is longer than the limit. The fault is placed where the text begins.
    #[inline(always)]
    pub fn check_length(&mut self, span: Span, length: usize, limits: &Limits) -> Result<(), Fault> {
        if length > limits.max_string {
            self.at = span.start;
            return Err(Fault::TooLong);
        }
        Ok(())
    }

    /// The rest of a string that holds escapes or more than ASCII, or does not end.
    #[cold]
    #[inline(never)]
    fn long_string(&mut self, start: usize, mut end: usize, mut ascii: bool) -> Result<Span, Fault> {
        let mut escaped = false;
        loop {
            self.at = end;
            match self.peek() {
                None => return Err(Fault::Truncated),
                Some(b'"') => break,
                Some(b'\\') => self.escape()?,
                Some(_) => return Err(Fault::Syntax),
            }
            escaped = true;
            let run = plain_run(self.bytes, self.at);
            end = run.end;
            ascii &= run.ascii;
        }
        if !ascii && let Err(error) = std::str::from_utf8(self.bytes.get(start..end).unwrap_or_default()) {
            self.at = start + error.valid_up_to();
            return Err(Fault::Utf8);
        }
        self.at = end + 1;
        Ok(Span { start, end, escaped })
    }

    fn escape(&mut self) -> Result<(), Fault> {
        self.at += 1;
        match self.peek() {
            None => return Err(Fault::Truncated),
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => {}
            Some(b'u') => {
                for _ in 0..4 {
                    self.at += 1;
                    match self.peek() {
                        None => return Err(Fault::Truncated),
                        Some(digit) if digit.is_ascii_hexdigit() => {}
                        Some(_) => return Err(Fault::Syntax),
                    }
                }
            }
            Some(_) => return Err(Fault::Syntax),
        }
        self.at += 1;
        Ok(())
    }

    /// Whether a key is `name`, however it is escaped.
    #[inline(always)]
    pub fn is(&self, key: Span, name: &str) -> bool {
        match key.escaped {
            false => self.bytes.get(key.start..key.end) == Some(name.as_bytes()),
            true => resolve(self.text(key)).is_ok_and(|(text, _)| text == name),
        }
    }

    /// The text of a span of this lexer, escapes as written.
    #[inline(always)]
    pub fn text(&self, span: Span) -> &'a str {
        // `string` has checked the bytes; a second check costs little beside what is done with the text.
        std::str::from_utf8(self.bytes.get(span.start..span.end).unwrap_or_default()).unwrap_or_default()
    }

    /// A number, by its grammar; its text as written.
    pub fn number(&mut self) -> Result<&'a str, Fault> {
        let start = self.at;
        self.skip_number()?;
        Ok(self.text(Span { start, end: self.at, escaped: false }))
    }

    /// A number, by its grammar.
    pub fn skip_number(&mut self) -> Result<(), Fault> {
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        if self.peek() == Some(b'0') {
            self.at += 1;
        } else {
            self.digits()?;
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if let Some(b'e' | b'E') = self.peek() {
            self.at += 1;
            if let Some(b'+' | b'-') = self.peek() {
                self.at += 1;
            }
            self.digits()?;
        }
        Ok(())
    }

    fn digits(&mut self) -> Result<(), Fault> {
        match self.peek() {
            None => return Err(Fault::Truncated),
            Some(b'0'..=b'9') => {}
            Some(_) => return Err(Fault::Syntax),
        }
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        self.at += rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        Ok(())
    }

    /// One of the words `true`, `false` and `null`.
    pub fn word(&mut self, word: &'static [u8]) -> Result<(), Fault> {
        for &letter in word {
            match self.peek() {
                None => return Err(Fault::Truncated),
                Some(byte) if byte == letter => self.at += 1,
                Some(_) => return Err(Fault::Syntax),
            }
        }
        Ok(())
    }

    /// Nothing but white space may be left.
    pub fn end(&mut self) -> Result<(), Fault> {
        match self.peek_token() {
            Err(_) => Ok(()),
            Ok(_) => Err(Fault::TrailingData),
        }
    }
}

/// Length of the byte order mark that a text may begin with.
pub(crate) fn mark_length(bytes: &[u8]) -> usize {
    if bytes.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 }
}

//! Reads a value without building it: checks every byte of it and notes what must be mended before it is kept.
//!
//! Iterative, so depth costs a byte a level and no stack; objects cost their keys while they are open. A value kept raw
//! reads back as `JSON.parse` reads it, except that unpaired surrogates are replaced and members named `__proto__` are
//! dropped: [`mended`] does both.

use super::error::Fault;
use super::escapes::resolve;
use super::lex::{Lexer, Span};
use super::limits::Limits;
use super::room::{append, append_string};
use crate::compact::has_equal;
use crate::memory::push;

/// What was noticed in a raw value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct RawNotes {
    /// How many unpaired surrogates are in it.
    pub repaired: u64,
    /// Whether an object in it has a member named `__proto__`.
    pub proto: bool,
    /// Whether an object in it has two members of one name.
    pub duplicates: bool,
}

impl RawNotes {
    /// Whether the text cannot be kept as it came.
    pub fn needs_mending(self) -> bool {
        self.repaired > 0 || self.proto
    }
}

/// A reader with its stacks, which are kept from value to value.
#[derive(Default)]
pub(crate) struct RawReader {
    /// For each open array or object: its closing bracket.
    levels: Vec<u8>,
    /// The keys of all open objects.
    keys: Vec<Span>,
    /// For each open object: the place of its first key.
    objects: Vec<usize>,
    notes: RawNotes,
}

impl RawReader {
    /// Reads one value, whose first byte is the next one; objects and arrays may nest `max_depth` deep in it.
    pub fn read(&mut self, lexer: &mut Lexer, limits: &Limits, max_depth: usize) -> Result<RawNotes, Fault> {
        self.levels.clear();
        self.keys.clear();
        self.objects.clear();
        self.notes = RawNotes::default();
        loop {
            if self.value_ends(lexer, limits, max_depth)? {
                while let Some(close) = self.levels.last().copied() {
                    if lexer.more(close)? {
                        self.begin_item(lexer, limits, close)?;
                        break;
                    }
                    self.leave(lexer)?;
                }
                if self.levels.is_empty() {
                    return Ok(self.notes);
                }
            }
        }
    }

    /// Reads one value without any limit: of a text that was read within limits before, or that stays a caller's.
    pub fn read_unlimited(&mut self, lexer: &mut Lexer) -> Result<RawNotes, Fault> {
        self.read(lexer, &Limits { max_string: usize::MAX, ..Limits::default() }, usize::MAX)
    }

    /// Reads a scalar, or an empty array or object, whole; of any other array or object only the opening, up to its first value.
    /// Returns whether the value has ended.
    fn value_ends(&mut self, lexer: &mut Lexer, limits: &Limits, max_depth: usize) -> Result<bool, Fault> {
        let byte = lexer.peek_token()?;
        match byte {
            b'{' | b'[' => {
                if self.levels.len() >= max_depth {
                    return Err(Fault::TooDeep);
                }
                lexer.at += 1;
                let close = closing(byte);
                if lexer.peek_token()? == close {
                    lexer.at += 1;
                    return Ok(true);
                }
                push(&mut self.levels, close)?;
                if byte == b'{' {
                    push(&mut self.objects, self.keys.len())?;
                }
                self.begin_item(lexer, limits, close)?;
                return Ok(false);
            }
            b'"' => {
                let span = lexer.string()?;
                self.inspect(lexer, span, limits)?;
            }
            b'-' | b'0'..=b'9' => {
                lexer.skip_number()?;
            }
            b't' => lexer.word(b"true")?,
            b'f' => lexer.word(b"false")?,
            b'n' => lexer.word(b"null")?,
            _ => return Err(Fault::Syntax),
        }
        Ok(true)
    }

    /// Reads what comes before a value: in an object, its key.
    fn begin_item(&mut self, lexer: &mut Lexer, limits: &Limits, close: u8) -> Result<(), Fault> {
        if close == b'}' {
            let span = lexer.key()?;
            self.inspect(lexer, span, limits)?;
            self.notes.proto |= lexer.is(span, PROTO);
            push(&mut self.keys, span)?;
        }
        Ok(())
    }

    fn inspect(&mut self, lexer: &mut Lexer, span: Span, limits: &Limits) -> Result<(), Fault> {
        let mut length = span.end - span.start;
        if span.escaped {
            let (text, repaired) = resolve(lexer.text(span))?;
            length = text.len();
            self.notes.repaired += repaired;
        }
        lexer.check_length(span, length, limits)
    }

    fn leave(&mut self, lexer: &Lexer) -> Result<(), Fault> {
        if self.levels.pop() == Some(b'}')
            && let Some(first_key) = self.objects.pop()
        {
            if !self.notes.duplicates {
                self.notes.duplicates = has_duplicates(lexer, self.keys.get(first_key..).unwrap_or_default())?;
            }
            self.keys.truncate(first_key);
        }
        Ok(())
    }
}

/// The bracket that closes this one: in ASCII it stands two after it.
const fn closing(open: u8) -> u8 {
    open + 2
}

/// The name of members that are never kept: assigning it in JavaScript would change an object's prototype.
pub(crate) const PROTO: &str = "__proto__";

/// Up to this many keys, comparing each with each is fastest.
const FEW: usize = 12;

/// Whether two of the keys are equal once their escapes are resolved.
#[inline(never)]
pub(crate) fn has_duplicates(lexer: &Lexer, keys: &[Span]) -> Result<bool, Fault> {
    let raw = |span: &Span| lexer.bytes.get(span.start..span.end);
    if keys.len() <= FEW && !keys.iter().any(|key| key.escaped) {
        let mut pairs =
            keys.iter().enumerate().flat_map(|(at, key)| keys.iter().take(at).map(move |other| (other, key)));
        return Ok(pairs.any(|(other, key)| raw(other) == raw(key)));
    }
    let mut texts = Vec::new();
    texts.try_reserve_exact(keys.len())?;
    for key in keys {
        texts.push(resolve(lexer.text(*key))?.0);
    }
    Ok(has_equal(texts.len(), &|at| texts.get(at as usize).map_or(&[], |text| text.as_bytes()))?)
}

/// The text of a value that [`RawReader`] has read, without `__proto__` members and unpaired surrogates.
#[inline(never)]
pub(crate) fn mended(raw: &str) -> Result<String, Fault> {
    let mut out = String::new();
    out.try_reserve(raw.len())?;
    let mut lexer = Lexer::new(raw.as_bytes(), 0);
    let mut reader = RawReader::default();
    // For each open array or object: its closing bracket, and whether something in it was written.
    let mut levels: Vec<(u8, bool)> = Vec::new();
    loop {
        // The text is known to be legal, so a step here can fail only for lack of memory.
        mend_next(&mut lexer, &mut reader, &mut levels, &mut out)?;
        if levels.is_empty() {
            return Ok(out);
        }
    }
}

fn mend_next(
    lexer: &mut Lexer,
    reader: &mut RawReader,
    levels: &mut Vec<(u8, bool)>,
    out: &mut String,
) -> Result<(), Fault> {
    let byte = lexer.peek_token()?;
    if let Some((close, written)) = levels.last_mut() {
        if byte == b',' {
            lexer.at += 1;
            return Ok(());
        }
        if byte == *close {
            lexer.at += 1;
            levels.pop();
            return append(out, if byte == b'}' { "}" } else { "]" });
        }
        let key = if *close == b'}' { Some(lexer.key()?) } else { None };
        if let Some(key) = key
            && lexer.is(key, PROTO)
        {
            return reader.read_unlimited(lexer).map(|_| ());
        }
        if *written {
            append(out, ",")?;
        }
        *written = true;
        if let Some(key) = key {
            append_string(out, &resolve(lexer.text(key))?.0)?;
            append(out, ":")?;
        }
    }
    mend_value(lexer, levels, out)
}

fn mend_value(lexer: &mut Lexer, levels: &mut Vec<(u8, bool)>, out: &mut String) -> Result<(), Fault> {
    let byte = lexer.peek_token()?;
    let start = lexer.at;
    match byte {
        b'{' | b'[' => {
            lexer.at += 1;
            push(levels, (closing(byte), false))?;
        }
        b'"' => {
            let span = lexer.rare_string()?;
            return append_string(out, &resolve(lexer.text(span))?.0);
        }
        b't' => lexer.word(b"true")?,
        b'f' => lexer.word(b"false")?,
        b'n' => lexer.word(b"null")?,
        _ => {
            lexer.skip_number()?;
        }
    }
    append(out, lexer.text(Span { start, end: lexer.at, escaped: false }))
}

#[cfg(test)]
mod tests;

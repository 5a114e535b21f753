//! Parses a whole text into a [`Value`] tree, for answers that are small: teams, errors, what a history has besides its list.
//!
//! Recursive, and therefore bounded in depth; what is passed over is read without recursion, however deep it is. Scans do
//! not come this way: the store reads their bytes itself.

use super::error::{Error, Fault};
use super::escapes::resolve;
use super::lex::{Lexer, Span, mark_length};
use super::limits::Limits;
use super::path::Path;
use super::raw::{PROTO, RawReader};
use super::room::own;
use super::value::{Number, Value};
use crate::compact::with_equals_together;
use crate::memory::push;

/// Parses `bytes`, which must be one JSON value in UTF-8; a leading byte order mark is skipped.
pub fn parse(bytes: &[u8], limits: &Limits) -> Result<Value, Error> {
    run(bytes, limits, None)
}

/// Parses an object like [`parse`], but builds only its members of these names. The others are checked and passed over: they
/// may nest to any depth.
pub fn parse_members(bytes: &[u8], limits: &Limits, names: &[&str]) -> Result<Value, Error> {
    run(bytes, limits, Some(names))
}

fn run(bytes: &[u8], limits: &Limits, wanted: Option<&[&str]>) -> Result<Value, Error> {
    let mut parser = Parser::new(bytes, limits, wanted);
    if bytes.len() as u64 > limits.max_bytes {
        return Err(parser.too_large());
    }
    let value = parser.value(0).and_then(|value| parser.lexer.end().map(|()| value));
    value.map_err(|fault| parser.placed(fault))
}

pub(super) struct Parser<'a> {
    pub lexer: Lexer<'a>,
    pub limits: &'a Limits,
    /// Names of the members of the outermost object that are built; `None` for all.
    wanted: Option<&'a [&'a str]>,
    /// Where the value under way stands; left as it is by a fault.
    pub path: Path,
}

impl<'a> Parser<'a> {
    pub fn new(bytes: &'a [u8], limits: &'a Limits, wanted: Option<&'a [&'a str]>) -> Self {
        Parser { lexer: Lexer::new(bytes, mark_length(bytes)), limits, wanted, path: Path::default() }
    }

    /// Where a fault is.
    pub fn placed(&self, fault: Fault) -> Error {
        Error { fault, pointer: self.path.pointer(&self.lexer), offset: Some(self.lexer.at as u64) }
    }

    /// The error for more bytes than the limit.
    pub fn too_large(&self) -> Error {
        Error { fault: Fault::TooLarge, pointer: String::new(), offset: Some(self.limits.max_bytes) }
    }

    pub fn value(&mut self, depth: usize) -> Result<Value, Fault> {
        match self.lexer.peek_token()? {
            b'{' => self.object(self.deeper(depth)?),
            b'[' => self.array(self.deeper(depth)?),
            b'"' => {
                let span = self.lexer.rare_string()?;
                self.text(span).map(Value::String)
            }
            b'-' | b'0'..=b'9' => Number::from_text(self.lexer.number()?).map(Value::Number),
            b't' => self.lexer.word(b"true").map(|()| Value::Bool(true)),
            b'f' => self.lexer.word(b"false").map(|()| Value::Bool(false)),
            b'n' => self.lexer.word(b"null").map(|()| Value::Null),
            _ => Err(Fault::Syntax),
        }
    }

    pub fn deeper(&self, depth: usize) -> Result<usize, Fault> {
        if depth < self.limits.max_depth { Ok(depth + 1) } else { Err(Fault::TooDeep) }
    }

    fn text(&mut self, span: Span) -> Result<String, Fault> {
        let (text, _) = resolve(self.lexer.text(span))?;
        self.lexer.check_length(span, text.len(), self.limits)?;
        own(text)
    }

    fn array(&mut self, depth: usize) -> Result<Value, Fault> {
        self.lexer.at += 1;
        let mut items = Vec::new();
        if self.lexer.peek_token()? == b']' {
            self.lexer.at += 1;
            return Ok(Value::Array(items));
        }
        loop {
            let item = self.item(items.len(), depth)?;
            push(&mut items, item)?;
            if !self.lexer.more(b']')? {
                return Ok(Value::Array(items));
            }
        }
    }

    /// Reads the item at a place of an array this deep.
    pub fn item(&mut self, at: usize, depth: usize) -> Result<Value, Fault> {
        if at >= self.limits.max_rows as usize {
            return Err(Fault::TooLarge);
        }
        self.path.push_index(at);
        let item = self.value(depth)?;
        self.path.pop();
        Ok(item)
    }

    fn object(&mut self, depth: usize) -> Result<Value, Fault> {
        self.lexer.at += 1;
        let mut members: Vec<(String, Value)> = Vec::new();
        if self.lexer.peek_token()? == b'}' {
            self.lexer.at += 1;
            return Ok(Value::Object(members));
        }
        loop {
            let key = self.begin_member()?;
            if let Some(value) = self.member(&key, depth)? {
                push(&mut members, (key, value))?;
            }
            self.path.pop();
            if !self.lexer.more(b'}')? {
                break;
            }
        }
        keep_last(&mut members)?;
        members.retain(|(key, _)| key != PROTO);
        Ok(Value::Object(members))
    }

    /// Reads a key; the path leads to its value from here on.
    pub fn begin_member(&mut self) -> Result<String, Fault> {
        let span = self.lexer.key()?;
        let key = self.text(span)?;
        self.path.push_key(span);
        Ok(key)
    }

    /// Reads a member's value in an object this deep. One that is not wanted is passed over.
    pub fn member(&mut self, key: &str, depth: usize) -> Result<Option<Value>, Fault> {
        if depth > 1 || self.wanted.is_none_or(|wanted| wanted.contains(&key)) {
            return self.value(depth).map(Some);
        }
        RawReader::default().read(&mut self.lexer, self.limits, usize::MAX)?;
        Ok(None)
    }
}

/// Of members with one key, keeps the first one's place and the last one's value, as `JSON.parse` does.
pub(super) fn keep_last(members: &mut Vec<(String, Value)>) -> Result<(), Fault> {
    if members.len() <= FEW && are_distinct(members) {
        return Ok(());
    }
    let key = |at: u32| members.get(at as usize).map_or(&[][..], |(key, _)| key.as_bytes());
    let order = with_equals_together(members.len(), &key)?;
    let (mut keep, mut moves) = (Vec::new(), Vec::new());
    keep.try_reserve_exact(members.len())?;
    keep.resize(members.len(), true);
    for run in order.chunk_by(|a, b| key(*a) == key(*b)) {
        let [first, .., last] = run else { continue };
        push(&mut moves, (*first as usize, *last as usize))?;
        for at in run.iter().skip(1) {
            if let Some(kept) = keep.get_mut(*at as usize) {
                *kept = false;
            }
        }
    }
    for (first, last) in moves {
        members.swap(first, last);
    }
    let mut kept = keep.into_iter();
    members.retain(|_| kept.next().unwrap_or(true));
    Ok(())
}

/// Up to this many members, each key is compared with each: sorting takes memory for every object.
const FEW: usize = 16;

fn are_distinct(members: &[(String, Value)]) -> bool {
    let mut rest = members;
    while let [(key, _), others @ ..] = rest {
        if others.iter().any(|(other, _)| other == key) {
            return false;
        }
        rest = others;
    }
    true
}

#[cfg(test)]
pub(crate) mod tests;

//! An object read in parts: the members that are wanted as a whole, and one list of them item by item, so that a list of any
//! length is never in memory at once, and whoever reads it may pause.
//!
//! It accepts what [`parse_members`](super::parse_members) accepts, and refuses the rest with the same errors.

use super::error::{Error, Fault};
use super::flat::Flat;
use super::limits::Limits;
use super::parse::{Parser, keep_last};
use super::value::Value;
use crate::memory::push;

/// A part of the object.
#[derive(Clone, Debug, PartialEq)]
pub enum Part<'a> {
    /// The list begins. If it begins again, the object has another member of that name, and the items so far do not count.
    List,
    /// The list's next item, which may be handed on as it stands.
    Flat(&'a str),
    /// The list's next item, and how many bytes it took: written again it takes hardly more.
    Item(Value, usize),
    /// The end: the other members that are wanted, and the list without its items. Or a value that is no object.
    End(Value),
}

/// What comes next.
enum Next {
    Root,
    Member,
    Item(usize),
    Close,
    Nothing,
}

/// Reads an object in parts.
pub struct Items<'a> {
    parser: Parser<'a>,
    list: &'a str,
    flat: Flat,
    members: Vec<(String, Value)>,
    next: Next,
}

impl<'a> Items<'a> {
    /// Reads the members of `names`; the one called `list` item by item, if it is a list.
    pub fn new(bytes: &'a [u8], limits: &'a Limits, names: &'a [&'a str], list: &'a str, flat: Flat) -> Self {
        Items { parser: Parser::new(bytes, limits, Some(names)), list, flat, members: Vec::new(), next: Next::Root }
    }

    /// The next part; nothing after the end. After an error there is no part either.
    pub fn next_part(&mut self) -> Result<Option<Part<'a>>, Error> {
        let bytes = self.parser.lexer.bytes.len() as u64;
        if matches!(self.next, Next::Root) && bytes > self.parser.limits.max_bytes {
            self.next = Next::Nothing;
            return Err(self.parser.too_large());
        }
        self.part().map_err(|fault| {
            self.next = Next::Nothing;
            self.parser.placed(fault)
        })
    }

    fn part(&mut self) -> Result<Option<Part<'a>>, Fault> {
        loop {
            match self.next {
                Next::Root => {
                    if self.parser.lexer.peek_token()? != b'{' {
                        let value = self.parser.value(0)?;
                        return self.end(value);
                    }
                    self.parser.deeper(0)?;
                    self.next = if self.opens(b'}')? { Next::Member } else { Next::Close };
                }
                Next::Member => {
                    if self.member()? {
                        return Ok(Some(Part::List));
                    }
                }
                Next::Item(at) => {
                    let item = self.item(at)?;
                    if self.parser.lexer.more(b']')? {
                        self.next = Next::Item(at + 1);
                    } else {
                        self.pass()?;
                    }
                    return Ok(Some(item));
                }
                Next::Close => {
                    let mut members = std::mem::take(&mut self.members);
                    keep_last(&mut members)?;
                    return self.end(Value::Object(members));
                }
                Next::Nothing => return Ok(None),
            }
        }
    }

    fn item(&mut self, at: usize) -> Result<Part<'a>, Fault> {
        let Parser { lexer, limits, .. } = &mut self.parser;
        if at < limits.max_rows as usize && limits.max_depth > 2 && lexer.peek_token() == Ok(b'{') {
            // Its strings were checked.
            let flat = self.flat.read(lexer, limits).and_then(|bytes| std::str::from_utf8(bytes).ok());
            if let Some(text) = flat {
                return Ok(Part::Flat(text));
            }
        }
        let start = self.parser.lexer.at;
        let item = self.parser.item(at, 2)?;
        Ok(Part::Item(item, self.parser.lexer.at - start))
    }

    /// Takes an opening bracket, and the closing one if it comes at once; returns whether something is between them.
    fn opens(&mut self, close: u8) -> Result<bool, Fault> {
        self.parser.lexer.at += 1;
        let is_empty = self.parser.lexer.peek_token()? == close;
        self.parser.lexer.at += usize::from(is_empty);
        Ok(!is_empty)
    }

    /// Reads a member, or up to the first item of the list; returns whether it is the list.
    fn member(&mut self) -> Result<bool, Fault> {
        let key = self.parser.begin_member()?;
        if key != self.list || self.parser.lexer.peek_token()? != b'[' {
            if let Some(value) = self.parser.member(&key, 1)? {
                push(&mut self.members, (key, value))?;
            }
            return self.pass().map(|()| false);
        }
        self.parser.deeper(1)?;
        push(&mut self.members, (key, Value::Array(Vec::new())))?;
        if self.opens(b']')? {
            self.next = Next::Item(0);
        } else {
            self.pass()?;
        }
        Ok(true)
    }

    /// Reads on after a member.
    fn pass(&mut self) -> Result<(), Fault> {
        self.parser.path.pop();
        self.next = if self.parser.lexer.more(b'}')? { Next::Member } else { Next::Close };
        Ok(())
    }

    fn end(&mut self, value: Value) -> Result<Option<Part<'a>>, Fault> {
        self.next = Next::Nothing;
        self.parser.lexer.end()?;
        Ok(Some(Part::End(value)))
    }
}

#[cfg(test)]
mod tests;

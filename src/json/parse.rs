//! Parses a whole text into a [`Value`] tree, for answers that are small: teams, history, errors.
//!
//! Recursive, and therefore bounded in depth; what is passed over is read without recursion, however deep it is. Scans do
//! not come this way: the store reads their bytes itself.

use super::error::{Error, Fault};
use super::escapes::resolve;
use super::lex::{Lexer, Span, mark_length};
use super::limits::Limits;
use super::path::Path;
use super::raw::RawReader;
use super::room::{own, push};
use super::value::{Number, Value};
use crate::compact::try_sort_by;

/// Parses `bytes`, which must be one JSON value in UTF-8; a leading byte order mark is skipped.
pub fn parse(bytes: &[u8], limits: &Limits) -> Result<Value, Error> {
    run(bytes, limits, None)
}

/// The same of an object of which only the members of these names are wanted. The others are checked and passed over: they
/// may be of any depth.
pub fn parse_members(bytes: &[u8], limits: &Limits, names: &[&str]) -> Result<Value, Error> {
    run(bytes, limits, Some(names))
}

fn run(bytes: &[u8], limits: &Limits, wanted: Option<&[&str]>) -> Result<Value, Error> {
    if bytes.len() as u64 > limits.max_bytes {
        return Err(Error { fault: Fault::TooLarge, pointer: String::new(), offset: Some(limits.max_bytes) });
    }
    let mut parser = Parser { lexer: Lexer::new(bytes, mark_length(bytes)), limits, wanted, path: Path::default() };
    let value = parser.value(0).and_then(|value| parser.lexer.end().map(|()| value));
    value.map_err(|fault| Error {
        fault,
        pointer: parser.path.pointer(&parser.lexer),
        offset: Some(parser.lexer.at as u64),
    })
}

struct Parser<'a> {
    lexer: Lexer<'a>,
    limits: &'a Limits,
    /// Names of the members of the outermost object that are built; where nothing is said, all are.
    wanted: Option<&'a [&'a str]>,
    /// Where the value under way stands; left as it is by a fault.
    path: Path,
}

impl Parser<'_> {
    fn value(&mut self, depth: usize) -> Result<Value, Fault> {
        match self.lexer.peek_token()? {
            b'{' => self.object(self.deeper(depth)?),
            b'[' => self.array(self.deeper(depth)?),
            b'"' => {
                let span = self.lexer.string()?;
                self.text(span).map(Value::String)
            }
            b'-' | b'0'..=b'9' => Number::from_text(self.lexer.number()?).map(Value::Number),
            b't' => self.lexer.word(b"true").map(|()| Value::Bool(true)),
            b'f' => self.lexer.word(b"false").map(|()| Value::Bool(false)),
            b'n' => self.lexer.word(b"null").map(|()| Value::Null),
            _ => Err(Fault::Syntax),
        }
    }

    fn deeper(&self, depth: usize) -> Result<usize, Fault> {
        if depth < self.limits.max_depth { Ok(depth + 1) } else { Err(Fault::TooDeep) }
    }

    fn text(&mut self, span: Span) -> Result<String, Fault> {
        let (text, _) = resolve(self.lexer.text(span))?;
        if text.len() > self.limits.max_string {
            self.lexer.at = span.start;
            return Err(Fault::TooLong);
        }
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
            if items.len() >= self.limits.max_rows as usize {
                return Err(Fault::TooLarge);
            }
            self.path.push_index(items.len());
            push(&mut items, self.value(depth)?)?;
            self.path.pop();
            if !self.lexer.more(b']')? {
                return Ok(Value::Array(items));
            }
        }
    }

    fn object(&mut self, depth: usize) -> Result<Value, Fault> {
        self.lexer.at += 1;
        let mut members: Vec<(String, Value)> = Vec::new();
        if self.lexer.peek_token()? == b'}' {
            self.lexer.at += 1;
            return Ok(Value::Object(members));
        }
        loop {
            let span = self.lexer.key()?;
            let key = self.text(span)?;
            self.path.push_key(span);
            if self.is_wanted(&key, depth) {
                push(&mut members, (key, self.value(depth)?))?;
            } else {
                RawReader::default().read(&mut self.lexer, self.limits, usize::MAX)?;
            }
            self.path.pop();
            if !self.lexer.more(b'}')? {
                break;
            }
        }
        keep_last(&mut members)?;
        members.retain(|(key, _)| key != "__proto__");
        Ok(Value::Object(members))
    }

    /// Whether a member of an object this deep is built.
    fn is_wanted(&self, key: &str, depth: usize) -> bool {
        depth > 1 || self.wanted.is_none_or(|wanted| wanted.contains(&key))
    }
}

/// Of members with one key, keeps the first one's place and the last one's value, as `JSON.parse` does.
fn keep_last(members: &mut Vec<(String, Value)>) -> Result<(), Fault> {
    let key = |at: &u32| members.get(*at as usize).map(|(key, _)| key.as_str());
    let mut order = Vec::new();
    order.try_reserve_exact(members.len())?;
    order.extend(0..members.len() as u32);
    try_sort_by(&mut order, &mut |a, b| key(&a).cmp(&key(&b)))?;
    if order.is_sorted_by(|a, b| key(a) < key(b)) {
        return Ok(());
    }
    let (mut keep, mut moves) = (Vec::new(), Vec::new());
    keep.try_reserve_exact(members.len())?;
    keep.resize(members.len(), true);
    for run in order.chunk_by(|a, b| key(a) == key(b)).filter(|run| run.len() > 1) {
        let [first, .., last] = run else { continue };
        push(&mut moves, (*first as usize, *last as usize))?;
        for at in run.iter().skip(1) {
            keep.get_mut(*at as usize).into_iter().for_each(|kept| *kept = false);
        }
    }
    for (first, last) in moves {
        members.swap(first, last);
    }
    let mut kept = keep.into_iter();
    members.retain(|_| kept.next().unwrap_or(true));
    Ok(())
}

#[cfg(test)]
pub(crate) mod tests;

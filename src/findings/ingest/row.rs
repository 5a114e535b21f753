//! Reads one finding from contiguous bytes into the store: whole, or not at all.
//!
//! Any order of keys, any white space, escapes anywhere. `null` counts as absent; the last of equal keys wins. Members that
//! the interface does not name are kept raw. On a fault the lexer stands on the byte concerned.
//!
//! Most rows are like others, so guesses are tried before anything is read, for each member in this order:
//!
//! 1. A template (`template.rs`): after an image or an identifier, the bytes of several members at once, with their codes.
//! 2. The shape (`shape.rs`): the punctuation and the key before the next value.
//! 3. A prediction (`predict.rs`): the text of that value. A uid is not predicted, since no two are alike.
//! 4. The general way: the lexer finds the key or the value, and the store looks its text up. Shape and predictor learn from it.
//!
//! A guess is only taken if the bytes are equal, so what is read does not depend on it. Templates are kept, and predictions tried,
//! only as far as they pay: reports whose texts are all new cost little more than without.
//!
//! Code that most members do not need is in functions that are not inlined: a page's first scan is read slowly until the browser
//! has optimised the reader, and the larger the reader, the longer that takes.

mod repeated;
mod values;

use super::notes::Notes;
use super::predict::Predictor;
use super::shape::Shape;
use super::template::{Follows, Taken, Templates};
use super::unnamed::Unnamed;
use crate::findings::store::column::{COLUMNS, Column};
use crate::findings::store::dictionary::ABSENT;
use crate::findings::store::uids::Uid;
use crate::findings::store::{Row, Store};
use crate::json::escapes::resolve;
use crate::json::lex::{Lexer, Span};
use crate::json::path::{push_key, push_written};
use crate::json::raw::RawReader;
use crate::json::{Fault, Limits};

/// The member under way, so that a fault can be placed. One byte: it is copied for every member.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum RowMember {
    Row,
    Uid,
    Named(Column),
    /// Its key is the reader's `key`.
    Unnamed,
}

/// Where the uid of the row under way is.
#[derive(Clone, Copy)]
enum UidAt {
    Absent,
    Packed(u128),
    Plain(Span),
    /// In `uid_text`, its escapes resolved.
    Resolved,
}

/// Reads rows; keeps its scratch space from row to row.
pub(super) struct RowReader {
    limits: Limits,
    /// How deep a raw value of a row may nest: the limit, less what is around it.
    depth_left: usize,
    raw: RawReader,
    shape: Shape,
    predictor: Predictor,
    templates: Templates,
    member: RowMember,
    /// The key that was read last in the general way.
    key: Span,
    codes: [u32; COLUMNS],
    /// Bit per column seen in this row; bit `COLUMNS` is the uid.
    seen: u32,
    duplicates: u32,
    uid: UidAt,
    uid_text: String,
    text: String,
    unnamed: Unnamed,
    repaired: u64,
}

const UID_BIT: u32 = 1 << COLUMNS;

impl RowReader {
    /// `around` counts the arrays and objects around a member's value, the row among them.
    pub fn new(limits: Limits, around: usize) -> Self {
        RowReader {
            limits,
            depth_left: limits.max_depth.saturating_sub(around),
            raw: RawReader::default(),
            shape: Shape::default(),
            predictor: Predictor::new(),
            templates: Templates::new(),
            member: RowMember::Row,
            key: Span { start: 0, end: 0, escaped: false },
            codes: [ABSENT; COLUMNS],
            seen: 0,
            duplicates: 0,
            uid: UidAt::Absent,
            uid_text: String::new(),
            text: String::new(),
            unnamed: Unnamed::default(),
            repaired: 0,
        }
    }

    /// Reads the finding that begins at the next byte, which is no white space.
    pub fn read(&mut self, lexer: &mut Lexer, store: &mut Store, notes: &mut Notes) -> Result<(), Fault> {
        self.begin();
        if lexer.peek_token()? != b'{' {
            return Err(wrong_type(lexer));
        }
        self.members(lexer, store)?;
        self.commit(lexer, store, notes)
    }

    /// Appends the JSON pointer of the member that a fault concerns.
    pub fn push_pointer(&self, lexer: &Lexer, pointer: &mut String) {
        match self.member {
            RowMember::Row => {}
            RowMember::Uid => push_key(pointer, "uid"),
            RowMember::Named(column) => push_key(pointer, column.name()),
            RowMember::Unnamed => push_written(pointer, lexer.text(self.key)),
        }
    }

    fn begin(&mut self) {
        self.predictor.begin_row();
        self.member = RowMember::Row;
        self.codes = [ABSENT; COLUMNS];
        self.seen = 0;
        self.duplicates = 0;
        self.uid = UidAt::Absent;
        self.unnamed.clear();
        self.repaired = 0;
    }

    /// Reads all members, from the opening bracket to the closing one.
    fn members(&mut self, lexer: &mut Lexer, store: &mut Store) -> Result<(), Fault> {
        // Number of the literal to try next.
        let mut literal = 0;
        self.templates.abandon();
        let mut has_value = self.open(lexer)?;
        while has_value {
            let follows = Follows::of(self.member);
            if follows.is_some() {
                self.templates.end(lexer.bytes, self.is_odd());
            }
            let code = self.value(lexer, store).or_else(|fault| self.pass_wrong(lexer, fault))?;
            match (follows, self.member) {
                (Some(follows), _) => self.templates.begin(follows, code, lexer.at),
                (None, RowMember::Named(column)) => self.templates.pass(Some(column), code, lexer.at, literal),
                _ => self.templates.pass(None, ABSENT, lexer.at, literal),
            }
            self.member = RowMember::Row;
            has_value = self.next(lexer, &mut literal)?;
        }
        self.templates.end(lexer.bytes, self.is_odd());
        Ok(())
    }

    /// Reads up to the row's first value; `false` if it has none.
    #[inline(always)]
    fn open(&mut self, lexer: &mut Lexer) -> Result<bool, Fault> {
        let rest = lexer.bytes.get(lexer.at..).unwrap_or_default();
        let Some((member, length)) = self.shape.open(rest) else { return self.first_member(lexer) };
        self.member = member;
        lexer.at += length;
        Ok(true)
    }

    /// Reads up to the next value that no template has; `false` if the row ends instead.
    #[inline(always)]
    fn next(&mut self, lexer: &mut Lexer, literal: &mut usize) -> Result<bool, Fault> {
        let rest = lexer.bytes.get(lexer.at..).unwrap_or_default();
        if let Some(taken) = self.take_template(rest) {
            lexer.at += taken.length;
            *literal = taken.literal;
        }
        if lexer.peek() == Some(b'}') {
            lexer.at += 1;
            return Ok(false);
        }
        let rest = lexer.bytes.get(lexer.at..).unwrap_or_default();
        let Some((member, length, at)) = self.shape.next(rest, *literal) else {
            let has_value = self.next_member(lexer, *literal)?;
            *literal += 1;
            return Ok(has_value);
        };
        self.member = member;
        lexer.at += length;
        *literal = at + 1;
        Ok(true)
    }

    /// Takes the members that are as in an earlier row of the same image or identifier.
    #[inline(always)]
    fn take_template(&mut self, text: &[u8]) -> Option<Taken> {
        let taken = self.templates.take(text, &mut self.codes)?;
        self.see(taken.columns);
        Some(taken)
    }

    /// Whether the row so far has oddities: a template made of it would not report them for other rows with the same bytes.
    fn is_odd(&self) -> bool {
        self.repaired > 0 || self.duplicates != 0
    }

    /// Reads up to the row's first value in the general way; `false` if it has none.
    #[inline(never)]
    fn first_member(&mut self, lexer: &mut Lexer) -> Result<bool, Fault> {
        let start = lexer.at;
        lexer.expect(b'{')?;
        if lexer.peek_token()? == b'}' {
            lexer.at += 1;
            return Ok(false);
        }
        self.key(lexer)?;
        if !matches!(self.member, RowMember::Unnamed) {
            self.shape.learn_opening(lexer.bytes.get(start..lexer.at).unwrap_or_default(), self.member);
        }
        Ok(true)
    }

    /// Reads up to the next value in the general way; `false` if the row ends instead.
    #[inline(never)]
    fn next_member(&mut self, lexer: &mut Lexer, literal: usize) -> Result<bool, Fault> {
        let start = lexer.at;
        if !lexer.more(b'}')? {
            return Ok(false);
        }
        self.key(lexer)?;
        if !matches!(self.member, RowMember::Unnamed) {
            self.shape.learn(lexer.bytes.get(start..lexer.at).unwrap_or_default(), self.member, literal);
        }
        Ok(true)
    }

    /// Reads a key, and up to its value.
    fn key(&mut self, lexer: &mut Lexer) -> Result<(), Fault> {
        self.key = lexer.key()?;
        self.member = member_of(lexer, self.key)?;
        lexer.peek_token().map(|_| ())
    }

    /// Reads the value of the member under way. Returns its code, if it has one.
    fn value(&mut self, lexer: &mut Lexer, store: &mut Store) -> Result<u32, Fault> {
        match self.member {
            RowMember::Row => Ok(ABSENT),
            RowMember::Uid => {
                self.see(UID_BIT);
                self.read_uid(lexer).map(|()| ABSENT)
            }
            RowMember::Named(column) => {
                self.see(1 << column as u32);
                let code =
                    if column.is_json() { self.json(lexer, store, column) } else { self.text(lexer, store, column) };
                let code = code?;
                self.set(column, code);
                Ok(code)
            }
            RowMember::Unnamed => self.keep_unnamed(lexer).map(|()| ABSENT),
        }
    }

    #[inline(always)]
    fn see(&mut self, bit: u32) {
        self.duplicates |= self.seen & bit;
        self.seen |= bit;
    }

    #[inline(always)]
    fn set(&mut self, column: Column, code: u32) {
        if let Some(place) = self.codes.get_mut(column as usize) {
            *place = code;
        }
    }

    fn commit(&mut self, lexer: &Lexer, store: &mut Store, notes: &mut Notes) -> Result<(), Fault> {
        if !self.unnamed.is_empty() {
            self.commit_unnamed(lexer, store, notes)?;
        }
        let uid = match self.uid {
            UidAt::Absent => Uid::Absent,
            UidAt::Packed(packed) => Uid::Packed(packed),
            UidAt::Plain(span) => Uid::Text(lexer.text(span)),
            UidAt::Resolved => Uid::Text(&self.uid_text),
        };
        store.push(&Row { uid, codes: self.codes })?;
        self.note(notes);
        Ok(())
    }

    #[inline(never)]
    fn commit_unnamed(&mut self, lexer: &Lexer, store: &mut Store, notes: &mut Notes) -> Result<(), Fault> {
        let interned = store.intern(Column::Unnamed, self.unnamed.text().as_bytes())?;
        self.set(Column::Unnamed, interned.code);
        self.duplicates |= u32::from(self.unnamed.has_duplicates(lexer)?) << Column::Unnamed as u32;
        self.unnamed.list(lexer, notes)
    }

    /// Notes what was odd about the row that was just stored. Most rows are not odd.
    fn note(&self, notes: &mut Notes) {
        notes.repaired_strings += self.repaired;
        notes.missing_uid += u32::from(matches!(self.uid, UidAt::Absent));
        for (missing, code) in notes.missing.iter_mut().zip(self.codes) {
            *missing += u32::from(code == ABSENT);
        }
    }
}

fn member_of(lexer: &Lexer, key: Span) -> Result<RowMember, Fault> {
    let name = resolve(lexer.text(key))?.0;
    Ok(match Column::from_name(&name) {
        Some(column) => RowMember::Named(column),
        None if name == "uid" => RowMember::Uid,
        None => RowMember::Unnamed,
    })
}

/// The fault of a value that is not of the promised type: it is of another type, or no JSON at all.
pub(super) fn wrong_type(lexer: &Lexer) -> Fault {
    match lexer.peek() {
        Some(b'"' | b'{' | b'[' | b'-' | b'0'..=b'9' | b't' | b'f' | b'n') => Fault::WrongType,
        _ => Fault::Syntax,
    }
}

//! Reads the value of a member: the uid, a text, raw JSON, or what the interface does not name.

use super::{RowReader, UidAt, wrong_type};
use crate::findings::store::Store;
use crate::findings::store::column::Column;
use crate::findings::store::dictionary::ABSENT;
use crate::findings::store::uuid;
use crate::json::Fault;
use crate::json::escapes::{resolve, resolve_into};
use crate::json::lex::{Lexer, Span};
use crate::json::raw::{PROTO, mended};
use crate::json::scan::same::starts_with;

impl RowReader {
    #[inline(always)]
    pub(super) fn read_uid(&mut self, lexer: &mut Lexer) -> Result<(), Fault> {
        if self.limits.max_string >= uuid::TEXT_LENGTH
            && let Some(packed) = packed_uid(lexer)
        {
            self.uid = UidAt::Packed(packed);
            lexer.at += uuid::TEXT_LENGTH + 2;
            return Ok(());
        }
        self.read_other_uid(lexer)
    }

    #[inline(never)]
    fn read_other_uid(&mut self, lexer: &mut Lexer) -> Result<(), Fault> {
        self.uid = UidAt::Absent;
        let Some(span) = string_or_null(lexer)? else { return Ok(()) };
        let (text, at) = match span.escaped {
            true => {
                self.uid_text.clear();
                self.repaired += resolve_into(lexer.text(span), &mut self.uid_text)?;
                (self.uid_text.as_bytes(), UidAt::Resolved)
            }
            false => (lexer.bytes.get(span.start..span.end).unwrap_or_default(), UidAt::Plain(span)),
        };
        lexer.check_length(span, text.len(), &self.limits)?;
        self.uid = uuid::pack(text).map_or(at, UidAt::Packed);
        Ok(())
    }

    #[inline(always)]
    pub(super) fn text(&mut self, lexer: &mut Lexer, store: &mut Store, column: Column) -> Result<u32, Fault> {
        // An identifier is looked up by its text: the same look-up finds the template of what follows.
        if column == Column::Id {
            return self.id(lexer, store);
        }
        match self.predicted_text(lexer, store, column) {
            Some(code) => Ok(code),
            None => self.other_text(lexer, store, column),
        }
    }

    #[inline(always)]
    fn id(&mut self, lexer: &mut Lexer, store: &mut Store) -> Result<u32, Fault> {
        let Some(span) = string_or_null(lexer)? else { return Ok(ABSENT) };
        if span.escaped {
            return self.escaped_text(lexer, store, Column::Id, span);
        }
        lexer.check_length(span, span.end - span.start, &self.limits)?;
        let text = lexer.bytes.get(span.start..span.end).unwrap_or_default();
        let hash = store.hash(text);
        match self.templates.recall_id(text, hash) {
            Some(code) => Ok(code),
            None => Ok(store.intern_hashed(Column::Id, text, hash)?.code),
        }
    }

    #[inline(never)]
    fn other_text(&mut self, lexer: &mut Lexer, store: &mut Store, column: Column) -> Result<u32, Fault> {
        let Some(span) = string_or_null(lexer)? else { return Ok(ABSENT) };
        if span.escaped {
            return self.escaped_text(lexer, store, column, span);
        }
        lexer.check_length(span, span.end - span.start, &self.limits)?;
        let interned = store.intern(column, lexer.bytes.get(span.start..span.end).unwrap_or_default())?;
        self.predictor.learn(column, interned.place, &self.codes);
        Ok(interned.code)
    }

    #[inline(never)]
    fn escaped_text(&mut self, lexer: &mut Lexer, store: &mut Store, column: Column, span: Span) -> Result<u32, Fault> {
        self.text.clear();
        self.repaired += resolve_into(lexer.text(span), &mut self.text)?;
        lexer.check_length(span, self.text.len(), &self.limits)?;
        Ok(store.intern(column, self.text.as_bytes())?.code)
    }

    /// Takes a string that is one of those predicted.
    #[inline(always)]
    fn predicted_text(&mut self, lexer: &mut Lexer, store: &Store, column: Column) -> Option<u32> {
        let rest = lexer.bytes.get(lexer.at..)?.strip_prefix(b"\"")?;
        let (code, length) = self.predictor.predict(column, &self.codes, |place| {
            let (code, text) = store.entry(place);
            let holds = rest.get(text.len()) == Some(&b'"') && starts_with(rest, text) && code != ABSENT;
            holds.then_some((code, text.len()))
        })?;
        lexer.at += length + 2;
        Some(code)
    }

    /// Takes an object that is one of those predicted. Whatever begins with the text of one is that object, because the text ends
    /// with its brace. Numbers must not be predicted like this: a longer one may begin with the same digits.
    #[inline(always)]
    fn predicted_json(&mut self, lexer: &mut Lexer, store: &Store, column: Column) -> Option<u32> {
        let rest = lexer.bytes.get(lexer.at..)?;
        let (code, length) = self.predictor.predict(column, &self.codes, |place| {
            let (code, json) = store.entry(place);
            (code != ABSENT && starts_with(rest, json)).then_some((code, json.len()))
        })?;
        lexer.at += length;
        Some(code)
    }

    #[inline(always)]
    pub(super) fn json(&mut self, lexer: &mut Lexer, store: &mut Store, column: Column) -> Result<u32, Fault> {
        match self.predicted_json(lexer, store, column) {
            Some(code) => Ok(code),
            None => self.other_json(lexer, store, column),
        }
    }

    #[inline(never)]
    fn other_json(&mut self, lexer: &mut Lexer, store: &mut Store, column: Column) -> Result<u32, Fault> {
        match lexer.peek_token()? {
            b'{' | b'[' => {}
            b'n' => return lexer.word(b"null").map(|()| ABSENT),
            _ => return Err(wrong_type(lexer)),
        }
        let start = lexer.at;
        let notes = self.raw.read(lexer, &self.limits, self.depth_left)?;
        if notes.duplicates {
            self.duplicates |= 1 << column as u32;
        }
        self.repaired += notes.repaired;
        if notes.needs_mending() {
            let raw = lexer.text(Span { start, end: lexer.at, escaped: false });
            return Ok(store.intern(column, mended(raw)?.as_bytes())?.code);
        }
        let interned = store.intern(column, lexer.bytes.get(start..lexer.at).unwrap_or_default())?;
        if !notes.duplicates {
            self.predictor.learn(column, interned.place, &self.codes);
        }
        Ok(interned.code)
    }

    #[inline(never)]
    pub(super) fn keep_unnamed(&mut self, lexer: &mut Lexer) -> Result<(), Fault> {
        let key = self.key;
        lexer.peek_token()?;
        let start = lexer.at;
        let notes = self.raw.read(lexer, &self.limits, usize::MAX)?;
        if lexer.is(key, PROTO) {
            return Ok(());
        }
        let raw = lexer.text(Span { start, end: lexer.at, escaped: false });
        let (name, repaired) = resolve(lexer.text(key))?;
        lexer.check_length(key, name.len(), &self.limits)?;
        self.repaired += notes.repaired + repaired;
        self.duplicates |= u32::from(notes.duplicates) << Column::Unnamed as u32;
        self.unnamed.keep(key, &name, raw, notes)
    }
}

/// The UUID of the string that comes next, if it is one without escapes: then the string needs no other check.
#[inline(always)]
fn packed_uid(lexer: &Lexer) -> Option<u128> {
    let string = lexer.bytes.get(lexer.at..)?.first_chunk::<{ uuid::TEXT_LENGTH + 2 }>()?;
    let [b'"', text @ .., b'"'] = string else { return None };
    uuid::pack(text)
}

#[inline(always)]
fn string_or_null(lexer: &mut Lexer) -> Result<Option<Span>, Fault> {
    match lexer.peek_token()? {
        b'"' => lexer.string().map(Some),
        b'n' => lexer.word(b"null").map(|()| None),
        _ => Err(wrong_type(lexer)),
    }
}

//! What may come next in a body: a state after each thing that was read, so that a chunk may end anywhere.

use super::envelope::EnvelopeMember;
use super::row::wrong_type;
use super::{BodyForm, Ingest, Notes};
use crate::json::Fault;
use crate::json::lex::{Lexer, mark_length};
use crate::json::path::push_index;

/// What is to be read next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// A byte order mark may come here.
    Start,
    Top,
    FirstKey,
    Key,
    Colon(EnvelopeMember),
    Value(EnvelopeMember),
    AfterMember,
    FirstRow,
    Row,
    AfterRow,
    End,
}

impl Ingest {
    /// Reads one thing, or a run of rows, and notes what may follow.
    pub(super) fn step(&mut self, lexer: &mut Lexer) -> Result<(), Fault> {
        self.state = match &self.state {
            State::Start => self.start(lexer)?,
            State::Top => self.top(lexer)?,
            State::FirstKey => self.first_key(lexer)?,
            State::Key => self.key(lexer)?,
            State::Colon(member) => {
                lexer.expect(b':')?;
                State::Value(member.clone())
            }
            State::Value(EnvelopeMember::Findings) => self.findings_value(lexer)?,
            State::Value(member) => {
                self.envelope.read(member, (lexer, self.base), &self.limits, &mut self.notes)?;
                self.envelope.see(member, &mut self.notes);
                State::AfterMember
            }
            State::AfterMember => {
                if lexer.more(b'}')? {
                    State::Key
                } else {
                    State::End
                }
            }
            State::FirstRow => self.first_row(lexer)?,
            State::Row => self.rows_on(lexer)?,
            State::AfterRow => {
                if lexer.more(b']')? {
                    State::Row
                } else {
                    self.after_rows()
                }
            }
            State::End => {
                lexer.end()?;
                return Err(Fault::Truncated);
            }
        };
        Ok(())
    }

    fn start(&self, lexer: &mut Lexer) -> Result<State, Fault> {
        if lexer.bytes.len() < 3 && b"\xEF\xBB\xBF".starts_with(lexer.bytes) {
            return Err(Fault::Truncated);
        }
        lexer.at += mark_length(lexer.bytes);
        Ok(State::Top)
    }

    fn top(&mut self, lexer: &mut Lexer) -> Result<State, Fault> {
        let byte = lexer.peek_token()?;
        let next = match (self.form, byte) {
            (BodyForm::Result, b'{') => State::FirstKey,
            (BodyForm::Rows, b'[') => {
                self.has_findings = true;
                State::FirstRow
            }
            _ => return Err(wrong_type(lexer)),
        };
        lexer.at += 1;
        Ok(next)
    }

    fn first_key(&mut self, lexer: &mut Lexer) -> Result<State, Fault> {
        if lexer.peek_token()? != b'}' {
            return self.key(lexer);
        }
        lexer.at += 1;
        Ok(State::End)
    }

    fn key(&mut self, lexer: &mut Lexer) -> Result<State, Fault> {
        if lexer.peek_token()? != b'"' {
            return Err(Fault::Syntax);
        }
        let start = lexer.at;
        let span = lexer.rare_string()?;
        let (name, repaired) = crate::json::escapes::resolve(lexer.text(span))?;
        lexer.check_length(span, name.len(), &self.limits)?;
        if let Err(fault) = self.envelope.admit(&name) {
            lexer.at = start;
            return Err(fault);
        }
        self.notes.repaired_strings += repaired;
        Ok(State::Colon(EnvelopeMember::of(&name)))
    }

    fn findings_value(&mut self, lexer: &mut Lexer) -> Result<State, Fault> {
        let byte = lexer.peek_token()?;
        if byte == b'[' {
            self.envelope.forget_wrong(&EnvelopeMember::Findings);
        } else {
            self.envelope.read(&EnvelopeMember::Findings, (lexer, self.base), &self.limits, &mut self.notes)?;
        }
        if self.envelope.see(&EnvelopeMember::Findings, &mut self.notes) {
            // The last of equal keys wins, but a row that cannot be read ends the reading, whichever list it is in.
            self.store.clear_rows();
            self.row_notes = Notes::default();
        }
        self.has_findings = byte == b'[';
        if !self.has_findings {
            return Ok(State::AfterMember);
        }
        lexer.at += 1;
        Ok(State::FirstRow)
    }

    fn first_row(&self, lexer: &mut Lexer) -> Result<State, Fault> {
        if lexer.peek_token()? != b']' {
            return Ok(State::Row);
        }
        lexer.at += 1;
        Ok(self.after_rows())
    }

    fn after_rows(&self) -> State {
        if self.form == BodyForm::Rows { State::End } else { State::AfterMember }
    }

    /// Reads rows as long as one follows another.
    fn rows_on(&mut self, lexer: &mut Lexer) -> Result<State, Fault> {
        self.row(lexer)?;
        while lexer.peek() == Some(b',') {
            let start = lexer.at + 1;
            lexer.at = start;
            match self.row(lexer) {
                Ok(()) => {}
                Err(Fault::Truncated) => {
                    // The rows before this one stay read.
                    lexer.at = start;
                    return Ok(State::Row);
                }
                Err(fault) => return Err(fault),
            }
        }
        Ok(State::AfterRow)
    }

    fn row(&mut self, lexer: &mut Lexer) -> Result<(), Fault> {
        lexer.peek_token()?;
        if self.store.len() >= self.limits.max_rows {
            return Err(Fault::TooLarge);
        }
        self.reader.read(lexer, &mut self.store, &mut self.row_notes)?;
        if self.reader.has_duplicates() {
            self.note_duplicates();
        }
        Ok(())
    }

    #[cold]
    fn note_duplicates(&mut self) {
        for name in self.reader.duplicates() {
            let row = self.store.len() - 1;
            let findings = if self.form == BodyForm::Rows { "" } else { "/findings" };
            self.row_notes.duplicate_key(|| {
                let mut pointer = findings.to_owned();
                push_index(&mut pointer, row.into());
                if !name.is_empty() {
                    crate::json::path::push_key(&mut pointer, name);
                }
                pointer
            });
        }
    }
}

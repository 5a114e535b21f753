//! Ingest: bytes of a scan result in, as they arrive; a store out. A chunk may end anywhere.
//!
//! Complete values are read straight from the chunk. A row or a value that a chunk cuts is kept until its end is here; a value may
//! be nearly all of a body. The running figures are those of complete rows.

mod boundary;
mod by_code;
mod envelope;
mod grammar;
mod notes;
mod predict;
mod row;
mod shape;
mod template;
mod unnamed;

pub(crate) use envelope::Envelope;
pub(crate) use notes::{Notes, of_findings};

use crate::findings::scan::{COMPLETED, Scan};
use crate::findings::store::Store;
use crate::json::lex::Lexer;
use crate::json::path::push_index;
use crate::json::{Error, Fault, Limits, beginning_of_text};
use crate::memory::ask_for;
use crate::wire::severity::SeverityCounts;
use boundary::Boundary;
use envelope::EnvelopeMember;
use grammar::State;
use row::RowReader;

/// Why no scan came out of the bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IngestError {
    /// The bytes are not the JSON that the interface promises, or hold more than the limits allow or than there is memory for.
    Json(Error),
    /// The body is `{ "error": … }`: the service says that it failed; with its text, if it gives one.
    Refused(Option<String>),
    /// The same with a text that is too long: its beginning, which may be cut anywhere, even inside a secret.
    RefusedAtLength(String),
}

impl IngestError {
    /// For a fault of the text from a byte on, rather than of a value in it.
    fn at(fault: Fault, offset: u64) -> Self {
        IngestError::Json(Error { fault, pointer: String::new(), offset: Some(offset) })
    }
}

/// What the bytes of a scan hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BodyForm {
    /// A container scan result: a whole answer of the service.
    Result,
    /// A bare array of findings: a caller's own data.
    Rows,
}

/// A scan on its way into a store.
pub struct Ingest {
    limits: Limits,
    form: BodyForm,
    state: State,
    /// The beginning of a value that a chunk cut.
    carry: Vec<u8>,
    boundary: Boundary,
    /// Bytes received.
    bytes: u64,
    /// Offset of the text under way.
    base: u64,
    envelope: Envelope,
    has_findings: bool,
    store: Store,
    reader: RowReader,
    /// What was noticed around the rows.
    notes: Notes,
    /// What was noticed in the rows, which a second list of findings would replace.
    row_notes: Notes,
    failed: Option<IngestError>,
}

/// A carry buffer larger than this is given back after use.
const CARRY_KEPT: usize = 1 << 20;

impl Ingest {
    /// For a body of this form.
    pub fn of(form: BodyForm, limits: Limits) -> Self {
        // The array and the row, and the result around both.
        let around = if form == BodyForm::Rows { 2 } else { 3 };
        Ingest {
            limits,
            form,
            state: State::Start,
            carry: Vec::new(),
            boundary: Boundary::default(),
            bytes: 0,
            base: 0,
            envelope: Envelope::default(),
            has_findings: false,
            store: Store::new(),
            reader: RowReader::new(limits, around),
            notes: Notes::default(),
            row_notes: Notes::default(),
            failed: None,
        }
    }

    /// For a container scan result.
    pub fn new(limits: Limits) -> Self {
        Ingest::of(BodyForm::Result, limits)
    }

    /// For a bare array of findings.
    pub fn rows(limits: Limits) -> Self {
        Ingest::of(BodyForm::Rows, limits)
    }

    /// Seeds the hash tables: texts made to share a place in them do so only if the seed can be foreseen.
    pub fn seeded(mut self, seed: u64) -> Self {
        self.store.set_seed(seed);
        self
    }

    /// Complete findings so far.
    pub fn findings(&self) -> u32 {
        self.store.len()
    }

    /// Their severities.
    pub fn by_severity(&self) -> SeverityCounts {
        self.store.by_severity()
    }

    /// Bytes received so far.
    #[cfg(test)]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Takes the next bytes. After an error every further call returns it again.
    pub fn push(&mut self, chunk: &[u8]) -> Result<(), IngestError> {
        if let Some(error) = &self.failed {
            return Err(error.clone());
        }
        let is_room_left = |bytes| ask_for(&[]).map_err(|refused| IngestError::at(refused.into(), bytes));
        let taken = self.take(chunk).and_then(|()| is_room_left(self.bytes));
        if let Err(error) = &taken {
            self.failed = Some(error.clone());
        }
        taken
    }

    fn take(&mut self, chunk: &[u8]) -> Result<(), IngestError> {
        let before = self.bytes;
        self.bytes += chunk.len() as u64;
        if self.bytes > self.limits.max_bytes {
            return Err(IngestError::at(Fault::TooLarge, self.limits.max_bytes));
        }
        let mut from = 0;
        while !self.carry.is_empty() {
            let rest = chunk.get(from..).unwrap_or_default();
            let needed = self.boundary.feed(rest);
            let part = rest.get(..needed.unwrap_or(rest.len())).unwrap_or_default();
            self.keep(part)?;
            from += part.len();
            if needed.is_none() {
                return Ok(());
            }
            let carry = std::mem::take(&mut self.carry);
            let base = before + from as u64 - carry.len() as u64;
            let used = self.run(&carry, base)?;
            // Once a value has ended, the reader never lacks bytes of it; if it did, this would go on without end.
            if used == 0 {
                return Err(IngestError::at(Fault::Syntax, base));
            }
            self.cut(carry.get(used..).unwrap_or_default())?;
            if self.carry.is_empty() && carry.capacity() <= CARRY_KEPT {
                self.carry = carry;
                self.carry.clear();
            }
        }
        let rest = chunk.get(from..).unwrap_or_default();
        let used = self.run(rest, before + from as u64)?;
        self.cut(rest.get(used..).unwrap_or_default())
    }

    /// Keeps the beginning of a value that goes on in the next chunk.
    fn cut(&mut self, part: &[u8]) -> Result<(), IngestError> {
        self.boundary = Boundary::default();
        self.boundary.feed(part);
        self.keep(part)
    }

    fn keep(&mut self, part: &[u8]) -> Result<(), IngestError> {
        self.carry.try_reserve(part.len()).map_err(|_| IngestError::at(Fault::OutOfMemory, self.bytes))?;
        self.carry.extend_from_slice(part);
        Ok(())
    }

    /// Reads all whole values of `bytes`; returns how many bytes they take.
    fn run(&mut self, bytes: &[u8], base: u64) -> Result<usize, IngestError> {
        let mut lexer = Lexer::new(bytes, 0);
        self.base = base;
        loop {
            let before = lexer.at;
            match self.step(&mut lexer) {
                Ok(()) => {}
                Err(Fault::Truncated) => {
                    lexer.at = before;
                    // White space before a value need not be kept.
                    let _ = lexer.peek_token();
                    return Ok(if self.state == State::Start { before } else { lexer.at });
                }
                Err(fault) => {
                    let refusal = self.refusal(fault, bytes.get(before..).unwrap_or_default());
                    return Err(refusal.unwrap_or_else(|| IngestError::Json(self.error_at(fault, &lexer))));
                }
            }
        }
    }

    /// What the service has said about its failure so far, if the fault is one that legal JSON can have.
    fn refusal(&self, fault: Fault, text: &[u8]) -> Option<IngestError> {
        match (&self.state, fault) {
            // However long a service says why it failed, it has failed.
            (State::Value(EnvelopeMember::Error), Fault::TooLong) => {
                beginning_of_text(text).map(IngestError::RefusedAtLength)
            }
            (_, Fault::WrongType | Fault::TooLarge | Fault::TooLong | Fault::TooDeep | Fault::TooMany) => {
                self.envelope.refusal.clone().map(IngestError::Refused)
            }
            _ => None,
        }
    }

    fn error_at(&self, fault: Fault, lexer: &Lexer) -> Error {
        let mut pointer = String::new();
        match &self.state {
            State::Value(member) => crate::json::path::push_key(&mut pointer, member.name()),
            State::FirstRow | State::Row | State::AfterRow => {
                if self.form == BodyForm::Result {
                    pointer.push_str("/findings");
                }
                // A fault after a row is a fault of the list.
                if self.state != State::AfterRow {
                    push_index(&mut pointer, self.store.len().into());
                }
                if self.state == State::Row {
                    self.reader.push_pointer(lexer, &mut pointer);
                }
            }
            _ => {}
        }
        Error { fault, pointer, offset: Some(self.base + lexer.at as u64) }
    }

    /// The end of the bytes: the scan, if it is whole.
    pub fn finish(mut self) -> Result<Scan, IngestError> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        if self.state != State::End {
            return Err(self.unfinished());
        }
        if let Some(refusal) = self.envelope.take_refusal() {
            return Err(IngestError::Refused(refusal));
        }
        if let Some(error) = self.envelope.take_wrong() {
            return Err(IngestError::Json(error));
        }
        if self.form == BodyForm::Rows {
            self.envelope.scan_id = Some(String::new());
            self.envelope.status = Some(COMPLETED.to_owned());
        }
        if let Some(error) = self.envelope.missing() {
            return Err(IngestError::Json(error));
        }
        self.store.seal();
        self.notes.add(self.row_notes);
        Ok(Scan::new(self.envelope, self.has_findings.then_some(self.store), self.notes))
    }

    /// Why the bytes so far are not a whole body.
    fn unfinished(&mut self) -> IngestError {
        let carry = std::mem::take(&mut self.carry);
        self.base = self.bytes - carry.len() as u64;
        let mut lexer = Lexer::new(&carry, 0);
        loop {
            match self.step(&mut lexer) {
                Ok(()) => {}
                Err(fault) => {
                    if fault == Fault::Truncated {
                        lexer.at = carry.len();
                    }
                    return IngestError::Json(self.error_at(fault, &lexer));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;

//! Ingest: bytes of a scan result in, as they arrive; a store out. A chunk may end anywhere.
//!
//! Complete values are read straight from the chunk. What a chunk cuts (one row at most) is kept until its end is here. The
//! running figures are those of the rows that are whole.

mod boundary;
#[cfg(test)]
mod conformance;
mod envelope;
mod notes;
mod predict;
mod row;
mod shape;
mod template;

pub(crate) use envelope::Envelope;
pub(crate) use notes::{Notes, of_findings};

use crate::findings::scan::Scan;
use crate::findings::store::Store;
use crate::json::lex::{Lexer, mark_length};
use crate::json::path::push_index;
use crate::json::{Error, Fault, Limits};
use crate::wire::severity::SeverityCounts;
use boundary::Boundary;
use envelope::Member;
use row::{RowReader, wrong_type};

/// Why no scan came out of the bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IngestError {
    /// The bytes are not the JSON that the interface promises.
    Json(Error),
    /// The body is `{ "error": … }`: the service says that it failed, and its text where it gives one.
    Refused(Option<String>),
    /// More bytes or rows than the limits allow.
    TooLarge,
}

/// What the body is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Body {
    Result,
    Rows,
}

/// What is to be read next.
#[derive(Clone, Debug, PartialEq, Eq)]
enum State {
    /// A byte order mark may stand here.
    Start,
    Top,
    FirstKey,
    Key,
    Colon(Member),
    Value(Member),
    AfterMember,
    FirstRow,
    Row,
    AfterRow,
    End,
}

/// A scan on its way into a store.
pub struct Ingest {
    limits: Limits,
    body: Body,
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
    notes: Notes,
    failed: Option<IngestError>,
}

/// A carry buffer larger than this is given back after use.
const CARRY_KEPT: usize = 1 << 20;

impl Ingest {
    /// For a body that is a container scan result.
    pub fn new(limits: Limits) -> Self {
        Ingest::of(Body::Result, limits)
    }

    /// For a body that is a bare array of findings: a caller's own data.
    pub fn rows(limits: Limits) -> Self {
        Ingest::of(Body::Rows, limits)
    }

    /// With a number that nobody can foresee, only few hostile texts can be made to share a place in the tables.
    pub fn seeded(mut self, seed: u64) -> Self {
        self.store.set_seed(seed);
        self
    }

    fn of(body: Body, limits: Limits) -> Self {
        let mut reader = RowReader::new(limits);
        reader.depth_left = limits.max_depth.saturating_sub(if body == Body::Rows { 2 } else { 3 });
        Ingest {
            limits,
            body,
            state: State::Start,
            carry: Vec::new(),
            boundary: Boundary::default(),
            bytes: 0,
            base: 0,
            envelope: Envelope::default(),
            has_findings: false,
            store: Store::new(),
            reader,
            notes: Notes::default(),
            failed: None,
        }
    }

    /// Findings that are whole so far.
    pub fn findings(&self) -> u32 {
        self.store.len()
    }

    /// Their severities.
    pub fn by_severity(&self) -> SeverityCounts {
        self.store.by_severity()
    }

    /// Bytes received so far.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Takes the next bytes. After an error every further call returns it again.
    pub fn push(&mut self, chunk: &[u8]) -> Result<(), IngestError> {
        if let Some(error) = &self.failed {
            return Err(error.clone());
        }
        let taken = self.take(chunk);
        if let Err(error) = &taken {
            self.failed = Some(error.clone());
        }
        taken
    }

    fn take(&mut self, chunk: &[u8]) -> Result<(), IngestError> {
        let before = self.bytes;
        self.bytes += chunk.len() as u64;
        if self.bytes > self.limits.max_bytes {
            return Err(IngestError::TooLarge);
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
            if used == 0 {
                return Err(IngestError::Json(Error {
                    fault: Fault::Syntax,
                    pointer: String::new(),
                    offset: Some(base),
                }));
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
        self.carry.try_reserve(part.len()).map_err(|_| IngestError::TooLarge)?;
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
                Err(Step::Json(Fault::Truncated)) => {
                    lexer.at = before;
                    // White space before a value need not be kept.
                    let _ = lexer.peek_token();
                    return Ok(if self.state == State::Start { before } else { lexer.at });
                }
                Err(Step::Json(fault)) => return Err(IngestError::Json(self.placed(fault, &lexer))),
                Err(Step::TooLarge) => return Err(IngestError::TooLarge),
            }
        }
    }

    fn placed(&self, fault: Fault, lexer: &Lexer) -> Error {
        let mut pointer = String::new();
        match &self.state {
            State::Value(member) => crate::json::path::push_key(&mut pointer, member.name()),
            State::FirstRow | State::Row => {
                if self.body == Body::Result {
                    pointer.push_str("/findings");
                }
                push_index(&mut pointer, self.store.len().into());
                if self.state == State::Row {
                    self.reader.place(lexer, &mut pointer);
                }
            }
            _ => {}
        }
        Error { fault, pointer, offset: Some(self.base + lexer.at as u64) }
    }

    fn step(&mut self, lexer: &mut Lexer) -> Result<(), Step> {
        self.state = match &self.state {
            State::Start => self.start(lexer)?,
            State::Top => self.top(lexer)?,
            State::FirstKey => match lexer.peek_token()? {
                b'}' => {
                    lexer.at += 1;
                    State::End
                }
                _ => self.key(lexer)?,
            },
            State::Key => self.key(lexer)?,
            State::Colon(member) => {
                lexer.expect(b':')?;
                State::Value(member.clone())
            }
            State::Value(Member::Findings) => self.findings_value(lexer)?,
            State::Value(member) => {
                self.envelope.read(member, (lexer, self.base), &self.limits, &mut self.notes)?;
                self.envelope.see(member, &mut self.notes)?;
                State::AfterMember
            }
            State::AfterMember => {
                if lexer.more(b'}')? {
                    State::Key
                } else {
                    State::End
                }
            }
            State::FirstRow => match lexer.peek_token()? {
                b']' => {
                    lexer.at += 1;
                    self.after_rows()
                }
                _ => State::Row,
            },
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
                return Err(Step::Json(Fault::Truncated));
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
        let next = match (self.body, byte) {
            (Body::Result, b'{') => State::FirstKey,
            (Body::Rows, b'[') => {
                self.has_findings = true;
                State::FirstRow
            }
            _ => return Err(wrong_type(lexer)),
        };
        lexer.at += 1;
        Ok(next)
    }

    fn key(&mut self, lexer: &mut Lexer) -> Result<State, Fault> {
        if lexer.peek_token()? != b'"' {
            return Err(Fault::Syntax);
        }
        let start = lexer.at;
        let span = lexer.string()?;
        let (name, repaired) = crate::json::escapes::resolve(lexer.text(span));
        if name.len() > self.limits.max_string {
            lexer.at = start;
            return Err(Fault::TooLong);
        }
        self.notes.repaired_strings += repaired;
        Ok(State::Colon(Member::of(&name)))
    }

    fn findings_value(&mut self, lexer: &mut Lexer) -> Result<State, Fault> {
        let byte = lexer.peek_token()?;
        if byte != b'[' {
            self.envelope.read(&Member::Findings, (lexer, self.base), &self.limits, &mut self.notes)?;
        }
        if self.envelope.see(&Member::Findings, &mut self.notes)? {
            // The last of equal keys wins.
            self.store.clear_rows();
            self.notes.clear_rows();
        }
        self.has_findings = byte == b'[';
        if !self.has_findings {
            return Ok(State::AfterMember);
        }
        lexer.at += 1;
        Ok(State::FirstRow)
    }

    fn after_rows(&self) -> State {
        if self.body == Body::Rows { State::End } else { State::AfterMember }
    }

    /// Reads rows as long as one follows another.
    fn rows_on(&mut self, lexer: &mut Lexer) -> Result<State, Step> {
        self.row(lexer)?;
        while lexer.peek() == Some(b',') {
            let start = lexer.at + 1;
            lexer.at = start;
            match self.row(lexer) {
                Ok(()) => {}
                Err(Step::Json(Fault::Truncated)) => {
                    // The rows before this one stay read.
                    lexer.at = start;
                    return Ok(State::Row);
                }
                Err(step) => return Err(step),
            }
        }
        Ok(State::AfterRow)
    }

    fn row(&mut self, lexer: &mut Lexer) -> Result<(), Step> {
        lexer.peek_token()?;
        if self.store.len() >= self.limits.max_rows {
            return Err(Step::TooLarge);
        }
        self.reader.read(lexer, &mut self.store, &mut self.notes)?;
        if self.reader.has_duplicates() {
            self.note_duplicates();
        }
        Ok(())
    }

    #[cold]
    fn note_duplicates(&mut self) {
        for name in self.reader.duplicates() {
            let row = self.store.len() - 1;
            let findings = if self.body == Body::Rows { "" } else { "/findings" };
            self.notes.duplicate_key(|| {
                let mut pointer = findings.to_owned();
                push_index(&mut pointer, row.into());
                if !name.is_empty() {
                    crate::json::path::push_key(&mut pointer, name);
                }
                pointer
            });
        }
    }

    /// The end of the bytes: the scan, if it is whole.
    pub fn finish(mut self) -> Result<Scan, IngestError> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        if self.state != State::End {
            return Err(self.unfinished());
        }
        if let Some(refusal) = self.envelope.refused() {
            return Err(IngestError::Refused(refusal));
        }
        if let Some(error) = self.envelope.wrong.take() {
            return Err(IngestError::Json(error));
        }
        if self.body == Body::Rows {
            self.envelope.scan_id = Some(String::new());
            self.envelope.status = Some("completed".to_owned());
        }
        if let Some(error) = self.envelope.missing() {
            return Err(IngestError::Json(error));
        }
        self.store.seal();
        Ok(Scan::new(self.envelope, self.has_findings.then_some(self.store), self.notes))
    }
}

impl Ingest {
    /// Why the bytes so far are not a whole body.
    fn unfinished(&mut self) -> IngestError {
        let carry = std::mem::take(&mut self.carry);
        self.base = self.bytes - carry.len() as u64;
        let mut lexer = Lexer::new(&carry, 0);
        loop {
            match self.step(&mut lexer) {
                Ok(()) => {}
                Err(Step::TooLarge) => return IngestError::TooLarge,
                Err(Step::Json(fault)) => {
                    if fault == Fault::Truncated {
                        lexer.at = carry.len();
                    }
                    return IngestError::Json(self.placed(fault, &lexer));
                }
            }
        }
    }
}

/// Why a step did not complete.
enum Step {
    Json(Fault),
    TooLarge,
}

impl From<Fault> for Step {
    fn from(fault: Fault) -> Self {
        Step::Json(fault)
    }
}

#[cfg(test)]
mod tests;

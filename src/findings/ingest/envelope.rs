//! What surrounds the findings: the scan's own fields, as they come and as they end up.

use super::notes::Notes;
use crate::json::escapes::resolve;
use crate::json::lex::{Lexer, Span};
use crate::json::path::{pointer_to, push_index};
use crate::json::raw::{PROTO, RawNotes, RawReader, mended};
use crate::json::room::{copy, own};
use crate::json::{Error, Fault, Limits, MOST_MEMBERS, MOST_NAME_BYTES};

/// A member of the scan result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum EnvelopeMember {
    ScanId,
    Status,
    CreatedAt,
    CompletedAt,
    Repositories,
    Findings,
    Error,
    Unnamed(String),
}

impl EnvelopeMember {
    pub fn of(name: &str) -> Self {
        match name {
            "scan_id" => EnvelopeMember::ScanId,
            "status" => EnvelopeMember::Status,
            "created_at" => EnvelopeMember::CreatedAt,
            "completed_at" => EnvelopeMember::CompletedAt,
            "repositories" => EnvelopeMember::Repositories,
            "findings" => EnvelopeMember::Findings,
            "error" => EnvelopeMember::Error,
            _ => EnvelopeMember::Unnamed(name.to_owned()),
        }
    }

    pub fn name(&self) -> &str {
        match self {
            EnvelopeMember::ScanId => "scan_id",
            EnvelopeMember::Status => "status",
            EnvelopeMember::CreatedAt => "created_at",
            EnvelopeMember::CompletedAt => "completed_at",
            EnvelopeMember::Repositories => "repositories",
            EnvelopeMember::Findings => "findings",
            EnvelopeMember::Error => "error",
            EnvelopeMember::Unnamed(name) => name,
        }
    }
}

/// The scan's own fields.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Envelope {
    pub scan_id: Option<String>,
    pub status: Option<String>,
    pub created_at: Option<String>,
    pub completed_at: Option<String>,
    /// JSON text of an array of objects.
    pub repositories: Option<String>,
    /// Members that the interface does not name: name and JSON text.
    pub unnamed: Vec<(String, String)>,
    /// The service's own word that it failed, if it said so: its text, if it gave one.
    pub refusal: Option<Option<String>>,
    /// For each member whose last value so far is of a wrong type: its place. They matter only if nothing is refused.
    wrong: Vec<(EnvelopeMember, Error)>,
    seen: Vec<String>,
    /// Members so far, and bytes of their names.
    member_count: usize,
    name_bytes: usize,
}

impl Envelope {
    /// Takes a name, before anything is done with it.
    pub fn admit(&mut self, name: &str) -> Result<(), Fault> {
        self.member_count += 1;
        self.name_bytes = self.name_bytes.saturating_add(name.len());
        if self.member_count > MOST_MEMBERS || self.name_bytes > MOST_NAME_BYTES { Err(Fault::TooMany) } else { Ok(()) }
    }

    /// Notes that a member is here; returns whether it was there before.
    pub fn see(&mut self, member: &EnvelopeMember, notes: &mut Notes) -> bool {
        let name = member.name();
        if name == PROTO {
            return false;
        }
        let again = self.seen.iter().any(|seen| seen == name);
        if again {
            notes.duplicate_key(|| pointer_to(name));
        } else {
            self.seen.push(name.to_owned());
        }
        again
    }

    /// Reads a member's value, which comes next and is no list of findings; `base` is the offset of the lexer's text.
    pub fn read(
        &mut self,
        member: &EnvelopeMember,
        (lexer, base): (&mut Lexer, u64),
        limits: &Limits,
        notes: &mut Notes,
    ) -> Result<(), Fault> {
        let byte = lexer.peek_token()?;
        let start = lexer.at;
        let depth =
            if *member == EnvelopeMember::Repositories { limits.max_depth.saturating_sub(1) } else { usize::MAX };
        let found = RawReader::default().read(lexer, limits, depth)?;
        let span = Span { start, end: lexer.at, escaped: false };
        let raw = lexer.text(span);
        let is_scalar = !matches!(byte, b'{' | b'[' | b'"');
        if is_scalar && lexer.at == lexer.bytes.len() {
            // A number may go on in the next chunk.
            return Err(Fault::Truncated);
        }
        // As in a row, nothing is noted of what is not kept.
        if member.name() == PROTO {
            return Ok(());
        }
        notes.repaired_strings += found.repaired;
        if found.duplicates {
            notes.duplicate_key(|| pointer_to(member.name()));
        }
        if let EnvelopeMember::Unnamed(name) = member {
            notes.unknown_field(name);
            self.keep(name, json_of(raw, found)?);
            return Ok(());
        }
        self.forget_wrong(member);
        if let Some(wrong_at) = self.store(member, raw, found)? {
            let mut pointer = pointer_to(member.name());
            if let WrongAt::Item(item) = wrong_at {
                push_index(&mut pointer, item);
            }
            let error = Error { fault: Fault::WrongType, pointer, offset: Some(base + start as u64) };
            self.wrong.push((member.clone(), error));
        }
        Ok(())
    }

    /// Forgets that a value of this member was of a wrong type: another one counts.
    pub fn forget_wrong(&mut self, member: &EnvelopeMember) {
        self.wrong.retain(|(wrong, _)| wrong != member);
    }

    /// The first value of a wrong type among those that count.
    pub fn take_wrong(&mut self) -> Option<Error> {
        self.wrong.drain(..).next().map(|(_, error)| error)
    }

    /// Keeps a member that the interface does not name.
    fn keep(&mut self, name: &str, json: String) {
        match self.unnamed.iter_mut().find(|(known, _)| known == name) {
            Some((_, value)) => *value = json,
            None => self.unnamed.push((name.to_owned(), json)),
        }
    }

    /// Takes the value of a member that the interface names; returns where it is of the wrong type.
    fn store(&mut self, member: &EnvelopeMember, raw: &str, found: RawNotes) -> Result<Option<WrongAt>, Fault> {
        let is_null = raw == "null";
        let field = match member {
            EnvelopeMember::ScanId => &mut self.scan_id,
            EnvelopeMember::Status => &mut self.status,
            EnvelopeMember::CreatedAt => &mut self.created_at,
            EnvelopeMember::CompletedAt => &mut self.completed_at,
            EnvelopeMember::Repositories => {
                self.repositories = if is_null { None } else { Some(json_of(raw, found)?) };
                return self.repositories.as_deref().map_or(Ok(None), not_objects);
            }
            EnvelopeMember::Error => {
                self.refusal = if is_null { None } else { Some(text_of(raw)?) };
                return Ok(None);
            }
            EnvelopeMember::Findings | EnvelopeMember::Unnamed(_) => return Ok((!is_null).then_some(WrongAt::Whole)),
        };
        *field = text_of(raw)?;
        Ok((field.is_none() && !is_null).then_some(WrongAt::Whole))
    }

    /// The refusal, if the body is `{ "error": … }`: the service's own text, if `error` is one.
    pub fn take_refusal(&mut self) -> Option<Option<String>> {
        self.refusal.take()
    }

    /// The first field that must be there and is not.
    pub fn missing(&self) -> Option<Error> {
        let missing = |pointer: &str| Some(Error::at(Fault::Missing, pointer));
        match (&self.scan_id, &self.status) {
            (None, _) => missing("/scan_id"),
            (_, None) => missing("/status"),
            _ => None,
        }
    }
}

/// A value to be kept raw.
fn json_of(raw: &str, found: RawNotes) -> Result<String, Fault> {
    if found.needs_mending() { mended(raw) } else { copy(raw) }
}

/// The string that a JSON text stands for, if it is one.
fn text_of(raw: &str) -> Result<Option<String>, Fault> {
    let Some(raw) = raw.strip_prefix('"').and_then(|raw| raw.strip_suffix('"')) else { return Ok(None) };
    own(resolve(raw)?.0).map(Some)
}

/// Where a value is of the wrong type.
enum WrongAt {
    Whole,
    Item(u64),
}

/// Where a JSON text, known to be legal, is not an array of objects.
fn not_objects(json: &str) -> Result<Option<WrongAt>, Fault> {
    let mut lexer = Lexer::new(json.as_bytes(), 0);
    let mut reader = RawReader::default();
    if lexer.expect(b'[').is_err() {
        return Ok(Some(WrongAt::Whole));
    }
    let mut item = 0;
    loop {
        match lexer.peek_token()? {
            b'{' => {}
            // It is empty: a legal text has no comma before its end.
            b']' => return Ok(None),
            _ => return Ok(Some(WrongAt::Item(item))),
        }
        reader.read_unlimited(&mut lexer)?;
        if !lexer.more(b']')? {
            return Ok(None);
        }
        item += 1;
    }
}

//! What surrounds the findings: the scan's own fields, as they come and as they end up.

use super::notes::Notes;
use crate::json::escapes::resolve;
use crate::json::lex::{Lexer, Span};
use crate::json::path::{pointer_to, push_index};
use crate::json::raw::{RawReader, mended};
use crate::json::{Error, Fault, Limits};

/// A member of the scan result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Member {
    ScanId,
    Status,
    CreatedAt,
    CompletedAt,
    Repositories,
    Findings,
    Error,
    Unnamed(String),
}

impl Member {
    pub fn of(name: &str) -> Self {
        match name {
            "scan_id" => Member::ScanId,
            "status" => Member::Status,
            "created_at" => Member::CreatedAt,
            "completed_at" => Member::CompletedAt,
            "repositories" => Member::Repositories,
            "findings" => Member::Findings,
            "error" => Member::Error,
            _ => Member::Unnamed(name.to_owned()),
        }
    }

    pub fn name(&self) -> &str {
        match self {
            Member::ScanId => "scan_id",
            Member::Status => "status",
            Member::CreatedAt => "created_at",
            Member::CompletedAt => "completed_at",
            Member::Repositories => "repositories",
            Member::Findings => "findings",
            Member::Error => "error",
            Member::Unnamed(name) => name,
        }
    }
}

/// Members of a result, those that the interface does not name included. More are no scan, and would be looked through in vain.
const MOST_MEMBERS: usize = 4096;

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
    /// The service's own word that it failed, where it said so: its text, if it is one.
    pub refusal: Option<Option<String>>,
    /// The first value of a wrong type. It matters only if the body is no refusal.
    pub wrong: Option<Error>,
    seen: Vec<String>,
    members: usize,
}

impl Envelope {
    /// Notes that a member stands here; returns whether it stood already.
    pub fn see(&mut self, member: &Member, notes: &mut Notes) -> Result<bool, Fault> {
        let name = member.name();
        // Also those that stand here again: each is looked for among the others.
        self.members += 1;
        if self.members > MOST_MEMBERS {
            return Err(Fault::TooLarge);
        }
        let again = self.seen.iter().any(|seen| seen == name);
        if again {
            notes.duplicate_key(|| pointer_to(name));
        } else {
            self.seen.push(name.to_owned());
        }
        Ok(again)
    }

    /// Reads the value of any member but `findings`, which is the next one; `base` is the offset of the lexer's text.
    pub fn read(
        &mut self,
        member: &Member,
        (lexer, base): (&mut Lexer, u64),
        limits: &Limits,
        notes: &mut Notes,
    ) -> Result<(), Fault> {
        let byte = lexer.peek_token()?;
        let start = lexer.at;
        let depth = if *member == Member::Repositories { limits.max_depth.saturating_sub(1) } else { usize::MAX };
        let found = RawReader::default().read(lexer, limits, depth)?;
        let span = Span { start, end: lexer.at, escaped: false };
        let raw = lexer.text(span);
        let is_scalar = !matches!(byte, b'{' | b'[' | b'"');
        if is_scalar && lexer.at == lexer.bytes.len() {
            // A number may go on in the next chunk.
            return Err(Fault::Truncated);
        }
        notes.repaired_strings += found.repaired;
        if found.duplicates {
            notes.duplicate_key(|| pointer_to(member.name()));
        }
        self.store(member, raw, found.needs_mending(), base + start as u64, notes);
        Ok(())
    }

    fn store(&mut self, member: &Member, raw: &str, needs_mending: bool, offset: u64, notes: &mut Notes) {
        let json = if needs_mending { mended(raw) } else { raw.to_owned() };
        let text = text_of(raw);
        let is_null = raw == "null";
        let field = match member {
            Member::ScanId => &mut self.scan_id,
            Member::Status => &mut self.status,
            Member::CreatedAt => &mut self.created_at,
            Member::CompletedAt => &mut self.completed_at,
            Member::Repositories => {
                self.repositories = (!is_null).then_some(json);
                if let Some(place) = self.repositories.as_deref().and_then(not_objects) {
                    self.wrong_at("/repositories", place, offset);
                }
                return;
            }
            Member::Error => {
                self.refusal = (!is_null).then_some(text);
                return;
            }
            Member::Findings => {
                if !is_null {
                    self.wrong_at("/findings", None, offset);
                }
                return;
            }
            Member::Unnamed(name) => {
                notes.unknown_field(name);
                match self.unnamed.iter_mut().find(|(known, _)| known == name) {
                    Some((_, value)) => *value = json,
                    None if name == "__proto__" => {}
                    None => self.unnamed.push((name.clone(), json)),
                }
                return;
            }
        };
        let is_text = text.is_some();
        *field = text;
        if !is_text && !is_null {
            self.wrong_at(&pointer_to(member.name()), None, offset);
        }
    }

    fn wrong_at(&mut self, pointer: &str, item: Option<u64>, offset: u64) {
        let mut pointer = pointer.to_owned();
        if let Some(item) = item {
            push_index(&mut pointer, item);
        }
        let error = Error { fault: Fault::WrongType, pointer, offset: Some(offset) };
        self.wrong.get_or_insert(error);
    }

    /// Whether the body is `{ "error": … }`: the service's own text from `error`, or else from `message`, where there is one.
    pub fn refused(&mut self) -> Option<Option<String>> {
        let error = self.refusal.take()?;
        let message = || text_of(&self.unnamed.iter().find(|(name, _)| name == "message")?.1);
        Some(error.or_else(message))
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

/// The text that a JSON text stands for, if it is one.
fn text_of(raw: &str) -> Option<String> {
    Some(resolve(raw.strip_prefix('"')?.strip_suffix('"')?).0.into_owned())
}

/// Where a JSON text is not an array of objects: `None` where it is one, the item's index, or no index for the whole.
fn not_objects(json: &str) -> Option<Option<u64>> {
    let mut lexer = Lexer::new(json.as_bytes(), 0);
    let mut reader = RawReader::default();
    if lexer.expect(b'[').is_err() {
        return Some(None);
    }
    let mut item = 0;
    loop {
        match lexer.peek_token() {
            Ok(b'{') => {}
            Ok(b']') if item == 0 => return None,
            _ => return Some(Some(item)),
        }
        let unlimited = Limits { max_string: usize::MAX, ..Limits::default() };
        let read = reader.read(&mut lexer, &unlimited, usize::MAX).and_then(|_| lexer.more(b']'));
        match read {
            Ok(true) => item += 1,
            Ok(false) => return None,
            Err(_) => return Some(Some(item)),
        }
    }
}

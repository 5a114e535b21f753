//! The members of one row that the interface does not name: kept as one JSON text.

use super::notes::Notes;
use crate::json::Fault;
use crate::json::escapes::resolve;
use crate::json::lex::{Lexer, Span};
use crate::json::raw::{RawNotes, has_duplicates, mended};
use crate::json::room::{append, append_string};
use crate::memory::push;

#[derive(Default)]
pub(super) struct Unnamed {
    /// `"a":1,"b":2`
    text: String,
    keys: Vec<Span>,
}

impl Unnamed {
    pub fn clear(&mut self) {
        self.text.clear();
        self.keys.clear();
    }

    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// Keeps a member of this name, and the text of its value, in which `found` was noticed.
    pub fn keep(&mut self, key: Span, name: &str, raw: &str, found: RawNotes) -> Result<(), Fault> {
        push(&mut self.keys, key)?;
        if !self.text.is_empty() {
            append(&mut self.text, ",")?;
        }
        append_string(&mut self.text, name)?;
        append(&mut self.text, ":")?;
        if found.needs_mending() { append(&mut self.text, &mended(raw)?) } else { append(&mut self.text, raw) }
    }

    /// Lists the names.
    pub fn list(&self, lexer: &Lexer, notes: &mut Notes) -> Result<(), Fault> {
        for key in &self.keys {
            notes.unknown_field(&resolve(lexer.text(*key))?.0);
        }
        Ok(())
    }

    /// Whether a name occurs more than once.
    pub fn has_duplicates(&self, lexer: &Lexer) -> Result<bool, Fault> {
        Ok(self.keys.len() > 1 && has_duplicates(lexer, &self.keys)?)
    }
}

//! Findings as text: one row as JSON, and windows of rows as codes for callers that keep the strings themselves.

use super::store::Store;
use super::store::column::{COLUMNS, Column};
use super::store::dictionary::ABSENT;
use super::store::uids::TEXT_LENGTH;
use crate::json::put::put;
use crate::json::write_string;

/// Numbers that [`Scan::codes`](super::Scan::codes) writes for each row: one for each of [`Column::ALL`], in that order.
pub const ROW_CODES: usize = COLUMNS;

/// Appends one finding as JSON. What is absent is left out; members without a name come last, as they came.
pub(crate) fn write_row(store: &Store, row: u32, out: &mut String) {
    out.push('{');
    let mut separator = "";
    if let Some(uid) = store.uids.get(row).text(&mut [0; TEXT_LENGTH]) {
        put(out, "\"uid\":");
        write_string(uid, out);
        separator = ",";
    }
    for column in Column::ALL {
        let Some(text) = store.text(column, row) else { continue };
        put(out, separator);
        separator = ",";
        if column != Column::Unnamed {
            out.push('"');
            put(out, column.name());
            put(out, "\":");
        }
        if column.is_json() {
            put(out, text);
        } else {
            write_string(text, out);
        }
    }
    out.push('}');
}

/// Appends findings as a JSON array.
pub(crate) fn write_rows(store: &Store, rows: impl IntoIterator<Item = u32>, out: &mut String) {
    out.push('[');
    for (at, row) in rows.into_iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        write_row(store, row, out);
    }
    out.push(']');
}

/// Texts by code. Codes and their texts never change while a scan lives, so a caller may keep what it has read.
#[derive(Clone, Copy)]
pub struct DictionaryView<'a> {
    store: &'a Store,
    column: Column,
}

impl<'a> DictionaryView<'a> {
    pub(crate) fn new(store: &'a Store, column: Column) -> Self {
        DictionaryView { store, column }
    }

    /// The text of a code; `None` for 0, which means that the finding has no value.
    pub fn get(&self, code: u32) -> Option<&'a str> {
        (code != ABSENT).then(|| self.store.text_of(self.column, code))
    }

    /// One more than the greatest code.
    pub fn len(&self) -> usize {
        self.store.code_count(self.column)
    }

    /// Whether no finding has a value.
    pub fn is_empty(&self) -> bool {
        self.len() == 1
    }
}

/// Texts one behind another, for a caller that takes them over at once and cuts them itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextRun {
    /// All texts.
    pub text: String,
    /// Where each text ends in `text`, counted in UTF-16 units as JavaScript counts; [`NO_TEXT`] for one that is absent.
    pub ends: Vec<u32>,
    units: u32,
}

/// Stands for the end of a text that is absent, which is not the same as empty.
pub const NO_TEXT: u32 = u32::MAX;

impl TextRun {
    pub(crate) fn push(&mut self, text: Option<&str>) {
        let Some(text) = text else { return self.ends.push(NO_TEXT) };
        put(&mut self.text, text);
        let units = if text.is_ascii() { text.len() } else { text.encode_utf16().count() };
        self.units += units as u32;
        self.ends.push(self.units);
    }
}

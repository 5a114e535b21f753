//! Findings as text: one row as JSON, and windows of rows as codes for callers that keep the strings themselves.

use super::store::Store;
use super::store::column::{COLUMNS, Column};
use super::store::dictionary::ABSENT;
use super::store::uids::Uid;
use super::store::uuid::TEXT_LENGTH;
use crate::json::put::put;
use crate::json::write_string;

/// Numbers that [`Scan::codes`](super::Scan::codes) writes for each row: one for each of [`Column::ALL`] in that order, and one
/// for the uid.
pub const ROW_CODES: usize = COLUMNS + 1;

/// Appends one finding as JSON, made as JavaScript makes it, from codes and their texts. What is absent is left out; members that
/// the interface does not name come last, as they came. For tests: it goes the way of `pkg/lib/rows.js`, so that they can compare
/// that with the export.
pub(crate) fn write_row(store: &Store, row: u32, out: &mut String) {
    put(out, "{");
    let mut separator = "";
    let codes = codes(store, &[row]);
    let (uid, columns) = codes.split_last().map_or((ABSENT, &[][..]), |(uid, columns)| (*uid, columns));
    let of_columns = Column::ALL.into_iter().map(Some).zip(columns.iter().copied());
    for (column, code) in [(None, uid)].into_iter().chain(of_columns) {
        if code == ABSENT {
            continue;
        }
        put(out, separator);
        separator = ",";
        if column != Some(Column::Unnamed) {
            put(out, "\"");
            put(out, column.map_or("uid", Column::name));
            put(out, "\":");
        }
        let text = texts(store, column, &mut [code]);
        let [before, after] = around(column);
        let text = text.strip_prefix(before).and_then(|text| text.strip_suffix(after)).unwrap_or_default();
        if column.is_some_and(Column::is_json) {
            put(out, text);
        } else {
            write_string(text, out);
        }
    }
    put(out, "}");
}

pub(crate) fn codes(store: &Store, rows: &[u32]) -> Vec<u32> {
    let mut codes = Vec::with_capacity(rows.len() * ROW_CODES);
    // Column by column: what is known of a column is looked up once.
    for column in Column::ALL {
        let of_column = store.codes(column);
        codes.extend(rows.iter().map(|&row| of_column.get(row)));
    }
    codes.extend(rows.iter().map(|&row| if store.uids.get(row) == Uid::Absent { ABSENT } else { row + 1 }));
    codes
}

/// In place of the end of a text that had no room in the run.
pub const NO_TEXT: u32 = u32::MAX;

/// Most bytes of a run of texts, unless a single text is longer. In JavaScript, a part of a run may keep all of it alive.
const RUN: usize = 1 << 15;

/// Texts one after another, for a caller that takes them over at once and cuts them itself: of a column by code, or uids.
///
/// In place of each code goes the end of its text, counted in UTF-16 units as JavaScript counts. A run ends before it gets
/// long; the codes after its end get [`NO_TEXT`] and have to be asked for again.
pub(crate) fn texts(store: &Store, column: Option<Column>, codes: &mut [u32]) -> String {
    let mut run = Run::default();
    let around = around(column);
    let Some(column) = column else {
        for code in codes {
            let mut buffer = [0; TEXT_LENGTH];
            run.add(code, store.uids.get(code.wrapping_sub(1)).bytes(&mut buffer).unwrap_or_default(), around);
        }
        return run.finish();
    };
    for codes in codes.chunks_mut(AHEAD) {
        if run.is_full {
            codes.fill(NO_TEXT);
            continue;
        }
        // Texts are all over the memory: while one is copied, nothing can wait for the next, so many are looked up beforehand.
        let mut texts = [&[][..]; AHEAD];
        texts.iter_mut().zip(&*codes).for_each(|(text, code)| *text = store.bytes_of(column, *code));
        codes.iter_mut().zip(texts).for_each(|(code, text)| run.add(code, text, around));
    }
    run.finish()
}

/// What stands around each text of a run. JSON texts make a list without its brackets; a comma follows the last one too.
fn around(column: Option<Column>) -> [&'static str; 2] {
    match column {
        Some(Column::Unnamed) => ["{", "},"],
        Some(column) if column.is_json() => ["", ","],
        _ => ["", ""],
    }
}

/// How many texts are looked up before the first of them is copied.
const AHEAD: usize = 64;

/// Texts one after another.
#[derive(Default)]
struct Run {
    bytes: Vec<u8>,
    /// Length in UTF-16 units.
    units: u32,
    is_full: bool,
}

impl Run {
    /// Appends the text of a code, and writes its end over the code.
    #[inline(always)]
    fn add(&mut self, code: &mut u32, text: &[u8], [before, after]: [&str; 2]) {
        let length = before.len() + text.len() + after.len();
        self.is_full |= !self.bytes.is_empty() && self.bytes.len() + length > RUN;
        if self.is_full {
            *code = NO_TEXT;
            return;
        }
        self.bytes.extend_from_slice(before.as_bytes());
        self.bytes.extend_from_slice(text);
        self.bytes.extend_from_slice(after.as_bytes());
        self.units += utf16_units(text) + (before.len() + after.len()) as u32;
        *code = self.units;
    }

    fn finish(self) -> String {
        // Looked over once: a look at each text takes longer than copying it.
        String::from_utf8(self.bytes).unwrap_or_default()
    }
}

/// How many UTF-16 units a text has that is UTF-8: one for each character, and a second one for those of four bytes.
fn utf16_units(text: &[u8]) -> u32 {
    if text.is_ascii() {
        return text.len() as u32;
    }
    let characters = text.iter().filter(|&&byte| byte & 0xC0 != 0x80).count();
    let pairs = text.iter().filter(|&&byte| byte >= 0xF0).count();
    (characters + pairs) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_those_of_javascript() {
        for text in
            ["", "plain", "\u{80}", "caf\u{e9}", "\u{7ff}\u{800}\u{ffff}", "\u{10000}\u{10ffff}", "a\u{1f600}b\u{20ac}"]
        {
            assert_eq!(utf16_units(text.as_bytes()), text.encode_utf16().count() as u32, "{text:?}");
        }
    }
}

//! CSV after RFC 4180: a header, lines ended by CR LF, quotes where they are needed.
//!
//! A cell that a spreadsheet would run as a formula gets an apostrophe before it, as OWASP advises. That is common, because of
//! packages such as `@scope/name`, so it can be switched off for programs that read the cells back.

use super::PIECE;
use super::rows::Rows;
use crate::findings::epss;
use crate::findings::filter::Filter;
use crate::findings::order::Sort;
use crate::findings::scan::Scan;
use crate::findings::store::Store;
use crate::findings::store::column::Column;
use crate::findings::store::uids::Uid;
use crate::findings::store::uuid::TEXT_LENGTH;
use crate::memory::{OutOfMemory, ask_for};
use crate::wire::deceptive::is_deceptive;

/// What to write as CSV.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CsvOptions {
    /// Which findings.
    pub filter: Filter,
    /// In which order. Default: that of pages.
    pub sort: Vec<Sort>,
    /// Leaves cells that a spreadsheet would run as they are. Default: they are defused.
    pub raw: bool,
}

/// The columns that are written as they are: after `uid`, and before what is worked out.
const WRITTEN: [Column; 10] = [
    Column::Image,
    Column::Kind,
    Column::Target,
    Column::Id,
    Column::Package,
    Column::Severity,
    Column::InstalledVersion,
    Column::FixedVersion,
    Column::Title,
    Column::PrimaryUrl,
];

/// The last cells of a line, which are worked out.
const WORKED_OUT: &str = ",epss,fixable,exploit\r\n";

pub(super) struct Csv {
    raw: bool,
    rows: Rows,
    known: Known,
    is_begun: bool,
}

impl Csv {
    pub fn new(scan: &Scan, options: CsvOptions) -> Result<Csv, OutOfMemory> {
        let known = scan.known().map(|(store, _)| Known::of(store)).transpose()?.unwrap_or_default();
        let rows = Rows::new(scan, &options.filter, options.sort)?;
        Ok(Csv { raw: options.raw, rows, known, is_begun: false })
    }

    /// Appends what comes next, whole texts and ASCII, and so UTF-8; `false` if all was written.
    pub fn write(&mut self, scan: &Scan, out: &mut Vec<u8>) -> Result<bool, OutOfMemory> {
        if !std::mem::replace(&mut self.is_begun, true) {
            put(out, header().as_bytes());
        }
        let Some((store, _)) = scan.known() else { return Ok(!out.is_empty()) };
        let mut table = Table { store, raw: self.raw, known: &mut self.known, out };
        while table.out.len() < PIECE
            && let Some(row) = self.rows.next(scan)?
        {
            table.write_line(row);
        }
        Ok(!table.out.is_empty())
    }
}

fn header() -> String {
    let mut header = "uid".to_owned();
    for column in WRITTEN {
        header.push(',');
        header.push_str(column.name());
    }
    header.push_str(WORKED_OUT);
    header
}

/// What was found out about texts, by their codes: nearly every cell repeats a text.
#[derive(Default)]
struct Known {
    /// By column: how the text is written.
    forms: [Vec<Form>; WRITTEN.len()],
    /// Of `epss_details`: the cell.
    probabilities: Vec<Option<String>>,
}

/// How a text is written.
#[derive(Clone, Copy)]
enum Form {
    NotKnown,
    AsItIs,
    /// Quoted, defused, or both.
    Changed,
}

impl Known {
    fn of(store: &Store) -> Result<Known, OutOfMemory> {
        let texts = WRITTEN.map(|column| store.code_count(column));
        let probabilities = store.code_count(Column::EpssDetails);
        ask_for(&[texts.iter().sum(), probabilities * size_of::<Option<String>>()])?;
        Ok(Known { forms: texts.map(|count| vec![Form::NotKnown; count]), probabilities: vec![None; probabilities] })
    }
}

struct Table<'a> {
    store: &'a Store,
    raw: bool,
    known: &'a mut Known,
    out: &'a mut Vec<u8>,
}

impl Table<'_> {
    fn write_line(&mut self, row: u32) {
        let mut buffer = [0; TEXT_LENGTH];
        match self.store.uids.get(row) {
            // Hexadecimal digits and hyphens, a digit first: nothing to quote or to defuse.
            packed @ Uid::Packed(_) => put(self.out, packed.text(&mut buffer).unwrap_or_default().as_bytes()),
            uid => write_cell(uid.text(&mut buffer).unwrap_or_default(), self.raw, self.out),
        }
        for (place, column) in WRITTEN.into_iter().enumerate() {
            put(self.out, b",");
            self.write_text(place, column, self.store.codes(column).get(row));
        }
        put(self.out, b",");
        self.write_probability(self.store.codes(Column::EpssDetails).get(row));
        let class = self.store.class(row);
        for flag in [class.is_fixable(), class.is_exploitable()] {
            put(self.out, if flag { b",true" } else { b",false" });
        }
        put(self.out, b"\r\n");
    }

    fn write_text(&mut self, place: usize, column: Column, code: u32) {
        let store = self.store;
        let forms = self.known.forms.get_mut(place);
        let Some(form) = forms.and_then(|forms| forms.get_mut(code as usize)) else { return };
        if matches!(form, Form::NotKnown) {
            let text = store.text_of(column, code);
            let is_changed = must_quote(text) || (!self.raw && is_formula(text));
            *form = if is_changed { Form::Changed } else { Form::AsItIs };
        }
        match form {
            Form::Changed => write_cell(store.text_of(column, code), self.raw, self.out),
            _ => put(self.out, store.bytes_of(column, code)),
        }
    }

    fn write_probability(&mut self, code: u32) {
        let Some(cell) = self.known.probabilities.get_mut(code as usize) else { return };
        let cell = cell.get_or_insert_with(|| {
            epss::probability_text(self.store.text_of(Column::EpssDetails, code)).unwrap_or_default().into_owned()
        });
        write_cell(cell, self.raw, self.out);
    }
}

/// Appends one cell, defused unless `raw`, quoted where it must be.
#[inline(never)]
fn write_cell(text: &str, raw: bool, out: &mut Vec<u8>) {
    let quote: &[u8] = if must_quote(text) { b"\"" } else { b"" };
    put(out, quote);
    put(out, if !raw && is_formula(text) { b"'" } else { b"" });
    for (at, part) in text.split('"').enumerate() {
        put(out, if at > 0 { b"\"\"" } else { b"" });
        put(out, part.as_bytes());
    }
    put(out, quote);
}

/// One function for all pieces, because inlined copies would be a good part of the code.
#[inline(never)]
fn put(out: &mut Vec<u8>, bytes: &[u8]) {
    out.extend_from_slice(bytes);
}

fn must_quote(text: &str) -> bool {
    text.contains([',', '"', '\r', '\n', ';', '\t', '\0']) || text.starts_with(' ') || text.ends_with(' ')
}

/// Whether a spreadsheet may take the text for a formula, perhaps after stripping quotes, spaces and invisible characters.
fn is_formula(text: &str) -> bool {
    let dangerous =
        |c: char| matches!(c, '=' | '+' | '-' | '@' | '\t' | '\r' | '\n' | '\0' | '＝' | '＋' | '－' | '＠');
    let stripped = |c: char| !dangerous(c) && (matches!(c, '\'' | '"') || c.is_whitespace() || is_deceptive(c));
    text.trim_start_matches(stripped).starts_with(dangerous)
}

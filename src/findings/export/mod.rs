//! Findings for other programs: CSV, JSON, Markdown, SARIF. Counts in every export equal those of the rollup.
//!
//! An export is written piece by piece, so that a page can draw in between; a text is all pieces, one after another.

mod csv;
mod envelope;
mod filter;
mod json;
mod markdown;
mod output;
mod rows;
mod sarif;

use super::filter::Filter;
use super::scan::Scan;
use crate::memory::{OutOfMemory, ask_for};
use csv::Csv;
pub use csv::CsvOptions;
pub(crate) use envelope::write_envelope;
use json::Json;
use markdown::Markdown;
pub use markdown::MarkdownOptions;
use output::Output;
pub use output::TooLong;
use sarif::Sarif;

/// What to write, and of which findings.
#[derive(Clone, Debug, PartialEq)]
pub enum ExportOptions {
    /// RFC 4180.
    Csv(CsvOptions),
    /// The whole result, as the service would send it.
    Json,
    /// A summary for people.
    Markdown(MarkdownOptions),
    /// A SARIF 2.1.0 log of the findings that match.
    Sarif(Filter),
}

/// A file of a scan that is being written. Always give it the same scan.
pub struct Export {
    format: Format,
    /// The last piece: bytes of a table, or text.
    bytes: Vec<u8>,
    text: String,
}

enum Format {
    Csv(Csv),
    Json(Json),
    Markdown(Markdown),
    Sarif(Box<Sarif>),
}

/// Length from which on a piece is handed over: some hundred findings.
const PIECE: usize = 1 << 16;

/// Room for a piece, and for the finding that makes it one.
const ROOM: usize = 2 * PIECE;

impl Export {
    /// Begins a file.
    pub fn new(scan: &Scan, options: ExportOptions) -> Result<Export, OutOfMemory> {
        let format = match options {
            ExportOptions::Csv(options) => Format::Csv(Csv::new(scan, options)?),
            ExportOptions::Json => Format::Json(Json::default()),
            ExportOptions::Markdown(options) => Format::Markdown(Markdown::new(options)),
            ExportOptions::Sarif(filter) => Format::Sarif(Box::new(Sarif::new(scan, &filter)?)),
        };
        // It grows only for a longer text.
        ask_for(&[ROOM])?;
        Ok(match format {
            Format::Csv(_) => Export { format, bytes: Vec::with_capacity(ROOM), text: String::new() },
            _ => Export { format, bytes: Vec::new(), text: String::with_capacity(ROOM) },
        })
    }

    /// The next bytes of the file, UTF-8 as a whole: perhaps none yet, since some of the work writes nothing. `None` at its end.
    pub fn next(&mut self, scan: &Scan) -> Result<Option<&[u8]>, OutOfMemory> {
        let Export { format, bytes, text } = self;
        bytes.clear();
        text.clear();
        let goes_on = match format {
            Format::Csv(csv) => return Ok(csv.write(scan, bytes)?.then_some(bytes)),
            Format::Json(json) => json.write(scan, text),
            Format::Markdown(markdown) => markdown.write(scan, text)?,
            Format::Sarif(sarif) => sarif.write(scan, text)?,
        };
        Ok(goes_on.then_some(text.as_bytes()))
    }

    /// The file as a text.
    pub fn text(mut self, scan: &Scan) -> Result<String, TooLong> {
        let mut output = Output::new();
        while let Some(piece) = self.next(scan)? {
            output.append(piece)?;
        }
        Ok(output.finish())
    }
}

#[cfg(test)]
mod tests;

//! CSV after RFC 4180: a header, lines ended by CR LF, quotes where they are needed.
//!
//! A cell that a spreadsheet would run as a formula gets an apostrophe before it, as OWASP advises. Packages such as
//! `@scope/name` make that the normal case, so it can be switched off for programs that read the cells back.

use super::ordered;
use crate::findings::cache::Cache;
use crate::findings::epss;
use crate::findings::filter::Filter;
use crate::findings::store::Store;
use crate::findings::store::column::Column;
use crate::findings::store::uuid::TEXT_LENGTH;
use crate::json::put::put;
use crate::wire::deceptive::is_deceptive;

/// What to write as CSV.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CsvOptions {
    /// Which findings.
    pub filter: Filter,
    /// Leaves cells as they are that a spreadsheet would run. Default: they are defused.
    pub raw: bool,
}

/// Columns after `uid`; `epss` and the two flags follow them.
const COLUMNS: [Column; 10] = [
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

const HEADER: &str = "uid,image,kind,target,id,package,severity,installed_version,fixed_version,title,primary_url,epss,fixable,exploit\r\n";

pub(crate) fn to_csv(store: Option<&Store>, cache: &Cache, options: &CsvOptions) -> String {
    let mut out = HEADER.to_owned();
    let Some(store) = store else { return out };
    for row in ordered(store, cache, &options.filter) {
        write_line(store, row, options.raw, &mut out);
    }
    out
}

fn write_line(store: &Store, row: u32, raw: bool, out: &mut String) {
    write_cell(store.uids.get(row).text(&mut [0; TEXT_LENGTH]).unwrap_or_default(), raw, out);
    for column in COLUMNS {
        out.push(',');
        write_cell(store.text(column, row).unwrap_or_default(), raw, out);
    }
    out.push(',');
    let probability = store.text(Column::EpssDetails, row).and_then(epss::probability_text);
    write_cell(&probability.unwrap_or_default(), raw, out);
    for flag in [store.class(row).is_fixable(), store.class(row).is_exploitable()] {
        put(out, if flag { ",true" } else { ",false" });
    }
    put(out, "\r\n");
}

/// Appends one cell, defused unless `raw`, quoted where it must be.
fn write_cell(text: &str, raw: bool, out: &mut String) {
    let defuse = !raw && is_formula(text);
    let quote = text.contains([',', '"', '\r', '\n', ';', '\t', '\0']) || text.starts_with(' ') || text.ends_with(' ');
    if !quote {
        put(out, if defuse { "'" } else { "" });
        return put(out, text);
    }
    out.push('"');
    put(out, if defuse { "'" } else { "" });
    for c in text.chars() {
        if c == '"' {
            out.push('"');
        }
        out.push(c);
    }
    out.push('"');
}

/// Whether a spreadsheet may take the text for a formula, perhaps after stripping quotes, spaces and what nobody sees.
fn is_formula(text: &str) -> bool {
    let dangerous =
        |c: char| matches!(c, '=' | '+' | '-' | '@' | '\t' | '\r' | '\n' | '\0' | '＝' | '＋' | '－' | '＠');
    if text.starts_with(dangerous) {
        return true;
    }
    let stripped = |c: char| matches!(c, '\'' | '"') || c.is_whitespace() || is_deceptive(c);
    text.trim_start_matches(stripped).starts_with(dangerous)
}

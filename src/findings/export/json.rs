//! The whole result as JSON text, as the service would send it; findings in the order of the response.

use super::PIECE;
use crate::findings::scan::Scan;
use crate::findings::store::Store;
use crate::findings::store::column::Column;
use crate::findings::store::uuid::TEXT_LENGTH;
use crate::json::put::put;
use crate::json::write_string;

#[derive(Default)]
pub(super) struct Json {
    stage: Stage,
}

#[derive(Default)]
enum Stage {
    /// All but the findings.
    #[default]
    Envelope,
    /// From this row on.
    Findings(u32),
    End,
}

impl Json {
    /// Appends what comes next; `false` if all was written.
    pub fn write(&mut self, scan: &Scan, out: &mut String) -> bool {
        self.stage = match self.stage {
            Stage::Envelope => write_envelope(scan, out),
            Stage::Findings(from) => write_findings(scan, from, out),
            Stage::End => return false,
        };
        true
    }
}

fn write_envelope(scan: &Scan, out: &mut String) -> Stage {
    scan.write_envelope(out);
    if scan.known().is_none() {
        return Stage::End;
    }
    // Its closing brace comes after the findings. A scan has an identifier and a status at least.
    out.pop();
    put(out, ",\"findings\":[");
    Stage::Findings(0)
}

fn write_findings(scan: &Scan, from: u32, out: &mut String) -> Stage {
    let Some((store, _)) = scan.known() else { return Stage::End };
    for row in from..store.len() {
        if out.len() >= PIECE {
            return Stage::Findings(row);
        }
        put(out, if row > 0 { "," } else { "" });
        write_finding(store, row, out);
    }
    put(out, "]}");
    Stage::End
}

/// Appends one finding. What is absent is left out; members without a name of the interface come last, as they came.
fn write_finding(store: &Store, row: u32, out: &mut String) {
    put(out, "{");
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
            put(out, "\"");
            put(out, column.name());
            put(out, "\":");
        }
        if column.is_json() {
            put(out, text);
        } else {
            write_string(text, out);
        }
    }
    put(out, "}");
}

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
    part: Part,
    /// What was written and not handed over.
    text: String,
}

#[derive(Default)]
enum Part {
    /// What is beside the findings.
    #[default]
    Envelope,
    /// From this row on.
    Findings(u32),
    End,
}

impl Json {
    /// Appends what comes next; `false` where all was written.
    pub fn write(&mut self, scan: &Scan, out: &mut Vec<u8>) -> bool {
        let known = scan.known();
        self.part = match (&self.part, known) {
            (Part::Envelope, None) => {
                scan.write_envelope(&mut self.text);
                Part::End
            }
            (Part::Envelope, Some(_)) => {
                scan.write_envelope(&mut self.text);
                // Its closing brace comes behind the findings.
                self.text.pop();
                let separator = if self.text.len() > 1 { "," } else { "" };
                put(&mut self.text, separator);
                put(&mut self.text, "\"findings\":[");
                Part::Findings(0)
            }
            (Part::Findings(from), Some((store, _))) => {
                let mut row = *from;
                while row < store.len() && self.text.len() < PIECE {
                    put(&mut self.text, if row > 0 { "," } else { "" });
                    write_finding(store, row, &mut self.text);
                    row += 1;
                }
                if row < store.len() {
                    Part::Findings(row)
                } else {
                    put(&mut self.text, "]}");
                    Part::End
                }
            }
            (Part::Findings(_), None) | (Part::End, _) => return false,
        };
        hand_over(&mut self.text, out);
        true
    }
}

/// Moves a text to the piece.
pub(super) fn hand_over(text: &mut String, out: &mut Vec<u8>) {
    out.extend_from_slice(text.as_bytes());
    text.clear();
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

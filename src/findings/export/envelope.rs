//! The fields of the scan itself as JSON text, without the findings.

use crate::findings::ingest::Envelope;
use crate::json::put::put;
use crate::json::write_string;

/// Appends an object. Absent fields are left out; members that the interface does not name come last, as they came.
pub(crate) fn write_envelope(envelope: &Envelope, out: &mut String) {
    let texts = [
        ("scan_id", &envelope.scan_id),
        ("status", &envelope.status),
        ("created_at", &envelope.created_at),
        ("completed_at", &envelope.completed_at),
    ];
    let mut separator = "";
    let mut member = |name: &str, out: &mut String| {
        put(out, separator);
        separator = ",";
        write_string(name, out);
        out.push(':');
    };
    out.push('{');
    for (name, text) in texts {
        if let Some(text) = text {
            member(name, out);
            write_string(text, out);
        }
    }
    if let Some(repositories) = &envelope.repositories {
        member("repositories", out);
        put(out, repositories);
    }
    for (name, json) in &envelope.unnamed {
        member(name, out);
        put(out, json);
    }
    out.push('}');
}

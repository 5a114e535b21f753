mod conformance;
mod drift;
mod limits;
mod repeated;
mod templates;
mod texts;

use super::*;
use crate::findings::tests::oracle::{self, scan_text};
use proptest::prelude::*;
use serde_json::{Value, json};

fn ingest(bytes: &[u8]) -> Result<Scan, IngestError> {
    let mut ingest = Ingest::new(Limits::default());
    ingest.push(bytes)?;
    ingest.finish()
}

fn ingest_in_pieces(bytes: &[u8], size: usize) -> Result<Scan, IngestError> {
    let mut ingest = Ingest::new(Limits::default());
    for chunk in bytes.chunks(size) {
        ingest.push(chunk)?;
    }
    ingest.finish()
}

fn read(text: &str) -> Scan {
    ingest(text.as_bytes()).unwrap_or_else(|error| panic!("{error:?} in {text}"))
}

/// A completed scan with these findings.
fn with_findings(findings: &str) -> String {
    format!(r#"{{"scan_id":"s","status":"completed","findings":{findings}}}"#)
}

fn fault(text: &str) -> (Fault, String) {
    match ingest(text.as_bytes()) {
        Err(IngestError::Json(error)) => (error.fault, error.pointer),
        Err(other) => panic!("{other:?} in {text}"),
        Ok(_) => panic!("accepted: {text}"),
    }
}

fn to_value(scan: &Scan) -> Value {
    serde_json::from_str(&scan.to_json().unwrap()).unwrap()
}

fn inconsistent(text: &str) -> Vec<String> {
    read(text).diagnostics().unwrap().inconsistent.clone()
}

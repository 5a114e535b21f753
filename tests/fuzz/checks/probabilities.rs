//! The exploit probability in an `epss_details` read three times: by the library, alone and in a scan, and plainly from
//! serde_json's tree.

use super::csv;
use scanfold::findings::{BodyForm, CsvOptions, Ingest, Limits, epss_of, is_exploitable};
use serde_json::Value;

const NAMES: [&str; 4] = ["epss", "score", "epss_score", "probability"];

/// Of a text that is JSON, the probability is the one that it names. Others never come from a scan, nor from JavaScript.
pub fn probabilities(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let (found, exploitable) = (epss_of(&text), is_exploitable(&text));
    assert!(found.is_none_or(|found| (0.0..=1.0).contains(&found) && found.is_sign_positive()), "{found:?}");
    let Ok(value) = serde_json::from_str::<Value>(&text) else { return };
    let (expected, items) = match &value {
        Value::Object(members) => (of_object(&value), members.len()),
        Value::Array(items) => (items.iter().filter_map(of_object).reduce(f64::max), items.len()),
        _ => (None, 0),
    };
    // serde_json rounds once more than it should.
    let is_same = match (found, expected) {
        (Some(found), Some(expected)) => found.to_bits().abs_diff(expected.abs().to_bits()) <= 2,
        (found, expected) => found == expected,
    };
    assert!(is_same, "{found:?}, not {expected:?}, in {text}");
    if !(value.is_object() || value.is_array()) || text.trim_ascii() != text {
        return;
    }
    assert_eq!(exploitable, items > 0, "{text}");

    // In a scan the usual form is read in a quicker way. What is written is a number again.
    let mut ingest = Ingest::of(BodyForm::Rows, Limits::default());
    ingest.push(["[{\"epss_details\":", &text, "}]"].concat().as_bytes()).expect("it is an object or an array");
    let scan = ingest.finish().expect("it is whole");
    let lines = csv::read(&scan.to_csv(&CsvOptions { raw: true, ..CsvOptions::default() }).expect("it is short"));
    let cell = &lines[1][lines[0].iter().position(|name| *name == "epss").expect("it has a column")];
    let written = (!cell.is_empty()).then(|| cell.parse::<f64>().expect("a probability is a number"));
    assert_eq!(written.map(f64::to_bits), found.map(f64::to_bits), "{cell} of {text}");
    assert!(cell.is_empty() || serde_json::from_str::<f64>(cell).is_ok(), "{cell} of {text}");
}

/// The first of the names that holds a probability, each by its last value.
fn of_object(value: &Value) -> Option<f64> {
    let number = |value: &Value| match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => of_text(text.trim()),
        _ => None,
    };
    let in_range = |number: &f64| (0.0..=1.0).contains(number);
    NAMES.iter().filter_map(|name| number(value.as_object()?.get(*name)?).filter(in_range)).next()
}

/// A number in a text: as in JSON, or without a sign in a laxer form.
fn of_text(text: &str) -> Option<f64> {
    if text.starts_with('-') {
        return serde_json::from_str(text).ok();
    }
    let text = text.strip_prefix('+').unwrap_or(text);
    let is_lax = text.bytes().all(|byte| byte.is_ascii_digit() || b".eE+-".contains(&byte)) && !text.contains(".e");
    text.parse().ok().filter(|_| is_lax && !text.starts_with(['+', '-']) && !text.contains(".E"))
}

//! Entries of the agent scan history: checked, and written as they are handed out.

use crate::json::{Error, Fault, Flat, Value, append, append_count, append_string};
use crate::wire::decode::{format_pointer, pointer_to_item};

/// The answer's list of entries, in the service's order.
pub const LIST: &str = "scans";

/// Members of an entry that are text: the git platform, `<owner>/<repository>`, what was scanned, the prompt of the analysis
/// and its date-time.
const TEXTS: [&str; 7] = ["service", "repo_name", "branch", "commit_id", "scan_id", "prompt", "timestamp"];

/// The number of files analysed.
const COUNT: &str = "num_files";

/// Entries that are handed on as they stand.
pub const FLAT: Flat = Flat { texts: &TEXTS, count: COUNT };

/// Appends an entry of the list, by its place, as JSON text: with the members that it has, in its order. A member that the
/// interface names may be absent or `null`, but must not be of another type.
pub fn write_entry(entry: &Value, at: usize, out: &mut String) -> Result<(), Error> {
    let place = || pointer_to_item(&format_pointer("", LIST), at);
    let members = entry.as_object().ok_or_else(|| Error::at(Fault::WrongType, place()))?;
    out.push('{');
    let mut is_first = true;
    for (key, value) in members {
        let is_known = key == COUNT || TEXTS.contains(&key.as_str());
        if is_known && *value == Value::Null {
            continue;
        }
        if !std::mem::take(&mut is_first) {
            out.push(',');
        }
        write_member(key, value, is_known, out).map_err(|fault| Error::at(fault, format_pointer(&place(), key)))?;
    }
    out.push('}');
    Ok(())
}

fn write_member(key: &str, value: &Value, is_known: bool, out: &mut String) -> Result<(), Fault> {
    append_string(out, key)?;
    append(out, ":")?;
    match value {
        _ if !is_known => value.write(out)?,
        Value::String(text) if key != COUNT => append_string(out, text)?,
        Value::Number(number) if key == COUNT => append_count(number.as_count().ok_or(Fault::OutOfRange)?, out),
        _ => return Err(Fault::WrongType),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json;

    fn written(entry: &str, at: usize) -> Result<String, Error> {
        let mut out = String::new();
        write_entry(&json::parse(entry.as_bytes(), &json::Limits::default())?, at, &mut out).map(|()| out)
    }

    #[test]
    fn entries_are_written_as_they_came() {
        let full = r#"{"more":[1,null],"service":"github","repo_name":"o/r","branch":"a\"\u0001","commit_id":"c","scan_id":"s","prompt":"p","timestamp":"2024-01-01","num_files":7,"none":null}"#;
        for (entry, expected) in [
            (full, full),
            ("{}", "{}"),
            (r#"{"num_files":0,"branch":null}"#, r#"{"num_files":0}"#),
            (r#"{"branch":null,"num_files":1.2e1}"#, r#"{"num_files":12}"#),
            (r#"{"num_files":null,"prompt":null}"#, "{}"),
        ] {
            assert_eq!(written(entry, 0).as_deref(), Ok(expected), "{entry}");
        }
    }

    #[test]
    fn what_is_of_another_type_is_named_with_its_entry() {
        for (entry, at, fault, pointer) in [
            ("3", 1, Fault::WrongType, "/scans/1"),
            (r#"{"branch":1}"#, 1, Fault::WrongType, "/scans/1/branch"),
            (r#"{"prompt":"p","timestamp":[]}"#, 0, Fault::WrongType, "/scans/0/timestamp"),
            (r#"{"num_files":"7"}"#, 0, Fault::WrongType, "/scans/0/num_files"),
            (r#"{"num_files":-1}"#, 12, Fault::OutOfRange, "/scans/12/num_files"),
        ] {
            let error = written(entry, at).unwrap_err();
            assert_eq!((error.fault, error.pointer.as_str()), (fault, pointer), "{entry}");
        }
    }
}

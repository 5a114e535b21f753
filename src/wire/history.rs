//! Entries of the agent scan history.

use crate::json::{Error, Fault, Value};
use crate::wire::decode::{Fields, format_pointer};
use crate::wire::members::Members;

/// One agent scan of a repository. Fields that the entry leaves out are `None`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AgentScan {
    /// Git platform.
    pub service: Option<String>,
    /// `<owner>/<repository>`
    pub repo_name: Option<String>,
    /// Branch scanned.
    pub branch: Option<String>,
    /// Commit scanned.
    pub commit_id: Option<String>,
    /// Scan identifier.
    pub scan_id: Option<String>,
    /// The analysis prompt used.
    pub prompt: Option<String>,
    /// Date-time as it came.
    pub timestamp: Option<String>,
    /// Files analysed.
    pub num_files: Option<u64>,
    /// Fields that the interface does not name.
    pub extra: Vec<(String, Value)>,
}

/// Reads the answer `{ "scans": [...] }`, in the service's order.
pub fn decode_history(answer: &Value) -> Result<Vec<AgentScan>, Error> {
    let mut fields = Fields::of(answer, "")?;
    let scans = fields.required("scans")?;
    let scans = scans.as_array().ok_or_else(|| Error::at(Fault::WrongType, "/scans"))?;
    let mut entries = Vec::new();
    entries.try_reserve_exact(scans.len()).map_err(|_| Error::at(Fault::OutOfMemory, "/scans"))?;
    for (at, entry) in scans.iter().enumerate() {
        entries.push(AgentScan::decode(entry, &format_pointer("/scans", &at.to_string()))?);
    }
    Ok(entries)
}

impl AgentScan {
    /// Reads one entry; any field may be absent, none may be of another type.
    pub fn decode(value: &Value, pointer: &str) -> Result<AgentScan, Error> {
        let mut fields = Fields::of(value, pointer)?;
        Ok(AgentScan {
            service: fields.text("service")?,
            repo_name: fields.text("repo_name")?,
            branch: fields.text("branch")?,
            commit_id: fields.text("commit_id")?,
            scan_id: fields.text("scan_id")?,
            prompt: fields.text("prompt")?,
            timestamp: fields.text("timestamp")?,
            num_files: fields.count("num_files")?,
            extra: fields.rest(),
        })
    }

    /// The entry as the interface writes it, absent fields left out.
    pub fn to_value(&self) -> Value {
        let mut out = Members::default();
        out.text("service", self.service.as_ref());
        out.text("repo_name", self.repo_name.as_ref());
        out.text("branch", self.branch.as_ref());
        out.text("commit_id", self.commit_id.as_ref());
        out.text("scan_id", self.scan_id.as_ref());
        out.text("prompt", self.prompt.as_ref());
        out.text("timestamp", self.timestamp.as_ref());
        if let Some(count) = self.num_files {
            out.push("num_files", Value::from(count));
        }
        out.with(&self.extra)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json;

    fn decoded(body: &str) -> Result<Vec<AgentScan>, Error> {
        decode_history(&json::parse(body.as_bytes(), &json::Limits::default())?)
    }

    #[test]
    fn entries_are_read_and_written_as_they_came() {
        let full = r#"{"service":"github","repo_name":"o/r","branch":"main","commit_id":"c","scan_id":"s","prompt":"p","timestamp":"2024-01-01","num_files":7,"more":[1]}"#;
        let scans = decoded(&[r#"{"scans":["#, full, r#",{},{"num_files":0,"branch":null}]}"#].concat()).unwrap();
        let written: Vec<String> = scans.iter().map(|scan| scan.to_value().to_json()).collect();
        assert_eq!(written, [full, "{}", r#"{"num_files":0}"#]);
    }

    #[test]
    fn what_is_of_another_type_is_named_with_its_entry() {
        for (body, fault, pointer) in [
            ("{}", Fault::Missing, "/scans"),
            (r#"{"scans":{}}"#, Fault::WrongType, "/scans"),
            (r#"{"scans":[{},3]}"#, Fault::WrongType, "/scans/1"),
            (r#"{"scans":[{},{"branch":1}]}"#, Fault::WrongType, "/scans/1/branch"),
            (r#"{"scans":[{"num_files":-1}]}"#, Fault::OutOfRange, "/scans/0/num_files"),
        ] {
            let error = decoded(body).unwrap_err();
            assert_eq!((error.fault, error.pointer.as_str()), (fault, pointer), "{body}");
        }
    }
}

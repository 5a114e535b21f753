//! The form of Trivy's reports: version 1 is an array of results, version 2 an object that holds them.
//!
//! Only what a finding is made of is read; the rest of a report is passed over.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::ReportError;
use crate::clock;
use crate::object::Object;

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Report {
    artifact_name: Option<String>,
    created_at: Option<String>,
    results: Option<Vec<Object<ResultSet>>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase", expecting = "an array or an object")]
struct Version {
    schema_version: Option<u64>,
}

/// What was found in one target. Trivy always names the target: without that, any array of objects would pass for a report of
/// version 1 in which nothing was found, one of whole reports of version 2 too.
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase", expecting = "an object")]
pub(super) struct ResultSet {
    pub target: String,
    pub class: Option<String>,
    #[serde(rename = "Type")]
    pub kind: Option<String>,
    pub vulnerabilities: Option<Vec<Object<Vulnerability>>>,
}

/// One vulnerability of one package.
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase", expecting = "an object")]
pub(super) struct Vulnerability {
    #[serde(rename = "VulnerabilityID")]
    pub id: Option<String>,
    #[serde(rename = "PkgName")]
    pub package: Option<String>,
    pub installed_version: Option<String>,
    pub fixed_version: Option<String>,
    pub title: Option<String>,
    #[serde(rename = "PrimaryURL")]
    pub primary_url: Option<String>,
    pub severity: Option<String>,
    pub fingerprint: Option<String>,
    #[serde(rename = "epss_details")]
    pub epss_details: Option<Box<RawValue>>,
    #[serde(rename = "public_exploit")]
    pub public_exploit: Option<Box<RawValue>>,
}

/// A report of either version. One of version 1 says neither its image nor when it was made.
pub(super) struct Parsed {
    pub image: Option<String>,
    /// Milliseconds since 1970.
    pub made: Option<i64>,
    pub results: Vec<Object<ResultSet>>,
}

pub(super) fn parse(text: &str) -> Result<Parsed, ReportError> {
    if text.trim_start().starts_with('[') {
        let results = serde_json::from_str(text).map_err(ReportError::Json)?;
        return Ok(Parsed { image: None, made: None, results });
    }
    let version: Version = serde_json::from_str(text).map_err(ReportError::Json)?;
    if version.schema_version != Some(2) {
        return Err(ReportError::Version);
    }
    let report: Report = serde_json::from_str(text).map_err(ReportError::Json)?;
    Ok(Parsed {
        image: report.artifact_name.filter(|name| !name.is_empty()),
        // Trivy writes the first instant of the year 1 into a report that it converts from one without a time.
        made: report.created_at.map(|text| made(&text)).transpose()?.filter(|millis| *millis > 0),
        results: report.results.unwrap_or_default(),
    })
}

fn made(text: &str) -> Result<i64, ReportError> {
    clock::millis_of(text).ok_or(ReportError::Time)
}

/// How deep enrichment may nest: clients and the service read at most 127 levels, and an answer has three around it.
pub(super) const MOST_LEVELS: usize = 127 - 3;

/// Enrichment is kept as it is written, if it is an object that can be read in an answer.
pub(super) fn object(raw: Option<Box<RawValue>>, name: &'static str) -> Result<Option<Box<RawValue>>, ReportError> {
    match raw {
        None => Ok(None),
        Some(raw) if raw.get() == "null" => Ok(None),
        Some(raw) if !raw.get().starts_with('{') => Err(ReportError::NotAnObject(name)),
        Some(raw) if levels(raw.get()) > MOST_LEVELS => Err(ReportError::TooDeep(name)),
        Some(raw) => Ok(Some(raw)),
    }
}

/// How deep objects and arrays nest in valid JSON.
fn levels(json: &str) -> usize {
    let (mut level, mut most, mut is_text) = (0_usize, 0, false);
    let mut bytes = json.bytes();
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => is_text = !is_text,
            // Only texts have it; what it escapes may be a quotation mark.
            b'\\' => _ = bytes.next(),
            b'{' | b'[' if !is_text => {
                level += 1;
                most = most.max(level);
            }
            b'}' | b']' if !is_text => level = level.saturating_sub(1),
            _ => {}
        }
    }
    most
}

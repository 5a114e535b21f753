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

/// Enrichment is kept as it is written, if it is an object.
pub(super) fn object(raw: Option<Box<RawValue>>, name: &'static str) -> Result<Option<Box<RawValue>>, ReportError> {
    match raw {
        None => Ok(None),
        Some(raw) if raw.get() == "null" => Ok(None),
        Some(raw) if raw.get().starts_with('{') => Ok(Some(raw)),
        Some(_) => Err(ReportError::NotAnObject(name)),
    }
}

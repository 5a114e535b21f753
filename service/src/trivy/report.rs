//! The form of Trivy's reports: version 1 is an array of results, version 2 an object that holds them.
//!
//! Only what a finding is made of is read; the rest of a report is passed over.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::ReportError;
use crate::object::Object;

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Report {
    artifact_name: Option<String>,
    results: Option<Vec<Object<ResultSet>>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
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

/// The image, where the report names it, and its results.
pub(super) fn parse(text: &str) -> Result<(Option<String>, Vec<Object<ResultSet>>), ReportError> {
    if text.trim_start().starts_with('[') {
        return Ok((None, serde_json::from_str(text).map_err(ReportError::Json)?));
    }
    let version: Version = serde_json::from_str(text).map_err(ReportError::Json)?;
    if version.schema_version != Some(2) {
        return Err(ReportError::Version);
    }
    let report: Report = serde_json::from_str(text).map_err(ReportError::Json)?;
    Ok((report.artifact_name.filter(|name| !name.is_empty()), report.results.unwrap_or_default()))
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

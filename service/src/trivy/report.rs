//! The form of Trivy's reports: version 1 is an array of results, version 2 an object that holds them.
//!
//! Only what a finding is made of is read; the rest of a report is passed over.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use super::ReportError;

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

/// What was found in one target.
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct ResultSet {
    #[serde(default)]
    pub target: String,
    pub class: Option<String>,
    #[serde(rename = "Type")]
    pub kind: Option<String>,
    pub vulnerabilities: Option<Vec<Object<Vulnerability>>>,
}

/// One vulnerability of one package.
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
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

/// What is written as an object. By themselves, the types above would read an array too, by the order of their fields.
pub(super) struct Object<T>(pub T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Members(PhantomData)).map(Self)
    }
}

struct Members<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Members<T> {
    type Value = T;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map))
    }
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

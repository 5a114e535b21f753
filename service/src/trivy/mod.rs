//! Trivy reports, schema versions 1 and 2, into findings.
//!
//! `report` is the form of the files, this file the mapping. Several reports make one scan. A report that is not one, or a
//! vulnerability without id or package, is an error; nothing is skipped in silence.

mod report;

use std::collections::HashMap;
use std::fmt;

use sha2::{Digest, Sha256};

use crate::clock;
use crate::json_error::without_value;
use crate::object::Object;
use crate::store::scans::Draft;
use crate::wire::{ContainerFinding, Severity};
use report::{Parsed, ResultSet, Vulnerability};

/// Why a report cannot be used.
#[derive(Debug)]
pub enum ReportError {
    /// No JSON, cut short, or not of a report's form; the parser's words name line and column.
    Json(serde_json::Error),
    /// An object that does not say that it is of version 2.
    Version,
    /// A vulnerability lacks a field that identifies it.
    Incomplete(&'static str),
    /// Enrichment that is no object.
    NotAnObject(&'static str),
    /// Enrichment that nobody could read in an answer.
    TooDeep(&'static str),
    /// `CreatedAt` is no date-time that the service can read and write.
    Time,
}

impl fmt::Display for ReportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json(error) => write!(f, "not a Trivy report: {}", without_value(error)),
            Self::Version => write!(f, "not a Trivy report of schema version 1 or 2"),
            Self::Incomplete(field) => write!(f, "a vulnerability has no {field}"),
            Self::NotAnObject(field) => write!(f, "{field} is not an object"),
            Self::TooDeep(field) => write!(f, "{field} nests more than {} levels deep", report::MOST_LEVELS),
            Self::Time => write!(f, "CreatedAt must be {}", clock::RULE),
        }
    }
}

impl std::error::Error for ReportError {}

/// Reports on their way to becoming one scan.
#[derive(Default)]
pub struct Import {
    draft: Draft,
    seen: HashMap<[u8; 32], u32>,
    made: Option<(i64, i64)>,
}

impl Import {
    /// Adds a report. `file` names the image of a report that does not name it itself.
    pub fn report(&mut self, file: &str, text: &str) -> Result<(), ReportError> {
        let Parsed { image, made, results } = report::parse(text)?;
        let image = image.unwrap_or_else(|| file.strip_suffix(".json").unwrap_or(file).to_owned());
        self.draft.image(&image);
        self.made = match (self.made, made) {
            (Some((first, last)), Some(at)) => Some((first.min(at), last.max(at))),
            (known, at) => known.or(at.map(|at| (at, at))),
        };
        for Object(mut set) in results {
            let kind = kind(&set);
            for Object(vulnerability) in set.vulnerabilities.take().unwrap_or_default() {
                let finding = self.finding(&image, &kind, &set.target, vulnerability)?;
                self.draft.push(&finding).map_err(ReportError::Json)?;
            }
        }
        Ok(())
    }

    /// When the first and the last report were made, of those that say so, in milliseconds since 1970.
    pub fn made(&self) -> Option<(i64, i64)> {
        self.made
    }

    /// The findings of all reports.
    pub fn finish(self) -> Draft {
        self.draft
    }

    fn finding(
        &mut self,
        image: &str,
        kind: &str,
        target: &str,
        found: Vulnerability,
    ) -> Result<ContainerFinding, ReportError> {
        let id = given(found.id).ok_or(ReportError::Incomplete("VulnerabilityID"))?;
        let package = given(found.package).ok_or(ReportError::Incomplete("PkgName"))?;
        let installed_version = found.installed_version.unwrap_or_default();
        let identity = [image, target, &id, &package, &installed_version];
        let uid = self.uid(given(found.fingerprint), &identity);
        Ok(ContainerFinding {
            uid,
            image: image.to_owned(),
            kind: kind.to_owned(),
            target: target.to_owned(),
            id,
            package,
            severity: Severity::of_word(found.severity.as_deref().unwrap_or_default()),
            installed_version,
            fixed_version: given(found.fixed_version),
            title: given(found.title),
            primary_url: given(found.primary_url),
            epss_details: report::object(found.epss_details, "epss_details")?,
            public_exploit: report::object(found.public_exploit, "public_exploit")?,
        })
    }

    /// What the report calls the finding by, or else a hash of what identifies it. If that came before, as in a report that
    /// repeats another, it is a hash that includes how often it did.
    fn uid(&mut self, fingerprint: Option<String>, identity: &[&str]) -> String {
        let own = fingerprint.as_deref();
        let mut hash = Sha256::new();
        for part in own.as_ref().map_or(identity, std::slice::from_ref) {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        let count = self.seen.entry(hash.clone().finalize().into()).or_default();
        hash.update(count.to_le_bytes());
        *count += 1;
        fingerprint.filter(|_| *count == 1).unwrap_or_else(|| uuid(&hash.finalize()))
    }
}

/// The first bytes of a hash in the form of a UUID of version 8, the one for values of one's own making.
pub(crate) fn uuid(hash: &[u8]) -> String {
    let mut bytes = [0_u8; 16];
    for (to, from) in bytes.iter_mut().zip(hash) {
        *to = *from;
    }
    bytes[6] = (bytes[6] & 0x0f) | 0x80;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    [&digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..]].join("-")
}

/// The package kind: Trivy's `Type`; in the oldest reports the distribution that the target names; else the `Class`.
fn kind(set: &ResultSet) -> String {
    let named = set.kind.as_deref().filter(|kind| !kind.is_empty());
    let class = set.class.as_deref().filter(|class| !class.is_empty());
    named.or_else(|| distribution(&set.target)).or(class).unwrap_or("unknown").to_owned()
}

/// `debian` of `image:tag (debian 10.1)`, and `amazon` of `image:tag (amazon 2 (Karoo))`.
fn distribution(target: &str) -> Option<&str> {
    let inner = target.strip_suffix(')')?;
    let mut depth = 1;
    let opening = inner.rfind(|c| {
        depth += i32::from(c == ')') - i32::from(c == '(');
        depth == 0
    })?;
    inner.get(opening + 1..)?.split_whitespace().next()
}

fn given(text: Option<String>) -> Option<String> {
    text.filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests;

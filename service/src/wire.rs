//! The words on the wire: what the operations answer, field for field as the interface names them.
//!
//! Optional fields are left out if they are not known. Objects whose inner fields the interface does not show are kept as the
//! text they came in.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;

use crate::object::Object;

/// A severity the interface names, worst first.
#[derive(Clone, Copy, Debug, Serialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Severity {
    Critical,
    High,
    Medium,
    Low,
    Unknown,
}

impl Severity {
    /// By its word, in any letter case; words that the interface does not name are unknown.
    pub fn of_word(word: &str) -> Self {
        match word.to_ascii_lowercase().as_str() {
            "critical" => Severity::Critical,
            "high" => Severity::High,
            "medium" => Severity::Medium,
            "low" => Severity::Low,
            _ => Severity::Unknown,
        }
    }
}

/// One vulnerability in one image.
#[derive(Clone, Debug, Serialize)]
pub struct ContainerFinding {
    /// Stable identifier of the finding.
    pub uid: String,
    /// Image it was found in.
    pub image: String,
    /// Package kind, for example `debian` or `npm`.
    pub kind: String,
    /// What was scanned inside the image.
    pub target: String,
    /// Vulnerability identifier.
    pub id: String,
    /// Affected package.
    pub package: String,
    /// How bad.
    pub severity: Severity,
    /// Version that is there.
    pub installed_version: String,
    /// Version that mends it, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fixed_version: Option<String>,
    /// Short title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Reference page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub primary_url: Option<String>,
    /// Exploit probability.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub epss_details: Option<Box<RawValue>>,
    /// Known public exploits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub public_exploit: Option<Box<RawValue>>,
}

/// A container scan without its findings, which follow as stored text.
#[derive(Debug, Serialize)]
pub struct ScanHead<'a> {
    /// Identifier of the scan.
    pub scan_id: &'a str,
    /// `completed` or `running`.
    pub status: &'static str,
    /// When it began.
    pub created_at: String,
    /// When it ended; absent while it runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub completed_at: Option<String>,
    /// A summary for each repository; empty while the scan runs.
    pub repositories: &'a RawValue,
}

/// One agent scan of a repository.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(expecting = "an object")]
pub struct AgentScan {
    /// Git platform of the repository.
    pub service: String,
    /// `<owner>/<repository>`.
    pub repo_name: String,
    /// Branch scanned.
    pub branch: String,
    /// Commit scanned.
    pub commit_id: String,
    /// Identifier of the scan.
    pub scan_id: String,
    /// Prompt used.
    pub prompt: String,
    /// When, in UTC.
    pub timestamp: String,
    /// Files read.
    pub num_files: u64,
}

/// A member of a team.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, Eq)]
#[serde(expecting = "an object")]
pub struct Member {
    /// Login or e-mail.
    pub user_login: String,
    /// Display name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub user_name: Option<String>,
    /// Since when.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub joined_at: Option<String>,
    /// `member` or `lead`.
    pub role: String,
}

/// A team.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, Eq)]
#[serde(expecting = "an object")]
#[allow(missing_docs)]
pub struct Team {
    pub id: String,
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub created_at: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub updated_at: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub created_by: Option<String>,
    #[serde(default, deserialize_with = "read_list")]
    pub team_leads: Vec<String>,
    #[serde(default, deserialize_with = "read_objects")]
    pub members: Vec<Member>,
    #[serde(default, deserialize_with = "read_list")]
    pub tags: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent_team_id: Option<String>,
    #[serde(default, deserialize_with = "read_list")]
    pub repositories: Vec<String>,
    #[serde(default = "active_by_default", deserialize_with = "read_is_active")]
    pub is_active: bool,
}

/// The answer of *get a team*, and of *remove a member* with a message.
#[derive(Debug, Serialize)]
pub struct TeamAnswer {
    /// `success`.
    pub status: &'static str,
    /// What was done, if something was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// The team as it is now.
    pub team: Team,
}

/// The body of every error.
#[derive(Debug, Serialize, Deserialize)]
pub struct ErrorResponse {
    /// What is wrong.
    pub error: String,
}

/// `null` is the same as absent.
fn read_list<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Vec<T>, D::Error> {
    Option::deserialize(deserializer).map(Option::unwrap_or_default)
}

fn read_objects<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Vec<T>, D::Error> {
    let list: Vec<Object<T>> = read_list(deserializer)?;
    Ok(list.into_iter().map(|Object(value)| value).collect())
}

fn read_is_active<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    Option::deserialize(deserializer).map(|given| given.unwrap_or_else(active_by_default))
}

fn active_by_default() -> bool {
    true
}

//! What the demo shows: its data, its tokens, and the settings that the page asks for as `demo.json`.
//!
//! The service's `seed` makes the data and says what it made, a line each; its import makes one scan of the reports
//! given with `--data`. This file knows both formats and the shape of the settings, which `www/README.md` documents.

use std::ffi::OsString;
use std::path::PathBuf;

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::service::Database;

/// The identifier of the scan that the reports of `--data` become.
const REPORTS: &str = "reports";

/// The demo's database, described.
pub struct Content {
    pub api_token: String,
    pub git_token: String,
    seeded: Seeded,
    has_reports: bool,
}

/// Fills the database and makes two tokens for its organisation.
pub fn prepare(database: &Database, reports: &[PathBuf]) -> Result<Content> {
    let seeded = Seeded::read(&database.run(["seed"])?).context("the service's seed did not say what it made")?;
    if !reports.is_empty() {
        let mut import: Vec<OsString> = vec!["import".into(), "trivy".into()];
        import.extend(reports.iter().map(OsString::from));
        import.extend(
            ["--platform", &seeded.platform, "--org", &seeded.org, "--scan-id", REPORTS]
                .into_iter()
                .map(OsString::from),
        );
        print!("{}", database.run(import)?);
    }
    let token = |kind| database.run(["token", "create", "--kind", kind, "--org", &seeded.org]);
    Ok(Content {
        api_token: token("api")?.trim().to_owned(),
        git_token: token("git")?.trim().to_owned(),
        has_reports: !reports.is_empty(),
        seeded,
    })
}

impl Content {
    /// `demo.json` for a service at this address.
    pub fn settings(&self, base_url: &str) -> String {
        let Seeded { platform, org, scans, repo, teams } = &self.seeded;
        let reports = self.has_reports.then(|| json!({ "id": REPORTS, "label": "your reports" }));
        let scans: Vec<Value> = reports.into_iter().chain(scans.iter().map(Choice::json)).collect();
        // The demo's second scan is its first one a week earlier; reports have no earlier scan to be compared with.
        let before = if self.has_reports { None } else { self.seeded.scans.get(1).map(|before| &before.id) };
        json!({
            "baseUrl": base_url,
            "apiToken": self.api_token,
            "gitToken": self.git_token,
            "platform": platform,
            "org": org,
            "scans": scans,
            "compareWith": before,
            "repo": repo,
            "teams": teams.iter().map(Choice::json).collect::<Vec<_>>(),
        })
        .to_string()
    }
}

/// Something the page offers: what it asks for, and what people read.
#[derive(Debug, PartialEq)]
struct Choice {
    id: String,
    label: String,
}

impl Choice {
    fn json(&self) -> Value {
        json!({ "id": self.id, "label": self.label })
    }
}

/// What `seed` made, as it says: `org example-org`, `scan <id> <count> findings`, `team <id> <name> <count> members`.
#[derive(Debug, Default)]
struct Seeded {
    platform: String,
    org: String,
    scans: Vec<Choice>,
    repo: String,
    teams: Vec<Choice>,
}

impl Seeded {
    /// `None` if the organisation, a scan or a team is missing: the page would have nothing to open.
    fn read(lines: &str) -> Option<Self> {
        let mut seeded = Self::default();
        for line in lines.lines() {
            let (word, rest) = line.split_once(' ')?;
            let (first, more) = rest.split_once(' ').unwrap_or((rest, ""));
            match word {
                "platform" => seeded.platform = rest.to_owned(),
                "org" => seeded.org = rest.to_owned(),
                "repo" => seeded.repo = first.to_owned(),
                "scan" => {
                    seeded.scans.push(Choice { id: first.to_owned(), label: format!("{first}, {}", grouped(more)) })
                }
                "team" => {
                    let name = more.rsplitn(3, ' ').last().unwrap_or(more);
                    seeded.teams.push(Choice { id: first.to_owned(), label: name.to_owned() });
                }
                _ => {}
            }
        }
        let whole = !seeded.org.is_empty() && !seeded.scans.is_empty() && !seeded.teams.is_empty();
        whole.then_some(seeded)
    }
}

/// `2581 findings` as the page writes counts: `2,581 findings`.
fn grouped(counted: &str) -> String {
    let (digits, rest) = counted.split_at(counted.find(|c: char| !c.is_ascii_digit()).unwrap_or(counted.len()));
    let groups: Vec<_> = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy).collect();
    groups.join(",") + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_grouped_by_thousands() {
        for (counted, expected) in
            [("0 findings", "0 findings"), ("999", "999"), ("1000000 findings", "1,000,000 findings"), ("none", "none")]
        {
            assert_eq!(grouped(counted), expected);
        }
    }

    #[test]
    fn what_seed_says_becomes_what_the_page_offers() {
        let lines = "platform github\norg acme\nscan s-1 2581 findings\nrepo acme/api 400 agent scans\nteam 5f0c Web and more 4 members\n";
        let seeded = Seeded::read(lines).unwrap();
        assert_eq!(
            (seeded.platform.as_str(), seeded.org.as_str(), seeded.repo.as_str()),
            ("github", "acme", "acme/api")
        );
        assert_eq!(seeded.scans, [Choice { id: "s-1".to_owned(), label: "s-1, 2,581 findings".to_owned() }]);
        assert_eq!(seeded.teams, [Choice { id: "5f0c".to_owned(), label: "Web and more".to_owned() }]);
        assert!(Seeded::read("org acme\n").is_none());
    }
}

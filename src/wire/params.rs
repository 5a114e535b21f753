//! The requests: what each operation takes, checked before anything is sent, written as the interface writes it.
//!
//! What a caller leaves out is left out of the body too: defaults are the service's. Identifiers are never trimmed or
//! re-spelled. Enumerations follow the interface: `azuredevops` belongs to the team operations alone.

use crate::arguments::{Argument, Arguments, Invalid};
use crate::json::write_string;
use crate::wire::address::{check_host_url, walks};
use crate::wire::uuid::is_uuid;

/// Platforms of the container operation.
pub const PLATFORMS: [&str; 4] = ["github", "gitlab", "bitbucket", "azure_devops"];
/// Platforms of the team operations.
pub const TEAM_PLATFORMS: [&str; 5] = ["github", "gitlab", "bitbucket", "azure_devops", "azuredevops"];
/// Clouds of the container operation.
pub const CLOUDS: [&str; 3] = ["aws", "azure", "gcp"];
/// Roles of a member.
pub const ROLES: [&str; 2] = ["member", "lead"];

const HOST_URLS: [(&str, &str); 4] = [
    ("github_base_url", "github"),
    ("gitlab_base_url", "gitlab"),
    ("bitbucket_base_url", "bitbucket"),
    ("azure_devops_base_url", "azure_devops"),
];
/// What names a team.
const TEAM: [&str; 3] = ["platform", "org", "team_id"];

/// Longest login or e-mail: 64 + `@` + 255.
const MAX_LOGIN: usize = 320;

/// A checked request: its JSON body, and what the answer has to match.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    /// The body as JSON text.
    pub body: String,
    /// The identifier that the answer must repeat: the scan's or the team's; empty for a history.
    pub subject: String,
}

/// Checks the parameters of `containerScans.get`.
pub fn container_results(params: &Argument) -> Result<Checked, Invalid> {
    let known = with_host_urls(&["platform", "org", "scan_id", "cloud"]);
    let params = Arguments::of(params, "", "params", &known)?;
    let mut body = Body::default();
    let platform = platform(&params, &PLATFORMS)?;
    body.member("platform", platform);
    body.member("org", params.identifier("org")?);
    let scan_id = params.identifier("scan_id")?;
    body.member("scan_id", scan_id);
    if let Some(cloud) = params.word("cloud", &CLOUDS)? {
        body.member("cloud", cloud);
    }
    host_urls(&params, platform, &mut body)?;
    Ok(body.end(scan_id))
}

/// Checks the parameters of `agentScans.history`.
pub fn agent_history(params: &Argument) -> Result<Checked, Invalid> {
    let params = Arguments::of(params, "", "params", &["repo"])?;
    let repo = params.identifier("repo")?;
    if !repo.contains('/') || repo.split('/').any(|part| part.trim().is_empty()) {
        return Err(params.invalid("repo", "must have the form <owner>/<repository>"));
    }
    if repo.split('/').any(walks) {
        return Err(params.invalid("repo", "must not have a part that is `.` or `..`"));
    }
    let mut body = Body::default();
    body.member("repo", repo);
    Ok(body.end(""))
}

/// Checks the parameters of `teams.get`.
pub fn team(params: &Argument) -> Result<Checked, Invalid> {
    let params = Arguments::of(params, "", "params", &with_host_urls(&TEAM))?;
    let (body, team_id) = team_body(&params)?;
    Ok(body.end(team_id))
}

/// A checked removal: the request, the question that reads the team back, and whom it is about.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckedRemoval {
    /// The removal itself.
    pub removal: Checked,
    /// `teams.get` for the same team.
    pub team: Checked,
    /// The login as given.
    pub user_login: String,
}

/// Checks the parameters of `teams.removeMember`.
pub fn remove_member(params: &Argument) -> Result<CheckedRemoval, Invalid> {
    let known = with_host_urls(&[&TEAM[..], &["user_login", "user_name", "role"]].concat());
    let params = Arguments::of(params, "", "params", &known)?;
    let (mut body, team_id) = team_body(&params)?;
    let team = body.clone().end(team_id);
    let user_login = login(&params)?;
    body.member("user_login", user_login);
    if let Some(name) = params.prose("user_name")? {
        body.member("user_name", name);
    }
    if let Some(role) = params.word("role", &ROLES)? {
        body.member("role", role);
    }
    Ok(CheckedRemoval { removal: body.end(team_id), team, user_login: user_login.to_owned() })
}

/// Names of parameters, and of the addresses that any operation on a platform takes.
fn with_host_urls(names: &[&'static str]) -> Vec<&'static str> {
    names.iter().copied().chain(HOST_URLS.map(|(name, _)| name)).collect()
}

fn team_body<'a>(params: &Arguments<'a>) -> Result<(Body, &'a str), Invalid> {
    let mut body = Body::default();
    let platform = platform(params, &TEAM_PLATFORMS)?;
    body.member("platform", platform);
    body.member("org", params.identifier("org")?);
    let team_id = params.identifier("team_id")?;
    if !is_uuid(team_id) {
        return Err(params.invalid("team_id", "must be a UUID"));
    }
    body.member("team_id", team_id);
    host_urls(params, platform, &mut body)?;
    Ok((body, team_id))
}

fn platform(params: &Arguments<'_>, words: &[&'static str]) -> Result<&'static str, Invalid> {
    params.word("platform", words)?.ok_or_else(|| params.invalid("platform", "is missing"))
}

fn login<'a>(params: &Arguments<'a>) -> Result<&'a str, Invalid> {
    let login = params.identifier("user_login")?;
    if login.chars().count() > MAX_LOGIN {
        return Err(params.invalid("user_login", "must not be longer than 320 characters"));
    }
    Ok(login)
}

fn host_urls(params: &Arguments<'_>, platform: &str, body: &mut Body) -> Result<(), Invalid> {
    for (name, owner) in HOST_URLS {
        let Some(url) = params.text(name)? else { continue };
        let own = owner == platform || (owner == "azure_devops" && platform == "azuredevops");
        if !own {
            return Err(params.invalid(name, "belongs to another platform than the one given"));
        }
        check_host_url(url).map_err(|rule| params.invalid(name, rule))?;
        body.member(name, url);
    }
    Ok(())
}

/// A JSON object of strings under construction.
#[derive(Clone, Default)]
struct Body(String);

impl Body {
    fn member(&mut self, name: &str, text: &str) {
        self.0.push(if self.0.is_empty() { '{' } else { ',' });
        write_string(name, &mut self.0);
        self.0.push(':');
        write_string(text, &mut self.0);
    }

    fn end(mut self, subject: &str) -> Checked {
        self.0.push('}');
        Checked { body: self.0, subject: subject.to_owned() }
    }
}

#[cfg(test)]
mod tests;

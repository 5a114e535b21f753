//! The checks the operations share, one function a field. Each turns text into a checked value or names the field that is wrong.

use super::Fields;
use crate::fault::Fault;

/// Longest organisation, scan id or repository, in characters.
const NAME_CHARS: usize = 1024;
/// Longest login or display name, in characters.
const PERSON_CHARS: usize = 320;
/// Longest base URL, in characters.
const URL_CHARS: usize = 2048;

/// The rule for names, with a beginning that says whose rule it is. Tests compare the numbers with the limits.
macro_rules! name_rule {
    ($beginning:literal) => {
        concat!($beginning, "at most 1,024 characters, not blank and without control characters")
    };
}
/// The rule for logins, with such a beginning.
macro_rules! login_rule {
    ($beginning:literal) => {
        concat!($beginning, "at most 320 characters, not blank and without control characters")
    };
}
/// The rule for base URLs, after the name of the field.
macro_rules! url_rule {
    ($name:literal) => {
        concat!($name, " must be an http or https URL of at most 2,048 characters, without user information")
    };
}
pub(crate) use {login_rule, name_rule};

/// A git platform, in the spelling it is stored under.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Platform(pub &'static str);

impl Platform {
    const ALL: &[&str] = &["github", "gitlab", "bitbucket", "azure_devops"];
    /// The error text for any other platform.
    pub const RULE: &str = "platform must be one of github, gitlab, bitbucket, azure_devops";
    /// The same for teams: there Azure DevOps has a second spelling.
    pub const TEAM_RULE: &str = "platform must be one of github, gitlab, bitbucket, azure_devops, azuredevops";

    /// The platform of a container scan request.
    pub fn of_scan(fields: &Fields) -> Result<Self, Fault> {
        let wrong = Fault::Invalid(Self::RULE);
        let text = fields.text("platform", wrong)?;
        text.and_then(Self::parse).ok_or(wrong)
    }

    /// The platform of a team request.
    pub fn of_team(fields: &Fields) -> Result<Self, Fault> {
        let wrong = Fault::Invalid(Self::TEAM_RULE);
        let text = fields.text("platform", wrong)?;
        text.and_then(Self::parse_of_team).ok_or(wrong)
    }

    /// A platform by its name in requests of teams.
    pub fn parse_of_team(text: &str) -> Option<Self> {
        Self::parse(if text == "azuredevops" { "azure_devops" } else { text })
    }

    /// A platform by its name in requests of container scans.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.iter().find(|name| **name == text).map(|name| Self(name))
    }
}

/// The cloud a container scan ran against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cloud(pub &'static str);

impl Cloud {
    const ALL: &[&str] = &["aws", "azure", "gcp"];
    /// The error text for any other cloud.
    pub const RULE: &str = "cloud must be one of aws, azure, gcp";

    /// The cloud of a request; `aws` if none is given.
    pub fn of(fields: &Fields) -> Result<Self, Fault> {
        let wrong = Fault::Invalid(Self::RULE);
        fields.text("cloud", wrong)?.map_or(Ok(Self("aws")), |text| Self::parse(text).ok_or(wrong))
    }

    /// A cloud by its name on the wire.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.iter().find(|name| **name == text).map(|name| Self(name))
    }
}

/// The base URLs of self-hosted platforms: checked, then forgotten. This service never connects to anything.
pub struct HostUrls;

impl HostUrls {
    /// Their names on the wire.
    pub const NAMES: [&str; 4] = ["github_base_url", "gitlab_base_url", "bitbucket_base_url", "azure_devops_base_url"];

    /// Checks those that are given.
    pub fn check(fields: &Fields) -> Result<(), Fault> {
        const WRONG: [Fault; 4] = [
            Fault::Invalid(url_rule!("github_base_url")),
            Fault::Invalid(url_rule!("gitlab_base_url")),
            Fault::Invalid(url_rule!("bitbucket_base_url")),
            Fault::Invalid(url_rule!("azure_devops_base_url")),
        ];
        for (name, wrong) in Self::NAMES.into_iter().zip(WRONG) {
            if fields.text(name, wrong)?.is_some_and(|url| !is_base_url(url)) {
                return Err(wrong);
            }
        }
        Ok(())
    }
}

/// The organisation.
pub fn org(fields: &Fields) -> Result<String, Fault> {
    name(fields, "org", Fault::Invalid(name_rule!("org must be a string of ")))
}

/// The scan identifier.
pub fn scan_id(fields: &Fields) -> Result<String, Fault> {
    name(fields, "scan_id", Fault::Invalid(name_rule!("scan_id must be a string of ")))
}

/// The repository.
pub fn repo(fields: &Fields) -> Result<String, Fault> {
    let repo = fields.text("repo", Fault::MissingRepo)?;
    repo.filter(|repo| is_repo(repo)).map(str::to_owned).ok_or(Fault::MissingRepo)
}

/// The team identifier, in lower case: letter case does not distinguish UUIDs.
pub fn team_id(fields: &Fields) -> Result<String, Fault> {
    let wrong = Fault::Invalid("team_id must be a UUID");
    fields.text("team_id", wrong)?.and_then(uuid).ok_or(wrong)
}

/// The canonical form of a UUID; `None` if the text is none.
pub fn uuid(text: &str) -> Option<String> {
    let sound = text.len() == 36
        && text.bytes().enumerate().all(|(at, byte)| match at {
            8 | 13 | 18 | 23 => byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        });
    sound.then(|| text.to_ascii_lowercase())
}

/// The login, exactly as given: trimming would name somebody else.
pub fn user_login(fields: &Fields) -> Result<String, Fault> {
    let wrong = Fault::Invalid(login_rule!("user_login must be a string of "));
    let login = fields.text("user_login", wrong)?.ok_or(wrong)?;
    if is_login(login) { Ok(login.to_owned()) } else { Err(wrong) }
}

/// Checks the display name, which a removal does not use.
pub fn check_user_name(fields: &Fields) -> Result<(), Fault> {
    let wrong = Fault::Invalid("user_name must be a string of at most 320 characters, without control characters");
    if fields.text("user_name", wrong)?.is_some_and(|text| !is_person(text)) {
        return Err(wrong);
    }
    Ok(())
}

/// Checks the role, which a removal does not use.
pub fn check_role(fields: &Fields) -> Result<(), Fault> {
    let wrong = Fault::Invalid("role must be one of member, lead");
    if fields.text("role", wrong)?.is_some_and(|text| !is_role(text)) {
        return Err(wrong);
    }
    Ok(())
}

fn name(fields: &Fields, field: &str, wrong: Fault) -> Result<String, Fault> {
    let text = fields.text(field, wrong)?.ok_or(wrong)?;
    if is_name(text) { Ok(text.to_owned()) } else { Err(wrong) }
}

/// Whether a text can name an organisation, a scan or a repository: no request could ask for any other.
pub fn is_name(text: &str) -> bool {
    !is_blank(text) && text.chars().count() <= NAME_CHARS && !text.contains(char::is_control)
}

/// An owner, at least one slash, and no empty part. GitLab groups nest, so there may be more than one slash.
pub fn is_repo(text: &str) -> bool {
    let sound = |part: &str| !part.is_empty() && part != "." && part != ".." && !part.contains(is_space);
    is_name(text) && text.contains('/') && text.split('/').all(sound)
}

/// Whether a text can name a member in a request.
pub fn is_login(text: &str) -> bool {
    !is_blank(text) && is_person(text)
}

/// `#RRGGBB`.
pub fn is_color(text: &str) -> bool {
    text.strip_prefix('#')
        .is_some_and(|digits| digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

/// Is this one of the two roles?
pub fn is_role(text: &str) -> bool {
    matches!(text, "member" | "lead")
}

fn is_blank(text: &str) -> bool {
    text.chars().all(is_space)
}

/// White space as in the patterns of `openapi.yaml`: ECMAScript counts the byte order mark, Unicode does not.
fn is_space(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}

fn is_person(text: &str) -> bool {
    text.chars().count() <= PERSON_CHARS && !text.contains(char::is_control)
}

fn is_base_url(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once("://") else { return false };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let odd = |c: char| c.is_control() || is_space(c) || c == '\\';
    text.chars().count() <= URL_CHARS
        && (scheme.eq_ignore_ascii_case("https") || scheme.eq_ignore_ascii_case("http"))
        && !authority.is_empty()
        && !authority.starts_with(':')
        && !authority.contains('@')
        && !text.contains(odd)
}

#[cfg(test)]
#[path = "checks/tests.rs"]
mod tests;

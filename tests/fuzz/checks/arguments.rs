//! Arguments: what is accepted is sent exactly as given, and a refusal names the argument and the rule, never a value.
//!
//! The rules are read a second time here, plainly, from the interface's own words.

use super::recipe_of_arguments::{CANARY, Call, build};
use scanfold::arguments::{Argument, Invalid};
use scanfold::client::options::{self, ClientOptions};
use scanfold::client::token::{Slot, Token};
use scanfold::client::{history_options, scan_options};
use scanfold::wire::address::check_host_url;
use scanfold::wire::params;
use serde_json::{Map, Value};

type Members = [(String, Argument)];

/// One call with a caller's object of arguments.
pub fn arguments(data: &[u8]) {
    let Some((call, argument)) = build(data) else { return };
    match call {
        Call::ContainerResults => {
            let checked = params::container_results(&argument);
            sent(checked.map(|checked| checked.body), &argument, container_is_legal);
        }
        Call::AgentHistory => {
            sent(params::agent_history(&argument).map(|checked| checked.body), &argument, history_is_legal);
        }
        Call::Team => sent(params::team(&argument).map(|checked| checked.body), &argument, team_is_legal),
        Call::RemoveMember => removal(&argument),
        Call::Client => client(&argument),
        Call::Options => call_options(&argument),
        Call::Question => question(&argument),
    }
    for text in texts(&argument) {
        token(text);
    }
}

/// The body holds the arguments exactly as given, and nothing else; exactly the legal ones are accepted.
fn sent(body: Result<String, Invalid>, argument: &Argument, is_legal: fn(&Members) -> bool) {
    let given = match argument {
        Argument::Members(members) => Some(members).filter(|members| is_legal(members)),
        _ => None,
    };
    match (body, given) {
        (Ok(body), Some(members)) => {
            let expected = members.iter().map(|(name, value)| match value {
                Argument::Text(text) => (name.clone(), Value::String(text.clone())),
                Argument::IllFormed(mended) if name == PROSE => (name.clone(), Value::String(mended.clone())),
                other => panic!("{other:?} was accepted"),
            });
            let expected: Map<String, Value> = expected.collect();
            assert_eq!(serde_json::from_str::<Value>(&body).expect("a body is JSON"), Value::Object(expected));
        }
        (Err(invalid), None) => check_refusal(&invalid, argument),
        (Ok(_), None) => panic!("accepted: {argument:?}"),
        (Err(invalid), Some(_)) => panic!("{invalid}: {argument:?}"),
    }
}

fn removal(argument: &Argument) {
    let removal = params::remove_member(argument);
    if let Ok(removal) = &removal {
        // The question that reads the team back is the removal without its member.
        let mut body: Map<String, Value> = serde_json::from_str(&removal.removal.body).expect("a body is JSON");
        assert_eq!(body.remove("user_login"), Some(Value::String(removal.user_login.clone())));
        body.remove("user_name");
        body.remove("role");
        assert_eq!(serde_json::from_str::<Map<String, Value>>(&removal.team.body).ok(), Some(body));
        assert_eq!(removal.team.subject, removal.removal.subject);
    }
    sent(removal.map(|removal| removal.removal.body), argument, removal_is_legal);
}

fn client(argument: &Argument) {
    match ClientOptions::check(argument, None) {
        Ok(options) => {
            check_limits(&options.limits);
            assert!(options.max_response_bytes >= 1);
            check_headers(&options.headers);
        }
        Err(invalid) => check_refusal(&invalid, argument),
    }
}

fn call_options(argument: &Argument) {
    let base = Argument::Members(vec![("baseUrl".to_owned(), Argument::Text("https://a.example".to_owned()))]);
    let client = ClientOptions::check(&base, None).expect("the least of options");
    let called = options::call(argument, &client);
    let waited = options::wait(argument, &client);
    let requested = options::request("/api/x", argument, &client);
    let accepted =
        [called.clone().ok(), waited.clone().ok().map(|(call, _)| call), requested.clone().ok().map(|(call, _)| call)];
    for call in accepted.iter().flatten() {
        check_limits(&call.limits);
        check_headers(&call.headers);
    }
    if let Ok((_, wait)) = &waited {
        let durations = [wait.interval_ms, wait.max_interval_ms, wait.max_wait_ms];
        assert!(durations.into_iter().all(is_duration), "{durations:?}");
    }
    assert!(called.is_err() || waited.is_ok(), "a wait takes every option of a call");
    let opened = options::open_scan(argument);
    assert!(opened.as_ref().is_ok_and(|bytes| *bytes >= 1) || opened.is_err());
    let refusals = [called.err(), waited.err(), requested.err(), opened.err()];
    refusals.iter().flatten().for_each(|invalid| check_refusal(invalid, argument));
}

/// Options for scans and histories: a number that is accepted is one that the answer can use.
fn question(argument: &Argument) {
    let grouped = scan_options::rollup(argument);
    assert!(grouped.as_ref().is_err() || grouped.as_ref().is_ok_and(|options| options.by.len() <= 3));
    let day = history_options::grouping(argument);
    if let Ok(history_options::Grouping::Day(minutes)) = day {
        assert!(minutes.abs() <= 24 * 60);
    }
    let told = history_options::summary(argument);
    if let Ok(options) = &told {
        assert!(options.gap_ms >= 0 && options.stale_ms >= 0 && (0.0..=1.0).contains(&options.coverage_drop));
    }
    let refusals = [
        scan_options::filter(Some(argument)).err(),
        scan_options::query(argument).err(),
        scan_options::facets(argument).err(),
        scan_options::diff(argument).err(),
        scan_options::csv(argument).err(),
        scan_options::markdown(argument).err(),
        scan_options::sarif(argument).err(),
        history_options::order(argument).err(),
        grouped.err(),
        day.err(),
        told.err(),
    ];
    refusals.iter().flatten().for_each(|invalid| check_refusal(invalid, argument));
}

fn check_limits(limits: &options::CallLimits) {
    assert!(limits.max_retries <= 100);
    assert!(is_duration(limits.timeout_ms) && is_duration(limits.attempt_timeout_ms));
}

fn is_duration(ms: f64) -> bool {
    ms == f64::INFINITY || (ms > 0.0 && ms < 2_147_483_648.0)
}

fn check_headers(headers: &[(String, String)]) {
    for (name, value) in headers {
        assert!(
            !name.is_empty()
                && name.bytes().all(|byte| byte.is_ascii_graphic() && !b"\"(),/:;<=>?@[\\]{}".contains(&byte))
        );
        assert!(value.bytes().all(|byte| byte == b'\t' || (b' '..=b'~').contains(&byte)), "{name}");
        let reserved =
            ["authorization", "proxy-authorization", "cookie", "content-type", "accept", "content-length", "host"];
        assert!(!reserved.contains(&name.to_ascii_lowercase().as_str()), "{name}");
    }
}

/// A token is of the alphabet of RFC 6750 and of a sane length, and prints as nothing; a refusal does not repeat it.
fn token(text: &str) {
    let end = text.trim_end_matches('=').len();
    let alphabet = |c: char| c.is_ascii_alphanumeric() || "-._~+/".contains(c);
    let legal = end > 0 && text.len() <= 8192 && text[..end].chars().all(alphabet);
    match Token::check(text, Slot::Git) {
        Ok(token) => {
            assert!(legal, "accepted");
            assert_eq!(format!("{token:?}"), "[redacted]");
        }
        Err(fault) => assert!(!legal, "{fault:?}"),
    }
    let foreign = ["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "gldt-", "ATBB"];
    let expected = legal && !foreign.iter().any(|prefix| text.starts_with(prefix));
    assert_eq!(Token::check(text, Slot::Api).is_ok(), expected);
}

/// Printable, of bounded length, about a name, and without the values that were given.
fn check_refusal(invalid: &Invalid, argument: &Argument) {
    let text = invalid.to_string();
    assert!(text.bytes().all(|byte| (b' '..=b'~').contains(&byte)), "{text:?}");
    let name = invalid.path.strip_prefix("where.").unwrap_or(&invalid.path);
    assert!(name.len() <= 64 && !name.is_empty(), "{text}");
    assert!(invalid.rule.len() < 200, "{text}");
    let named = match argument {
        Argument::Members(members) => members.iter().any(|(name, _)| name.contains(CANARY)),
        _ => false,
    };
    assert!(named || !text.contains(CANARY), "{text}");
}

fn texts(argument: &Argument) -> Vec<&str> {
    match argument {
        Argument::Text(text) => vec![text],
        Argument::List(items) => items.iter().flat_map(texts).collect(),
        Argument::Members(members) => members.iter().flat_map(|(_, value)| texts(value)).collect(),
        _ => Vec::new(),
    }
}

// ------------------------------------------------------------------------------------------ the interface's rules

fn text<'a>(members: &'a Members, name: &str) -> Option<&'a str> {
    match members.iter().find(|(key, _)| key == name) {
        Some((_, Argument::Text(text))) => Some(text),
        _ => None,
    }
}

/// The member that names nothing, so that it may be ill-formed.
const PROSE: &str = "user_name";

/// Only these members are there, and all of them are strings.
fn only(members: &Members, names: &[&str]) -> bool {
    members.iter().all(|(name, value)| match value {
        Argument::Text(_) => names.contains(&name.as_str()),
        Argument::IllFormed(_) => names.contains(&name.as_str()) && name == PROSE,
        _ => false,
    })
}

fn is_identifier(text: &str) -> bool {
    text.chars().any(|c| !c.is_whitespace()) && text.len() <= 1024 && !text.chars().any(char::is_control)
}

fn has_identifier(members: &Members, name: &str) -> bool {
    text(members, name).is_some_and(is_identifier)
}

fn is_word(members: &Members, name: &str, words: &[&str]) -> bool {
    members.iter().all(|(key, _)| key != name) || text(members, name).is_some_and(|word| words.contains(&word))
}

const HOSTS: [&str; 4] = ["github_base_url", "gitlab_base_url", "bitbucket_base_url", "azure_devops_base_url"];

/// Only the platform's own address of a self-hosted instance.
fn has_own_host(members: &Members) -> bool {
    let platform = match text(members, "platform") {
        Some("azuredevops") => "azure_devops",
        other => other.unwrap_or_default(),
    };
    let own = [platform, "_base_url"].concat();
    members.iter().all(|(name, _)| !HOSTS.contains(&name.as_str()) || *name == own)
        && text(members, &own).is_none_or(|url| check_host_url(url).is_ok())
}

fn container_is_legal(members: &Members) -> bool {
    let names = [&["platform", "org", "scan_id", "cloud"][..], &HOSTS].concat();
    let platforms = ["github", "gitlab", "bitbucket", "azure_devops"];
    only(members, &names)
        && text(members, "platform").is_some_and(|platform| platforms.contains(&platform))
        && has_identifier(members, "org")
        && has_identifier(members, "scan_id")
        && is_word(members, "cloud", &["aws", "azure", "gcp"])
        && has_own_host(members)
}

fn history_is_legal(members: &Members) -> bool {
    let parts = |repo: &str| repo.contains('/') && repo.split('/').all(|part| part.chars().any(|c| !c.is_whitespace()));
    only(members, &["repo"]) && has_identifier(members, "repo") && text(members, "repo").is_some_and(parts)
}

fn has_team(members: &Members) -> bool {
    let platforms = ["github", "gitlab", "bitbucket", "azure_devops", "azuredevops"];
    let is_uuid = |id: &str| {
        let lengths: Vec<usize> = id.split('-').map(str::len).collect();
        lengths == [8, 4, 4, 4, 12] && id.chars().all(|c| c == '-' || c.is_ascii_hexdigit())
    };
    text(members, "platform").is_some_and(|platform| platforms.contains(&platform))
        && has_identifier(members, "org")
        && text(members, "team_id").is_some_and(is_uuid)
        && has_own_host(members)
}

fn team_is_legal(members: &Members) -> bool {
    only(members, &[&["platform", "org", "team_id"][..], &HOSTS].concat()) && has_team(members)
}

fn removal_is_legal(members: &Members) -> bool {
    let names = [&["platform", "org", "team_id", "user_login", "user_name", "role"][..], &HOSTS].concat();
    only(members, &names)
        && has_team(members)
        && has_identifier(members, "user_login")
        && text(members, "user_login").is_some_and(|login| login.chars().count() <= 320)
        && is_word(members, "role", &["member", "lead"])
}

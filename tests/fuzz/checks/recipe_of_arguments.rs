//! Turns bytes into a call and an object of arguments that is nearly legal.
//!
//! Two bytes say which call, and whether it begins with a legal object; then three bytes a step set or take away a member.

use scanfold::arguments::Argument;

/// Stands in values only, so that wherever it turns up a value was repeated.
pub const CANARY: &str = "c4n4ry_7hR2kQ9xZ8vL3mW6";

/// Which arguments these are.
#[derive(Clone, Copy)]
pub enum Call {
    ContainerResults,
    AgentHistory,
    Team,
    RemoveMember,
    Client,
    Options,
    Question,
}

const CALLS: [Call; 7] = [
    Call::ContainerResults,
    Call::AgentHistory,
    Call::Team,
    Call::RemoveMember,
    Call::Client,
    Call::Options,
    Call::Question,
];

const NAMES: [&str; 42] = [
    "platform",
    "org",
    "scan_id",
    "cloud",
    "github_base_url",
    "gitlab_base_url",
    "bitbucket_base_url",
    "azure_devops_base_url",
    "repo",
    "team_id",
    "user_login",
    "user_name",
    "role",
    "baseUrl",
    "apiToken",
    "gitToken",
    "historyAuth",
    "fetch",
    "headers",
    "maxRetries",
    "attemptTimeoutMs",
    "timeoutMs",
    "maxResponseBytes",
    "onEvent",
    "signal",
    "onProgress",
    "intervalMs",
    "maxIntervalMs",
    "maxWaitMs",
    "onStatus",
    "auth",
    "body",
    "idempotent",
    "maxBytes",
    "scanId",
    "Authorization",
    "X-Request",
    "",
    "__proto__",
    "naïve\u{202E}",
    "\u{1b}[31m\"'\\",
    "a-name-that-is-longer-than-any-message-should-ever-have-to-repeat-to-anybody",
];

const TEXTS: [&str; 40] = [
    CANARY,
    "c4n4ry_7hR2kQ9xZ8vL3mW6\n",
    " c4n4ry_7hR2kQ9xZ8vL3mW6 é",
    "Bearer c4n4ry_7hR2kQ9xZ8vL3mW6",
    "ghp_c4n4ry_7hR2kQ9xZ8vL3mW6",
    "https://c4n4ry_7hR2kQ9xZ8vL3mW6@a.example",
    "https://a.example/c4n4ry_7hR2kQ9xZ8vL3mW6?x",
    "c4n4ry_7hR2kQ9xZ8vL3mW6/",
    "github",
    "gitlab",
    "bitbucket",
    "azure_devops",
    "azuredevops",
    "aws",
    "azure",
    "gcp",
    "member",
    "lead",
    "api",
    "git",
    "none",
    "acme",
    "acme/web",
    "acme/group/web",
    "/",
    " / ",
    "",
    " ",
    "\u{3000}",
    "a\0b",
    "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
    "3F2504E0-4F89-41D3-9A0C-0305E82C330G",
    "3f2504e04f8941d39a0c0305e82c3301",
    "https://github.example.com",
    "https://a.example/prefix/",
    "http://localhost:8080",
    "http://a.example",
    "aZ09-._~+/==",
    "=",
    "日本語",
];

const QUESTION_NAMES: [&str; 20] = [
    "where",
    "by",
    "sort",
    "limit",
    "offset",
    "raw",
    "ignoreImage",
    "dimensions",
    "order",
    "utcOffsetMinutes",
    "now",
    "gapMs",
    "staleMs",
    "coverageDrop",
    "severity",
    "image",
    "fixable",
    "minEpss",
    "text",
    "",
];

const QUESTION_TEXTS: [&str; 12] = [
    CANARY,
    "c4n4ry_7hR2kQ9xZ8vL3mW6\n",
    "image",
    "severity",
    "package",
    "branch",
    "day",
    "findings",
    "oldest",
    "critical",
    "2026-02-03T04:05:06.789+01:00",
    "2026-02-30T04:05:06Z",
];

const NUMBERS: [f64; 14] = [
    0.0,
    -0.0,
    1.0,
    1.5,
    -1.0,
    100.0,
    101.0,
    2_147_483_647.0,
    2_147_483_648.0,
    1e300,
    f64::MIN_POSITIVE,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
];

const STEPS: usize = 24;

/// The call, and its argument.
pub fn build(data: &[u8]) -> Option<(Call, Argument)> {
    let &[call, begin, ref steps @ ..] = data else { return None };
    let call = CALLS[usize::from(call) % CALLS.len()];
    let (names, texts): (&[&str], &[&str]) = match call {
        Call::Question => (&QUESTION_NAMES, &QUESTION_TEXTS),
        _ => (&NAMES, &TEXTS),
    };
    let mut members = if begin.is_multiple_of(2) { legal(call) } else { Vec::new() };
    let mut steps = steps.iter().copied();
    for _ in 0..STEPS {
        let (Some(name), Some(kind), Some(what)) = (steps.next(), steps.next(), steps.next()) else { break };
        let name = names[usize::from(name) % names.len()];
        members.retain(|(key, _)| key != name);
        if let Some(value) = value(texts, kind, what, &mut steps) {
            members.push((name.to_owned(), value));
        }
    }
    let argument = match begin / 2 {
        0..120 => Argument::Members(members),
        120 => Argument::List(members.into_iter().map(|(_, value)| value).collect()),
        121 => members.into_iter().next().map_or(Argument::Other, |(_, value)| value),
        122 => Argument::Function,
        _ => Argument::Other,
    };
    Some((call, argument))
}

fn value(texts: &[&str], kind: u8, what: u8, rest: &mut impl Iterator<Item = u8>) -> Option<Argument> {
    let at = usize::from(what);
    Some(match kind % 16 {
        0..6 => Argument::Text(texts[at % texts.len()].to_owned()),
        6 => Argument::Text([TEXTS[usize::from(kind / 16)], TEXTS[at % TEXTS.len()]].concat()),
        7 => {
            let bytes: Vec<u8> = rest.take(at % 32).collect();
            Argument::Text(String::from_utf8_lossy(&bytes).into_owned())
        }
        8 => Argument::Text("x".repeat(at * 40)),
        9 => Argument::Number(NUMBERS[at % NUMBERS.len()]),
        10 => Argument::Flag(what.is_multiple_of(2)),
        11 => Argument::List((0..what % 4).map(|_| Argument::Text(texts[at / 4 % texts.len()].to_owned())).collect()),
        12 => Argument::Members(pairs(what % 4, rest)),
        13 => Argument::Function,
        14 => {
            if what.is_multiple_of(2) {
                Argument::IllFormed("\u{fffd}".to_owned())
            } else {
                Argument::Other
            }
        }
        _ => return None,
    })
}

/// Members of an object inside, such as `headers`.
fn pairs(count: u8, rest: &mut impl Iterator<Item = u8>) -> Vec<(String, Argument)> {
    let mut members: Vec<(String, Argument)> = Vec::new();
    for _ in 0..count {
        let (Some(name), Some(value)) = (rest.next(), rest.next()) else { break };
        let name = NAMES[usize::from(name) % NAMES.len()];
        members.retain(|(key, _)| key != name);
        members.push((name.to_owned(), Argument::Text(TEXTS[usize::from(value) % TEXTS.len()].to_owned())));
    }
    members
}

/// The least that a call accepts.
fn legal(call: Call) -> Vec<(String, Argument)> {
    let members: &[(&str, &str)] = match call {
        Call::ContainerResults => &[("platform", "github"), ("org", "acme"), ("scan_id", "s1")],
        Call::AgentHistory => &[("repo", "acme/web")],
        Call::Team => &[("platform", "gitlab"), ("org", "acme"), ("team_id", "3f2504e0-4f89-41d3-9a0c-0305e82c3301")],
        Call::RemoveMember => &[
            ("platform", "azuredevops"),
            ("org", "acme"),
            ("team_id", "3f2504e0-4f89-41d3-9a0c-0305e82c3301"),
            ("user_login", "ann"),
        ],
        Call::Client => &[("baseUrl", "https://a.example/prefix/"), ("apiToken", CANARY)],
        Call::Options | Call::Question => &[],
    };
    members.iter().map(|(name, value)| ((*name).to_owned(), Argument::Text((*value).to_owned()))).collect()
}

//! Addresses: an accepted one is used as it reads, and stays below its origin and prefix.

use scanfold::arguments::{Argument, Invalid};
use scanfold::client::base_url::BaseUrl;
use scanfold::client::options::{self, ClientOptions};
use scanfold::wire::address::check_host_url;

/// An address that was accepted, and what it is joined to.
pub struct Joined {
    /// As the client compares it with where a request would go.
    pub origin: String,
    /// Prefix and path, without the query.
    pub path: String,
    /// The query with its question mark, or nothing.
    pub query: String,
    /// The whole address.
    pub url: String,
}

const PAGES: [Option<&str>; 3] = [None, Some("https://page.example"), Some("http://page.example:8080")];

/// A base URL and, after a line feed, a path. Gives what came of them, for a second look.
pub fn base_url(data: &[u8]) -> Option<Joined> {
    let (&page, texts) = data.split_first()?;
    let page = PAGES[usize::from(page) % 3];
    let texts = String::from_utf8_lossy(texts);
    let (text, path) = texts.split_once('\n').unwrap_or((&texts, "/x"));
    check_host(text);
    let base = match BaseUrl::parse(text, page) {
        Ok(base) => base,
        Err(invalid) => {
            check_refusal(&invalid, "baseUrl");
            return None;
        }
    };
    check_origin(base.origin(), text, page);
    let root = base.join("");
    // With the page's origin before it, a long path may be longer than a caller may write.
    if root.len() <= 2048 {
        assert_eq!(BaseUrl::parse(&root, page).as_ref(), Ok(&base), "{text:?}");
    }

    let client = ClientOptions::check(&members(&[("baseUrl", text)]), page).expect("the address was accepted");
    match options::request(path, &members(&[("auth", "none")]), &client) {
        Ok(_) => {}
        Err(invalid) => {
            check_refusal(&invalid, "path");
            return None;
        }
    }
    let url = base.join(path);
    assert!(url.bytes().all(|byte| byte.is_ascii_graphic() && !b"\\#".contains(&byte)), "{url:?}");
    let (whole, query) = url.split_at(url.find('?').unwrap_or(url.len()));
    let below = whole.strip_prefix(base.origin()).expect("the origin comes first");
    // Dots, also as `%2e`, do not walk; nothing is empty but what a last slash leaves behind.
    let segments: Vec<String> =
        below.split('/').skip(1).map(|part| part.to_ascii_lowercase().replace("%2e", ".")).collect();
    for (at, segment) in segments.iter().enumerate() {
        assert!(segment != "." && segment != ".." && (!segment.is_empty() || at + 1 == segments.len()), "{url}");
    }
    assert!(below.starts_with('/') && url.starts_with(&root));
    Some(Joined { origin: base.origin().to_owned(), path: below.to_owned(), query: query.to_owned(), url })
}

/// `scheme://host[:port]` in one spelling; without encryption only to this machine or the page's own origin.
fn check_origin(origin: &str, text: &str, page: Option<&str>) {
    assert!(
        text.starts_with('/')
            || text.to_ascii_lowercase().starts_with(&origin.to_ascii_lowercase())
            || has_default_port(text, origin),
        "{origin} of {text:?}"
    );
    let (scheme, authority) = origin.split_once("://").expect("an origin has a scheme");
    assert!(!authority.contains(['/', '@', '?', '#', '\\', '%']) && !authority.is_empty());
    assert_eq!(origin, origin.to_ascii_lowercase());
    let host = authority
        .rsplit_once(':')
        .filter(|(host, _)| !host.starts_with('[') || host.ends_with(']'))
        .map_or(authority, |(host, _)| host);
    let numbers: Vec<Result<u8, _>> = host.split('.').map(str::parse).collect();
    let is_this_machine = matches!(numbers.as_slice(), [Ok(127), Ok(_), Ok(_), Ok(_)]) || host == "[::1]";
    let local = is_this_machine || host == "localhost" || host.ends_with(".localhost");
    assert!(scheme == "https" || local || Some(origin) == page, "{origin}");
}

/// The scheme's own port may be written and is left out.
fn has_default_port(text: &str, origin: &str) -> bool {
    let port = if origin.starts_with("https") { 443 } else { 80 };
    let rest = text.get(origin.len()..).and_then(|rest| rest.strip_prefix(':')).unwrap_or_default();
    let digits = rest.split('/').next().unwrap_or_default();
    text.to_ascii_lowercase().starts_with(origin) && digits.parse::<u16>() == Ok(port)
}

/// An address that is passed on is one that a client could be given, except for the page's own origin.
fn check_host(text: &str) {
    match check_host_url(text) {
        Ok(()) => assert!(BaseUrl::parse(text, None).is_ok(), "{text:?}"),
        Err(rule) => {
            assert!(text.starts_with('/') || BaseUrl::parse(text, None).is_err(), "{text:?}");
            check_refusal(&Invalid::new("github_base_url", rule), "github_base_url");
        }
    }
}

/// All that a refusal may say: these sentences contain nothing of the address that was given.
const RULES: [&str; 10] = [
    "is too long",
    "must begin with https:// (http:// is for loopback hosts and the page's own origin)",
    "must begin with https:// (http:// is for loopback hosts)",
    "must begin with one slash and have plain ASCII segments: none empty, . or .., without spaces, backslashes or a fragment, at most 2,048 characters",
    "must be a full URL: no page runs here whose origin a path could refer to",
    "must have a plain path: no empty or dotted segments, spaces or backslashes",
    "must have a port between 1 and 65535, or none",
    "must have no query and no fragment",
    "must hold no user name or password",
    "must name a host: letters, digits, dots and hyphens, or an IP address in its usual form",
];

/// A refusal is one of our sentences about one of our names.
fn check_refusal(invalid: &Invalid, name: &str) {
    assert_eq!(invalid.path, name);
    assert!(RULES.contains(&invalid.rule.as_str()), "{invalid}");
}

fn members(members: &[(&str, &str)]) -> Argument {
    let text = |text: &str| Argument::Text(text.to_owned());
    Argument::Members(members.iter().map(|(name, value)| ((*name).to_owned(), text(value))).collect())
}

//! The options of a client and of a call: which there are, their limits and defaults.

use crate::client::base_url::BaseUrl;
use crate::client::operation::Auth;
use crate::client::token::Slot;
use crate::client::wait;
use crate::wire::arguments::{Argument, Arguments, Invalid};

/// Limits of one call.
#[derive(Clone, Debug, PartialEq)]
pub struct Limits {
    /// How often a read is tried again.
    pub max_retries: u32,
    /// For headers and body of one attempt together.
    pub attempt_timeout_ms: f64,
    /// For the whole call.
    pub timeout_ms: f64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { max_retries: 2, attempt_timeout_ms: 30_000.0, timeout_ms: 120_000.0 }
    }
}

/// A client's checked options, except functions and tokens, which the border keeps.
#[derive(Clone, Debug)]
pub struct ClientOptions {
    /// The service's root.
    pub base_url: BaseUrl,
    /// What agent history is asked with.
    pub history_auth: Auth,
    /// Extra headers on every request.
    pub headers: Vec<(String, String)>,
    /// Limits of calls that bring none of their own.
    pub limits: Limits,
    /// Decoded bytes of a body that are accepted.
    pub max_response_bytes: u64,
}

const CLIENT_OPTIONS: [&str; 11] = [
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
];
const CALL_OPTIONS: [&str; 6] = ["signal", "maxRetries", "attemptTimeoutMs", "timeoutMs", "headers", "onProgress"];
const WAIT_OPTIONS: [&str; 4] = ["intervalMs", "maxIntervalMs", "maxWaitMs", "onStatus"];
const REQUEST_OPTIONS: [&str; 3] = ["auth", "body", "idempotent"];

const DEFAULT_MAX_RESPONSE_BYTES: f64 = 256.0 * 1024.0 * 1024.0;
const MOST_RETRIES: u32 = 100;

impl ClientOptions {
    /// Checks a client's options. `page` is the origin of the page that runs the client, where there is one.
    pub fn check(options: &Argument, page: Option<&str>) -> Result<ClientOptions, Invalid> {
        let options = Arguments::of(options, "", "options", &CLIENT_OPTIONS)?;
        let base_url = options.text("baseUrl")?.ok_or_else(|| options.invalid("baseUrl", "is missing"))?;
        for slot in [Slot::Api, Slot::Git] {
            let name = slot.option();
            if !matches!(
                options.get(name),
                None | Some(Argument::Text(_) | Argument::IllFormed(_) | Argument::Function)
            ) {
                return Err(options.invalid(name, "must be a string or a function"));
            }
        }
        for name in ["fetch", "onEvent"] {
            function(&options, name)?;
        }
        let history_auth = options.word("historyAuth", &Auth::WORDS)?.and_then(Auth::from_word);
        Ok(ClientOptions {
            base_url: BaseUrl::parse(base_url, page)?,
            history_auth: history_auth.unwrap_or(Auth::Token(Slot::Api)),
            headers: headers(&options)?,
            limits: limits(&options, &Limits::default())?,
            max_response_bytes: max_bytes(&options, "maxResponseBytes")?,
        })
    }
}

/// A call's checked options, except its signal and functions.
#[derive(Clone, Debug)]
pub struct CallOptions {
    /// Extra headers: the client's, and on top of them the call's.
    pub headers: Vec<(String, String)>,
    /// The call's limits; where it brings none, the client's.
    pub limits: Limits,
}

/// What `waitFor` takes beyond the options of a call.
#[derive(Clone, Debug)]
pub struct WaitOptions {
    /// First pause.
    pub interval_ms: f64,
    /// Longest pause.
    pub max_interval_ms: f64,
    /// How long in all.
    pub max_wait_ms: f64,
}

/// What `request` takes beyond the options of a call, except the body.
#[derive(Clone, Debug)]
pub struct RequestOptions {
    /// Which token.
    pub auth: Auth,
    /// Whether it may be repeated after a failure.
    pub idempotent: bool,
}

/// Checks the options of a call.
pub fn call(options: &Argument, client: &ClientOptions) -> Result<CallOptions, Invalid> {
    call_part(&Arguments::of(options, "", "options", &CALL_OPTIONS)?, client)
}

/// Checks the options of a wait.
pub fn wait(options: &Argument, client: &ClientOptions) -> Result<(CallOptions, WaitOptions), Invalid> {
    let options = Arguments::of(options, "", "options", &[&CALL_OPTIONS[..], &WAIT_OPTIONS[..]].concat())?;
    function(&options, "onStatus")?;
    let wait = WaitOptions {
        interval_ms: options.duration("intervalMs")?.unwrap_or(wait::DEFAULT_INTERVAL_MS),
        max_interval_ms: options.duration("maxIntervalMs")?.unwrap_or(wait::DEFAULT_MAX_INTERVAL_MS),
        max_wait_ms: options.duration("maxWaitMs")?.unwrap_or(wait::DEFAULT_MAX_WAIT_MS),
    };
    Ok((call_part(&options, client)?, wait))
}

/// Checks the options of a caller's own request, and its path.
pub fn request(
    path: &str,
    options: &Argument,
    client: &ClientOptions,
) -> Result<(CallOptions, RequestOptions), Invalid> {
    check_request_path(path).map_err(|rule| Invalid::new("path", rule))?;
    let options = Arguments::of(options, "", "options", &[&CALL_OPTIONS[..], &REQUEST_OPTIONS[..]].concat())?;
    let auth = options.word("auth", &Auth::WORDS)?.and_then(Auth::from_word);
    let request = RequestOptions {
        auth: auth.ok_or_else(|| options.invalid("auth", "is missing: one of api, git, none"))?,
        idempotent: options.flag("idempotent")?.unwrap_or(false),
    };
    Ok((call_part(&options, client)?, request))
}

/// Checks the options of `openScan`: what is left of a call where nothing is sent.
pub fn open_scan(options: &Argument) -> Result<u64, Invalid> {
    let options = Arguments::of(options, "", "options", &["signal", "onProgress", "maxBytes"])?;
    function(&options, "onProgress")?;
    max_bytes(&options, "maxBytes")
}

fn call_part(options: &Arguments<'_>, client: &ClientOptions) -> Result<CallOptions, Invalid> {
    function(options, "onProgress")?;
    let mut all = client.headers.clone();
    for (name, value) in headers(options)? {
        all.retain(|(given, _)| !given.eq_ignore_ascii_case(&name));
        all.push((name, value));
    }
    Ok(CallOptions { headers: all, limits: limits(options, &client.limits)? })
}

fn limits(options: &Arguments<'_>, default: &Limits) -> Result<Limits, Invalid> {
    Ok(Limits {
        max_retries: options.count("maxRetries", MOST_RETRIES)?.unwrap_or(default.max_retries),
        attempt_timeout_ms: options.duration("attemptTimeoutMs")?.unwrap_or(default.attempt_timeout_ms),
        timeout_ms: options.duration("timeoutMs")?.unwrap_or(default.timeout_ms),
    })
}

fn max_bytes(options: &Arguments<'_>, name: &str) -> Result<u64, Invalid> {
    match options.number(name)?.unwrap_or(DEFAULT_MAX_RESPONSE_BYTES) {
        bytes if bytes >= 1.0 && (bytes.fract() == 0.0 || bytes == f64::INFINITY) => Ok(bytes as u64),
        _ => Err(options.invalid(name, "must be a whole number of bytes above 0, or Infinity")),
    }
}

fn function(options: &Arguments<'_>, name: &str) -> Result<(), Invalid> {
    match options.get(name) {
        None | Some(Argument::Function) => Ok(()),
        Some(_) => Err(options.invalid(name, "must be a function")),
    }
}

fn headers(options: &Arguments<'_>) -> Result<Vec<(String, String)>, Invalid> {
    let members = match options.get("headers") {
        None => return Ok(Vec::new()),
        Some(Argument::Members(members)) => members,
        Some(_) => return Err(options.invalid("headers", "must be a plain object of strings")),
    };
    let checked = members.iter().map(|(name, value)| match value {
        Argument::Text(value) => match header_fault(name, value) {
            None => Ok((name.clone(), value.clone())),
            Some(rule) => Err(options.invalid("headers", rule)),
        },
        _ => Err(options.invalid("headers", "must be a plain object of strings")),
    });
    checked.collect()
}

/// Headers that a caller may not set: secrets go through the token options, the body's are the client's, and the rest belongs
/// to the transport: what the Fetch standard forbids, which browsers drop in silence and Node sends or fails over.
const RESERVED: [&str; 25] = [
    "authorization",
    "content-type",
    "accept",
    "accept-charset",
    "accept-encoding",
    "access-control-request-headers",
    "access-control-request-method",
    "access-control-request-private-network",
    "connection",
    "content-length",
    "cookie",
    "cookie2",
    "date",
    "dnt",
    "expect",
    "host",
    "keep-alive",
    "origin",
    "referer",
    "set-cookie",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "via",
];
const RESERVED_PREFIXES: [&str; 2] = ["proxy-", "sec-"];

fn header_fault(name: &str, value: &str) -> Option<&'static str> {
    let token = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    if name.is_empty() || !name.bytes().all(token) {
        return Some("must have names that are legal in HTTP");
    }
    let name = name.to_ascii_lowercase();
    if RESERVED.contains(&name.as_str()) || RESERVED_PREFIXES.iter().any(|prefix| name.starts_with(prefix)) {
        return Some(
            "must not set Authorization, Cookie, Content-Type, Accept, Content-Length or Host, \
             nor any other name that Fetch keeps for itself, such as Connection, Origin, Via, Proxy-* and Sec-*",
        );
    }
    let legal = |byte: u8| byte == b'\t' || (b' '..=b'~').contains(&byte);
    if !value.bytes().all(legal) {
        return Some("must have values of printable ASCII");
    }
    None
}

/// A path below the root: plain segments, a query if need be, nothing that leaves the prefix.
fn check_request_path(path: &str) -> Result<(), &'static str> {
    let rule = "must begin with one slash and have plain segments, without dots that walk, backslashes or a fragment";
    let (segments, query) = path.split_once('?').unwrap_or((path, ""));
    let trimmed = segments.strip_suffix('/').unwrap_or(segments);
    let plain =
        trimmed.strip_prefix('/').is_some_and(|rest| rest.split('/').all(crate::wire::address::is_plain_segment));
    let query = query.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'#' && byte != b'\\');
    if plain && query && path.len() <= 2048 { Ok(()) } else { Err(rule) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(members: &[(&str, Argument)]) -> Argument {
        let base = ("baseUrl".to_owned(), Argument::Text("https://a.example".to_owned()));
        let rest = members.iter().map(|(key, value)| ((*key).to_owned(), value.clone()));
        Argument::Members(std::iter::once(base).chain(rest).collect())
    }

    fn check(members: &[(&str, Argument)]) -> Result<ClientOptions, Invalid> {
        ClientOptions::check(&options(members), None)
    }

    fn members(members: &[(&str, &str)]) -> Argument {
        Argument::Members(
            members.iter().map(|(key, value)| ((*key).to_owned(), Argument::Text((*value).to_owned()))).collect(),
        )
    }

    #[test]
    fn defaults_are_the_documented_ones() {
        let checked = check(&[]).unwrap();
        assert_eq!(checked.limits, Limits { max_retries: 2, attempt_timeout_ms: 30_000.0, timeout_ms: 120_000.0 });
        assert_eq!(checked.max_response_bytes, 268_435_456);
        assert_eq!(checked.history_auth, Auth::Token(Slot::Api));
    }

    #[test]
    fn a_call_inherits_what_it_does_not_bring() {
        let client =
            check(&[("maxRetries", Argument::Number(5.0)), ("headers", members(&[("X-A", "1"), ("X-B", "1")]))]);
        let client = client.unwrap();
        let given = Argument::Members(vec![
            ("timeoutMs".to_owned(), Argument::Number(9.0)),
            ("headers".to_owned(), members(&[("x-a", "2")])),
        ]);
        let called = call(&given, &client).unwrap();
        assert_eq!(called.limits, Limits { max_retries: 5, attempt_timeout_ms: 30_000.0, timeout_ms: 9.0 });
        assert_eq!(called.headers, [("X-B".to_owned(), "1".to_owned()), ("x-a".to_owned(), "2".to_owned())]);
    }

    #[test]
    fn history_and_requests_take_the_token_that_is_named() {
        let client = check(&[]).unwrap();
        for (word, auth) in [("api", Auth::Token(Slot::Api)), ("git", Auth::Token(Slot::Git)), ("none", Auth::None)] {
            let text = Argument::Text(word.to_owned());
            assert_eq!(check(&[("historyAuth", text.clone())]).unwrap().history_auth, auth, "{word}");
            let given = Argument::Members(vec![("auth".to_owned(), text)]);
            let (_, asked) = request("/api/x", &given, &client).unwrap();
            assert_eq!((asked.auth, asked.idempotent), (auth, false), "{word}");
        }
    }

    #[test]
    fn a_token_is_a_text_or_a_function_and_else_refused_by_name() {
        for name in ["apiToken", "gitToken"] {
            for given in [Argument::Text("t".to_owned()), Argument::Function] {
                assert!(check(&[(name, given)]).is_ok(), "{name}");
            }
            for given in [Argument::Number(1.0), Argument::Flag(true), Argument::Other, Argument::List(Vec::new())] {
                assert_eq!(check(&[(name, given)]).unwrap_err().path, name);
            }
        }
    }

    #[test]
    fn callbacks_that_are_no_functions_are_refused_by_name() {
        let client = check(&[]).unwrap();
        for given in [Argument::Other, Argument::Text("f".to_owned()), Argument::Members(Vec::new())] {
            let of = |name: &str| Argument::Members(vec![(name.to_owned(), given.clone())]);
            for name in ["fetch", "onEvent"] {
                assert_eq!(check(&[(name, given.clone())]).unwrap_err().path, name);
            }
            assert_eq!(call(&of("onProgress"), &client).unwrap_err().path, "onProgress");
            assert_eq!(open_scan(&of("onProgress")).unwrap_err().path, "onProgress");
            for name in ["onProgress", "onStatus"] {
                assert_eq!(wait(&of(name), &client).unwrap_err().path, name);
            }
        }
        let functions = [("fetch", Argument::Function), ("onEvent", Argument::Function)];
        assert!(check(&functions).is_ok());
    }

    #[test]
    fn headers_that_would_carry_secrets_or_break_http_are_refused() {
        for (name, value) in [
            ("Authorization", "x"),
            ("COOKIE", "x"),
            ("content-type", "x"),
            ("", "x"),
            ("a b", "x"),
            ("x-a", "a\nb"),
            ("x-a", "é"),
        ] {
            assert_eq!(check(&[("headers", members(&[(name, value)]))]).unwrap_err().path, "headers", "{name}");
        }
    }

    #[test]
    fn headers_that_belong_to_the_transport_are_refused() {
        for name in [
            "Connection",
            "Keep-Alive",
            "TE",
            "Trailer",
            "Transfer-Encoding",
            "Upgrade",
            "Expect",
            "Via",
            "Accept-Charset",
            "Accept-Encoding",
            "Access-Control-Request-Headers",
            "Access-Control-Request-Method",
            "Cookie2",
            "Date",
            "DNT",
            "Origin",
            "Referer",
            "Set-Cookie",
            "Proxy-Authorization",
            "Proxy-Anything",
            "SEC-Fetch-Mode",
        ] {
            let refused = check(&[("headers", members(&[(name, "x")]))]).unwrap_err();
            assert!(refused.path == "headers" && refused.rule.starts_with("must not set"), "{name}");
        }
        for name in ["X-Request-Id", "Accept-Language", "User-Agent", "Sec", "Traceparent", "If-None-Match"] {
            assert!(check(&[("headers", members(&[(name, "x\t ~")]))]).is_ok(), "{name}");
        }
    }

    #[test]
    fn e8_limits_out_of_range_are_refused_by_name() {
        for (name, value) in [
            ("timeoutMs", 0.0),
            ("attemptTimeoutMs", -1.0),
            ("maxRetries", 1.5),
            ("maxRetries", -1.0),
            ("maxRetries", 101.0),
            ("maxResponseBytes", 0.0),
            ("maxResponseBytes", 1.5),
        ] {
            assert_eq!(check(&[(name, Argument::Number(value))]).unwrap_err().path, name);
        }
        assert_eq!(check(&[("timeoutMs", Argument::Number(f64::INFINITY))]).unwrap().limits.timeout_ms, f64::INFINITY);
        for (most, bytes) in [(1.0, 1), (f64::INFINITY, u64::MAX)] {
            let most = Argument::Number(most);
            assert_eq!(check(&[("maxResponseBytes", most)]).unwrap().max_response_bytes, bytes);
        }
    }

    #[test]
    fn request_paths_stay_below_the_root() {
        let client = check(&[]).unwrap();
        let given = Argument::Members(vec![("auth".to_owned(), Argument::Text("none".to_owned()))]);
        let long = |length: usize| "/a".repeat(length / 2);
        for path in ["/api/x", "/api/x/", "/api/x?a=1&b=%20", "/a?b?c=/d", &long(2048)] {
            assert!(request(path, &given, &client).is_ok(), "{path}");
        }
        for path in ["", "api", "//evil.example/x", "/a/../b", "/a/%2e%2E/b", "/a\\b", "/a#b", "/a?b#c", "/a b", "/"] {
            assert_eq!(request(path, &given, &client).unwrap_err().path, "path", "{path}");
        }
        for path in ["/a?b c", "/a?\u{e9}", "/a?b\\c", "/a?b\n", &long(2050), &[&long(2048), "/"].concat()] {
            assert_eq!(request(path, &given, &client).unwrap_err().path, "path", "{path}");
        }
    }
}

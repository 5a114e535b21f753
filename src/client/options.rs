//! The options of a client and of a call: which there are, their limits and defaults.

use crate::arguments::{Argument, Arguments, Invalid};
use crate::client::base_url::BaseUrl;
use crate::client::headers;
use crate::client::operation::Auth;
use crate::client::token::Slot;
use crate::client::wait;
use crate::json;
use crate::wire::address::{MAX_LENGTH, is_plain_segment};

/// Limits of one call.
#[derive(Clone, Debug, PartialEq)]
pub struct CallLimits {
    /// How often a read is tried again at most.
    pub max_retries: u32,
    /// For headers and body of one attempt together; may be infinite.
    pub attempt_timeout_ms: f64,
    /// For the whole call, pauses included; may be infinite.
    pub timeout_ms: f64,
}

impl Default for CallLimits {
    fn default() -> Self {
        CallLimits { max_retries: 2, attempt_timeout_ms: 30_000.0, timeout_ms: 120_000.0 }
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
    pub limits: CallLimits,
    /// Most decoded bytes of a body that are accepted.
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
const CALL_OPTIONS: [&str; 7] =
    ["signal", "maxRetries", "attemptTimeoutMs", "timeoutMs", "headers", "onProgress", "onEvent"];
const WAIT_OPTIONS: [&str; 4] = ["intervalMs", "maxIntervalMs", "maxWaitMs", "onStatus"];
const REQUEST_OPTIONS: [&str; 3] = ["auth", "body", "idempotent"];

const MOST_RETRIES: u32 = 100;

impl ClientOptions {
    /// Checks a client's options. `page` is the origin of the page that runs the client, if there is one.
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
            limits: limits(&options, &CallLimits::default())?,
            max_response_bytes: max_bytes(&options, "maxResponseBytes")?,
        })
    }
}

/// A call's checked options, except its signal and functions.
#[derive(Clone, Debug)]
pub struct CallOptions {
    /// Extra headers: the client's, and on top of them the call's.
    pub headers: Vec<(String, String)>,
    /// The call's limits, or the client's if it brings none.
    pub limits: CallLimits,
}

/// What `waitFor` takes beyond the options of a call.
#[derive(Clone, Debug)]
pub struct WaitOptions {
    /// First pause; later ones grow.
    pub interval_ms: f64,
    /// Longest pause, before jitter.
    pub max_interval_ms: f64,
    /// How long to wait in all.
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

/// Checks the options of `openScan`: those of a call that make sense if nothing is sent. Returns the most bytes accepted.
pub fn open_scan(options: &Argument) -> Result<u64, Invalid> {
    let options = Arguments::of(options, "", "options", &["signal", "onProgress", "maxBytes"])?;
    function(&options, "onProgress")?;
    max_bytes(&options, "maxBytes")
}

fn call_part(options: &Arguments<'_>, client: &ClientOptions) -> Result<CallOptions, Invalid> {
    for name in ["onProgress", "onEvent"] {
        function(options, name)?;
    }
    let mut all = client.headers.clone();
    for (name, value) in headers(options)? {
        all.retain(|(given, _)| !given.eq_ignore_ascii_case(&name));
        all.push((name, value));
    }
    Ok(CallOptions { headers: all, limits: limits(options, &client.limits)? })
}

fn limits(options: &Arguments<'_>, default: &CallLimits) -> Result<CallLimits, Invalid> {
    Ok(CallLimits {
        max_retries: options.count("maxRetries", MOST_RETRIES)?.unwrap_or(default.max_retries),
        attempt_timeout_ms: options.duration("attemptTimeoutMs")?.unwrap_or(default.attempt_timeout_ms),
        timeout_ms: options.duration("timeoutMs")?.unwrap_or(default.timeout_ms),
    })
}

fn max_bytes(options: &Arguments<'_>, name: &str) -> Result<u64, Invalid> {
    match options.number(name)?.unwrap_or(json::Limits::default().max_bytes as f64) {
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
        Argument::Text(value) => match headers::fault(name, value) {
            None => Ok((name.clone(), value.clone())),
            Some(rule) => Err(options.invalid("headers", rule)),
        },
        _ => Err(options.invalid("headers", "must be a plain object of strings")),
    });
    checked.collect()
}

/// A path below the root: plain segments, a query if need be, nothing that leaves the prefix.
fn check_request_path(path: &str) -> Result<(), &'static str> {
    let rule = "must begin with one slash and have plain ASCII segments: none empty, . or .., without spaces, backslashes or a fragment, at most 2,048 characters";
    let (segments, query) = path.split_once('?').unwrap_or((path, ""));
    let trimmed = segments.strip_suffix('/').unwrap_or(segments);
    let plain = trimmed.strip_prefix('/').is_some_and(|rest| rest.split('/').all(is_plain_segment));
    let query = query.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'#' && byte != b'\\');
    if plain && query && path.len() <= MAX_LENGTH { Ok(()) } else { Err(rule) }
}

#[cfg(test)]
mod tests;

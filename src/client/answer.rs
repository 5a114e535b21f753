//! What an answer means: by its status, its type, and its body.
//!
//! The interface leaves several error statuses open, so `{ "error": … }` is a failure whatever the status says. Types are
//! read from the header, never sniffed; bytes are UTF-8 whatever the label says.

use crate::client::failure::{ErrorKind, Failure};
use crate::client::hint::Hint;
use crate::client::operation::{Auth, Operation};
use crate::client::retry_after;
use crate::client::token::{Slot, Tokens};
use crate::json;
use crate::wire::deceptive::plain;
use crate::wire::envelope;

/// How an answer arrived, after `Response.type`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// Readable.
    Readable,
    /// A redirect that was not followed, hidden by the browser.
    OpaqueRedirect,
    /// Nothing can be read of it.
    Unreadable,
}

/// Everything known of an answer before its body.
#[derive(Clone, Debug)]
pub struct Head {
    /// How it arrived.
    pub arrival: Arrival,
    /// HTTP status; 0 where it is hidden.
    pub status: u16,
    /// `Content-Type`
    pub content_type: Option<String>,
    /// `Retry-After`
    pub retry_after: Option<String>,
    /// `Date`
    pub date: Option<String>,
    /// `X-Request-Id`
    pub request_id: Option<String>,
}

impl Head {
    /// The head of a response that a caller has fetched. Hosts of files label JSON as anything; only a page is still one.
    pub fn of_caller(mut self) -> Head {
        if !matches!(media_type(self.content_type.as_deref()), Media::Html) {
            self.content_type = None;
        }
        self
    }

    /// The head without the tokens, which a service or a proxy may repeat in its request id.
    pub fn without(mut self, tokens: &Tokens) -> Head {
        self.request_id = self.request_id.map(|id| tokens.redact(&id));
        self
    }
}

/// What to do with the body.
#[derive(Clone, Debug, PartialEq)]
pub enum Reading {
    /// Read it: it should be what was asked for.
    Answer,
    /// Read at most [`MAX_ERROR_BODY`] bytes: it may say more about this failure.
    ErrorBody(Failure),
    /// Leave it: the failure is complete.
    Discard(Failure),
}

/// A failure of a response that a caller has fetched: what helps is in that fetch, not in a client's options.
pub fn of_caller(failure: Failure) -> Failure {
    let hint = match failure.kind {
        ErrorKind::RedirectBlocked => Some("fetch the scan from where it really is".into()),
        _ => failure.hint.as_ref().and_then(Hint::of_caller),
    };
    Failure { hint, ..failure }
}

/// Bytes read of an error's body.
pub const MAX_ERROR_BODY: usize = 64 * 1024;
const MAX_SERVER_MESSAGE: usize = 1024;
const MAX_REQUEST_ID: usize = 128;

/// Reads status and type. `now_ms` is milliseconds since 1970, for `Retry-After`.
pub fn judge(head: &Head, operation: Operation, auth: Auth, now_ms: f64) -> Reading {
    let fail = |kind| {
        let mut failure = Failure::new(kind);
        failure.status = (head.status > 0).then_some(head.status);
        failure.request_id = request_id(head);
        failure
    };
    match head.arrival {
        Arrival::OpaqueRedirect => return Reading::Discard(redirect(fail(ErrorKind::RedirectBlocked))),
        Arrival::Unreadable => return Reading::Discard(fail(ErrorKind::Network).with_hint(Hint::Unreadable)),
        Arrival::Readable => {}
    }
    let kind = match head.status {
        200 => {
            return match media_type(head.content_type.as_deref()) {
                Media::Json | Media::Missing => Reading::Answer,
                Media::Html => Reading::Discard(fail(ErrorKind::Decode).at("").with_hint(Hint::Html)),
                Media::Other => Reading::Discard(fail(ErrorKind::Decode).at("").with_hint(Hint::NotLabelled)),
            };
        }
        301 | 302 | 303 | 307 | 308 => return Reading::Discard(redirect(fail(ErrorKind::RedirectBlocked))),
        401 => ErrorKind::Unauthorized,
        403 => ErrorKind::Forbidden,
        404 => ErrorKind::NotFound,
        429 => ErrorKind::RateLimited,
        400..=499 => ErrorKind::Rejected,
        500..=599 => ErrorKind::ServerError,
        _ => ErrorKind::UnexpectedStatus,
    };
    let mut failure = fail(kind);
    failure.retryable = is_passing(head.status);
    if failure.retryable {
        let asked = head.retry_after.as_deref();
        failure.retry_after_ms = asked.and_then(|text| retry_after::parse(text, head.date.as_deref(), now_ms));
    }
    failure.hint = hint(kind, operation, auth).map(Hint::from);
    let media = media_type(head.content_type.as_deref());
    if kind == ErrorKind::NotFound && matches!(media, Media::Html | Media::Other) {
        failure.hint = Some(Hint::NotJson);
    }
    // Errors in the service's form come under many labels: those of servers' own helpers, and of proxies.
    if matches!(media, Media::Html) { Reading::Discard(failure) } else { Reading::ErrorBody(failure) }
}

/// Whether what a status says may be over by the next try.
pub fn is_passing(status: u16) -> bool {
    matches!(status, 429 | 500 | 502 | 503 | 504)
}

/// Adds the service's own words to a failure, where its body is `{ "error": … }`: then it is the service's own, whatever
/// its label says.
pub fn explain(mut failure: Failure, body: &[u8], tokens: &Tokens) -> Failure {
    let is_not_found = failure.kind == ErrorKind::NotFound;
    let error = match json::parse_members(body, &json::Limits::default(), &envelope::MEMBERS) {
        Ok(value) => envelope::error_of(&value).map(|text| text.map(str::to_owned)),
        // A body that was cut off at the limit says nothing about where it came from.
        Err(_) if body.len() >= MAX_ERROR_BODY => beginning_of_words(body, tokens).map(Some),
        Err(_) => {
            if is_not_found {
                failure.hint = Some(Hint::NotJson);
            }
            None
        }
    };
    if let Some(text) = error {
        if is_not_found {
            failure.hint = None;
        }
        failure.server_message = server_message(text.as_deref(), tokens);
    }
    failure
}

/// The service's own words, as far as they are in the first bytes of a body that is too long, without the tokens.
pub fn beginning_of_words(body: &[u8], tokens: &Tokens) -> Option<String> {
    beginning(body, envelope::error_of, tokens)
}

/// The same of a team operation's `message`, where its `status` comes first and says that it failed.
pub fn beginning_of_refusal(body: &[u8], tokens: &Tokens) -> Option<String> {
    beginning(body, envelope::refusal, tokens)
}

fn beginning(body: &[u8], words: fn(&json::Value) -> Option<Option<&str>>, tokens: &Tokens) -> Option<String> {
    let found = json::beginning(body.get(..MAX_ERROR_BODY).unwrap_or(body), &envelope::MEMBERS)?;
    let text = words(&found.members)??;
    let cut = found.cut.and_then(|name| found.members.get(&name)?.as_str());
    // The same text, not an equal one.
    let is_cut = cut.is_some_and(|cut| std::ptr::eq(cut, text));
    let text = if is_cut { tokens.redact_cut(text) } else { tokens.redact(text) };
    Some(text).filter(|text| !text.is_empty())
}

/// Whether all that is wrong with a body is that the service says something at length: what went wrong, or what it did.
pub fn is_long(error: &json::Error, member: &str) -> bool {
    error.fault == json::Fault::TooLong && error.pointer.strip_prefix('/') == Some(member)
}

/// A failure of an answer's body, with what its head says.
pub fn of_head(head: &Head, failure: Failure) -> Failure {
    Failure { status: Some(head.status), request_id: request_id(head), ..failure }
}

/// The request id of an answer, fit for an error or an event.
pub fn request_id(head: &Head) -> Option<String> {
    head.request_id.as_deref().map(|id| clean(id, MAX_REQUEST_ID)).filter(|id| !id.is_empty())
}

fn redirect(failure: Failure) -> Failure {
    failure.with_hint("set baseUrl to where the service really is: a redirect would carry the token elsewhere")
}

fn hint(kind: ErrorKind, operation: Operation, auth: Auth) -> Option<&'static str> {
    match (kind, auth) {
        // The service does not say which token its history takes.
        (ErrorKind::Unauthorized, Auth::None) if operation == Operation::AgentScansHistory => {
            Some("history was asked without a token: give createClient historyAuth \"api\" or \"git\", and that token")
        }
        (ErrorKind::Unauthorized, Auth::Token(_)) if operation == Operation::AgentScansHistory => {
            Some("the token that historyAuth chooses was refused: see that it is still valid, or choose the other")
        }
        (ErrorKind::Unauthorized, Auth::Token(Slot::Api)) => {
            Some("this operation needs apiToken: an API token from the service's settings that is still valid")
        }
        (ErrorKind::Unauthorized, Auth::Token(Slot::Git)) => {
            Some("this operation needs gitToken: an access token of the git provider that is still valid")
        }
        (ErrorKind::Unauthorized, Auth::None) => Some("this operation was sent without a token; choose one with auth"),
        (ErrorKind::Forbidden, _) if operation == Operation::ContainerScansGet => {
            Some("the API token needs the permission view_cloud_security: read")
        }
        (ErrorKind::Forbidden, _) => Some("give a token that is permitted to do this"),
        _ => None,
    }
}

/// The service's words without what could fool a reader: control and direction characters, and the tokens. Nothing, where
/// nothing is left to read.
pub fn server_message(text: Option<&str>, tokens: &Tokens) -> Option<String> {
    text.map(|text| clean(&tokens.redact(text), MAX_SERVER_MESSAGE)).filter(|text| !text.is_empty())
}

/// The same of a text that was cut, perhaps inside of a token.
pub fn cut_message(text: &str, tokens: &Tokens) -> Option<String> {
    server_message(Some(&tokens.redact_cut(text)), tokens)
}

/// Control and direction characters become spaces; at most `most` bytes remain.
pub fn clean(text: &str, most: usize) -> String {
    let mut cleaned = String::new();
    for character in text.chars().map(plain) {
        if cleaned.len() + character.len_utf8() > most {
            break;
        }
        cleaned.push(character);
    }
    cleaned.trim().to_owned()
}

enum Media {
    Json,
    Html,
    Missing,
    Other,
}

fn media_type(header: Option<&str>) -> Media {
    let essence = header.and_then(|text| text.split(';').next()).unwrap_or_default().trim().to_ascii_lowercase();
    match essence.as_str() {
        "" => Media::Missing,
        "application/json" => Media::Json,
        "text/html" | "application/xhtml+xml" => Media::Html,
        other if other.ends_with("+json") => Media::Json,
        _ => Media::Other,
    }
}

#[cfg(test)]
mod tests;

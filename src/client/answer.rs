//! What an answer means: by its status, its type, and its body. What its body says is in `server_message.rs`.
//!
//! The interface leaves several error statuses open, so `{ "error": … }` is a failure whatever the status says. Types are
//! read from the header, never sniffed; bytes are UTF-8 whatever the label says.

use crate::client::failure::{ErrorKind, Failure};
use crate::client::hint::Hint;
use crate::client::operation::{Auth, Operation};
use crate::client::retry_after;
use crate::client::server_message::{clean, scrubbed};
use crate::client::token::{Slot, Tokens};

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
    /// HTTP status; 0 if it is hidden.
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
    pub fn with_any_label(mut self) -> Head {
        if !matches!(media_type(self.content_type.as_deref()), Media::Html) {
            self.content_type = None;
        }
        self
    }

    /// The head without the tokens, which a service or a proxy may repeat in its request id.
    pub fn without(mut self, tokens: &Tokens) -> Head {
        self.request_id = self.request_id.map(|id| scrubbed(&id, tokens));
        self
    }
}

/// What to do with the body.
#[derive(Clone, Debug, PartialEq)]
pub enum Reading {
    /// Read it: it should be what was asked for.
    Answer,
    /// Read at most [`MAX_ERROR_BODY`](super::server_message::MAX_ERROR_BODY) bytes: it may say more about this failure.
    ErrorBody(Failure),
    /// Leave it: the failure is complete.
    Discard(Failure),
}

/// A failure of a response that a caller has fetched: the remedy is in that fetch, not in a client's options.
pub fn for_callers_response(failure: Failure) -> Failure {
    let hint = match failure.kind {
        ErrorKind::RedirectBlocked => Some("fetch the scan from where it really is".into()),
        _ => failure.hint.as_ref().and_then(Hint::for_callers_response),
    };
    Failure { hint, ..failure }
}

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
    let media = media_type(head.content_type.as_deref());
    let Some(kind) = kind_of(head.status) else {
        return match media {
            Media::Json | Media::Missing => Reading::Answer,
            Media::Html => Reading::Discard(fail(ErrorKind::Decode).at("").with_hint(Hint::Html)),
            Media::Other => Reading::Discard(fail(ErrorKind::Decode).at("").with_hint(Hint::NotLabelled)),
        };
    };
    let mut failure = fail(kind);
    if kind == ErrorKind::RedirectBlocked {
        return Reading::Discard(redirect(failure));
    }
    failure.retryable = is_passing(head.status);
    if failure.retryable {
        let asked = head.retry_after.as_deref();
        failure.retry_after_ms = asked.and_then(|text| retry_after::parse(text, head.date.as_deref(), now_ms));
    }
    failure.hint = hint(kind, operation, auth).map(Hint::from);
    if kind == ErrorKind::NotFound && matches!(media, Media::Html | Media::Other) {
        failure.hint = Some(Hint::NotJson);
    }
    // Errors in the service's form come under many labels: those of servers' own helpers, and of proxies.
    if matches!(media, Media::Html) { Reading::Discard(failure) } else { Reading::ErrorBody(failure) }
}

/// What a status says went wrong; `None` for 200.
fn kind_of(status: u16) -> Option<ErrorKind> {
    Some(match status {
        200 => return None,
        301 | 302 | 303 | 307 | 308 => ErrorKind::RedirectBlocked,
        401 => ErrorKind::Unauthorized,
        403 => ErrorKind::Forbidden,
        404 => ErrorKind::NotFound,
        429 => ErrorKind::RateLimited,
        400..=499 => ErrorKind::Rejected,
        500..=599 => ErrorKind::ServerError,
        _ => ErrorKind::UnexpectedStatus,
    })
}

/// Whether a failure with this status may be over by the next try.
pub fn is_passing(status: u16) -> bool {
    matches!(status, 429 | 500 | 502 | 503 | 504)
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
        (ErrorKind::Unauthorized, Auth::None) if operation == Operation::AgentScansHistory => Some(
            "no_token: history was asked without a token; give createClient historyAuth \"api\" or \"git\", and that token",
        ),
        (ErrorKind::Unauthorized, Auth::Token(_)) if operation == Operation::AgentScansHistory => {
            Some("the token that historyAuth chooses was refused: see that it is still valid, or choose the other")
        }
        (ErrorKind::Unauthorized, Auth::Token(Slot::Api)) => {
            Some("this operation needs apiToken: an API token from the service's settings that is still valid")
        }
        (ErrorKind::Unauthorized, Auth::Token(Slot::Git)) => {
            Some("this operation needs gitToken: an access token of the git provider that is still valid")
        }
        (ErrorKind::Unauthorized, Auth::None) => {
            Some("no_token: this operation was sent without a token; choose one with auth")
        }
        (ErrorKind::Forbidden, _) if operation == Operation::ContainerScansGet => {
            Some("the API token needs the permission view_cloud_security: read")
        }
        (ErrorKind::Forbidden, _) => Some("give a token that is permitted to do this"),
        _ => None,
    }
}

enum Media {
    Json,
    Html,
    Missing,
    Other,
}

fn media_type(header: Option<&str>) -> Media {
    let header = header.unwrap_or_default();
    let essence = |text: &str| text.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let is_type = |essence: &String| {
        essence != "*/*" && essence.split_once('/').is_some_and(|(kind, of)| !kind.is_empty() && !of.is_empty())
    };
    let mut is_quoted = false;
    let ends = |character| {
        is_quoted ^= character == '"';
        character == ',' && !is_quoted
    };
    // Of several headers, which arrive as one, the last type counts, as in `fetch`.
    let last = header.split(ends).map(essence).filter(is_type).last();
    let essence = last.unwrap_or_else(|| essence(header));
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

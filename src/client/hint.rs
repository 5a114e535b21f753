//! What to do about a failure: a sentence for people, and a name if code has to know it too.

use crate::json;
use std::ops::Deref;

/// A hint. It reads as its sentence; code goes by its name.
#[derive(Clone, Debug, PartialEq)]
pub enum Hint {
    /// A web page came instead of an answer.
    Html,
    /// The body is not of the service's form.
    NotJson,
    /// Its `Content-Type` is not that of JSON.
    NotLabelled,
    /// Neither head nor body can be read.
    Unreadable,
    /// Nothing came, and the browser knows that it is offline.
    Offline,
    /// Nothing came.
    NoAnswer,
    /// One attempt took too long.
    AttemptTimeout,
    /// All of a call took too long.
    CallTimeout,
    /// The whole answer is something other than an object.
    NotAnObject,
    /// The answer is an object that does not name its scan.
    NoScanId,
    /// Any other sentence; no code depends on it.
    Says(String),
}

impl Hint {
    /// The same for a response or a source that the caller brought: the remedy is there, not in a client's options.
    pub fn for_callers_response(&self) -> Option<Hint> {
        let sentence = match self {
            Hint::Html => {
                "html: a web page was fetched instead of a scan; check its address, or sign in to the network or proxy in between"
            }
            Hint::NotJson => "non_json_body: the response does not look like the service's own; check what was fetched",
            Hint::Unreadable => {
                "the response cannot be read: it is Response.error(), or was fetched in mode \"no-cors\""
            }
            _ => return None,
        };
        Some(sentence.into())
    }
}

impl Deref for Hint {
    type Target = str;

    fn deref(&self) -> &str {
        match self {
            Hint::Html => {
                "html: a web page came instead of the answer; check baseUrl, or sign in to the network or proxy in between"
            }
            Hint::NotJson => {
                "non_json_body: the answer does not look like the service's own; check baseUrl and its path prefix"
            }
            Hint::NotLabelled => {
                "non_json_body: the answer's Content-Type is not that of JSON; check baseUrl and its path prefix, and any proxy before the service"
            }
            Hint::Unreadable => {
                "the fetch option's Response cannot be read: it is Response.error(), or was fetched in mode \"no-cors\""
            }
            Hint::Offline => "offline: the browser has no network connection; try again when it has",
            Hint::NoAnswer => {
                "possibly_cors: the service may be unreachable or not allow this page's origin and the Authorization header, or the page's policy (connect-src) may forbid it"
            }
            Hint::AttemptTimeout => "raise attemptTimeoutMs if an answer may take so long, for example a large scan",
            Hint::CallTimeout => {
                "raise timeoutMs if one request may take so long, with its retries and token functions"
            }
            Hint::NotAnObject => json::Fault::WrongType.message(),
            Hint::NoScanId => json::Fault::Missing.message(),
            Hint::Says(sentence) => sentence,
        }
    }
}

impl<T: Into<String>> From<T> for Hint {
    fn from(sentence: T) -> Self {
        Hint::Says(sentence.into())
    }
}

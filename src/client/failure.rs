//! The one kind of failure: what happened, what it means, what to do. Fixed sentences; never a value.

use crate::arguments::Invalid;
use crate::client::hint::Hint;
use crate::client::operation::Operation;
use crate::json;
use crate::wire::deceptive::plain;

/// What happened. The words and their meanings are the public interface's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// Refused before any request.
    InvalidArgument,
    /// 401.
    Unauthorized,
    /// 403.
    Forbidden,
    /// 404.
    NotFound,
    /// 429, or the service asks to wait longer than a client does or the call has time for.
    RateLimited,
    /// Any other 4xx, or a 200 that says it failed.
    Rejected,
    /// 5xx.
    ServerError,
    /// A status that the interface does not know.
    UnexpectedStatus,
    /// A redirect, which is never followed.
    RedirectBlocked,
    /// No response, or the body broke off.
    Network,
    /// The attempt or the call took too long.
    Timeout,
    /// The body is not what the interface promises.
    Decode,
    /// More than the limits allow.
    TooLarge,
    /// The scan did not complete while it was waited for.
    WaitExpired,
    /// A removal whose outcome is not known.
    Unconfirmed,
    /// The client or the handle was disposed of.
    Disposed,
    /// The module trapped, or the platform failed under it.
    Internal,
}

/// For a removal: did it happen?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Nothing was sent.
    NotSent,
    /// The service refused it.
    Rejected,
    /// It may have happened.
    Unknown,
    /// The operation changes nothing.
    NotApplicable,
}

impl ErrorKind {
    /// The public word.
    pub const fn word(self) -> &'static str {
        self.row().0
    }

    /// One sentence, without its operation.
    pub const fn sentence(self) -> &'static str {
        self.row().1
    }

    /// One row for each kind: its word, and the sentence that errors of the kind carry.
    const fn row(self) -> (&'static str, &'static str) {
        match self {
            ErrorKind::InvalidArgument => ("invalid_argument", "an argument was refused before anything was sent"),
            ErrorKind::Unauthorized => ("unauthorized", "there is no token that the service accepts"),
            ErrorKind::Forbidden => ("forbidden", "the token does not permit this operation"),
            ErrorKind::NotFound => ("not_found", "the service does not know what was asked for"),
            ErrorKind::RateLimited => ("rate_limited", "the service asked for a pause before the next request"),
            ErrorKind::Rejected => ("rejected", "the service refused the request"),
            ErrorKind::ServerError => ("server_error", "the service failed"),
            ErrorKind::UnexpectedStatus => {
                ("unexpected_status", "the service answered with a status that the interface does not know")
            }
            ErrorKind::RedirectBlocked => {
                ("redirect_blocked", "the service answered with a redirect, which is not followed")
            }
            ErrorKind::Network => ("network", "no complete answer arrived"),
            ErrorKind::Timeout => ("timeout", "the answer took too long"),
            ErrorKind::Decode => ("decode", "the answer is not what the interface promises"),
            ErrorKind::TooLarge => ("too_large", "it is larger than a limit or than memory allows"),
            ErrorKind::WaitExpired => ("wait_expired", "the scan did not complete in the time given"),
            ErrorKind::Unconfirmed => ("unconfirmed", "it is not known whether the member was removed"),
            ErrorKind::Disposed => ("disposed", "the client or handle was disposed of"),
            ErrorKind::Internal => ("internal", "the library failed"),
        }
    }
}

impl Outcome {
    /// The public word.
    pub const fn word(self) -> &'static str {
        match self {
            Outcome::NotSent => "not_sent",
            Outcome::Rejected => "rejected",
            Outcome::Unknown => "unknown",
            Outcome::NotApplicable => "not_applicable",
        }
    }
}

/// Everything that an error of the public interface carries, except its cause.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// What happened.
    pub kind: ErrorKind,
    /// Which operation it happened to.
    pub operation: Option<Operation>,
    /// HTTP status, if one was read.
    pub status: Option<u16>,
    /// The service's own words, cleaned. Untrusted.
    pub server_message: Option<String>,
    /// Whether these words were cut, perhaps inside a secret, and are still to be cleaned.
    pub message_is_cut: bool,
    /// Whether the same call may succeed later.
    pub retryable: bool,
    /// How long the service asks to wait.
    pub retry_after_ms: Option<f64>,
    /// For a removal: did it happen?
    pub outcome: Outcome,
    /// JSON pointer of what did not decode, or the name of a bad argument.
    pub path: Option<String>,
    /// One sentence that says what to do.
    pub hint: Option<Hint>,
    /// The service's `X-Request-Id`.
    pub request_id: Option<String>,
    /// Requests sent.
    pub attempts: u32,
    /// The last status of a scan that was waited for.
    pub last_status: Option<String>,
}

impl Failure {
    /// A failure of this kind, with nothing else known.
    pub fn new(kind: ErrorKind) -> Self {
        Failure {
            kind,
            operation: None,
            status: None,
            server_message: None,
            message_is_cut: false,
            retryable: matches!(kind, ErrorKind::Network | ErrorKind::Timeout | ErrorKind::RateLimited),
            retry_after_ms: None,
            outcome: Outcome::NotApplicable,
            path: None,
            hint: None,
            request_id: None,
            attempts: 0,
            last_status: None,
        }
    }

    /// The service says that it failed; with its words, if it gives some.
    pub fn rejected(text: Option<String>) -> Self {
        Failure { server_message: text, ..Failure::new(ErrorKind::Rejected) }
    }

    /// Adds what to do about it.
    pub fn with_hint(mut self, hint: impl Into<Hint>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Adds the place concerned. Its names may be the service's: what could fool a reader becomes spaces.
    pub fn at(mut self, path: impl AsRef<str>) -> Self {
        self.path = Some(path.as_ref().chars().map(plain).collect());
        self
    }

    /// The message of the error: fixed sentences and our own names only.
    pub fn message(&self) -> String {
        let mut message = String::new();
        if let Some(operation) = self.operation {
            message.push_str(operation.name());
            message.push_str(": ");
        }
        match (self.kind, &self.path, &self.hint) {
            // The rule is all there is to say, and the path is the caller's own argument.
            (ErrorKind::InvalidArgument, Some(path), Some(rule)) => {
                message.push_str(path);
                message.push(' ');
                message.push_str(rule);
            }
            _ => message.push_str(self.kind.sentence()),
        }
        if let Some(status) = self.status {
            message.push_str(" (status ");
            json::append_count(status.into(), &mut message);
            message.push(')');
        }
        message
    }
}

impl From<Invalid> for Failure {
    fn from(invalid: Invalid) -> Self {
        Failure::new(ErrorKind::InvalidArgument).at(invalid.path).with_hint(invalid.rule)
    }
}

impl From<json::Error> for Failure {
    fn from(error: json::Error) -> Self {
        let kind = if error.fault.is_size() { ErrorKind::TooLarge } else { ErrorKind::Decode };
        let hint = match (error.fault, error.pointer.as_str()) {
            (json::Fault::WrongType, "") => Hint::NotAnObject,
            (json::Fault::Missing, "/scan_id") => Hint::NoScanId,
            (fault, _) => fault.message().into(),
        };
        Failure::new(kind).at(error.pointer).with_hint(hint)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refused_argument_is_named_with_its_rule() {
        let mut failure = Failure::from(Invalid::new("team_id", "must be a UUID"));
        failure.operation = Some(Operation::TeamsGet);
        assert_eq!(failure.message(), "teams.get: team_id must be a UUID");
    }

    #[test]
    fn a18_a_refusal_carries_the_services_words_where_it_has_some() {
        for words in [Some("no such team".to_owned()), None] {
            let rejected = Failure::rejected(words.clone());
            assert_eq!((rejected.kind, rejected.server_message), (ErrorKind::Rejected, words));
            assert!(!rejected.message_is_cut);
        }
    }

    #[test]
    fn c28_a_path_cannot_fool_its_reader() {
        let error = json::Error::at(json::Fault::TooDeep, "/a\0b\u{202e}/\u{1b}[31m~0é\u{200b}");
        assert_eq!(Failure::from(error).path.as_deref(), Some("/a b / [31m~0é "));
    }

    #[test]
    fn what_is_too_large_is_told_from_what_cannot_be_read() {
        for (fault, kind) in [
            (json::Fault::TooLong, ErrorKind::TooLarge),
            (json::Fault::TooLarge, ErrorKind::TooLarge),
            (json::Fault::TooMany, ErrorKind::TooLarge),
            (json::Fault::OutOfMemory, ErrorKind::TooLarge),
            (json::Fault::TooDeep, ErrorKind::Decode),
            (json::Fault::Truncated, ErrorKind::Decode),
            (json::Fault::WrongType, ErrorKind::Decode),
        ] {
            let failure = Failure::from(json::Error::at(fault, "/a"));
            assert_eq!((failure.kind, failure.hint.as_deref()), (kind, Some(fault.message())), "{fault:?}");
        }
    }

    #[test]
    fn a_kind_says_whether_it_is_retryable_but_for_errors_of_the_service_whose_status_does() {
        for (kind, retryable) in [
            (ErrorKind::Network, true),
            (ErrorKind::Timeout, true),
            (ErrorKind::RateLimited, true),
            (ErrorKind::ServerError, false),
            (ErrorKind::Unauthorized, false),
            (ErrorKind::Decode, false),
            (ErrorKind::Unconfirmed, false),
        ] {
            assert_eq!(Failure::new(kind).retryable, retryable, "{kind:?}");
        }
    }

    #[test]
    fn a_status_is_part_of_the_message() {
        let mut failure = Failure::new(ErrorKind::NotFound);
        failure.operation = Some(Operation::ContainerScansGet);
        failure.status = Some(404);
        let expected = "containerScans.get: the service does not know what was asked for (status 404)";
        assert_eq!(failure.message(), expected);
    }
}

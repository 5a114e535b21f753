//! What an answer's head and an error's body make of a failure, against a plain reading; and that no secret gets into one.
//!
//! Four bytes choose, then come four texts, separated by line feeds: type, request id, `Retry-After`, body. Wherever they
//! hold the byte 1, the token of the request stands in its place. A `Date` may follow `Retry-After`, after a bar; in both,
//! the bytes 2 and 3 begin dates that are given by number.

use super::oracle;
use super::retry_after::{NOW, plain, with_dates};
use super::secrets::{shown, unsafe_to_show};
use scanfold::client::answer::{Arrival, Head, Reading, judge, of_head};
use scanfold::client::failure::{ErrorKind, Failure};
use scanfold::client::operation::{Auth, Operation};
use scanfold::client::server_message::{explain, fit_to_show};
use scanfold::client::token::{Slot, Token, Tokens};

const CANARY: &str = "c4n4ry-7hR2kQ9xZ8vL3mW6";
const STATUSES: [u16; 32] = [
    0, 100, 103, 199, 200, 201, 202, 204, 206, 300, 301, 302, 303, 304, 307, 308, 400, 401, 403, 404, 408, 409, 422,
    425, 429, 431, 500, 501, 502, 503, 504, 600,
];
const TYPES: [&str; 8] = [
    "application/json",
    "application/problem+json; charset=utf-8",
    "Application/JSON;charset=utf-16",
    "text/html",
    "text/plain",
    "application/xhtml+xml",
    "image/svg+xml",
    "",
];
const OPERATIONS: [Operation; 5] = [
    Operation::ContainerScansGet,
    Operation::AgentScansHistory,
    Operation::TeamsGet,
    Operation::TeamsRemoveMember,
    Operation::Request,
];

/// Any head and any body of an error give the failure that the tables of the design name, and nothing else.
pub fn errors(data: &[u8]) {
    let &[status, kind, who, arrival, ref texts @ ..] = data else { return };
    let status = STATUSES.get(usize::from(status)).copied().unwrap_or(u16::from(status) * 4);
    let mut texts = texts.splitn(4, |byte| *byte == b'\n').map(with_canary);
    let [own_type, request_id, retry_after, body] = std::array::from_fn(|_| texts.next().unwrap_or_default());
    let header = |text: &[u8]| (!text.is_empty()).then(|| String::from_utf8_lossy(text).into_owned());
    let listed = TYPES.get(usize::from(kind)).map(|text| (*text).to_owned());
    let (retry_after, _) = with_dates(&retry_after);
    let (retry_after, date) = match retry_after.iter().position(|byte| *byte == b'|') {
        Some(bar) => (&retry_after[..bar], &retry_after[bar + 1..]),
        None => (&*retry_after, &b""[..]),
    };
    let head = Head {
        arrival: match arrival % 8 {
            1 => Arrival::OpaqueRedirect,
            2 => Arrival::Unreadable,
            _ => Arrival::Readable,
        },
        status,
        content_type: listed.or_else(|| header(&own_type)),
        retry_after: header(retry_after),
        date: header(date),
        request_id: header(&request_id),
    };
    let auth = [Auth::Token(Slot::Api), Auth::Token(Slot::Git), Auth::None][usize::from(who / 5 % 3)];
    let token = Token::check(CANARY, Slot::Api).expect("it is a token");
    let token = (auth != Auth::None).then_some(&token);
    let mut tokens = Tokens::default();
    token.into_iter().for_each(|token| tokens.add(token));
    let head = head.without(&tokens);
    match judge(&head, OPERATIONS[usize::from(who % 5)], auth, NOW) {
        Reading::Answer => {
            assert_eq!((head.status, head.arrival), (200, Arrival::Readable));
            let words = oracle(&body).ok().and_then(|body| words(&body));
            let failure = of_head(&head, Failure::rejected(fit_to_show(words.as_deref(), &tokens)));
            assert_eq!((failure.kind, failure.status), (ErrorKind::Rejected, Some(200)));
            check(&failure, words.as_deref(), token);
        }
        Reading::Discard(failure) => {
            check_kind(&failure, &head);
            check(&failure, None, token);
        }
        Reading::ErrorBody(failure) => {
            check_kind(&failure, &head);
            check(&failure, None, token);
            let explained = explain(failure.clone(), &body, &tokens);
            assert_eq!(explained.message(), failure.message());
            assert_eq!((explained.kind, explained.retry_after_ms), (failure.kind, failure.retry_after_ms));
            if let Ok(plain) = oracle(&body) {
                check(&explained, words(&plain).as_deref(), token);
                // A 404 whose label says that it is not the service's may say that it is.
                let is_own = failure.kind == ErrorKind::NotFound && error(&plain).is_some();
                assert_eq!(explained.hint, failure.hint.filter(|_| !is_own));
            }
        }
    }
}

/// The `error` of an answer that says it failed, which is there and not `null`.
fn error(body: &serde_json::Value) -> Option<&serde_json::Value> {
    body.as_object()?.get("error").filter(|error| !error.is_null())
}

/// The service's words in such an answer, if that is a text.
fn words(body: &serde_json::Value) -> Option<String> {
    error(body)?.as_str().map(str::to_owned)
}

fn check_kind(failure: &Failure, head: &Head) {
    let expected = match (head.arrival, head.status) {
        (Arrival::OpaqueRedirect, _) | (Arrival::Readable, 301 | 302 | 303 | 307 | 308) => ErrorKind::RedirectBlocked,
        (Arrival::Unreadable, _) => ErrorKind::Network,
        (_, 200) => ErrorKind::Decode,
        (_, 401) => ErrorKind::Unauthorized,
        (_, 403) => ErrorKind::Forbidden,
        (_, 404) => ErrorKind::NotFound,
        (_, 429) => ErrorKind::RateLimited,
        (_, 400..=499) => ErrorKind::Rejected,
        (_, 500..=599) => ErrorKind::ServerError,
        _ => ErrorKind::UnexpectedStatus,
    };
    assert_eq!(failure.kind, expected, "{head:?}");
    assert_eq!(failure.status, (head.status > 0).then_some(head.status));
    let passing = match expected {
        ErrorKind::Network | ErrorKind::RateLimited => true,
        ErrorKind::ServerError => matches!(head.status, 500 | 502 | 503 | 504),
        _ => false,
    };
    assert_eq!(failure.retryable, passing, "{head:?}");
    let asked = head.retry_after.as_deref().filter(|_| passing && failure.kind != ErrorKind::Network);
    let expected = asked.and_then(|asked| plain(asked, head.date.as_deref(), NOW));
    assert_eq!(failure.retry_after_ms, expected, "{head:?}");
}

/// The message is a sentence of ours, the service's words are the only text of the body, and the token is nowhere.
fn check(failure: &Failure, words: Option<&str>, token: Option<&Token>) {
    let plain = Failure { status: failure.status, ..Failure::new(failure.kind) };
    assert_eq!(failure.message(), plain.message());
    let hint = failure.hint.as_deref().unwrap_or_default();
    assert!(hint.len() < 200 && hint.is_ascii(), "{hint}");
    assert!(matches!(failure.path.as_deref(), None | Some("")));
    assert!(token.is_none() || !format!("{failure:?}").contains(CANARY), "{failure:?}");

    let expected = words.map(|words| shown(words, token.map(|_| CANARY), 1024)).filter(|words| !words.is_empty());
    assert_eq!(failure.server_message, expected);
    assert!(failure.request_id.as_ref().is_none_or(|id| id.len() <= 128 && !id.contains(unsafe_to_show)));
}

fn with_canary(text: &[u8]) -> Vec<u8> {
    let parts: Vec<&[u8]> = text.split(|byte| *byte == 1).collect();
    parts.join(CANARY.as_bytes())
}

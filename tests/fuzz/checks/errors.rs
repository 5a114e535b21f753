//! What an answer's head and an error's body make of a failure, against a plain reading; and that no secret gets into one.
//!
//! Four bytes choose, then come four texts, separated by line feeds: type, request id, `Retry-After`, body. Wherever they
//! hold the byte 1, the token of the request stands in its place.

use super::oracle;
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
    let head = Head {
        arrival: match arrival % 8 {
            1 => Arrival::OpaqueRedirect,
            2 => Arrival::Unreadable,
            _ => Arrival::Readable,
        },
        status,
        content_type: listed.or_else(|| header(&own_type)),
        retry_after: header(&retry_after),
        date: None,
        request_id: header(&request_id),
    };
    let auth = [Auth::Token(Slot::Api), Auth::Token(Slot::Git), Auth::None][usize::from(who / 5 % 3)];
    let token = Token::check(CANARY, Slot::Api).expect("it is a token");
    let token = (auth != Auth::None).then_some(&token);
    let mut tokens = Tokens::default();
    token.into_iter().for_each(|token| tokens.add(token));
    let head = head.without(&tokens);
    let now = 1_773_532_800_000.0;
    match judge(&head, OPERATIONS[usize::from(who % 5)], auth, now) {
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
    let waits = failure.retry_after_ms.is_none_or(|ms| (0.0..=253_402_300_800_000.0).contains(&ms));
    assert!(waits && (failure.retry_after_ms.is_none() || head.retry_after.is_some()));
}

/// The message is a sentence of ours, the service's words are the only text of the body, and the token is nowhere.
fn check(failure: &Failure, words: Option<&str>, token: Option<&Token>) {
    let plain = Failure { status: failure.status, ..Failure::new(failure.kind) };
    assert_eq!(failure.message(), plain.message());
    let hint = failure.hint.as_deref().unwrap_or_default();
    assert!(hint.len() < 200 && hint.is_ascii(), "{hint}");
    assert!(matches!(failure.path.as_deref(), None | Some("")));
    assert!(token.is_none() || !format!("{failure:?}").contains(CANARY), "{failure:?}");

    let expected = words.map(|words| shown(words, token.is_some(), 1024)).filter(|words| !words.is_empty());
    assert_eq!(failure.server_message, expected);
    assert!(failure.request_id.as_ref().is_none_or(|id| id.len() <= 128 && !id.contains(unsafe_to_show)));
}

/// The service's words as an error may repeat them.
fn shown(words: &str, secret: bool, most: usize) -> String {
    // A backslash before it is read as a part of how its first character is written.
    let escaped = format!("\\{CANARY}");
    let words = if secret { words.replace(&escaped, CANARY).replace(CANARY, "[redacted]") } else { words.to_owned() };
    let cleaned: String = words.chars().map(|c| if unsafe_to_show(c) { ' ' } else { c }).collect();
    let end = (0..=most.min(cleaned.len())).rev().find(|at| cleaned.is_char_boundary(*at)).unwrap_or(0);
    cleaned[..end].trim().to_owned()
}

/// Control characters, and those that are not seen or turn the direction of the text around them.
fn unsafe_to_show(c: char) -> bool {
    // Of Unicode's default ignorables those that no plain word needs, its separators of lines, and annotations.
    let ranges: [(u32, u32); 13] = [
        (0xAD, 0xAD),
        (0x61C, 0x61C),
        (0x115F, 0x1160),
        (0x180E, 0x180E),
        (0x200B, 0x200F),
        (0x2028, 0x202E),
        (0x2060, 0x206F),
        (0x3164, 0x3164),
        (0xFEFF, 0xFEFF),
        (0xFFA0, 0xFFA0),
        (0xFFF9, 0xFFFB),
        (0xE0000, 0xE007F),
        (0x7F, 0x9F),
    ];
    c < ' ' || ranges.iter().any(|&(first, last)| (first..=last).contains(&c.into()))
}

fn with_canary(text: &[u8]) -> Vec<u8> {
    let parts: Vec<&[u8]> = text.split(|byte| *byte == 1).collect();
    parts.join(CANARY.as_bytes())
}

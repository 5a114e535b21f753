//! Bodies that say at length that something failed, longer than what is read of an error or of a text: what is told of them is the
//! beginning of what they say, without the token, wherever they are cut.
//!
//! One byte chooses how the body is read, then come the members of the body, separated by line feeds. Each has a byte for its
//! name and the form of its value, one that says how often the rest is repeated in that, and the rest. Wherever it holds one of
//! the bytes 1 to 5, the token of the request stands in its place, written in one of five ways.

use super::depth;
use super::secrets::{WAYS, ends_with_beginning, redacted, shown, spelled, unsafe_to_show};
use scanfold::client::failure::{ErrorKind, Failure};
use scanfold::client::hint::Hint;
use scanfold::client::server_message::{
    MAX_ERROR_BODY, cut_message, explain, failed_status_beyond_limit, fit_to_show, refusal_beyond_limit,
};
use scanfold::client::token::{Slot, Token, Tokens};
use scanfold::findings::{BodyForm, Ingest, IngestError};
use scanfold::json::{Fault, Limits, parse, parse_members};
use scanfold::wire::envelope::MEMBERS;
use serde_json::Value;

const CANARY: &str = "c4n4ry-7hR2/Q9xZ8+vL3mW6==";
/// Most bytes of a message.
const MOST: usize = 1024;
/// So many bytes of a JSON string hold a whole message, if there are at most so many tokens in it: each character of one may take 36
/// bytes, in an escape of an escape, and as much as a token may take is left out before a cut.
const PLENTY: usize = 48 * 1024;
const FEW: usize = 26;
const LONGEST_STRING: usize = 1 << 20;

/// A member of a body, and where its key, its value and the end of that are.
struct Member {
    name: String,
    key: usize,
    value: usize,
    end: usize,
    /// What it holds, without the items of a long list.
    plain: Value,
}

/// What is told of a failure is what the members of its body say, up to where it was cut.
pub fn long_errors(data: &[u8]) {
    let Some((&choice, members)) = data.split_first() else { return };
    let (body, members) = build(members);
    let token = Token::check(CANARY, Slot::Api).expect("it is a token");
    let secret = (choice % 4 != 0).then_some(CANARY);
    let mut tokens = Tokens::default();
    secret.iter().for_each(|_| tokens.add(&token));
    match choice / 8 % 4 {
        0 => of_a_status(&body, &members, choice, secret, &tokens),
        1 => of_a_text(&body, &members, secret, &tokens),
        2 => of_a_scan(&body, &members, choice, secret, &tokens),
        _ => of_a_place(&body, secret, &tokens),
    }
}

/// An answer whose status says that it failed: so much of its body is read.
fn of_a_status(body: &str, members: &[Member], choice: u8, secret: Option<&str>, tokens: &Tokens) {
    let kind = if choice % 8 < 4 { ErrorKind::Rejected } else { ErrorKind::NotFound };
    let failure = Failure::new(kind).with_hint(Hint::NotJson);
    let read = &body.as_bytes()[..body.len().min(MAX_ERROR_BODY)];
    let explained = explain(failure.clone(), read, tokens);
    let message = explained.server_message.as_deref();
    check_message(message, secret);
    let told = |failure| Failure { server_message: None, hint: None, ..failure };
    assert_eq!(told(explained.clone()), told(failure));
    assert!(kind != ErrorKind::NotFound || message.is_none() || explained.hint.is_none());
    check_beginning(message, members, "error", read.len(), secret);
}

/// An answer that succeeded by its status, but has a text that is too long: in an error, or in the message of a refusal.
fn of_a_text(body: &str, members: &[Member], secret: Option<&str>, tokens: &Tokens) {
    let Err(error) = parse_members(body.as_bytes(), &Limits::default(), &MEMBERS) else { return };
    let read = body.len().min(MAX_ERROR_BODY);
    let is_long = |pointer: &str| error.fault == Fault::TooLong && error.pointer == pointer;
    let told =
        |refused: Option<Failure>| fit_to_show(refused.and_then(|refused| refused.server_message).as_deref(), tokens);
    if is_long("/error") {
        let message = told(refusal_beyond_limit(&error, body.as_bytes(), tokens));
        check_message(message.as_deref(), secret);
        check_beginning(message.as_deref(), members, "error", read, secret);
    }
    if is_long("/message") {
        let message = told(failed_status_beyond_limit(&error, body.as_bytes(), tokens));
        check_message(message.as_deref(), secret);
        let status = members.iter().rfind(|member| member.name == "status" && member.end < read);
        let refuses = status.is_some_and(|status| !status.plain.is_null() && status.plain != "success");
        if members.is_empty() || refuses {
            check_beginning(message.as_deref(), members, "message", read, secret);
        } else {
            assert_eq!(message, None);
        }
    }
}

/// A scan's body, whose longest text is made short here so that it is met often. Where it is cut into chunks is no matter.
fn of_a_scan(body: &str, members: &[Member], choice: u8, secret: Option<&str>, tokens: &Tokens) {
    let whole = refusal(body, usize::MAX);
    let size = usize::from(choice) * 97 + 1;
    if body.len() / size < 4096 {
        assert_eq!(whole, refusal(body, size), "in pieces of {size}");
    }
    let errors = || members.iter().filter(|member| member.name == "error");
    match whole {
        Some(IngestError::RefusedAtLength(beginning)) => {
            let message = cut_message(&beginning, tokens);
            check_message(message.as_deref(), secret);
            // The first that is too long counts: nothing after it is read.
            let first = errors().find(|error| error.plain.as_str().is_some_and(|words| words.len() > MOST));
            if let Some(first) = first {
                let words = shown(first.plain.as_str().unwrap_or_default(), secret, MOST);
                let told = message.unwrap_or_default();
                assert!(words.starts_with(&told), "{told:?} of {words:?}");
                assert!(told == words || !is_plenty(first.end - first.value, &words), "{told:?} of {words:?}");
            }
        }
        Some(IngestError::Refused(words)) => {
            let message = fit_to_show(words.as_deref(), tokens);
            check_message(message.as_deref(), secret);
            let said = |error: &Member| error.plain.as_str().map(str::to_owned) == words;
            assert!(members.is_empty() || errors().any(said), "{words:?}");
        }
        Some(IngestError::Json(error)) => check_path(&Failure::from(error), secret, tokens),
        None => {}
    }
}

fn refusal(body: &str, size: usize) -> Option<IngestError> {
    let limits = Limits { max_string: MOST, ..Limits::default() };
    let mut ingest = Ingest::of(BodyForm::Result, limits);
    for chunk in body.as_bytes().chunks(size) {
        if let Err(error) = ingest.push(chunk) {
            return Some(error);
        }
    }
    ingest.finish().err()
}

/// What cannot be read is named by its place, which is made of the body's own names.
fn of_a_place(body: &str, secret: Option<&str>, tokens: &Tokens) {
    let limits = Limits { max_string: MOST, max_depth: 8, ..Limits::default() };
    if let Err(error) = parse(body.as_bytes(), &limits) {
        check_path(&Failure::from(error), secret, tokens);
    }
}

fn check_path(failure: &Failure, secret: Option<&str>, tokens: &Tokens) {
    let path = tokens.redact_pointer(failure.path.as_deref().unwrap_or_default());
    let Some(token) = secret else { return };
    let names: Vec<String> = path.split('/').map(|step| step.replace("~1", "/").replace("~0", "~")).collect();
    for text in names.iter().chain([&path, &names.join("/")]) {
        assert_eq!(redacted(text, token, usize::MAX), *text);
    }
    assert!(!names.iter().any(|name| ends_with_beginning(name, token)), "{path}");
}

/// Whether so many bytes of a JSON string are sure to hold these words.
fn is_plenty(bytes: usize, words: &str) -> bool {
    bytes >= PLENTY && words.matches("[redacted]").count() <= FEW
}

/// What holds of a message whatever the body.
fn check_message(message: Option<&str>, secret: Option<&str>) {
    let Some(message) = message else { return };
    assert!(!message.is_empty() && message.len() <= MOST && message.trim() == message, "{message:?}");
    assert!(!message.contains(unsafe_to_show), "{message:?}");
    assert!(secret.is_none_or(|token| redacted(message, token, MOST) == message), "{message:?}");
}

/// The message is the beginning of what the last member of this name says, of those that begin in the bytes that are read.
fn check_beginning(message: Option<&str>, members: &[Member], name: &str, read: usize, secret: Option<&str>) {
    let of_name = || members.iter().filter(|member| member.name == name);
    if members.is_empty() || of_name().any(|member| member.key < read && member.value >= read) {
        return;
    }
    let last = of_name().rfind(|member| member.value < read);
    let words = last.and_then(|member| member.plain.as_str()).unwrap_or_default();
    let words = shown(words, secret, MOST);
    let told = message.unwrap_or_default();
    assert!(words.starts_with(told), "{told:?} of {words:?}");
    let is_enough = last.is_none_or(|member| member.end <= read || is_plenty(read - member.value, &words));
    assert!(told == words || !is_enough, "{told:?} of {words:?}");
}

/// A body of these members, and where they are in it. Nothing is said of them if one is no JSON, or may be too deep.
fn build(members: &[u8]) -> (String, Vec<Member>) {
    let mut body = "{".to_owned();
    let mut places = Vec::new();
    let mut is_plain = true;
    for member in members.split(|byte| *byte == b'\n') {
        let &[form, count, ref rest @ ..] = member else { continue };
        if body.len() > LONGEST_STRING {
            break;
        }
        let fragment = with_tokens(rest);
        let quoted = Value::from(&*fragment).to_string();
        if body.len() > 1 {
            body.push(',');
        }
        let key = body.len();
        let (written, name) = match form % 8 {
            0 | 1 => ("\"error\"", "error"),
            2 => ("\"message\"", "message"),
            3 => ("\"status\"", "status"),
            4 => ("\"scan_id\"", "scan_id"),
            5 => ("\"\\u0065rror\"", "error"),
            6 => ("\"details\"", "details"),
            _ => (&*quoted, &*fragment),
        };
        body.push_str(written);
        body.push(':');
        let value = body.len();
        let raw = || serde_json::from_str(&fragment).ok().filter(|value| depth(value) < 100);
        let plain = match form / 8 % 4 {
            0 => {
                let times = repeat(&mut body, ["\"", "", "\""], &quoted[1..quoted.len() - 1], count);
                Some(fragment.repeat(times).into())
            }
            1 => {
                let units = fragment.encode_utf16().map(|unit| format!("\\u{unit:04x}"));
                let times = repeat(&mut body, ["\"", "", "\""], &units.collect::<String>(), count);
                Some(fragment.repeat(times).into())
            }
            2 => {
                repeat(&mut body, ["[", ",", "]"], &fragment, count);
                raw().map(|item| Value::Array(vec![item]))
            }
            _ => {
                let times = repeat(&mut body, ["", "", ""], &fragment, count);
                raw().filter(|_| times == 1)
            }
        };
        is_plain &= plain.is_some();
        let (end, plain) = (body.len(), plain.unwrap_or_default());
        places.push(Member { name: name.to_owned(), key, value, end, plain });
    }
    body.push('}');
    if !is_plain {
        places.clear();
    }
    (body, places)
}

/// Appends a fragment several times, with what is before, between and after: so often, or until the body is about as long as
/// what is read of an error, or longer than a text may be. Returns how often.
fn repeat(body: &mut String, [open, between, close]: [&str; 3], fragment: &str, count: u8) -> usize {
    let one = fragment.len() + between.len();
    let until = match count {
        0..64 => body.len() + open.len() + one * usize::from(count) + fragment.len(),
        64..=250 => MAX_ERROR_BODY + 248 - usize::from(count - 64) * 4,
        251.. => LONGEST_STRING + MAX_ERROR_BODY,
    };
    let begun = body.len() + open.len() + fragment.len();
    let more = until.saturating_sub(begun).checked_div(one).filter(|_| !fragment.is_empty()).unwrap_or(0);
    body.push_str(open);
    body.push_str(fragment);
    body.push_str(&[between, fragment].concat().repeat(more));
    body.push_str(close);
    more + 1
}

fn with_tokens(text: &[u8]) -> String {
    let mut out = Vec::new();
    for byte in text {
        match usize::from(*byte).wrapping_sub(1) {
            way @ 0..WAYS => out.extend(spelled(CANARY, way).bytes()),
            _ => out.push(*byte),
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

//! What the service says of a failure, in its own words: found in a body that may be cut, and fit to be shown.

use crate::client::failure::{ErrorKind, Failure};
use crate::client::hint::Hint;
use crate::client::token::Tokens;
use crate::json;
use crate::wire::deceptive::plain;
use crate::wire::envelope::{self, Refusal};

/// Most bytes that are read of an error's body.
pub const MAX_ERROR_BODY: usize = 64 * 1024;
const MAX_SERVER_MESSAGE: usize = 1024;

/// Most bytes of a body beyond a limit that are searched for a refusal: they are read in one piece, which holds the page up.
const MAX_LOOKED_AT: usize = 1 << 20;
/// The members that make a refusal. The list of a history is not among them, because it may be long.
const TELLING: [&str; 5] = ["error", "message", "status", "team", "scan_id"];

/// Adds the service's own words to a failure, if its body is `{ "error": … }`: then the answer is the service's own, whatever its
/// `Content-Type` says.
pub fn explain(mut failure: Failure, body: &[u8], tokens: &Tokens) -> Failure {
    let is_not_found = failure.kind == ErrorKind::NotFound;
    let error = match json::parse_members(body, &json::Limits::default(), &envelope::MEMBERS) {
        Ok(value) => envelope::error_of(&value).map(|error| error.words.map(str::to_owned)),
        Err(error) if error.fault.is_limit() => {
            refusal_beyond_limit(&error, body, tokens).map(|refused| refused.server_message)
        }
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
        failure.server_message = fit_to_show(text.as_deref(), tokens);
    }
    failure
}

/// The service's own words, as far as they are in the first bytes of a body that is too long, without the tokens.
pub fn beginning_of_words(body: &[u8], tokens: &Tokens) -> Option<String> {
    beginning(body, envelope::error_of, tokens)
}

/// The refusal that a body is in which something breaks a limit: its `error`, or what stands after that. An `error` that stands after
/// much else is not found.
pub fn refusal_beyond_limit(fault: &json::Error, body: &[u8], tokens: &Tokens) -> Option<Failure> {
    let is_refusal = fault.fault.is_limit() && (fault.is_in("error") || says(body, envelope::error_of));
    is_refusal.then(|| Failure::rejected(beginning_of_words(body, tokens)))
}

/// The same where the `status` of a team operation says that it failed, and stands before what breaks the limit.
pub fn failed_status_beyond_limit(fault: &json::Error, body: &[u8], tokens: &Tokens) -> Option<Failure> {
    let is_refusal = fault.fault.is_limit() && says(body, envelope::refusal);
    is_refusal.then(|| Failure::rejected(beginning(body, envelope::refusal, tokens)))
}

/// Whether a body is a refusal by its members before the first fault, as far as they are looked at.
fn says(body: &[u8], refusal: fn(&json::Value) -> Option<Refusal<'_>>) -> bool {
    let looked_at = body.get(..MAX_LOOKED_AT).unwrap_or(body);
    json::beginning(looked_at, &TELLING).is_some_and(|found| refusal(&found.members).is_some())
}

fn beginning(body: &[u8], refusal: fn(&json::Value) -> Option<Refusal<'_>>, tokens: &Tokens) -> Option<String> {
    let found = json::beginning(body.get(..MAX_ERROR_BODY).unwrap_or(body), &envelope::MEMBERS)?;
    let text = refusal(&found.members)?.words?;
    let cut = found.cut.and_then(|name| found.members.get(&name)?.as_str());
    // The same text in memory, not an equal one.
    let is_cut = cut.is_some_and(|cut| std::ptr::eq(cut, text));
    let text = if is_cut { tokens.redact_cut(text) } else { tokens.redact(text) };
    Some(text).filter(|text| !text.is_empty())
}

/// The service's words without what could fool a reader (control and direction characters) and without the tokens. `None` if
/// nothing is left to read.
pub fn fit_to_show(text: Option<&str>, tokens: &Tokens) -> Option<String> {
    text.map(|text| clean(&scrubbed(text, tokens), MAX_SERVER_MESSAGE)).filter(|text| !text.is_empty())
}

/// The same for a text that was cut, perhaps inside a token.
pub fn cut_message(text: &str, tokens: &Tokens) -> Option<String> {
    fit_to_show(Some(&tokens.redact_cut(text)), tokens)
}

/// A text without the tokens, as they would be read in it: a character that becomes a space could stand for a plus.
pub fn scrubbed(text: &str, tokens: &Tokens) -> String {
    tokens.redact(&text.chars().map(plain).collect::<String>())
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

#[cfg(test)]
mod tests;

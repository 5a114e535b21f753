//! A secret, and the checks it passes before it may travel.

use crate::json::push_step;
use std::fmt;

/// A bearer token. It is never printed; only `Token::expose` reads it, in the last step before a request is sent. The
/// module's allocator overwrites its memory when it is given back.
#[derive(Clone, PartialEq)]
pub struct Token(String);

/// Why a text is no token. The text itself is never repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenFault {
    /// Nothing, or nothing but spaces.
    Empty,
    /// It begins with `Bearer `.
    BearerPrefix,
    /// Longer than 8 KiB.
    TooLong,
    /// A character that bearer tokens cannot hold, or quotes around it.
    Malformed,
    /// A git provider's token where the service's own belongs.
    GitToken,
}

impl TokenFault {
    /// The end of the sentence "`apiToken` …".
    pub const fn rule(self) -> &'static str {
        match self {
            TokenFault::Empty => "must not be empty",
            TokenFault::BearerPrefix => "must be the token alone, without the word Bearer",
            TokenFault::TooLong => "must not be longer than 8 KiB",
            TokenFault::Malformed => {
                "must hold only the characters of a bearer token: letters, digits and - . _ ~ + / ="
            }
            TokenFault::GitToken => "looks like a git provider's token: that one belongs in gitToken",
        }
    }
}

/// Which of the client's two tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// The service's own API token.
    Api,
    /// The git provider's access token.
    Git,
}

impl Slot {
    /// The option's name.
    pub const fn option(self) -> &'static str {
        match self {
            Slot::Api => "apiToken",
            Slot::Git => "gitToken",
        }
    }
}

const MAX_LENGTH: usize = 8 * 1024;
/// Stands for what must not be told.
const REDACTED: &str = "[redacted]";
/// Characters of a secret that are found in one text, those that lead to nothing included: some milliseconds.
const MOST_FOLLOWED: usize = 1 << 22;
/// From this length on a token is found by its characters alone; no text holds it by accident.
const UNMISTAKABLE: usize = 8;
const GIT_PREFIXES: [&str; 9] = ["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "gldt-", "ATBB"];

impl Token {
    /// Checks a text for one of the two slots: the `b64token` of RFC 6750, at most 8 KiB.
    pub fn check(text: &str, slot: Slot) -> Result<Token, TokenFault> {
        if text.trim().is_empty() {
            return Err(TokenFault::Empty);
        }
        if text.get(..7).is_some_and(|start| start.eq_ignore_ascii_case("bearer ")) {
            return Err(TokenFault::BearerPrefix);
        }
        if text.len() > MAX_LENGTH {
            return Err(TokenFault::TooLong);
        }
        let body = text.trim_end_matches('=');
        let legal = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~+/".contains(&byte);
        if body.is_empty() || !body.bytes().all(legal) {
            return Err(TokenFault::Malformed);
        }
        if slot == Slot::Api && GIT_PREFIXES.iter().any(|prefix| text.starts_with(prefix)) {
            return Err(TokenFault::GitToken);
        }
        Ok(Token(text.to_owned()))
    }

    /// A text in which `[redacted]` stands for the secret, any of whose characters may be percent-encoded, even twice, or escaped
    /// as in JSON: a service may quote another's answer.
    ///
    /// A short secret is replaced only where it is a whole word: inside other words its letters occur by chance, and replacing
    /// those would spell it out. `None` if the text begins like the secret over and over, so that looking for it takes too long.
    pub fn redact(&self, text: &str) -> Option<String> {
        // Padding is no part of the secret: one without it is whole.
        let length = self.expose().trim_end_matches('=').len();
        let (mut redacted, mut kept, mut followed) = (String::new(), 0, 0);
        for (at, _) in text.char_indices() {
            if at < kept {
                continue;
            }
            let (same, end) = self.follow(text, at);
            followed += same;
            if followed > MOST_FOLLOWED {
                return None;
            }
            if same >= length && (length >= UNMISTAKABLE || is_word(text, at, end)) {
                redacted.push_str(text.get(kept..at).unwrap_or_default());
                redacted.push_str(REDACTED);
                kept = end;
            }
        }
        redacted.push_str(text.get(kept..).unwrap_or_default());
        Some(redacted)
    }

    /// Puts `[redacted]` where a text that was cut ends with the beginning of the secret.
    fn redact_end(&self, text: &mut String) {
        // The cut may be within what stands for one character.
        let is_end = |same: usize, end: usize| {
            let next = self.expose().as_bytes().get(same);
            text.get(end..).is_some_and(|rest| rest.is_empty() || next.is_some_and(|next| is_cut(rest, *next)))
        };
        let is_beginning = |(same, end): (usize, usize)| same >= UNMISTAKABLE && is_end(same, end);
        let found = text.char_indices().map(|(at, _)| at).find(|at| is_beginning(self.follow(text, *at)));
        if let Some(at) = found {
            text.truncate(at);
            text.push_str(REDACTED);
        }
    }

    /// How many characters of the secret a text has from `at` on, however they are written, and where they end.
    fn follow(&self, text: &str, at: usize) -> (usize, usize) {
        let bytes = text.as_bytes();
        let (mut same, mut end) = (0, at);
        for byte in self.expose().bytes() {
            let Some(length) = bytes.get(end..).and_then(|rest| written(rest, byte)) else { break };
            end += length;
            same += 1;
        }
        (same, end)
    }

    /// The secret itself, for the `Authorization` header and for scrubbing it out of texts.
    pub(crate) fn expose(&self) -> &str {
        &self.0
    }
}

/// The tokens that a call has used, and the others of its client. None may be left in what is told of the call, not even one that
/// was replaced meanwhile.
#[derive(Clone, Debug, Default)]
pub struct Tokens(Vec<Token>);

impl Tokens {
    /// Adds one, unless it is there.
    pub fn add(&mut self, token: &Token) {
        if !self.0.contains(token) {
            // Longer ones first: a token may be a part of another.
            let shorter = self.0.iter().position(|known| known.0.len() < token.0.len());
            self.0.insert(shorter.unwrap_or(self.0.len()), token.clone());
        }
    }

    /// A text in which `[redacted]` stands for each of them; or for all of it, if looking for one takes too long.
    pub fn redact(&self, text: &str) -> String {
        let redacted = self.0.iter().try_fold(text.to_owned(), |text, token| token.redact(&text));
        redacted.unwrap_or_else(|| REDACTED.to_owned())
    }

    /// The same for a text that was cut: its end may be the beginning of a token, so as much as the longest may take is left out.
    pub fn redact_cut(&self, text: &str) -> String {
        let mut redacted = self.redact(text);
        let longest = self.0.first().map_or(0, |token| MOST_WRITTEN * token.0.len());
        redacted.truncate(redacted.floor_char_boundary(redacted.len().saturating_sub(longest)));
        redacted
    }

    /// A JSON pointer in which `[redacted]` stands for each of them.
    ///
    /// Its keys are escaped and long ones are cut, so each is unescaped first, and one that was cut inside a token ends with
    /// `[redacted]`.
    pub fn redact_pointer(&self, pointer: &str) -> String {
        let mut steps = pointer.split('/');
        let mut redacted = steps.next().unwrap_or_default().to_owned();
        for step in steps {
            let mut key = self.redact(&read_step(step));
            for token in &self.0 {
                token.redact_end(&mut key);
            }
            push_step(&mut redacted, &key);
        }
        // A pointer may also spell a token over several keys.
        self.redact(&redacted)
    }
}

/// Most bytes that may stand for a character: `\u002f`.
const MOST_WRITTEN: usize = 6;

/// How many bytes of a text stand for this character, if it begins with it: as it is, percent-encoded once or twice, escaped as in
/// JSON, or a space for a plus, as in forms.
fn written(text: &[u8], character: u8) -> Option<usize> {
    let is = |high: &u8, low: &u8| hex(*high).zip(hex(*low)).is_some_and(|(high, low)| high * 16 + low == character);
    match text {
        [first, ..] if *first == character => Some(1),
        [b'%', b'2', b'5', high, low, ..] if is(high, low) => Some(5),
        [b'%', high, low, ..] if is(high, low) => Some(3),
        [b'\\', b'u', b'0', b'0', high, low, ..] if is(high, low) => Some(6),
        [b'\\', escaped, ..] if *escaped == character => Some(2),
        [b' ', ..] if character == b'+' => Some(1),
        _ => None,
    }
}

/// Whether a text is the beginning of what stands for this character.
fn is_cut(text: &str, character: u8) -> bool {
    let escaped = ["\\", char::from(character).encode_utf8(&mut [0; 4])].concat();
    let encoded = format!("%{character:02x}");
    let ways = [&escaped, &encoded, &format!("%25{character:02x}"), &format!("\\u00{character:02x}")];
    let begins = |way: &str| way.get(..text.len()).is_some_and(|start| start.eq_ignore_ascii_case(text));
    ways.into_iter().any(|way| way.len() > text.len() && begins(way))
}

/// The name that a step of a JSON pointer stands for.
fn read_step(step: &str) -> String {
    let mut parts = step.split('~');
    let mut name = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (character, rest) = match part.strip_prefix('1') {
            Some(rest) => ('/', rest),
            None => ('~', part.strip_prefix('0').unwrap_or(part)),
        };
        name.push(character);
        name.push_str(rest);
    }
    name
}

/// What a hexadecimal digit stands for.
fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).map(|value| value as u8)
}

/// Whether no letter and no digit touches a part of a text.
fn is_word(text: &str, start: usize, end: usize) -> bool {
    let touches = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
    let bytes = text.as_bytes();
    !touches(start.checked_sub(1).and_then(|before| bytes.get(before))) && !touches(bytes.get(end))
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[redacted]")
    }
}

#[cfg(test)]
mod tests;

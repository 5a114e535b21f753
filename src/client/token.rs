//! A secret, and the checks it passes before it may travel.

use std::fmt;

/// A bearer token. It is never printed; only [`Token::expose`] reads it, in the last step before a request is sent. The
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

    /// A text in which `[redacted]` stands for the secret, each of whose characters may be percent-encoded.
    ///
    /// A short one is looked for as a word: inside of other words its letters are theirs, and to replace those would
    /// spell it out.
    pub fn redact(&self, text: &str) -> String {
        let length = self.expose().len();
        let (mut redacted, mut kept) = (String::new(), 0);
        for (at, _) in text.char_indices() {
            let (same, end) = self.follow(text, at);
            if at >= kept && same == length && (length >= UNMISTAKABLE || is_word(text, at, end)) {
                redacted.push_str(text.get(kept..at).unwrap_or_default());
                redacted.push_str("[redacted]");
                kept = end;
            }
        }
        redacted.push_str(text.get(kept..).unwrap_or_default());
        redacted
    }

    /// Puts `[redacted]` where a text that was cut ends with the beginning of the secret.
    fn redact_cut(&self, text: &mut String) {
        // The cut may be within what stands for one character.
        let is_end =
            |end: usize| text.get(end..).is_some_and(|rest| rest.is_empty() || rest.len() < 3 && rest.starts_with('%'));
        let is_beginning = |(same, end): (usize, usize)| same >= UNMISTAKABLE && is_end(end);
        let found = text.char_indices().map(|(at, _)| at).find(|at| is_beginning(self.follow(text, *at)));
        if let Some(at) = found {
            text.truncate(at);
            text.push_str("[redacted]");
        }
    }

    /// How many characters of the secret a text has from `at` on, as they are or percent-encoded, and where they end.
    fn follow(&self, text: &str, at: usize) -> (usize, usize) {
        let bytes = text.as_bytes();
        let (mut same, mut end) = (0, at);
        for byte in self.expose().bytes() {
            end = match bytes.get(end..) {
                Some([first, ..]) if *first == byte => end + 1,
                Some([b'%', high, low, ..])
                    if hex(*high).zip(hex(*low)).is_some_and(|(high, low)| high * 16 + low == byte) =>
                {
                    end + 3
                }
                _ => break,
            };
            same += 1;
        }
        (same, end)
    }

    /// The secret itself, for the `Authorization` header and for scrubbing it out of texts.
    pub(crate) fn expose(&self) -> &str {
        &self.0
    }
}

/// The tokens that a call has used, and the others of its client. None may be left in what is told of the call, also one that
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

    /// A text in which `[redacted]` stands for each of them.
    pub fn redact(&self, text: &str) -> String {
        self.0.iter().fold(text.to_owned(), |text, token| token.redact(&text))
    }

    /// The same of a text that was cut: its end may be the beginning of one, so as much as the longest takes is left out.
    pub fn redact_cut(&self, text: &str) -> String {
        let mut redacted = self.redact(text);
        // Percent-encoded, a character takes three.
        let longest = self.0.first().map_or(0, |token| 3 * token.0.len());
        redacted.truncate(redacted.floor_char_boundary(redacted.len().saturating_sub(longest)));
        redacted
    }

    /// A JSON pointer in which `[redacted]` stands for each of them.
    ///
    /// Its keys are escaped and long ones are cut, so each is read back first, and one that ends inside of a token ends
    /// with `[redacted]`.
    pub fn redact_pointer(&self, pointer: &str) -> String {
        let mut steps = pointer.split('/');
        let mut redacted = steps.next().unwrap_or_default().to_owned();
        for step in steps {
            let mut key = self.redact(&step.replace("~1", "/").replace("~0", "~"));
            for token in &self.0 {
                token.redact_cut(&mut key);
            }
            redacted.push('/');
            redacted.push_str(&key.replace("~", "~0").replace("/", "~1"));
        }
        // A pointer may also spell a token over several keys.
        self.redact(&redacted)
    }
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
mod tests {
    use super::*;

    #[test]
    fn g5_tokens_are_b64_tokens_and_nothing_around_them() {
        for (text, fault) in [
            ("", TokenFault::Empty),
            (" \t", TokenFault::Empty),
            ("abc\n", TokenFault::Malformed),
            ("ab\nc", TokenFault::Malformed),
            ("tök", TokenFault::Malformed),
            ("\"abc\"", TokenFault::Malformed),
            ("=", TokenFault::Malformed),
            ("a=b", TokenFault::Malformed),
            ("Bearer abc", TokenFault::BearerPrefix),
            ("bearer abc", TokenFault::BearerPrefix),
            (&"x".repeat(65_536), TokenFault::TooLong),
            (&"x".repeat(8_193), TokenFault::TooLong),
        ] {
            assert_eq!(Token::check(text, Slot::Git).unwrap_err(), fault, "{text:.20}");
        }
        assert!(Token::check("aZ09-._~+/==", Slot::Api).is_ok());
        assert!(Token::check(&"x".repeat(8_192), Slot::Api).is_ok());
    }

    #[test]
    fn g6_a_git_token_is_not_taken_for_an_api_token() {
        for text in ["ghp_abc", "github_pat_abc", "glpat-abc", "ATBBabc"] {
            assert_eq!(Token::check(text, Slot::Api), Err(TokenFault::GitToken));
            assert!(Token::check(text, Slot::Git).is_ok());
        }
    }

    #[test]
    fn c28_a_token_is_redacted_wherever_it_stands_and_a_short_one_as_a_word() {
        for (token, text, redacted) in [
            ("s3cret-token", "bad s3cret-token, xs3cret-tokens", "bad [redacted], x[redacted]s"),
            ("s3cret-token", "no token here", "no token here"),
            ("a", "scan a was not found: \"a\"", "scan [redacted] was not found: \"[redacted]\""),
            ("an", "an answer to ann, token=an", "[redacted] answer to ann, token=[redacted]"),
            ("a-a", "xa-a-a", "xa-[redacted]"),
            ("12345678", "x12345678y 1234567", "x[redacted]y 1234567"),
            ("s3s3s3s3", "xs3s3s3s3s3", "x[redacted]s3"),
            ("s3cret-t0ken", "s3cret-t%30ken s3cret-t%2Gken", "[redacted] s3cret-t%2Gken"),
            ("ed", "ed,ed redacted", "[redacted],[redacted] redacted"),
            ("abc", "éabcé", "é[redacted]é"),
            ("abc+def/ghi==", "?t=abc%2Bdef%2Fghi%3D%3D&x", "?t=[redacted]&x"),
            ("abc+def/ghi==", "abc%2bdef/ghi%3d= %61bc+def/ghi==", "[redacted] [redacted]"),
            ("abc+def/ghi==", "abc%2Bdef%2Fghi%3D%3 abc%2", "abc%2Bdef%2Fghi%3D%3 abc%2"),
            ("a+", "a%2B a%2Bx xa%2B", "[redacted] a%2Bx xa%2B"),
        ] {
            assert_eq!(Token::check(token, Slot::Git).unwrap().redact(text), redacted, "{token}");
        }
    }

    #[test]
    fn c28_all_tokens_of_a_call_are_redacted_also_where_one_is_part_of_another() {
        let mut tokens = Tokens::default();
        for text in ["old-token", "new-old-token-2", "old-token", "other-token"] {
            tokens.add(&Token::check(text, Slot::Git).unwrap());
        }
        let redacted = tokens.redact("old-token, new-old-token-2 and other-token");
        assert_eq!(redacted, "[redacted], [redacted] and [redacted]");
        assert_eq!(Tokens::default().redact("old-token"), "old-token");
        for text in ["token-abc", "x-token-abc", "y-x-token-abc-z"] {
            tokens.add(&Token::check(text, Slot::Git).unwrap());
        }
        assert_eq!(tokens.redact("<y-x-token-abc-z>"), "<[redacted]>");
    }

    #[test]
    fn c28_a_text_that_was_cut_does_not_end_with_the_beginning_of_a_token() {
        let mut tokens = Tokens::default();
        for text in ["s3cret-token", "short"] {
            tokens.add(&Token::check(text, Slot::Git).unwrap());
        }
        let encoded: String = "s3cret-token".bytes().map(|byte| format!("%{byte:02X}")).collect();
        for spelled in ["s3cret-token", &encoded] {
            for length in 0..=spelled.len() {
                let text = ["no ".repeat(20).as_str(), &spelled[..length]].concat();
                let told = tokens.redact_cut(&text);
                assert!(told.starts_with("no no ") && !told.contains(&spelled[..3]), "{told} of {text}");
            }
        }
        assert_eq!(Tokens::default().redact_cut("no such team"), "no such team");
    }

    #[test]
    fn c28_a_token_that_a_pointer_escapes_or_cuts_is_redacted() {
        let long = "tok-".to_owned() + &"abcdefgh".repeat(100);
        for (token, pointer, redacted) in [
            ("api/token/with/slash==", "/api~1token~1with~1slash==/0/id", "/[redacted]/0/id"),
            ("api/token/with/slash==", "/api/token/with/slash==", "/[redacted]"),
            ("api~token~1", "/an api~0token~01~10", "/an [redacted]~10"),
            (&long, &long.replace("tok-", "/0/tok-")[..67], "/0/[redacted]"),
            (&long, "/not ~0~1tok-abcdefghabcdef/id", "/not ~0~1[redacted]/id"),
            (&long, "/x tok-abcd", "/x [redacted]"),
            (&long, "/x tok-abc", "/x tok-abc"),
            ("ababababab-cd", "/x ababababab", "/x [redacted]"),
            ("ab", "/ab~1abc", "/[redacted]~1abc"),
            ("s3cret-token", "/t~0k~1ens3cret", "/t~0k~1ens3cret"),
            ("s3cret-token", "", ""),
            ("abc+def/ghi==", "/abc%2Bdef%2Fghi%3D%3D/x", "/[redacted]/x"),
            ("abc+def/ghi==", "/x abc%2Bdef%2Fg", "/x [redacted]"),
            ("abc+def/ghi==", "/x abc%2Bdef%2Fgh%6", "/x [redacted]"),
            ("abc+def/ghi==", "/x abc%2Bdef%2Fghx", "/x abc%2Bdef%2Fghx"),
            ("abc+def/ghi==", "/x abc%2Bdef%2Fgh%41", "/x abc%2Bdef%2Fgh%41"),
        ] {
            let mut tokens = Tokens::default();
            tokens.add(&Token::check(token, Slot::Git).unwrap());
            assert_eq!(tokens.redact_pointer(pointer), redacted, "{pointer}");
        }
    }

    #[test]
    fn a_token_is_not_printed() {
        let token = Token::check("s3cret", Slot::Api).unwrap();
        assert_eq!(format!("{token:?}"), "[redacted]");
    }
}

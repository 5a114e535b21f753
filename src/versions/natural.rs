//! Natural order for versions of no known scheme: numbers by value, words by letters, and no order where schemes differ.
//!
//! What follows a hyphen comes before the release in semantic versioning and after it in a distribution; `1.0b` is a beta of `1.0`
//! in one scheme and a patch in another. Words for "not yet" come before the end, as people mean them, and so does what follows
//! `~`. After another mark such words name a build: in no scheme is `1.0+dev` before `1.0`.

use super::{compare_digits, is_number, significant, take_while};
use std::cmp::Ordering;

/// Words for what comes before a release, whatever the scheme.
const BEFORE: [&str; 7] = ["alpha", "beta", "dev", "pre", "preview", "rc", "snapshot"];

/// Words for the release itself in Maven, which are before it in RubyGems and after it elsewhere.
const RELEASE: [&str; 3] = ["final", "ga", "release"];

pub(super) fn compare(a: &str, b: &str) -> Option<Ordering> {
    let (epoch_a, a) = split_epoch(a)?;
    let (epoch_b, b) = split_epoch(b)?;
    match compare_digits(epoch_a, epoch_b) {
        Ordering::Equal => compare_rests(a.as_bytes(), b.as_bytes()),
        order => Some(order),
    }
}

/// A version begins with a digit; any other text is a name, and names have no order. `!` means something only in Python.
fn split_epoch(version: &str) -> Option<(&[u8], &str)> {
    let (epoch, rest) = version.split_once(':').unwrap_or(("0", version));
    let is_version = rest.starts_with(|c: char| c.is_ascii_digit()) && !rest.contains('!');
    (is_number(epoch.as_bytes()) && is_version).then_some((epoch.as_bytes(), rest))
}

/// How a part is joined to what stands before it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Join {
    /// By a dot, an underscore, or nothing.
    Near,
    Hyphen,
    Tilde,
    /// By another mark, or several.
    Other,
}

/// What a part is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Is {
    End,
    /// A word for "not yet".
    Before,
    Letter,
    /// A word for the release itself.
    Release,
    Word,
    Number,
}

/// What a version goes on with.
struct Part<'a> {
    join: Join,
    is_marked: bool,
    is: Is,
    text: &'a [u8],
    rest: &'a [u8],
}

impl Part<'_> {
    /// A zero that adds nothing if no number is compared with it.
    fn is_zero(&self) -> bool {
        self.is == Is::Number && self.join == Join::Near && significant(self.text).is_empty()
    }

    /// A word after a dot: a number orders before it in a distribution, and after it in Maven.
    fn is_dotted_word(&self) -> bool {
        matches!(self.is, Is::Letter | Is::Word) && self.join == Join::Near && self.is_marked
    }
}

fn compare_rests(mut a: &[u8], mut b: &[u8]) -> Option<Ordering> {
    loop {
        let (part_a, part_b) = (next(a), next(b));
        match (part_a.is, part_b.is) {
            (Is::End, Is::End) => return Some(Ordering::Equal),
            // Where the zero adds nothing, `1.0~rc1` comes before `1`; in other schemes after it. Likewise `1.0+a` and `1+b`.
            (_, is) if is != Is::Number && part_a.is_zero() => a = before_no_build(part_a.rest)?,
            (is, _) if is != Is::Number && part_b.is_zero() => b = before_no_build(part_b.rest)?,
            _ => match order_of(&part_a, &part_b) {
                Some(Ordering::Equal) => (a, b) = (part_a.rest, part_b.rest),
                order => return order,
            },
        }
    }
}

fn before_no_build(rest: &[u8]) -> Option<&[u8]> {
    matches!(next(rest).join, Join::Near | Join::Hyphen).then_some(rest)
}

/// The order of two parts; `None` if it depends on the scheme.
fn order_of(a: &Part, b: &Part) -> Option<Ordering> {
    let is_near_number = |part: &Part| part.is == Is::Number && part.join == Join::Near;
    let words = || a.text.iter().map(u8::to_ascii_lowercase).cmp(b.text.iter().map(u8::to_ascii_lowercase));
    match (a.is, b.is) {
        (Is::Before, Is::Before) if (a.join == Join::Other) == (b.join == Join::Other) => Some(words()),
        _ if a.join == Join::Tilde || b.join == Join::Tilde => order_after_tilde(a, b),
        (Is::Before, Is::Letter | Is::Release | Is::Word) | (Is::Letter | Is::Release | Is::Word, Is::Before) => None,
        (Is::Before, Is::Before) => None,
        (Is::Before, _) if a.join == Join::Other => is_near_number(b).then_some(Ordering::Less),
        (_, Is::Before) if b.join == Join::Other => is_near_number(a).then_some(Ordering::Greater),
        (Is::Before, _) => Some(Ordering::Less),
        (_, Is::Before) => Some(Ordering::Greater),
        // A number comes after the end, and so does a word after another mark; other unknown words may mean "not yet".
        (Is::Number, Is::End) if a.join != Join::Hyphen => Some(Ordering::Greater),
        (Is::Word, Is::End) if a.join == Join::Other => Some(Ordering::Greater),
        (_, Is::End) => None,
        (Is::End, _) => order_of(b, a).map(Ordering::reverse),
        (Is::Number, Is::Number) if a.join == b.join => Some(compare_digits(a.text, b.text)),
        // `1.2.3` continues the release itself, `1.2-3` adds something to it.
        (Is::Number, Is::Number) if (a.join, b.join) == (Join::Near, Join::Hyphen) => {
            (!a.is_zero()).then_some(Ordering::Greater)
        }
        (Is::Number, Is::Number) if (a.join, b.join) == (Join::Hyphen, Join::Near) => {
            (!b.is_zero()).then_some(Ordering::Less)
        }
        (Is::Number, Is::Number) => None,
        (Is::Number, _) => (a.join == Join::Near && !b.is_dotted_word()).then_some(Ordering::Greater),
        (_, Is::Number) => (b.join == Join::Near && !a.is_dotted_word()).then_some(Ordering::Less),
        (Is::Release, _) | (_, Is::Release) => (a.join == b.join && words().is_eq()).then_some(Ordering::Equal),
        // Letter case counts in some schemes and not in others.
        _ => (a.join == b.join && words() == a.text.cmp(b.text)).then(words),
    }
}

/// What follows `~` comes before everything except words for "not yet".
fn order_after_tilde(a: &Part, b: &Part) -> Option<Ordering> {
    match (a.join == Join::Tilde, b.join == Join::Tilde) {
        (true, true) if a.is == b.is => order_of(&Part { join: Join::Near, ..*a }, &Part { join: Join::Near, ..*b }),
        (true, false) if b.is != Is::Before => Some(Ordering::Less),
        (false, true) if a.is != Is::Before => Some(Ordering::Greater),
        _ => None,
    }
}

fn next(text: &[u8]) -> Part<'_> {
    let (marks, text) = take_while(text, |byte| !byte.is_ascii_alphanumeric());
    let join = match marks {
        [] | [b'.' | b'_'] => Join::Near,
        [b'-'] => Join::Hyphen,
        [b'~'] => Join::Tilde,
        _ => Join::Other,
    };
    let (word, rest) = match text.first() {
        Some(first) if first.is_ascii_digit() => take_while(text, |byte| byte.is_ascii_digit()),
        _ => take_while(text, |byte| byte.is_ascii_alphabetic()),
    };
    let is = match word {
        [] => Is::End,
        [b'0'..=b'9', ..] => Is::Number,
        _ if is_one_of(word, &BEFORE) => Is::Before,
        _ if is_one_of(word, &RELEASE) => Is::Release,
        [_] => Is::Letter,
        _ => Is::Word,
    };
    Part { join, is_marked: !marks.is_empty(), is, text: word, rest }
}

fn is_one_of(word: &[u8], words: &[&str]) -> bool {
    words.iter().any(|known| known.as_bytes().eq_ignore_ascii_case(word))
}

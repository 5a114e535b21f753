//! Natural order for versions of no known scheme: numbers by value, words by letters, words for "not yet" before the end.
//!
//! What a single letter means is not known: `1.0b` comes before `1.0` in some schemes and after it in others, so beside the
//! end or a word for "not yet" it has no order. Any other word (`+deb9u1`) is something added.

use super::{compare_digits, is_number, significant, take_while};
use std::cmp::Ordering;

/// Words for what comes before a release, whatever the scheme.
const BEFORE: [&str; 7] = ["alpha", "beta", "dev", "pre", "preview", "rc", "snapshot"];

pub(super) fn compare(a: &str, b: &str) -> Option<Ordering> {
    let (epoch_a, a) = split_epoch(a)?;
    let (epoch_b, b) = split_epoch(b)?;
    match compare_digits(epoch_a, epoch_b) {
        Ordering::Equal => compare_parts(a.as_bytes(), b.as_bytes()),
        order => Some(order),
    }
}

/// A version begins with a digit; what does not is a name, and names have no order.
fn split_epoch(version: &str) -> Option<(&[u8], &str)> {
    let (epoch, rest) = version.split_once(':').unwrap_or(("0", version));
    (is_number(epoch.as_bytes()) && rest.starts_with(|c: char| c.is_ascii_digit())).then_some((epoch.as_bytes(), rest))
}

/// What a version goes on with, least first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Next {
    Before,
    End,
    Letter,
    Word,
    Number,
}

fn compare_parts(mut a: &[u8], mut b: &[u8]) -> Option<Ordering> {
    loop {
        let ((next_a, part_a, rest_a), (next_b, part_b, rest_b)) = (next(a), next(b));
        let order = match (next_a, next_b) {
            (Next::End, Next::End) => return Some(Ordering::Equal),
            (Next::Number, Next::Number) => compare_digits(part_a, part_b),
            // Zeros that stand beside no number add nothing.
            (Next::Number, _) if significant(part_a).is_empty() => {
                a = rest_a;
                continue;
            }
            (_, Next::Number) if significant(part_b).is_empty() => {
                b = rest_b;
                continue;
            }
            (Next::Letter, Next::End | Next::Before) | (Next::End | Next::Before, Next::Letter) => return None,
            (Next::Letter | Next::Word, Next::Letter | Next::Word) => compare_words(part_a, part_b),
            (Next::Before, Next::Before) => compare_words(part_a, part_b),
            (next_a, next_b) => next_a.cmp(&next_b),
        };
        if order.is_ne() {
            return Some(order);
        }
        (a, b) = (rest_a, rest_b);
    }
}

fn compare_words(a: &[u8], b: &[u8]) -> Ordering {
    a.to_ascii_lowercase().cmp(&b.to_ascii_lowercase())
}

/// What comes next, behind separators, its text and the rest.
fn next(text: &[u8]) -> (Next, &[u8], &[u8]) {
    let (_, text) = take_while(text, |byte| !byte.is_ascii_alphanumeric());
    let Some(first) = text.first() else { return (Next::End, text, text) };
    if first.is_ascii_digit() {
        let (digits, rest) = take_while(text, |byte| byte.is_ascii_digit());
        return (Next::Number, digits, rest);
    }
    let (word, rest) = take_while(text, |byte| byte.is_ascii_alphabetic());
    let before = BEFORE.iter().any(|known| known.as_bytes().eq_ignore_ascii_case(word));
    let is = match word {
        _ if before => Next::Before,
        [_] => Next::Letter,
        _ => Next::Word,
    };
    (is, word, rest)
}

//! Alpine package versions: `1.2.3a_rc1-r2`, compared as apk-tools does.

use super::{compare_digits, compare_optional, is_number, take_while};
use std::cmp::Ordering;

/// Suffixes, least first; the empty one is a version without suffix.
const SUFFIXES: [&str; 10] = ["alpha", "beta", "pre", "rc", "", "cvs", "svn", "git", "hg", "p"];

/// The place of the empty one.
const NO_SUFFIX: usize = 4;

pub(super) fn compare(a: &str, b: &str) -> Option<Ordering> {
    let (a, b) = (Version::parse(a)?, Version::parse(b)?);
    let numbers = compare_numbers(&a.numbers, &b.numbers);
    let order = numbers.then_with(|| a.letter.cmp(&b.letter)).then_with(|| compare_suffixes(&a.suffixes, &b.suffixes));
    Some(order.then_with(|| a.hash.cmp(&b.hash)).then_with(|| compare_optional(a.revision, b.revision)))
}

struct Version<'a> {
    numbers: Vec<&'a [u8]>,
    letter: u8,
    /// Place in `SUFFIXES`, and number.
    suffixes: Vec<(usize, &'a [u8])>,
    /// Of a commit: compared as text, and any is more than none.
    hash: Option<&'a [u8]>,
    /// None is less than `-r0`.
    revision: Option<&'a [u8]>,
}

impl<'a> Version<'a> {
    fn parse(version: &'a str) -> Option<Self> {
        // Only the revision has a hyphen before it: a version with another one is refused below.
        let (version, revision) = match version.rsplit_once('-') {
            Some((version, revision)) => (version, Some(revision.strip_prefix('r')?.as_bytes())),
            None => (version, None),
        };
        let (version, hash) = match version.split_once('~') {
            Some((version, hash)) => (version, Some(hash.as_bytes())),
            None => (version, None),
        };
        let mut parts = version.split('_');
        let head = parts.next()?.as_bytes();
        let (digits, letter) = match head.split_last() {
            Some((letter, rest)) if letter.is_ascii_lowercase() => (rest, *letter),
            _ => (head, 0),
        };
        let numbers: Vec<&[u8]> = digits.split(|&byte| byte == b'.').collect();
        let suffixes: Option<Vec<_>> = parts.map(suffix).collect();
        let is_hash =
            |hash: &[u8]| !hash.is_empty() && hash.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        let legal = numbers.iter().all(|digits| is_number(digits))
            && revision.is_none_or(is_number)
            && hash.is_none_or(is_hash);
        legal.then_some(Version { numbers, letter, suffixes: suffixes?, hash, revision })
    }
}

fn suffix(text: &str) -> Option<(usize, &[u8])> {
    let (name, number) = take_while(text.as_bytes(), |byte| byte.is_ascii_lowercase());
    let place = SUFFIXES.iter().position(|known| known.as_bytes() == name && !known.is_empty())?;
    number.iter().all(u8::is_ascii_digit).then_some((place, number))
}

/// A later number that begins with zero is a fraction: `1.05` is less than `1.1`.
fn compare_numbers(a: &[&[u8]], b: &[&[u8]]) -> Ordering {
    for (at, (a, b)) in a.iter().zip(b).enumerate() {
        let fraction = at > 0 && (a.first() == Some(&b'0') || b.first() == Some(&b'0'));
        let order = if fraction { a.cmp(b) } else { compare_digits(a, b) };
        if order.is_ne() {
            return order;
        }
    }
    a.len().cmp(&b.len())
}

/// A suffix without a number is less than one with any, unless one of a later version follows it: apk-tools compares what comes next.
fn compare_suffixes(a: &[(usize, &[u8])], b: &[(usize, &[u8])]) -> Ordering {
    let none: (usize, &[u8]) = (NO_SUFFIX, &[]);
    for at in 0..a.len().max(b.len()) {
        let next = |all: &[(usize, &[u8])]| match all.get(at + 1) {
            Some((place, _)) if *place > NO_SUFFIX => Ordering::Greater,
            _ => Ordering::Less,
        };
        let (one, other) = (a.get(at).unwrap_or(&none), b.get(at).unwrap_or(&none));
        let order = one.0.cmp(&other.0).then_with(|| match (one.1, other.1) {
            ([], [_, ..]) => next(a),
            ([_, ..], []) => next(b).reverse(),
            (one, other) => compare_digits(one, other),
        });
        if order.is_ne() {
            return order;
        }
    }
    Ordering::Equal
}

//! Versions of Composer packages (`composer/semver`, and PHP's `version_compare` below it): numbers, then how stable it is.
//!
//! `-p1`, `-pl1` and `-patch1` are patches, which come after the release; `dev`, `alpha`, `beta` and `RC` come before it. Branches
//! such as `dev-main` and `1.x-dev` have no order.

use super::semver::compare_numbers;
use super::{compare_digits, compare_lists, is_made_of, is_number, take_while};
use std::cmp::Ordering;

/// Words of stability, each with its rank. A release has [`RELEASE`].
const WORDS: [(&str, u8); 10] = [
    ("dev", DEV),
    ("alpha", 1),
    ("a", 1),
    ("beta", 2),
    ("b", 2),
    ("rc", 3),
    ("stable", RELEASE),
    ("patch", 5),
    ("pl", 5),
    ("p", 5),
];
const RELEASE: u8 = 4;
const DEV: u8 = 0;

pub(super) fn compare(a: &str, b: &str) -> Option<Ordering> {
    let (a, b) = (Version::read(a)?, Version::read(b)?);
    let order = compare_numbers(a.numbers, b.numbers).then(a.stability.cmp(&b.stability));
    Some(order.then_with(|| compare_counts(a.counts, b.counts)).then_with(|| b.is_dev.cmp(&a.is_dev)))
}

/// A version in its parts: `2.0-RC1.2-dev`.
struct Version<'a> {
    numbers: &'a str,
    stability: u8,
    /// Which one of its stability, such as the second beta: numbers with a dot or a dash between them, and maybe before.
    counts: &'a str,
    /// Whether it is a development version of what it names.
    is_dev: bool,
}

impl<'a> Version<'a> {
    fn read(version: &'a str) -> Option<Version<'a>> {
        let (version, build) = version.split_once('+').unwrap_or((version, "0"));
        let (numbers, rest) = leading_numbers(version);
        if numbers.is_empty() || !is_made_of(build.as_bytes(), b".-_") {
            return None;
        }
        if rest.is_empty() {
            return Some(Version { numbers, stability: RELEASE, counts: "", is_dev: false });
        }
        let (word, rest) = word(rest.strip_prefix(['.', '_', '-']).unwrap_or(rest))?;
        let (counts, rest) =
            rest.split_at_checked(rest.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(rest.len()))?;
        let (counts, is_dev) = match rest {
            "" => (counts, false),
            _ if rest.eq_ignore_ascii_case("dev") => (counts.strip_suffix(['.', '-']).unwrap_or(counts), true),
            _ => return None,
        };
        let are_counts = counts.is_empty() || parts(counts).all(|part| is_number(part.as_bytes()));
        // `stable` and `dev` take no number.
        let may_count = word != RELEASE && word != DEV;
        (are_counts && (may_count || (counts.is_empty() && !is_dev))).then_some(Version {
            numbers,
            stability: word,
            counts,
            is_dev,
        })
    }
}

/// The numbers that a version begins with, with dots between them.
fn leading_numbers(version: &str) -> (&str, &str) {
    let mut end = 0;
    loop {
        let from = if end == 0 { 0 } else { end + 1 };
        let rest = version.get(from..).unwrap_or_default();
        let (digits, _) = take_while(rest.as_bytes(), |byte| byte.is_ascii_digit());
        if digits.is_empty() || (end > 0 && !version.get(end..).is_some_and(|rest| rest.starts_with('.'))) {
            return version.split_at_checked(end).unwrap_or((version, ""));
        }
        end = from + digits.len();
    }
}

fn word(text: &str) -> Option<(u8, &str)> {
    let (letters, _) = take_while(text.as_bytes(), |byte| byte.is_ascii_alphabetic());
    let (letters, rest) = text.split_at_checked(letters.len())?;
    let (_, stability) = WORDS.iter().find(|(word, _)| word.eq_ignore_ascii_case(letters))?;
    Some((*stability, rest))
}

fn parts(counts: &str) -> impl Iterator<Item = &str> {
    counts.strip_prefix(['.', '-']).unwrap_or(counts).split(['.', '-'])
}

/// Fewer of them come first.
fn compare_counts(a: &str, b: &str) -> Ordering {
    let [mut a, mut b] = [a, b].map(|counts| parts(counts).filter(|part| !part.is_empty()).map(str::as_bytes));
    compare_lists(&mut a, &mut b, compare_digits)
}

#[cfg(test)]
mod tests;

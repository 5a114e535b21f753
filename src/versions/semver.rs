//! Semantic versions (semver.org), and the like with fewer or more numbers: `1.2`, `13.0.1.2`, `2.7.1+incompatible`.

use super::{compare_digits, is_made_of, is_number};
use std::cmp::Ordering;

/// By the rules themselves: letters in their case, and build metadata does not order.
pub(super) fn compare(a: &str, b: &str) -> Option<Ordering> {
    let (a, b) = (Version::read(a)?, Version::read(b)?);
    Some(a.order(&b, <[u8]>::cmp))
}

/// As NuGet orders: labels are the same in upper and lower case.
pub(super) fn compare_nuget(a: &str, b: &str) -> Option<Ordering> {
    let (a, b) = (Version::read(a)?, Version::read(b)?);
    Some(a.order(&b, |a, b| a.to_ascii_lowercase().cmp(&b.to_ascii_lowercase())))
}

/// As Dart's pub orders: build metadata comes last, and none of it first.
pub(super) fn compare_pub(a: &str, b: &str) -> Option<Ordering> {
    let (a, b) = (Version::read(a)?, Version::read(b)?);
    Some(a.order(&b, <[u8]>::cmp).then_with(|| match (a.build, b.build) {
        (Some(a), Some(b)) => compare_identifiers(a, b, <[u8]>::cmp),
        (a, b) => a.cmp(&b),
    }))
}

/// Numbers, pre-release and build metadata.
struct Version<'a> {
    numbers: &'a str,
    pre: Option<&'a str>,
    build: Option<&'a str>,
}

impl<'a> Version<'a> {
    /// What is announced is there.
    fn read(version: &'a str) -> Option<Version<'a>> {
        let (version, build) = split(version, '+');
        let (numbers, pre) = split(version, '-');
        let is_identifier = |part: &str| is_made_of(part.as_bytes(), b"-_");
        let mut identifiers = pre.into_iter().chain(build).flat_map(|list| list.split('.'));
        let legal = numbers.split('.').all(|part| is_number(part.as_bytes())) && identifiers.all(is_identifier);
        legal.then_some(Version { numbers, pre, build })
    }

    /// By numbers, then pre-release, of which none comes last.
    fn order(&self, other: &Version, texts: fn(&[u8], &[u8]) -> Ordering) -> Ordering {
        compare_numbers(self.numbers, other.numbers).then_with(|| match (self.pre, other.pre) {
            (None, None) => Ordering::Equal,
            (None, Some(_)) => Ordering::Greater,
            (Some(_), None) => Ordering::Less,
            (Some(a), Some(b)) => compare_identifiers(a, b, texts),
        })
    }
}

fn split(text: &str, mark: char) -> (&str, Option<&str>) {
    text.split_once(mark).map_or((text, None), |(before, after)| (before, Some(after)))
}

/// Numbers with dots between; what is missing is zero.
pub(super) fn compare_numbers(a: &str, b: &str) -> Ordering {
    let (mut a, mut b) = (a.split('.'), b.split('.'));
    loop {
        let (left, right) = match (a.next(), b.next()) {
            (None, None) => return Ordering::Equal,
            (left, right) => (left.unwrap_or("0"), right.unwrap_or("0")),
        };
        let order = compare_digits(left.as_bytes(), right.as_bytes());
        if order.is_ne() {
            return order;
        }
    }
}

fn compare_identifiers(a: &str, b: &str, texts: fn(&[u8], &[u8]) -> Ordering) -> Ordering {
    let (mut a, mut b) = (a.split('.'), b.split('.'));
    loop {
        let (left, right) = match (a.next(), b.next()) {
            (None, None) => return Ordering::Equal,
            (None, _) => return Ordering::Less,
            (_, None) => return Ordering::Greater,
            (Some(left), Some(right)) => (left, right),
        };
        let (left, right) = (left.as_bytes(), right.as_bytes());
        let order = match (is_number(left), is_number(right)) {
            (true, true) => compare_digits(left, right),
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
            (false, false) => texts(left, right),
        };
        if order.is_ne() {
            return order;
        }
    }
}

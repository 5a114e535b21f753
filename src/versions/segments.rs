//! The leading parts of a version, for questions about branches: is `10.0.1` of the same line as `10.2`?

use super::{compare_digits, compare_filled, is_number, take_while, without_go, without_v};
use std::cmp::Ordering;

/// How many leading parts two versions share, without leading `v`: `9.0.6` and `9.0.9` share two. The last shared part may differ
/// after its number, as in `5rc1` and `5.1`. 0 if the epochs differ.
pub fn shared_parts(a: &str, b: &str) -> usize {
    if !has_same_epoch(a, b) {
        return 0;
    }
    let mut shared = 0;
    for (a, b) in parts(a).zip(parts(b)) {
        if a != b {
            return shared + usize::from(is_same_number(a, b));
        }
        shared += 1;
    }
    shared
}

/// Whether two versions are of one major version, in whatever epoch.
pub fn is_same_major(a: &str, b: &str) -> bool {
    match (parts(a).next(), parts(b).next()) {
        (Some(a), Some(b)) => a == b || is_same_number(a, b),
        _ => false,
    }
}

/// Whether two parts begin with the same number.
fn is_same_number(a: &str, b: &str) -> bool {
    let number = |part| take_while(str::as_bytes(part), |byte| byte.is_ascii_digit()).0;
    !number(a).is_empty() && !number(b).is_empty() && compare_digits(number(a), number(b)).is_eq()
}

/// How many leading numbers two versions share: `5rc1` begins with the same number as `5.1`. 0 if the epochs differ.
pub(super) fn shared_numbers(a: &str, b: &str) -> usize {
    // Nearly all versions have nothing to strip, and this runs for each version and each range.
    let (mut left, mut right) = match begins_bare(a) && begins_bare(b) {
        true => (Numbers { rest: a.as_bytes(), joins: SEPARATORS }, Numbers { rest: b.as_bytes(), joins: SEPARATORS }),
        false if has_same_epoch(a, b) => (numbers(a), numbers(b)),
        false => return 0,
    };
    let mut shared = 0;
    while let (Some(a), Some(b)) = (left.next(), right.next()) {
        if a != b && compare_digits(a, b).is_ne() {
            break;
        }
        shared += 1;
    }
    shared
}

/// Whether a version begins with its first number.
fn begins_bare(version: &str) -> bool {
    let bytes = version.as_bytes();
    bytes.first().is_some_and(u8::is_ascii_digit) && !bytes.iter().any(|byte| EPOCH.contains(byte))
}

/// The order of the dotted numbers that two versions begin with, shorter ones filled up with zeros: those of `2.0-rc.1` are
/// those of `2.0`.
pub(super) fn compare_releases(a: &str, b: &str) -> Ordering {
    compare_filled(&mut Numbers::dotted(a), &mut Numbers::dotted(b))
}

/// The numbers that a version begins with. A part that goes on after its number, such as `5rc1`, is the last.
pub(super) fn numbers(version: &str) -> Numbers<'_> {
    Numbers { rest: bare(version).as_bytes(), joins: SEPARATORS }
}

pub(super) struct Numbers<'a> {
    rest: &'a [u8],
    joins: &'static [u8],
}

impl<'a> Numbers<'a> {
    fn dotted(version: &'a str) -> Numbers<'a> {
        Numbers { rest: bare(version).as_bytes(), joins: b"." }
    }
}

impl<'a> Iterator for Numbers<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let (number, rest) = take_while(self.rest, |byte| byte.is_ascii_digit());
        self.rest = match rest.split_first() {
            Some((join, rest)) if self.joins.contains(join) => rest,
            _ => &[],
        };
        (!number.is_empty()).then_some(number)
    }
}

/// Whether a version is nothing but numbers with dots between.
pub(super) fn is_plain(version: &str) -> bool {
    bare(version).split('.').all(|part| is_number(part.as_bytes()))
}

pub(super) fn has_same_epoch(a: &str, b: &str) -> bool {
    let has_epoch = |version: &str| version.bytes().any(|byte| EPOCH.contains(&byte));
    let same = || compare_digits(split_epoch(a).0.as_bytes(), split_epoch(b).0.as_bytes()).is_eq();
    !has_epoch(a) && !has_epoch(b) || same()
}

const SEPARATORS: &[u8] = b".-_+~";
const EPOCH: [u8; 2] = [b':', b'!'];

fn parts(version: &str) -> impl Iterator<Item = &str> {
    bare(version).split(|c| u8::try_from(c).is_ok_and(|byte| SEPARATORS.contains(&byte)))
}

/// A version without epoch, leading `v`, and the `go` that Go puts before its own.
fn bare(version: &str) -> &str {
    let (_, version) = split_epoch(version);
    without_go(without_v(version))
}

/// `1:2.0` of a distribution, `1!2.0` of Python.
fn split_epoch(version: &str) -> (&str, &str) {
    let version = version.trim();
    version.split_once([':', '!']).unwrap_or(("0", version))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_of_one_line_share_its_parts() {
        for (a, b, shared) in [
            ("9.0.6", "9.0.9", 2),
            ("v10.0.1", "10.2", 1),
            ("1:2.30-5", "1:2.30-7", 2),
            ("1:2.30-5", "2.30-7", 0),
            ("1:2:3", "2:3", 0),
            ("1:2:3", "1:2:4", 1),
            (" 1.2 ", "1.2", 2),
            (" 1.x ", "1.x", 2),
            ("2.1", "3.1", 0),
            ("1.2v", "1.2", 2),
            ("1.2rc1", "1.2.4", 2),
            ("1.2rc1", "1.20.4", 1),
            ("1.0.2k", "1.0.2u", 3),
            ("x.1", "y.1", 0),
            ("0.1", "main", 0),
        ] {
            assert_eq!([shared_parts(a, b), shared_parts(b, a)], [shared; 2], "{a} {b}");
        }
    }

    #[test]
    fn epochs_part_branches() {
        assert_eq!(shared_parts("1:2.0-1", "1:2.0-9"), 2);
        assert_eq!(shared_parts("1:2.0-1", "2:2.0-1"), 0);
        assert_eq!([shared_parts("0:2.0", "v2.0"), shared_parts("2.0", "V2.0")], [2, 2]);
        assert!(is_same_major("1:2.0-1", "2:2.1") && !is_same_major("1:2.0", "1:3.0"));
        assert_eq!(shared_numbers("1!1.4.5", "1!1.4.9"), 2);
        assert_eq!(shared_numbers("1!1.4", "1.4"), 0);
        assert_eq!(shared_numbers("1.04.5", "v1.4.9"), 2);
        assert!(is_same_major("v1.2", "1.0") && !is_same_major("vv1.2", "1.0"));
        assert!(is_same_major("Finchley.M9", "Finchley.SR2"));
        assert!(is_same_major("5rc2", "5.1") && !is_same_major("5rc2", "50") && !is_same_major("rc2", "beta"));
    }

    #[test]
    fn leading_numbers_go_on_until_something_else_comes() {
        let numbers = |version| numbers(version).map(|number| String::from_utf8_lossy(number)).collect::<Vec<_>>();
        assert_eq!(numbers("1.4.5a4"), ["1", "4", "5"]);
        assert_eq!(numbers("go1.22rc1.3"), ["1", "22"]);
        assert_eq!(numbers("1.x.3"), ["1"]);
        assert_eq!(numbers("x"), [""; 0]);
        assert_eq!(compare_releases("2.0.0-rc.1", "2"), Ordering::Equal);
        assert_eq!(compare_releases("1:2.0.dev1", "v2.0"), Ordering::Equal);
        assert_eq!(compare_releases("2.0.1", "2.1"), Ordering::Less);
        assert_eq!(compare_releases("1.2-9", "1.2.1"), Ordering::Less);
    }
}

//! The leading parts of a version, for questions about branches: is `10.0.1` of the same line as `10.2`?

use super::{compare_digits, is_number, take_while};
use std::cmp::Ordering;

/// How many leading parts two versions share, without leading `v`: `9.0.6` and `9.0.9` share two. None where the epochs differ.
pub fn shared_parts(a: &str, b: &str) -> usize {
    let same = has_same_epoch(a, b);
    parts(a).zip(parts(b)).take_while(|(a, b)| same && a == b).count()
}

/// Whether two versions are of one major version, in whatever epoch.
pub fn is_same_major(a: &str, b: &str) -> bool {
    parts(a).next() == parts(b).next()
}

/// How many leading numbers two versions share: `5rc1` begins with the same as `5.1`. None where the epochs differ.
pub(super) fn shared_numbers(a: &str, b: &str) -> usize {
    let same = has_same_epoch(a, b);
    numbers(a).zip(numbers(b)).take_while(|(a, b)| same && compare_digits(a, b).is_eq()).count()
}

/// The order of the leading numbers of two versions, shorter ones filled up with zeros.
pub(super) fn compare_leading_numbers(a: &str, b: &str) -> Ordering {
    let (mut a, mut b) = (numbers(a), numbers(b));
    loop {
        let order = match (a.next(), b.next()) {
            (None, None) => return Ordering::Equal,
            (a, b) => compare_digits(a.unwrap_or_default(), b.unwrap_or_default()),
        };
        if order.is_ne() {
            return order;
        }
    }
}

/// The numbers that a version begins with, without epoch and leading `v`. What goes on behind one as `5rc1` does is the last.
pub(super) fn numbers(version: &str) -> impl Iterator<Item = &[u8]> {
    let mut is_whole = true;
    parts(version).map_while(move |part| {
        let (number, rest) = take_while(part.as_bytes(), |byte| byte.is_ascii_digit());
        let goes_on = std::mem::replace(&mut is_whole, rest.is_empty());
        (goes_on && !number.is_empty()).then_some(number)
    })
}

/// Whether a version is nothing but numbers.
pub(super) fn is_plain(version: &str) -> bool {
    parts(version).all(|part| is_number(part.as_bytes()))
}

pub(super) fn has_same_epoch(a: &str, b: &str) -> bool {
    compare_digits(split_epoch(a).0.as_bytes(), split_epoch(b).0.as_bytes()).is_eq()
}

/// The parts of a version, without epoch, leading `v`, and the `go` that Go puts before its own.
fn parts(version: &str) -> impl Iterator<Item = &str> {
    let (_, version) = split_epoch(version);
    let version = version.trim_start_matches(['v', 'V']);
    version.strip_prefix("go").unwrap_or(version).split(['.', '-', '_', '+', '~'])
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
    fn epochs_part_branches() {
        assert_eq!(shared_parts("1:2.0-1", "1:2.0-9"), 2);
        assert_eq!(shared_parts("1:2.0-1", "2:2.0-1"), 0);
        assert_eq!(shared_parts("0:2.0", "v2.0"), 2);
        assert!(is_same_major("1:2.0-1", "2:2.1") && !is_same_major("1:2.0", "1:3.0"));
        assert_eq!(shared_numbers("1!1.4.5", "1!1.4.9"), 2);
        assert_eq!(shared_numbers("1!1.4", "1.4"), 0);
    }

    #[test]
    fn leading_numbers_go_on_until_something_else_comes() {
        let numbers = |version| numbers(version).map(|number| String::from_utf8_lossy(number)).collect::<Vec<_>>();
        assert_eq!(numbers("1.4.5a4"), ["1", "4", "5"]);
        assert_eq!(numbers("go1.22rc1.3"), ["1", "22"]);
        assert_eq!(numbers("1.x.3"), ["1"]);
        assert_eq!(numbers("x"), [""; 0]);
        assert_eq!(compare_leading_numbers("2.0.0-rc.1", "2"), Ordering::Equal);
        assert_eq!(compare_leading_numbers("2.0.1", "2.1"), Ordering::Less);
    }
}

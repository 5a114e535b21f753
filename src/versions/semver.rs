//! Semantic versions (semver.org), and the like with fewer or more numbers: `1.2`, `13.0.1.2`, `2.7.1+incompatible`.

use super::{compare_digits, is_made_of, is_number};
use std::cmp::Ordering;

pub(super) fn compare(a: &str, b: &str) -> Option<Ordering> {
    let ((numbers_a, pre_a), (numbers_b, pre_b)) = (split(a)?, split(b)?);
    Some(compare_numbers(numbers_a, numbers_b).then_with(|| match (pre_a, pre_b) {
        (None, None) => Ordering::Equal,
        (None, Some(_)) => Ordering::Greater,
        (Some(_), None) => Ordering::Less,
        (Some(a), Some(b)) => compare_pre(a, b),
    }))
}

/// Numbers and pre-release; build metadata does not order, but where it is announced it is there.
fn split(version: &str) -> Option<(&str, Option<&str>)> {
    let (version, build) = version.split_once('+').unwrap_or((version, "0"));
    let (numbers, pre) = match version.split_once('-') {
        Some((numbers, pre)) => (numbers, Some(pre)),
        None => (version, None),
    };
    let is_identifier = |part: &str| is_made_of(part.as_bytes(), b"-_");
    let mut identifiers = pre.unwrap_or("0").split('.').chain(build.split('.'));
    let legal = numbers.split('.').all(|part| is_number(part.as_bytes())) && identifiers.all(is_identifier);
    legal.then_some((numbers, pre))
}

fn compare_numbers(a: &str, b: &str) -> Ordering {
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

fn compare_pre(a: &str, b: &str) -> Ordering {
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
            (false, false) => left.cmp(right),
        };
        if order.is_ne() {
            return order;
        }
    }
}

//! Debian package versions: `[epoch:]upstream[-revision]`, compared as deb-version(7) says.

use super::{compare_digits, is_made_of, is_number, take_while};
use std::cmp::Ordering;

pub(super) fn compare(a: &str, b: &str) -> Option<Ordering> {
    let ((epoch_a, upstream_a, revision_a), (epoch_b, upstream_b, revision_b)) = (split(a)?, split(b)?);
    let order = compare_digits(epoch_a, epoch_b);
    Some(order.then_with(|| compare_part(upstream_a, upstream_b)).then_with(|| compare_part(revision_a, revision_b)))
}

fn split(version: &str) -> Option<(&[u8], &[u8], &[u8])> {
    let (epoch, rest) = version.split_once(':').unwrap_or(("0", version));
    let (upstream, revision) = rest.rsplit_once('-').unwrap_or((rest, "0"));
    let (epoch, upstream, revision) = (epoch.as_bytes(), upstream.as_bytes(), revision.as_bytes());
    // dpkg installs no version that begins with anything but a digit.
    let is_version = upstream.first().is_some_and(u8::is_ascii_digit) && is_made_of(upstream, b".+-~:");
    (is_number(epoch) && is_version && is_made_of(revision, b".+~")).then_some((epoch, upstream, revision))
}

/// Compares runs of other characters and runs of digits in turn.
fn compare_part(mut a: &[u8], mut b: &[u8]) -> Ordering {
    while !a.is_empty() || !b.is_empty() {
        let (text_a, rest_a) = take_while(a, |byte| !byte.is_ascii_digit());
        let (text_b, rest_b) = take_while(b, |byte| !byte.is_ascii_digit());
        let (digits_a, next_a) = take_while(rest_a, |byte| byte.is_ascii_digit());
        let (digits_b, next_b) = take_while(rest_b, |byte| byte.is_ascii_digit());
        let order = compare_text(text_a, text_b).then_with(|| compare_digits(digits_a, digits_b));
        if order.is_ne() {
            return order;
        }
        (a, b) = (next_a, next_b);
    }
    Ordering::Equal
}

/// Letters sort before everything else, and a tilde even before the end.
fn compare_text(a: &[u8], b: &[u8]) -> Ordering {
    let weight = |byte: Option<&u8>| match byte {
        Some(b'~') => -1,
        None => 0,
        Some(letter) if letter.is_ascii_alphabetic() => i32::from(*letter),
        Some(other) => i32::from(*other) + 256,
    };
    let longest = a.len().max(b.len());
    let order = (0..longest).map(|at| weight(a.get(at)).cmp(&weight(b.get(at))));
    order.fold(Ordering::Equal, Ordering::then)
}

//! RPM versions: `[epoch:]version[-release]`, compared segment by segment as rpmvercmp does.

use super::{compare_digits, is_made_of, is_number, take_while};
use std::cmp::Ordering;

pub(super) fn compare(a: &str, b: &str) -> Option<Ordering> {
    let ((epoch_a, version_a, release_a), (epoch_b, version_b, release_b)) = (split(a)?, split(b)?);
    let order = compare_digits(epoch_a, epoch_b).then_with(|| compare_part(version_a, version_b));
    // A version without a release comes before its releases. Requirements between packages, where it means any of them, are
    // another matter.
    let is_released = || release_a.is_some().cmp(&release_b.is_some());
    let releases = || compare_part(release_a.unwrap_or_default(), release_b.unwrap_or_default());
    Some(order.then_with(is_released).then_with(releases))
}

/// What releases of distributions are marked with, before a number: `1.1.1k-9.el8_7`, `2.38.1-5.fc38`, `1.0.2-1.amzn2`.
const DISTRIBUTIONS: [&str; 10] = ["el", "fc", "amzn", "amz", "azl", "cm", "ph", "oe", "mga", "rhel"];

/// Whether the release says which distribution it was built for.
pub(super) fn names_distribution(version: &str) -> bool {
    let release = split(version).and_then(|(_, _, release)| release).unwrap_or_default();
    release.split(|byte| matches!(byte, b'.' | b'_' | b'+')).skip(1).any(|part| {
        let (word, number) = take_while(part, |byte| byte.is_ascii_lowercase());
        number.first().is_some_and(u8::is_ascii_digit) && DISTRIBUTIONS.iter().any(|known| known.as_bytes() == word)
    })
}

/// Epoch, version and release.
type Parts<'a> = (&'a [u8], &'a [u8], Option<&'a [u8]>);

fn split(version: &str) -> Option<Parts<'_>> {
    let (epoch, rest) = version.split_once(':').unwrap_or(("0", version));
    let (version, release) = match rest.rsplit_once('-') {
        Some((version, release)) => (version.as_bytes(), Some(release.as_bytes())),
        None => (rest.as_bytes(), None),
    };
    let is_part = |part: &[u8]| is_made_of(part, b"._+~^");
    // A text without a digit is a word, not a version.
    let is_version = is_part(version) && version.iter().any(u8::is_ascii_digit);
    (is_number(epoch.as_bytes()) && is_version && release.is_none_or(is_part)).then_some((
        epoch.as_bytes(),
        version,
        release,
    ))
}

fn compare_part(mut a: &[u8], mut b: &[u8]) -> Ordering {
    loop {
        let is_separator = |byte: u8| !byte.is_ascii_alphanumeric() && byte != b'~' && byte != b'^';
        a = take_while(a, is_separator).1;
        b = take_while(b, is_separator).1;
        match (a.split_first(), b.split_first()) {
            (Some((b'~', rest_a)), Some((b'~', rest_b))) | (Some((b'^', rest_a)), Some((b'^', rest_b))) => {
                (a, b) = (rest_a, rest_b);
            }
            (Some((b'~', _)), _) => return Ordering::Less,
            (_, Some((b'~', _))) => return Ordering::Greater,
            // A caret is more than the end and less than anything else.
            (Some((b'^', _)), None) => return Ordering::Greater,
            (None, Some((b'^', _))) => return Ordering::Less,
            (Some((b'^', _)), _) => return Ordering::Less,
            (_, Some((b'^', _))) => return Ordering::Greater,
            (None, None) => return Ordering::Equal,
            (None, _) => return Ordering::Less,
            (_, None) => return Ordering::Greater,
            (Some((first_a, _)), Some((first_b, _))) => {
                let numeric = first_a.is_ascii_digit();
                if numeric != first_b.is_ascii_digit() {
                    // A number is more than a word.
                    return if numeric { Ordering::Greater } else { Ordering::Less };
                }
                let of_kind = |byte: u8| if numeric { byte.is_ascii_digit() } else { byte.is_ascii_alphabetic() };
                let (segment_a, rest_a) = take_while(a, of_kind);
                let (segment_b, rest_b) = take_while(b, of_kind);
                let order = if numeric { compare_digits(segment_a, segment_b) } else { segment_a.cmp(segment_b) };
                if order.is_ne() {
                    return order;
                }
                (a, b) = (rest_a, rest_b);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_release_names_its_distribution_by_a_known_word_and_a_number() {
        for version in
            ["1.1.1k-9.el8_7", "2.38.1-5.fc38", "1.0.2-1.amzn2", "1:3.0.7-1.3+el9", "1-1.2.cm2", "1-1.el7ost"]
        {
            assert!(names_distribution(version), "{version}");
        }
        for version in ["1.1.1k-9", "1.0-1.el", "1.0-1.foo8", "1.0-el8", "1.0.el8", "1.0-1.2", "1.0-1.EL8"] {
            assert!(!names_distribution(version), "{version}");
        }
    }
}

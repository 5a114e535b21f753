//! Orders two versions by the rules of the kind of package they belong to.
//!
//! Each scheme has a file and answers `None` if a text is not a version of it: an order is never guessed. If a kind says no more
//! than "operating-system package", all system schemes that can read both texts must agree, unless both name a distribution that
//! uses RPM.

mod apk;
mod composer;
mod dpkg;
mod fixes;
mod gem;
mod maven;
mod natural;
mod pep440;
mod rpm;
mod scheme;
mod segments;
mod semver;
mod sorts;

pub use fixes::{Fix, MOST_CONSTRAINTS};
pub use scheme::Scheme;
pub use segments::{is_same_major, shared_parts};

use std::cmp::Ordering;

/// Orders two versions by the rules of `kind`; `None` if they cannot be compared. A leading `v` does not count.
pub fn compare_versions(a: &str, b: &str, kind: Option<&str>) -> Option<Ordering> {
    Scheme::of_kind(kind.unwrap_or_default()).compare(a, b)
}

impl Scheme {
    /// Orders two versions; `None` if they cannot be compared. A leading `v` does not count.
    pub fn compare(self, a: &str, b: &str) -> Option<Ordering> {
        let numbers = compare_if_plain(a.as_bytes(), b.as_bytes());
        if numbers.is_some() {
            return numbers;
        }
        let (a, b) = (plain(a)?, plain(b)?);
        match self {
            Scheme::Dpkg => dpkg::compare(a, b),
            Scheme::Rpm => rpm::compare(a, b),
            Scheme::Apk => apk::compare(a, b),
            Scheme::Semver => semver::compare(without_go(a), without_go(b)),
            Scheme::NuGet => semver::compare_nuget(a, b),
            Scheme::Pub => semver::compare_pub(a, b),
            Scheme::Composer => composer::compare(a, b),
            Scheme::Gem => gem::compare(a, b),
            Scheme::Pep440 => pep440::compare(a, b),
            Scheme::Maven => maven::compare(a, b),
            // If both releases name a distribution that uses RPM, only its rules count.
            Scheme::SomeSystem | Scheme::Natural if rpm::names_distribution(a) && rpm::names_distribution(b) => {
                rpm::compare(a, b)
            }
            Scheme::SomeSystem => {
                let mut orders = [dpkg::compare, rpm::compare, apk::compare].iter().filter_map(|compare| compare(a, b));
                let order = orders.next()?;
                orders.all(|other| other == order).then_some(order)
            }
            Scheme::Natural if rpm::names_distribution(a) || rpm::names_distribution(b) => None,
            Scheme::Natural => natural::compare(a, b),
        }
    }
}

/// Longest text that is read as a version, in bytes: a text may be compared with many, and no real version is nearly as long.
const LONGEST: usize = 256;

/// Orders two versions of as many numbers with dots between, as most are: on these all schemes agree. `None` for others.
fn compare_if_plain<'a>(mut a: &'a [u8], mut b: &'a [u8]) -> Option<Ordering> {
    if a.len().max(b.len()) > LONGEST {
        return None;
    }
    let mut order = Ordering::Equal;
    loop {
        let [(number_a, rest_a), (number_b, rest_b)] =
            [a, b].map(|text| take_while(text, |byte| byte.is_ascii_digit()));
        // A number that begins with zero has a special meaning in some scheme.
        let is_plain = |number: &[u8]| matches!(number, [b'1'..=b'9', ..] | [b'0']);
        if !is_plain(number_a) || !is_plain(number_b) {
            return None;
        }
        order = order.then_with(|| compare_digits(number_a, number_b));
        match (rest_a, rest_b) {
            ([], []) => return Some(order),
            ([b'.', next_a @ ..], [b'.', next_b @ ..]) => (a, b) = (next_a, next_b),
            _ => return None,
        }
    }
}

/// The text without white space around it and without a leading `v`; `None` if it cannot be a version.
fn plain(version: &str) -> Option<&str> {
    let version = without_v(version.trim());
    // What any scheme allows; most of them allow less.
    (version.len() <= LONGEST && is_made_of(version.as_bytes(), b".-_+~^:!")).then_some(version)
}

/// A `v` before a number is no part of a version.
fn without_v(version: &str) -> &str {
    let bare = version.strip_prefix(['v', 'V']).filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    bare.unwrap_or(version)
}

/// Scanners name Go's own versions as Go does: `go1.22.1`.
fn without_go(version: &str) -> &str {
    version.strip_prefix("go").unwrap_or(version)
}

/// Whether a text is not empty and consists of letters, digits and these marks.
fn is_made_of(text: &[u8], marks: &[u8]) -> bool {
    !text.is_empty() && text.iter().all(|byte| byte.is_ascii_alphanumeric() || marks.contains(byte))
}

/// Whether a text is not empty and consists of digits.
fn is_number(text: &[u8]) -> bool {
    !text.is_empty() && text.iter().all(u8::is_ascii_digit)
}

/// Orders two runs of digits by value, however long they are.
fn compare_digits(a: &[u8], b: &[u8]) -> Ordering {
    let (a, b) = (significant(a), significant(b));
    a.len().cmp(&b.len()).then_with(|| a.cmp(b))
}

fn significant(digits: &[u8]) -> &[u8] {
    let zeros = digits.iter().take_while(|&&digit| digit == b'0').count();
    digits.get(zeros..).unwrap_or_default()
}

/// Orders two numbers, of which an absent one comes before any other.
fn compare_optional(a: Option<&[u8]>, b: Option<&[u8]>) -> Ordering {
    a.is_some().cmp(&b.is_some()).then_with(|| compare_digits(a.unwrap_or_default(), b.unwrap_or_default()))
}

/// Orders two parts: numbers by value, words by their letters, and a number with a word by `number_to_word`.
fn compare_parts(a: &[u8], b: &[u8], number_to_word: Ordering) -> Ordering {
    match (is_number(a), is_number(b)) {
        (true, true) => compare_digits(a, b),
        (true, false) => number_to_word,
        (false, true) => number_to_word.reverse(),
        (false, false) => a.cmp(b),
    }
}

/// A list that is read once.
type Parts<'p, 'a> = &'p mut dyn Iterator<Item = &'a [u8]>;

/// Orders two lists of numbers, the shorter one filled up with zeros.
fn compare_filled<'a>(a: Parts<'_, 'a>, b: Parts<'_, 'a>) -> Ordering {
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

/// Orders two lists by their first parts that differ; what a longer one begins with comes before it.
fn compare_lists<'a>(a: Parts<'_, 'a>, b: Parts<'_, 'a>, order: fn(&[u8], &[u8]) -> Ordering) -> Ordering {
    loop {
        let order = match (a.next(), b.next()) {
            (Some(a), Some(b)) => order(a, b),
            (a, b) => return a.is_some().cmp(&b.is_some()),
        };
        if order.is_ne() {
            return order;
        }
    }
}

/// Splits off the longest beginning whose bytes satisfy `wanted`.
fn take_while(text: &[u8], wanted: impl Fn(u8) -> bool) -> (&[u8], &[u8]) {
    let end = text.iter().position(|&byte| !wanted(byte)).unwrap_or(text.len());
    text.split_at_checked(end).unwrap_or((text, &[]))
}

#[cfg(test)]
mod tests;

//! Semantic versions (semver.org), and the like with fewer or more numbers: `1.2`, `13.0.1.2`, `2.7.1+incompatible`.

use super::{compare_filled, compare_lists, compare_parts, is_made_of, is_number};
use std::cmp::Ordering;

/// By the rules themselves: letter case counts, and build metadata does not.
pub(super) fn compare(a: &str, b: &str) -> Option<Ordering> {
    let (a, b) = (Version::read(a)?, Version::read(b)?);
    Some(a.order(&b))
}

/// As NuGet orders: letter case does not count.
pub(super) fn compare_nuget(a: &str, b: &str) -> Option<Ordering> {
    compare(&a.to_ascii_lowercase(), &b.to_ascii_lowercase())
}

/// As Dart's pub and Julia order: build metadata decides between versions that are otherwise equal, and none of it comes first.
pub(super) fn compare_pub(a: &str, b: &str) -> Option<Ordering> {
    let (a, b) = (Version::read(a)?, Version::read(b)?);
    let is_built = a.build.is_some().cmp(&b.build.is_some());
    Some(a.order(&b).then(is_built).then_with(|| compare_identifiers(a.build, b.build)))
}

/// Numbers, pre-release and build metadata.
struct Version<'a> {
    numbers: &'a str,
    pre: Option<&'a str>,
    build: Option<&'a str>,
}

impl<'a> Version<'a> {
    /// A pre-release or build metadata must not be empty after its mark.
    fn read(version: &'a str) -> Option<Version<'a>> {
        let (version, build) = split(version, '+');
        let (numbers, pre) = split(version, '-');
        let is_identifier = |part: &str| is_made_of(part.as_bytes(), b"-_");
        let mut identifiers = pre.into_iter().chain(build).flat_map(|list| list.split('.'));
        let legal = numbers.split('.').all(|part| is_number(part.as_bytes())) && identifiers.all(is_identifier);
        legal.then_some(Version { numbers, pre, build })
    }

    /// By numbers, then by pre-release; a version without one comes after all that have one.
    fn order(&self, other: &Version) -> Ordering {
        let is_release = self.pre.is_none().cmp(&other.pre.is_none());
        let numbers = compare_numbers(self.numbers, other.numbers);
        numbers.then(is_release).then_with(|| compare_identifiers(self.pre, other.pre))
    }
}

fn split(text: &str, mark: char) -> (&str, Option<&str>) {
    text.split_once(mark).map_or((text, None), |(before, after)| (before, Some(after)))
}

/// Numbers with dots between; what is missing is zero.
pub(super) fn compare_numbers(a: &str, b: &str) -> Ordering {
    compare_filled(&mut a.split('.').map(str::as_bytes), &mut b.split('.').map(str::as_bytes))
}

/// Compares identifiers with dots between them; a number comes before a word.
fn compare_identifiers(a: Option<&str>, b: Option<&str>) -> Ordering {
    let [mut a, mut b] = [a, b].map(|list| list.unwrap_or_default().split('.').map(str::as_bytes));
    compare_lists(&mut a, &mut b, |a, b| compare_parts(a, b, Ordering::Less))
}

//! Versions of Ruby gems (`Gem::Version` of RubyGems): numbers and words with dots between, and a word makes a pre-release.
//!
//! `-` is short for `.pre.`. Bundler's lock files name the platform of a gem after it, though: that is no part of a version.

use super::{compare_parts, is_number, significant, take_while};
use std::cmp::Ordering;

/// What the name of a platform begins with: its processor, its operating system or its Ruby.
const PLATFORMS: [&str; 40] = [
    "aarch64",
    "amd64",
    "arm",
    "arm64",
    "armv5",
    "armv6",
    "armv6l",
    "armv7",
    "armv7l",
    "armv8",
    "cygwin",
    "darwin",
    "freebsd",
    "i386",
    "i486",
    "i586",
    "i686",
    "java",
    "jruby",
    "linux",
    "loongarch64",
    "mingw",
    "mingw32",
    "mswin",
    "mswin32",
    "mswin64",
    "openbsd",
    "powerpc",
    "powerpc64",
    "powerpc64le",
    "ppc64",
    "ppc64le",
    "riscv64",
    "s390x",
    "sparc",
    "universal",
    "wasm32",
    "x64",
    "x86",
    "x86_64",
];

pub(super) fn compare(a: &str, b: &str) -> Option<Ordering> {
    let (a, b) = (segments(a)?, segments(b)?);
    // A word comes before a number.
    let mut orders = a.iter().zip(&b).map(|(a, b)| compare_parts(a, b, Ordering::Greater));
    let order = orders.find(|order| order.is_ne());
    Some(order.unwrap_or_else(|| {
        let ends = |rest: Option<&[&[u8]]>| order_to_the_end(rest.unwrap_or_default());
        ends(a.get(b.len()..)).then_with(|| ends(b.get(a.len()..)).reverse())
    }))
}

/// Numbers and words as they come, without the zeros before the first word; those at the end make no difference to an order.
fn segments(version: &str) -> Option<Vec<&[u8]>> {
    let (release, pre) = version.split_once('-').map_or((version, None), |(release, pre)| (release, Some(pre)));
    let pre = pre.filter(|pre| {
        let first = pre.split(['-', '.']).next().unwrap_or_default();
        !PLATFORMS.iter().any(|known| known.eq_ignore_ascii_case(first))
    });
    let is_piece =
        |piece: &str| !piece.is_empty() && piece.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    let is_legal = release.split('.').next().is_some_and(|first| is_number(first.as_bytes()))
        && release.split('.').chain(pre.into_iter().flat_map(|pre| pre.split('.'))).all(is_piece);
    if !is_legal {
        return None;
    }
    let mut segments = Vec::new();
    push_runs(release, &mut segments);
    if let Some(pre) = pre {
        segments.push(PRE);
        push_runs(pre, &mut segments);
    }
    let mut words =
        segments.split_off(segments.iter().position(|segment| !is_number(segment)).unwrap_or(segments.len()));
    while segments.pop_if(|last| is_zero(last)).is_some() {}
    segments.append(&mut words);
    Some(segments)
}

const PRE: &[u8] = b"pre";

/// The runs of digits and of letters in a text.
fn push_runs<'a>(text: &'a str, segments: &mut Vec<&'a [u8]>) {
    let mut rest = text.as_bytes();
    while let Some(&first) = rest.first() {
        let (run, after) = match first {
            b'-' => (PRE, rest.get(1..).unwrap_or_default()),
            b'.' => (&[][..], rest.get(1..).unwrap_or_default()),
            _ if first.is_ascii_digit() => take_while(rest, |byte| byte.is_ascii_digit()),
            _ => take_while(rest, |byte| byte.is_ascii_alphabetic()),
        };
        segments.extend((!run.is_empty()).then_some(run));
        rest = after;
    }
}

/// How a version that goes on with these segments compares with one that ends here.
fn order_to_the_end(rest: &[&[u8]]) -> Ordering {
    match rest.iter().find(|segment| !is_zero(segment)) {
        None => Ordering::Equal,
        Some(segment) if is_number(segment) => Ordering::Greater,
        Some(_) => Ordering::Less,
    }
}

fn is_zero(segment: &[u8]) -> bool {
    is_number(segment) && significant(segment).is_empty()
}

#[cfg(test)]
mod tests;

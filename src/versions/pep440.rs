//! Python versions (PEP 440): `1!2.0rc1.post2.dev3+local`.

use super::{
    compare_digits, compare_filled, compare_lists, compare_optional, compare_parts, is_made_of, is_number, significant,
    take_while,
};
use std::cmp::Ordering;

pub(super) fn compare(a: &str, b: &str) -> Option<Ordering> {
    let (a, b) = (a.to_ascii_lowercase(), b.to_ascii_lowercase());
    let (a, b) = (Version::parse(&a)?, Version::parse(&b)?);
    let releases = || compare_filled(&mut a.release.iter().copied(), &mut b.release.iter().copied());
    let order = compare_digits(a.epoch, b.epoch).then_with(releases);
    let order = order.then_with(|| a.pre_key().cmp(&b.pre_key()));
    let order = order.then_with(|| compare_optional(a.post, b.post));
    // A development release comes before what it leads to.
    let order = order.then_with(|| a.dev.is_none().cmp(&b.dev.is_none()).then_with(|| compare_optional(a.dev, b.dev)));
    Some(order.then_with(|| compare_locals(a.local, b.local)))
}

struct Version<'a> {
    epoch: &'a [u8],
    release: Vec<&'a [u8]>,
    /// `a`, `b` or `c` for alpha, beta and release candidate, and the number.
    pre: Option<(u8, &'a [u8])>,
    post: Option<&'a [u8]>,
    dev: Option<&'a [u8]>,
    local: Option<&'a str>,
}

const SEPARATORS: [char; 3] = ['.', '-', '_'];

const PRE: [(&str, u8); 8] = [
    ("alpha", b'a'),
    ("a", b'a'),
    ("beta", b'b'),
    ("b", b'b'),
    ("preview", b'c'),
    ("pre", b'c'),
    ("rc", b'c'),
    ("c", b'c'),
];

impl<'a> Version<'a> {
    fn parse(version: &'a str) -> Option<Self> {
        let (version, local) = match version.split_once('+') {
            Some((version, local)) => (version, Some(local)),
            None => (version, None),
        };
        let (epoch, rest) = version.split_once('!').unwrap_or(("0", version));
        let end = rest.bytes().position(|byte| !byte.is_ascii_digit() && byte != b'.').unwrap_or(rest.len());
        let release = rest.get(..end)?;
        // The release ends with a digit: a dot after it belongs to what follows.
        let release = release.strip_suffix('.').unwrap_or(release);
        let mut rest = rest.strip_prefix(release)?;
        let release: Vec<&[u8]> = release.as_bytes().split(|&byte| byte == b'.').collect();
        let pre = PRE.iter().find_map(|(word, kind)| Some((*kind, tagged(&mut rest, word)?)));
        let post =
            ["post", "rev", "r"].iter().find_map(|word| tagged(&mut rest, word)).or_else(|| implicit_post(&mut rest));
        let dev = tagged(&mut rest, "dev");
        let legal = rest.is_empty()
            && is_number(epoch.as_bytes())
            && release.iter().all(|digits| is_number(digits))
            && local.is_none_or(|local| local.split(SEPARATORS).all(|part| is_made_of(part.as_bytes(), b"")));
        legal.then_some(Version { epoch: epoch.as_bytes(), release, pre, post, dev, local })
    }

    /// A development release comes before pre-releases, those before the release.
    fn pre_key(&self) -> (u8, u8, usize, &[u8]) {
        match self.pre {
            Some((kind, number)) => {
                let number = significant(number);
                (1, kind, number.len(), number)
            }
            None if self.post.is_none() && self.dev.is_some() => (0, 0, 0, &[]),
            None => (2, 0, 0, &[]),
        }
    }
}

/// Takes a word from the front of `rest`, with the number and the separators that may follow and come before it.
fn tagged<'a>(rest: &mut &'a str, word: &str) -> Option<&'a [u8]> {
    let tail = rest.strip_prefix(SEPARATORS).unwrap_or(rest).strip_prefix(word)?;
    let number = tail.strip_prefix(SEPARATORS).unwrap_or(tail);
    let (digits, _) = take_while(number.as_bytes(), |byte| byte.is_ascii_digit());
    *rest = number.get(digits.len()..).unwrap_or_default();
    Some(digits)
}

/// `1.0-1` means `1.0.post1`.
fn implicit_post<'a>(rest: &mut &'a str) -> Option<&'a [u8]> {
    let number = rest.strip_prefix('-')?;
    let (digits, _) = take_while(number.as_bytes(), |byte| byte.is_ascii_digit());
    if digits.is_empty() {
        return None;
    }
    *rest = number.get(digits.len()..).unwrap_or_default();
    Some(digits)
}

fn compare_locals(a: Option<&str>, b: Option<&str>) -> Ordering {
    let (Some(a), Some(b)) = (a, b) else { return a.is_some().cmp(&b.is_some()) };
    let [mut a, mut b] = [a, b].map(|local| local.split(SEPARATORS).map(str::as_bytes));
    compare_lists(&mut a, &mut b, |a, b| compare_parts(a, b, Ordering::Greater))
}

//! Whether versions can be sorted: some rules leave pairs without an order, or order three of them in a circle.

use super::{Scheme, compare_numbers};

impl Scheme {
    /// Whether the rules order these versions without exception, so that sorting them says how any two order.
    ///
    /// Where no rules are known, or several have to agree, only numbers with dots between are certain. Maven itself goes in
    /// circles where a word stands between dots: `1.9` < `1.9.b.1` < `1.9a0` < `1.9`.
    pub fn sorts(self, versions: &[&str]) -> bool {
        match self {
            Scheme::Dpkg
            | Scheme::Rpm
            | Scheme::Apk
            | Scheme::Semver
            | Scheme::NuGet
            | Scheme::Pub
            | Scheme::Composer
            | Scheme::Gem
            | Scheme::Pep440 => true,
            Scheme::Maven => !versions.iter().any(|version| has_word_between_dots(version)),
            Scheme::SomeSystem | Scheme::Natural => {
                versions.iter().all(|version| compare_numbers(version.as_bytes(), version.as_bytes()).is_some())
            }
        }
    }
}

fn has_word_between_dots(version: &str) -> bool {
    let is_word = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphabetic());
    let inside = version.split_once('.').and_then(|(_, rest)| rest.rsplit_once('.'));
    inside.is_some_and(|(parts, _)| parts.split('.').any(is_word))
}

#[cfg(test)]
mod tests;

//! Whether versions can be sorted: some rules leave pairs without an order, or order three of them in a circle.

use super::{Scheme, compare_if_plain, maven};

impl Scheme {
    /// Whether the rules order these versions without exception, so that their sorted order is true of any two.
    ///
    /// If no rules are known, or several have to agree, only numbers with dots between them are certain. Maven itself goes in
    /// circles, for example with a word between dots: `1.9` < `1.9.b.1` < `1.9a0` < `1.9`.
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
            Scheme::Maven => versions.iter().all(|version| maven::sorts(version)),
            Scheme::SomeSystem | Scheme::Natural => {
                versions.iter().all(|version| compare_if_plain(version.as_bytes(), version.as_bytes()).is_some())
            }
        }
    }
}

#[cfg(test)]
mod tests;

//! Whether versions can be sorted: some rules leave pairs without an order, or order three of them in a circle.

use super::{Scheme, compare_numbers};

impl Scheme {
    /// Whether the rules order these versions without exception, so that sorting them says how any two order.
    ///
    /// Where no rules are known, or several have to agree, only numbers with dots between are certain.
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
            | Scheme::Pep440
            | Scheme::Maven => true,
            Scheme::SomeSystem | Scheme::Natural => {
                versions.iter().all(|version| compare_numbers(version.as_bytes(), version.as_bytes()).is_some())
            }
        }
    }
}

#[cfg(test)]
mod tests;

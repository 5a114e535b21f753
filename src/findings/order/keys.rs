//! What findings can be sorted by, in the words of the interface, and the default order.

/// What rows can be sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SortKey {
    /// `critical` is the greatest, `unknown` the least.
    Severity,
    /// The exploit probability; findings without one come last in both directions.
    Epss,
    /// The vulnerability identifier.
    Id,
    /// The package.
    Package,
    /// The image.
    Image,
    /// The target inside the image.
    Target,
    /// The kind.
    Kind,
    /// The installed version, as text.
    InstalledVersion,
    /// The fixed version, as text; findings without one come last in both directions.
    FixedVersion,
    /// The title; findings without one come last in both directions.
    Title,
    /// Findings with a known fix are greater.
    Fixable,
    /// Findings with a known exploit are greater.
    Exploit,
}

impl SortKey {
    /// All of them, in the interface's order.
    pub const ALL: [SortKey; 12] = [
        SortKey::Severity,
        SortKey::Epss,
        SortKey::Id,
        SortKey::Package,
        SortKey::Image,
        SortKey::Target,
        SortKey::Kind,
        SortKey::InstalledVersion,
        SortKey::FixedVersion,
        SortKey::Title,
        SortKey::Fixable,
        SortKey::Exploit,
    ];

    /// The interface's word.
    pub const fn word(self) -> &'static str {
        match self {
            SortKey::Severity => "severity",
            SortKey::Epss => "epss",
            SortKey::Id => "id",
            SortKey::Package => "package",
            SortKey::Image => "image",
            SortKey::Target => "target",
            SortKey::Kind => "kind",
            SortKey::InstalledVersion => "installed_version",
            SortKey::FixedVersion => "fixed_version",
            SortKey::Title => "title",
            SortKey::Fixable => "fixable",
            SortKey::Exploit => "exploit",
        }
    }

    /// Reads the interface's word, exactly.
    pub fn from_word(word: &str) -> Option<SortKey> {
        SortKey::ALL.into_iter().find(|key| key.word() == word)
    }
}

/// One step of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sort {
    /// What to compare.
    pub by: SortKey,
    /// Greatest first. Default: least first.
    pub descending: bool,
}

/// What the default order compares, most important first. `uid` and place follow.
pub(super) const DEFAULT: [Sort; 6] = [
    Sort { by: SortKey::Severity, descending: true },
    Sort { by: SortKey::Exploit, descending: true },
    Sort { by: SortKey::Epss, descending: true },
    Sort { by: SortKey::Fixable, descending: true },
    Sort { by: SortKey::Package, descending: false },
    Sort { by: SortKey::Id, descending: false },
];

//! Severity of a finding, and counts by severity.

use serde::Serialize;

/// The five severities of the interface, most severe first: the order of the declaration is the order of the words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Severity {
    /// `critical`
    Critical,
    /// `high`
    High,
    /// `medium`
    Medium,
    /// `low`
    Low,
    /// `unknown`, and every word that the interface does not know.
    Unknown,
}

impl Severity {
    /// All severities, most severe first.
    pub const ALL: [Severity; 5] =
        [Severity::Critical, Severity::High, Severity::Medium, Severity::Low, Severity::Unknown];

    /// The interface's word.
    pub const fn word(self) -> &'static str {
        match self {
            Severity::Critical => "critical",
            Severity::High => "high",
            Severity::Medium => "medium",
            Severity::Low => "low",
            Severity::Unknown => "unknown",
        }
    }

    /// Reads a word in any ASCII case; `None` for words that the interface does not know.
    pub fn from_word(word: &str) -> Option<Severity> {
        Severity::ALL.into_iter().find(|severity| word.eq_ignore_ascii_case(severity.word()))
    }
}

/// How many findings there are of each severity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct SeverityCounts {
    /// Findings of severity `critical`.
    pub critical: u32,
    /// Findings of severity `high`.
    pub high: u32,
    /// Findings of severity `medium`.
    pub medium: u32,
    /// Findings of severity `low`.
    pub low: u32,
    /// Findings of severity `unknown` or of an unknown word.
    pub unknown: u32,
}

impl SeverityCounts {
    /// The counts, most severe first.
    pub const fn in_order(self) -> [u32; 5] {
        [self.critical, self.high, self.medium, self.low, self.unknown]
    }
}

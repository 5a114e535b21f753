//! Severity of a finding, and what there is of each.

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

/// One value for each severity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct BySeverity<T> {
    /// That of `critical`.
    pub critical: T,
    /// That of `high`.
    pub high: T,
    /// That of `medium`.
    pub medium: T,
    /// That of `low`.
    pub low: T,
    /// That of `unknown` and of unknown words.
    pub unknown: T,
}

/// How many findings there are of each severity.
pub type SeverityCounts = BySeverity<u32>;

/// Findings gained, less findings lost, by severity.
pub type SeverityDelta = BySeverity<i64>;

impl<T: Copy> BySeverity<T> {
    /// Asks for each value, most severe first.
    pub fn each(mut value: impl FnMut(Severity) -> T) -> Self {
        let [critical, high, medium, low, unknown] = Severity::ALL.map(&mut value);
        BySeverity { critical, high, medium, low, unknown }
    }

    /// The values, most severe first.
    pub const fn in_order(self) -> [T; 5] {
        [self.critical, self.high, self.medium, self.low, self.unknown]
    }

    /// The value of one.
    pub const fn of_mut(&mut self, severity: Severity) -> &mut T {
        match severity {
            Severity::Critical => &mut self.critical,
            Severity::High => &mut self.high,
            Severity::Medium => &mut self.medium,
            Severity::Low => &mut self.low,
            Severity::Unknown => &mut self.unknown,
        }
    }
}

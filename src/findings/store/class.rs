//! What most questions ask of a finding, in one byte: its severity, whether a fix is known, whether an exploit is.

use crate::wire::severity::{Severity, SeverityCounts};

/// `severity * 4 + fixable * 2 + exploit`: a small number, so counting by class answers several questions at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Class(u8);

/// How many classes there are.
pub(crate) const CLASSES: usize = 20;

impl Class {
    pub const fn of(severity: Severity, fixable: bool, exploit: bool) -> Self {
        Class(severity as u8 * 4 + fixable as u8 * 2 + exploit as u8)
    }

    /// The class with a number below [`CLASSES`].
    pub const fn at(number: usize) -> Self {
        Class(number as u8)
    }

    #[inline(always)]
    pub const fn number(self) -> usize {
        self.0 as usize
    }

    #[inline(always)]
    pub const fn severity(self) -> Severity {
        match self.0 / 4 {
            0 => Severity::Critical,
            1 => Severity::High,
            2 => Severity::Medium,
            3 => Severity::Low,
            _ => Severity::Unknown,
        }
    }

    #[inline(always)]
    pub const fn is_fixable(self) -> bool {
        self.0 & 2 != 0
    }

    #[inline(always)]
    pub const fn is_exploitable(self) -> bool {
        self.0 & 1 != 0
    }
}

/// Adds up the classes of each severity.
pub(crate) fn by_severity(by_class: &[u32; CLASSES]) -> SeverityCounts {
    let of = |severity: Severity| by_class.iter().skip(severity as usize * 4).take(4).sum();
    SeverityCounts {
        critical: of(Severity::Critical),
        high: of(Severity::High),
        medium: of(Severity::Medium),
        low: of(Severity::Low),
        unknown: of(Severity::Unknown),
    }
}

//! What findings can be grouped and filtered by.

use super::store::column::Column;

/// A dimension of the findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Dimension {
    /// The severity counted: one of the five words.
    Severity,
    /// The image.
    Image,
    /// The kind.
    Kind,
    /// The target inside the image.
    Target,
    /// The package.
    Package,
    /// The vulnerability identifier.
    Id,
    /// Whether a fix is known: `true` or `false`.
    Fixable,
    /// Whether an exploit is known: `true` or `false`.
    Exploit,
}

/// How many dimensions there are.
pub(crate) const DIMENSIONS: usize = 8;

/// All bits of a row's byte of filters failed: refused by something that is no dimension, so no facet counts the row.
pub(crate) const REFUSED: u8 = u8::MAX;

impl Dimension {
    /// All dimensions, in the interface's order.
    pub const ALL: [Dimension; DIMENSIONS] = [
        Dimension::Severity,
        Dimension::Image,
        Dimension::Kind,
        Dimension::Target,
        Dimension::Package,
        Dimension::Id,
        Dimension::Fixable,
        Dimension::Exploit,
    ];

    /// The interface's word.
    pub const fn word(self) -> &'static str {
        match self {
            Dimension::Severity => "severity",
            Dimension::Image => "image",
            Dimension::Kind => "kind",
            Dimension::Target => "target",
            Dimension::Package => "package",
            Dimension::Id => "id",
            Dimension::Fixable => "fixable",
            Dimension::Exploit => "exploit",
        }
    }

    /// Reads the interface's word, exactly.
    pub fn from_word(word: &str) -> Option<Dimension> {
        Dimension::ALL.into_iter().find(|dimension| dimension.word() == word)
    }

    /// The column of a dimension that has one; the others live in the class.
    pub(crate) const fn column(self) -> Option<Column> {
        match self {
            Dimension::Image => Some(Column::Image),
            Dimension::Kind => Some(Column::Kind),
            Dimension::Target => Some(Column::Target),
            Dimension::Package => Some(Column::Package),
            Dimension::Id => Some(Column::Id),
            Dimension::Severity | Dimension::Fixable | Dimension::Exploit => None,
        }
    }

    /// The dimension's own bit in a row's byte of filters failed.
    pub(crate) const fn bit(self) -> u8 {
        1 << self as u8
    }
}

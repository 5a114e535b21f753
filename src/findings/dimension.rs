//! What findings can be grouped and filtered by.

use super::store::class::Class;
use super::store::column::Column;
use super::store::dictionary::Uniqueness;

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

/// Most dimensions of one rollup.
pub const MOST_DIMENSIONS: usize = 3;

/// How many dimensions there are.
pub(crate) const DIMENSIONS: usize = 8;

/// What refuses a row other than a dimension's filter: all bits of the row's result, so that no facet counts the row.
pub(crate) const REFUSED: u8 = u8::MAX;

// With a ninth, a row's result needs two bytes: in `selection`, `masks`, `mark` and `text_search`.
const _: () = assert!(DIMENSIONS <= u8::BITS as usize, "a row's result must have a bit for each dimension");

/// Where the values of a dimension come from.
#[derive(Clone, Copy)]
pub(crate) enum Values {
    /// The texts of a column, by their codes.
    Texts(Column),
    /// The severities, by their numbers.
    Severities,
    /// 1 if this holds for a finding's class, otherwise 0.
    Flag(fn(Class) -> bool),
}

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

    /// Where its values come from.
    pub(crate) const fn values(self) -> Values {
        match self {
            Dimension::Severity => Values::Severities,
            Dimension::Image => Values::Texts(Column::Image),
            Dimension::Kind => Values::Texts(Column::Kind),
            Dimension::Target => Values::Texts(Column::Target),
            Dimension::Package => Values::Texts(Column::Package),
            Dimension::Id => Values::Texts(Column::Id),
            Dimension::Fixable => Values::Flag(Class::is_fixable),
            Dimension::Exploit => Values::Flag(Class::is_exploitable),
        }
    }

    /// The column of a dimension that has one; the others live in the class.
    pub(crate) const fn column(self) -> Option<Column> {
        match self.values() {
            Values::Texts(column) => Some(column),
            Values::Severities | Values::Flag(_) => None,
        }
    }

    /// The dimension's bit in a row's result, set if its filter refuses the row.
    pub(crate) const fn bit(self) -> u8 {
        1 << self as u8
    }
}

// Filters, facets and groups look texts up, and read whole blocks of codes.
const _: () = {
    let mut dimensions: &[Dimension] = &Dimension::ALL;
    while let [dimension, others @ ..] = dimensions {
        if let Some(column) = dimension.column() {
            assert!(
                matches!(column.uniqueness(), Uniqueness::Needed) && !column.is_sparse(),
                "a dimension's column must hold names: Content in store/column.rs"
            );
        }
        dimensions = others;
    }
};

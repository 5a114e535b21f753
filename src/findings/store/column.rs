//! The columns a finding has: the interface's fields, by name and number.

use super::dictionary::Uniqueness;

/// A column whose values are texts by dictionary code. `uid` is not among them: it has a column of its own kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Column {
    /// `image`
    Image,
    /// `kind`
    Kind,
    /// `target`
    Target,
    /// `id`
    Id,
    /// `package`
    Package,
    /// `severity`, as the service wrote it.
    Severity,
    /// `installed_version`
    InstalledVersion,
    /// `fixed_version`
    FixedVersion,
    /// `title`
    Title,
    /// `primary_url`
    PrimaryUrl,
    /// `epss_details`, as JSON text.
    EpssDetails,
    /// `public_exploit`, as JSON text.
    PublicExploit,
    /// Members that the interface does not name, as JSON text: `"a":1,"b":2`.
    Unnamed,
}

/// How many columns hold dictionary codes.
pub const COLUMNS: usize = 13;

// A row with a code beyond these could not be kept, and would be reported as out of memory. The unnamed members stay last.
const _: () = assert!(Column::Unnamed as usize + 1 == COLUMNS, "COLUMNS and Column::ALL must have every column");

impl Column {
    /// All columns, in the order in which a row is written.
    pub const ALL: [Column; COLUMNS] = [
        Column::Image,
        Column::Kind,
        Column::Target,
        Column::Id,
        Column::Package,
        Column::Severity,
        Column::InstalledVersion,
        Column::FixedVersion,
        Column::Title,
        Column::PrimaryUrl,
        Column::EpssDetails,
        Column::PublicExploit,
        Column::Unnamed,
    ];

    /// The name on the wire; empty for the unnamed members.
    pub const fn name(self) -> &'static str {
        match self {
            Column::Image => "image",
            Column::Kind => "kind",
            Column::Target => "target",
            Column::Id => "id",
            Column::Package => "package",
            Column::Severity => "severity",
            Column::InstalledVersion => "installed_version",
            Column::FixedVersion => "fixed_version",
            Column::Title => "title",
            Column::PrimaryUrl => "primary_url",
            Column::EpssDetails => "epss_details",
            Column::PublicExploit => "public_exploit",
            Column::Unnamed => "",
        }
    }

    /// The column of a name on the wire.
    pub fn from_name(name: &str) -> Option<Column> {
        Column::ALL.into_iter().find(|column| column.name() == name && !name.is_empty())
    }

    /// What it holds.
    const fn content(self) -> Content {
        match self {
            Column::Image | Column::Kind | Column::Target | Column::Id | Column::Package | Column::Severity => {
                Content::Names
            }
            Column::InstalledVersion => Content::Texts,
            Column::FixedVersion | Column::Title | Column::PrimaryUrl => Content::OptionalTexts,
            Column::EpssDetails => Content::Json,
            Column::PublicExploit | Column::Unnamed => Content::RareJson,
        }
    }

    /// Whether the values are objects or lists, as JSON text, rather than texts.
    pub const fn is_json(self) -> bool {
        matches!(self.content(), Content::Json | Content::RareJson)
    }

    /// Whether a finding without a value is against the interface.
    pub(crate) const fn is_required(self) -> bool {
        matches!(self.content(), Content::Names | Content::Texts)
    }

    pub(crate) const fn uniqueness(self) -> Uniqueness {
        if matches!(self.content(), Content::Names) { Uniqueness::Needed } else { Uniqueness::Useful }
    }

    /// Whether it takes no room while it is empty, and is only read by row, never by block.
    pub(crate) const fn is_sparse(self) -> bool {
        matches!(self.content(), Content::RareJson)
    }
}

/// What a column holds, from which its other properties follow.
enum Content {
    /// Texts that every finding has, and that are looked up: for dimensions, and for classes.
    Names,
    /// Other texts that every finding has.
    Texts,
    /// Texts that a finding may lack.
    OptionalTexts,
    /// Objects, or lists in their place, that a finding may lack. Nothing else is read here: a number or a flag would be refused.
    Json,
    /// The same, but few services send any; the unnamed members too.
    RareJson,
}

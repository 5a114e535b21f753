//! Teams: what changed between two states, merging two edits of one state, and what a removal would mean.
//!
//! Members are keyed by trimmed, case-folded login; original spelling is kept for output. Order and letter case are
//! reported, but they are not changes. Nothing here asks a service or the clock.

mod diff;
mod fields;
mod identity;
mod inconsistency;
pub(crate) mod keyed;
mod lists;
mod members;
mod merge;
mod removal;
mod renames;
mod roster;
mod summary;
pub mod weight;

pub use diff::{DiffOptions, TeamDiff, TeamList, diff};
pub use fields::{FieldChange, FieldName};
pub use identity::LoginMatching;
pub use inconsistency::{InconsistencyKind, InconsistentIn, TeamInconsistency};
pub use lists::ListChanges;
pub use members::{MemberChanges, Rename, RenameKind, RoleChange, RoleChangeKind};
pub use merge::{Conflict, TeamMerge, merge};
pub use removal::{RemovalAssessment, RemovalWarning, WarningCode, assess_removal};
pub use renames::{Evidence, PossibleRename};
pub use roster::{AmbiguousLogin, RosterDiff, diff_roster, read_logins};

#[cfg(test)]
mod samples;

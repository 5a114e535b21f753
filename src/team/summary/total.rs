//! The last line of a summary: how many changes of each kind.

use crate::json::append_count;
use crate::team::diff::TeamDiff;
use crate::team::members::{RenameKind, RoleChangeKind};

/// For example `2 added, 1 removed, 1 promoted`; `none` if there is nothing to count.
pub(super) fn line(diff: &TeamDiff, leads_added: usize, leads_removed: usize, none: &str) -> String {
    let members = &diff.members;
    let roles = |kind| members.role_changed.iter().filter(|change| change.kind == kind).count();
    let display_names = members.renamed.iter().filter(|rename| rename.kind == RenameKind::DisplayName).count();
    let counts = [
        (members.added.len(), "added", "added"),
        (members.removed.len(), "removed", "removed"),
        (roles(RoleChangeKind::Promoted), "promoted", "promoted"),
        (roles(RoleChangeKind::Demoted), "demoted", "demoted"),
        (roles(RoleChangeKind::Changed), "role changed", "roles changed"),
        (display_names, "display name changed", "display names changed"),
        (leads_added, "lead added", "leads added"),
        (leads_removed, "lead removed", "leads removed"),
        (diff.fields.len(), "field changed", "fields changed"),
        (diff.repositories.added.len(), "repository added", "repositories added"),
        (diff.repositories.removed.len(), "repository removed", "repositories removed"),
        (diff.tags.added.len(), "tag added", "tags added"),
        (diff.tags.removed.len(), "tag removed", "tags removed"),
    ];
    let mut total = String::new();
    for (count, one, many) in counts.into_iter().filter(|(count, _, _)| *count > 0) {
        if !total.is_empty() {
            total.push_str(", ");
        }
        append_count(count as u64, &mut total);
        total.push(' ');
        total.push_str(if count == 1 { one } else { many });
    }
    if total.is_empty() { none.to_owned() } else { total }
}

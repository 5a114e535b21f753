//! Three states of a team, merged and compared: what two edits start from, and what each made of it.

use super::{merges, oracle, recipe_of_teams, removals, rosters, team_changes};
use scanfold::json::{Limits, parse as parse_tree};
use scanfold::wire::team::Team;
use serde_json::Value;

/// Three teams as JSON, one a line, or steps that make them.
pub fn edits(data: &[u8]) {
    let Some(teams) = teams_of(data) else { return };
    let [base, ours, theirs] = &teams;
    for [ours, theirs] in [[ours, theirs], [ours, base], [base, theirs], [theirs, theirs]] {
        merges::check(base, ours, theirs);
    }
    merges::check_mirror(base, ours, theirs);
    for [before, after] in [[base, ours], [ours, theirs], [base, base]] {
        team_changes::check(before, after);
        rosters::check(before, after);
    }
    removals::check(ours, theirs);
}

fn teams_of(data: &[u8]) -> Option<[Team; 3]> {
    let states = if data.starts_with(b"{") {
        let mut lines = data.splitn(3, |byte| *byte == b'\n');
        [(); 3].map(|()| lines.next().unwrap_or_default().to_vec())
    } else {
        recipe_of_teams::teams(data).map(|state| state.to_string().into_bytes())
    };
    let [base, ours, theirs] = states.map(|text| {
        // What serde_json does not take could not be compared.
        oracle(&text).ok()?;
        Team::decode(parse_tree(&text, &Limits::default()).ok()?, "").ok()
    });
    Some([base?, ours?, theirs?])
}

/// A tree for serde_json, with numbers as texts that no string is: they are not to be rounded.
pub fn plain(tree: &scanfold::json::Value) -> Value {
    use scanfold::json::Value as Tree;
    match tree {
        Tree::Null => Value::Null,
        Tree::Bool(flag) => Value::Bool(*flag),
        Tree::Number(number) => ["\0number ", number.as_text()].concat().into(),
        Tree::String(text) => text.as_str().into(),
        Tree::Array(items) => items.iter().map(plain).collect(),
        Tree::Object(members) => {
            Value::Object(members.iter().map(|(name, value)| (name.clone(), plain(value))).collect())
        }
    }
}

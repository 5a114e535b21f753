//! A merge of two edits of a team, made twice: by the library, and key by key after the table in the guide to teams.

use super::edits::plain;
use super::logins_of_teams::folded_text;
use super::merged_lists::{check_list, either};
use super::three_states::{Sameness, States, decide, names_of, sameness, sameness_of_member, says_same};
use scanfold::team::merge;
use scanfold::wire::team::Team;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// What a merge must give.
#[derive(Default)]
struct Expected {
    /// Each as JSON text.
    conflicts: Vec<String>,
}

/// A merge is what the rules say.
pub fn check(base: &Team, ours: &Team, theirs: &Team) {
    let merged = merge(base, ours, theirs);
    let again = Team::decode(merged.team.clone(), "").unwrap_or_else(|error| panic!("no team, {error:?}"));
    assert_eq!(plain(&again.to_value()), plain(&merged.team));
    for (side, other) in [(ours, theirs), (theirs, ours)] {
        if side == base {
            assert_eq!(plain(&merged.team), plain(&other.to_value()), "one edit alone is the merge");
        }
    }

    let [one, two, three] = [base, ours, theirs].map(|team| plain(&team.to_value()));
    let (states, result) = (States { base: Some(&one), ours: Some(&two), theirs: Some(&three) }, plain(&merged.team));
    let mut expected = Expected::default();
    let mut names = names_of(states);
    names.extend(result.as_object().expect("a team is an object").keys().cloned());
    for name in &names {
        let field = states.member(name);
        let told = result.get(name);
        match name.as_str() {
            "members" => check_members(field, told, &mut expected),
            "team_leads" | "repositories" => {
                check_list(field, told, &|item| folded_text(item.as_str().unwrap_or_default()), &mut either)
            }
            "tags" => check_list(field, told, &|item| item.as_str().unwrap_or_default().to_owned(), &mut either),
            "updated_at" => {
                let latest = || field.theirs.or(field.ours);
                assert_eq!(told, decide(field, &|_, _| false).unwrap_or_else(latest), "updated_at");
            }
            _ => assert_eq!(told, expected.settle(field, sameness(name), &["/", &escaped(name)].concat()), "{name}"),
        }
    }
    let mut conflicts: Vec<String> = merged
        .conflicts
        .iter()
        .map(|it| json!([it.path, plain(&it.base), plain(&it.ours), plain(&it.theirs)]).to_string())
        .collect();
    conflicts.sort();
    expected.conflicts.sort();
    assert_eq!(conflicts, expected.conflicts);
}

/// Merged the other way round, the conflicts are the same with their sides changed, and so are the members and names if there are
/// none.
pub fn check_mirror(base: &Team, ours: &Team, theirs: &Team) {
    let [forth, back] = [merge(base, ours, theirs), merge(base, theirs, ours)];
    let told = |ours: &scanfold::json::Value, theirs: &scanfold::json::Value, path: &str| {
        json!([path.split('/').map(folded_text).collect::<Vec<_>>(), plain(ours), plain(theirs)]).to_string()
    };
    let mut one: Vec<_> = forth.conflicts.iter().map(|it| told(&it.ours, &it.theirs, &it.path)).collect();
    let mut other: Vec<_> = back.conflicts.iter().map(|it| told(&it.theirs, &it.ours, &it.path)).collect();
    one.sort();
    other.sort();
    assert_eq!(one, other);
    let keys = |merged: &scanfold::json::Value| {
        let team = Team::decode(merged.clone(), "").expect("it was one before");
        let logins = team.members.into_iter().map(|member| member.user_login);
        let lists: [Vec<String>; 3] = [logins.collect(), team.team_leads, team.repositories];
        let folded = lists.map(|names| names.iter().map(|name| folded_text(name)).collect::<BTreeSet<_>>());
        (folded, team.tags.into_iter().collect::<BTreeSet<_>>())
    };
    if one.is_empty() {
        assert_eq!(keys(&forth.team), keys(&back.team));
    }
}

impl Expected {
    fn settle<'a>(&mut self, states: States<'a>, same: Sameness, path: &str) -> Option<&'a Value> {
        decide(states, &same).unwrap_or_else(|| {
            self.conflict(states, path);
            states.theirs
        })
    }

    fn conflict(&mut self, states: States, path: &str) {
        let [base, ours, theirs] = states.all().map(|state| state.cloned().unwrap_or_default());
        self.conflicts.push(json!([path, base, ours, theirs]).to_string());
    }
}

fn check_members(states: States, told: Option<&Value>, expected: &mut Expected) {
    let key = |member: &Value| folded_text(login(member));
    check_list(states, told, &key, &mut |entries| merged_entries(entries, expected));
}

fn login(member: &Value) -> &str {
    member["user_login"].as_str().unwrap_or_default()
}

/// The entries of one login: field by field if each side has one, else as they are.
fn merged_entries(entries: States, expected: &mut Expected) -> Vec<Value> {
    let lists = entries.all().map(|entries| entries.and_then(Value::as_array).map_or(&[][..], Vec::as_slice));
    let [base, ours, theirs] = lists;
    let spelling = [theirs, ours, base].into_iter().find_map(<[Value]>::first).map_or("", login);
    let path = ["/members/", &escaped(&spelling[..spelling.floor_char_boundary(1024)])].concat();
    let single = States { base: base.first(), ours: ours.first(), theirs: theirs.first() };
    if ours.len() == 1 && theirs.len() == 1 && base.len() < 2 {
        let fields = names_of(single).into_iter().filter_map(|name| {
            let path = [&path, "/", &escaped(&name)].concat();
            let value = expected.settle(single.member(&name), sameness_of_member(&name), &path)?.clone();
            Some((name, value))
        });
        return vec![Value::Object(fields.collect())];
    }
    let told = decide(entries, &is_same_people).unwrap_or_else(|| {
        // One entry is shown without the list around it.
        expected.conflict(
            entries.map(|entries| entries.as_array().filter(|it| it.len() == 1).map_or(Some(entries), |it| it.first())),
            &path,
        );
        entries.theirs
    });
    told.and_then(Value::as_array).cloned().unwrap_or_default()
}

fn is_same_people(a: &Value, b: &Value) -> bool {
    let (Some(a), Some(b)) = (a.as_array(), b.as_array()) else { return false };
    let is_same = |(a, b): (&Value, &Value)| {
        let names = names_of(States { base: None, ours: Some(a), theirs: Some(b) });
        names.iter().all(|name| says_same(a.get(name), b.get(name), &sameness_of_member(name)))
    };
    a.len() == b.len() && a.iter().zip(b).all(is_same)
}

/// A step of a JSON pointer.
fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

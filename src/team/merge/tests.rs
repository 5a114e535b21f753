//! What two edits of one team become, and the laws that hold for all teams.

use super::*;
use crate::json;
use crate::team::samples::{any_team_with_repeats, member, team, texts};
use crate::wire::team::Member;
use proptest::prelude::*;

/// The merged team, if nothing conflicts.
fn merged(base: &Team, ours: &Team, theirs: &Team) -> Team {
    let merged = merge(base, ours, theirs);
    assert_eq!(merged.conflicts, []);
    Team::decode(merged.team.clone(), "").unwrap()
}

/// Paths of the conflicts, with their three values.
fn conflicts(base: &Team, ours: &Team, theirs: &Team) -> Vec<(String, [String; 3])> {
    let found = merge(base, ours, theirs).conflicts.into_iter();
    found.map(|it| (it.path, [it.base, it.ours, it.theirs].map(|value| value.to_json().unwrap()))).collect()
}

fn conflict(path: &str, base: &str, ours: &str, theirs: &str) -> (String, [String; 3]) {
    (path.to_owned(), [base, ours, theirs].map(str::to_owned))
}

fn logins(team: &Team) -> Vec<&str> {
    team.members.iter().map(|member| member.user_login.as_str()).collect()
}

#[test]
fn both_sides_additions_and_removals_are_kept_in_place() {
    let merged = merged(&team("a b c d"), &team("a x b d"), &team("b c y d z"));
    assert_eq!(logins(&merged), ["x", "b", "y", "d", "z"]);
}

#[test]
fn additions_of_the_other_side_come_after_their_neighbours() {
    let merged = merged(&team("a b"), &team("first a o1 o2 b last"), &team("a t b"));
    assert_eq!(logins(&merged), ["first", "a", "o1", "o2", "t", "b", "last"]);
}

#[test]
fn the_order_of_the_side_that_reordered_is_taken() {
    assert_eq!(logins(&merged(&team("a b c"), &team("c b a"), &team("a b c x"))), ["c", "x", "b", "a"]);
    assert_eq!(logins(&merged(&team("a b c"), &team("a b c x"), &team("c b a"))), ["c", "x", "b", "a"]);
    assert_eq!(
        logins(&merged(&team("a b c"), &team("b a c"), &team("c b a"))),
        ["c", "b", "a"],
        "theirs where both did"
    );
}

#[test]
fn leads_tags_and_repositories_merge_as_sets() {
    let state = |tags: &[&str], repositories: &[&str], leads: &[&str]| Team {
        tags: texts(tags),
        repositories: texts(repositories),
        team_leads: texts(leads),
        ..team("")
    };
    let base = state(&["a", "b"], &["o/a", "o/b"], &["ann", "bob"]);
    let ours = state(&["b", "c"], &["O/B", "o/c"], &["Bob", "carl"]);
    let theirs = state(&["a", "b", "B"], &["o/a", "o/b", "o/d"], &["ann", "bob", "dan"]);
    let merged = merged(&base, &ours, &theirs);
    assert_eq!(merged.tags, ["b", "c", "B"]);
    assert_eq!(merged.repositories, ["O/B", "o/c", "o/d"]);
    assert_eq!(merged.team_leads, ["Bob", "carl", "dan"]);
}

#[test]
fn names_respelled_on_one_side_and_removed_on_the_other_are_removed() {
    let state = |leads: &[&str]| Team { team_leads: texts(leads), ..team("") };
    assert_eq!(merged(&state(&["ann", "x"]), &state(&["ANN"]), &state(&["x", "y"])).team_leads, ["y"]);
    assert_eq!(merged(&state(&["ann", "x"]), &state(&["x", "y"]), &state(&["ANN"])).team_leads, ["y"]);
    assert_eq!(merged(&state(&["ann"]), &state(&["Ann", "y"]), &state(&["ANN"])).team_leads, ["ANN", "y"]);
}

#[test]
fn fields_of_one_member_merge_by_themselves() {
    let base =
        Team { members: vec![Member { joined_at: Some("2024-01-01".into()), ..member("ann", "member") }], ..team("") };
    let with = |edit: &dyn Fn(&mut Member)| {
        let mut team = base.clone();
        edit(&mut team.members[0]);
        team
    };
    let ours = with(&|ann| ann.role = Some("lead".into()));
    let theirs = with(&|ann| {
        ann.user_name = Some("Ann".into());
        ann.user_login = "Ann".into();
        ann.joined_at = None;
    });
    let expected = Member { user_name: Some("Ann".into()), ..member("Ann", "lead") };
    assert_eq!(merged(&base, &ours, &theirs).members, std::slice::from_ref(&expected));
    assert_eq!(merged(&base, &theirs, &ours).members, [expected]);
}

#[test]
fn one_key_set_to_two_values_is_a_conflict_and_keeps_theirs() {
    let described = |text: &str| Team { description: Some(text.to_owned()), ..team("") };
    let (base, ours, theirs) = (described("a"), described("b"), described("c"));
    assert_eq!(conflicts(&base, &ours, &theirs), [conflict("/description", "\"a\"", "\"b\"", "\"c\"")]);
    let kept = Team::decode(merge(&base, &ours, &theirs).team, "").unwrap();
    assert_eq!(kept.description.as_deref(), Some("c"));
    assert_eq!(conflicts(&base, &team(""), &theirs), [conflict("/description", "\"a\"", "null", "\"c\"")]);
    assert_eq!(conflicts(&team(""), &ours, &theirs), [conflict("/description", "null", "\"b\"", "\"c\"")]);
}

#[test]
fn roles_set_to_two_values_conflict_at_the_member() {
    let state = |role| Team { members: vec![member("ann/o~x", role)], ..team("") };
    let expected = conflict("/members/ann~1o~0x/role", "\"member\"", "\"lead\"", "\"guest\"");
    assert_eq!(conflicts(&state("member"), &state("lead"), &state("guest")), [expected]);
    let spelled = |login, role| Team { members: vec![member(login, role)], ..team("") };
    let found = conflicts(&spelled("ann", "member"), &spelled("ANN", "lead"), &spelled("Ann", "guest"));
    assert_eq!(found[0].0, "/members/Ann/role", "as in what is kept");
}

#[test]
fn a_member_edited_here_and_removed_there_is_a_conflict_and_keeps_theirs() {
    let ann = r#"{"user_login":"ann","role":"member"}"#;
    let lead = r#"{"user_login":"ann","role":"lead"}"#;
    let (base, edited, removed) = (team("ann bob"), Team { team_leads: vec![], ..team("*ann bob") }, team("bob"));
    assert_eq!(conflicts(&base, &edited, &removed), [conflict("/members/ann", ann, lead, "null")]);
    assert_eq!(conflicts(&base, &removed, &edited), [conflict("/members/ann", ann, "null", lead)]);
    let kept = |ours, theirs| Team::decode(merge(&base, ours, theirs).team, "").unwrap();
    assert_eq!(logins(&kept(&edited, &removed)), ["bob"]);
    assert_eq!(logins(&kept(&removed, &edited)), ["ann", "bob"]);
}

#[test]
fn a_member_respelled_here_and_removed_there_is_removed() {
    let joined = |login: &str, at: &str| Team {
        members: vec![Member { joined_at: Some(at.to_owned()), ..member(login, "member") }, member("bob", "member")],
        ..team("")
    };
    let (base, respelled) = (joined("ann", "2024-01-01T00:00:00Z"), joined("ANN ", "2024-01-01T01:00:00+01:00"));
    assert_eq!(logins(&merged(&base, &respelled, &team("bob"))), ["bob"]);
    assert_eq!(logins(&merged(&base, &team("bob"), &respelled)), ["bob"]);
    assert_eq!(logins(&merged(&joined("ann", "soon"), &joined("Ann", "soon"), &team("bob"))), ["bob"]);
}

#[test]
fn a_member_who_lost_or_gained_a_field_was_edited() {
    let named = Team { members: vec![Member { user_name: Some("A".into()), ..member("ann", "member") }], ..team("") };
    assert_eq!(conflicts(&named, &team("ann x"), &team("y")).len(), 1);
    assert_eq!(conflicts(&team("ann"), &named, &team("y")).len(), 1);
}

#[test]
fn the_same_addition_on_both_sides_is_made_once() {
    assert_eq!(logins(&merged(&team("a"), &team("a x y"), &team("a X"))), ["a", "X", "y"]);
    let ours = Team { members: vec![member("x", "lead")], ..team("") };
    assert_eq!(
        conflicts(&team("a"), &ours, &team("x")),
        [conflict("/members/x/role", "null", "\"lead\"", "\"member\"")]
    );
}

#[test]
fn c19_entries_of_somebody_listed_twice_are_merged_whole() {
    let twice =
        Team { members: vec![member("ann", "lead"), member("bob", "member"), member("Ann", "member")], ..team("") };
    let merged_twice = merged(&team("ann bob"), &twice, &team("ann bob carl"));
    let expected = [member("ann", "lead"), member("Ann", "member"), member("bob", "member"), member("carl", "member")];
    assert_eq!(merged_twice.members, expected, "they stand together");
    let expected = conflict(
        "/members/ann",
        r#"{"user_login":"ann","role":"member"}"#,
        r#"[{"user_login":"ann","role":"lead"},{"user_login":"Ann","role":"member"}]"#,
        r#"{"user_login":"ann","role":"guest"}"#,
    );
    let theirs = Team { members: vec![member("ann", "guest"), member("bob", "member")], ..team("") };
    assert_eq!(conflicts(&team("ann bob"), &twice, &theirs), [expected]);
    let respelled =
        Team { members: vec![member("ANN", "lead"), member("bob", "member"), member("ann", "member")], ..team("") };
    assert_eq!(logins(&merged(&team("bob"), &twice, &respelled)), ["ANN", "ann", "bob"], "spelling is no edit");
}

#[test]
fn c19_no_entry_of_somebody_listed_twice_is_lost_or_mixed_with_another() {
    let state = |members: &[Member]| Team { members: members.to_vec(), ..team("") };
    let named = |login: &str, name: &str| Member { user_name: Some(name.to_owned()), ..member(login, "member") };
    let (ann, lead) = (member("ann", "member"), member("ann", "lead"));
    let (one, two) = (state(std::slice::from_ref(&ann)), state(&[ann.clone(), lead.clone()]));
    assert_eq!(merged(&one, &two, &team("ANN")).members, two.members, "the other side respelled it alone");
    assert_eq!(merged(&one, &team("ANN"), &two).members, two.members);
    // Each side edited a different one of the two entries.
    let (ours, theirs) = (state(&[named("ann", "Ann"), lead.clone()]), state(&[ann, named("ann", "Ann")]));
    let found = merge(&two, &ours, &theirs);
    assert_eq!(found.conflicts.iter().map(|it| it.path.as_str()).collect::<Vec<_>>(), ["/members/ann"]);
    // Each side left one entry, and nothing says which of the two it was.
    let (ours, theirs) = (state(&[named("ann", "Ann")]), state(std::slice::from_ref(&lead)));
    let found = merge(&two, &ours, &theirs);
    assert_eq!(found.conflicts.iter().map(|it| it.path.as_str()).collect::<Vec<_>>(), ["/members/ann"]);
    assert_eq!(Team::decode(found.team.clone(), "").unwrap().members, theirs.members);
}

#[test]
fn fields_compare_as_a_diff_compares_them() {
    let with = |color: &str, parent: &str, created_at: &str, created_by: &str| Team {
        color: Some(color.to_owned()),
        parent_team_id: Some(parent.to_owned()),
        created_at: Some(created_at.to_owned()),
        created_by: Some(created_by.to_owned()),
        ..team("")
    };
    let upper = "AF2504E0-4F89-41D3-9A0C-0305E82C3301";
    let lower = "af2504e0-4f89-41d3-9a0c-0305e82c3301";
    let base = with("#ABCDEF", upper, "2024-01-01T01:00:00+01:00", "Ann");
    let respelled = with("#abcdef", lower, "2024-01-01T00:00:00Z", "ann");
    let edited = with("#000000", "b", "2024-01-02", "bob");
    assert_eq!(merged(&base, &edited, &respelled), edited);
    assert_eq!(merged(&base, &respelled, &edited), edited);
    assert_eq!(merged(&team(""), &base, &respelled), respelled, "both say the same: theirs is taken");
    assert_eq!(conflicts(&team(""), &base, &edited).len(), 4);
    let undated = |text: &str| Team { created_at: Some(text.to_owned()), ..team("") };
    assert_eq!(conflicts(&team(""), &undated("soon"), &undated("later")).len(), 1, "unreadable is not equal");
    assert_eq!(merged(&undated("soon"), &undated("later"), &undated("later")), undated("later"), "the same text is");
    assert_eq!(merged(&undated("soon"), &undated("soon"), &undated("later")), undated("later"));
}

#[test]
fn two_teams_conflict_at_the_id() {
    let other = |id: &str| Team { id: id.to_owned(), ..team("") };
    assert_eq!(conflicts(&team(""), &other("a"), &other("b"))[0].0, "/id");
    assert_eq!(
        merged(&team(""), &other(&team("").id.to_uppercase()), &team("a")),
        team("a").with_id(team("").id.to_uppercase())
    );
}

trait WithId {
    fn with_id(self, id: String) -> Self;
}

impl WithId for Team {
    fn with_id(self, id: String) -> Self {
        Team { id, ..self }
    }
}

#[test]
fn when_each_side_was_last_written_never_conflicts() {
    let at = |text: Option<&str>| Team { updated_at: text.map(str::to_owned), ..team("") };
    let merged_at = |base, ours, theirs| merged(&at(base), &at(ours), &at(theirs)).updated_at;
    assert_eq!(merged_at(Some("1"), Some("2"), Some("3")).as_deref(), Some("3"));
    assert_eq!(merged_at(Some("1"), Some("2"), Some("1")).as_deref(), Some("2"));
    assert_eq!(merged_at(None, Some("2"), Some("3")).as_deref(), Some("3"));
    assert_eq!(
        merged_at(Some("1"), None, Some("3")).as_deref(),
        Some("3"),
        "a side that lacks it takes it from nobody"
    );
    assert_eq!(merged_at(Some("1"), Some("3"), None).as_deref(), Some("3"));
    assert_eq!(merged_at(Some("1"), None, Some("1")), None);
}

#[test]
fn fields_the_interface_does_not_name_merge_like_the_others() {
    let with = |extra: &[(&str, &str)]| Team {
        extra: extra.iter().map(|(name, value)| ((*name).to_owned(), Value::from(*value))).collect(),
        ..team("")
    };
    let (base, ours) = (with(&[("a/b", "1"), ("gone", "1")]), with(&[("a/b", "2"), ("ours", "1")]));
    assert_eq!(merged(&base, &ours, &with(&[("a/b", "1"), ("gone", "1"), ("theirs", "1")])).extra.len(), 3);
    assert_eq!(
        conflicts(&base, &ours, &with(&[("a/b", "3"), ("gone", "1")])),
        [conflict("/a~1b", "\"1\"", "\"2\"", "\"3\"")]
    );
}

/// Fields that the interface does not name, from an object as JSON text.
fn extra(text: &str) -> Vec<(String, Value)> {
    let value = json::parse(text.as_bytes(), &json::Limits::default()).unwrap();
    value.as_object().unwrap_or_default().to_vec()
}

#[test]
fn nothing_said_in_another_way_is_no_edit() {
    for (base, ours, theirs, expected) in [
        ("{}", r#"{"x":null}"#, r#"{"x":1}"#, r#"{"x":1}"#),
        ("{}", r#"{"x":1}"#, r#"{"x":null}"#, r#"{"x":1}"#),
        ("{}", r#"{"x":[]}"#, r#"{"x":[1]}"#, r#"{"x":[1]}"#),
        (r#"{"x":[]}"#, r#"{"x":[2]}"#, "{}", r#"{"x":[2]}"#),
        (r#"{"x":null}"#, "{}", r#"{"x":1}"#, r#"{"x":1}"#),
        (r#"{"x":1}"#, r#"{"x":null}"#, "{}", "{}"),
        (r#"{"x":1}"#, "{}", r#"{"x":[]}"#, r#"{"x":[]}"#),
    ] {
        let with = |text| Team { extra: extra(text), ..team("ann") };
        let told = merged(&with(base), &with(ours), &with(theirs));
        assert_eq!(told.extra, extra(expected), "{base} {ours} {theirs}");
        let with = |text| Team { members: vec![Member { extra: extra(text), ..member("ann", "lead") }], ..team("") };
        let told = merged(&with(base), &with(ours), &with(theirs));
        assert_eq!(told.members[0].extra, extra(expected), "{base} {ours} {theirs}");
    }
    // `null` on one side and another value on the other is a conflict.
    let with = |text| Team { extra: extra(text), ..team("") };
    let differ = conflicts(&with(r#"{"x":1}"#), &with(r#"{"x":null}"#), &with(r#"{"x":2}"#));
    assert_eq!(differ, [conflict("/x", "1", "null", "2")]);
}

#[test]
fn fields_outside_the_interface_are_compared_exactly_whatever_is_called_like_them_elsewhere() {
    for (field, values) in [
        ("role", ["a", "A", "b"]),
        ("user_login", ["a", "a ", "b"]),
        ("joined_at", ["2024-01-01", "2024-01-01T00:00:00Z", "2024-01-02"]),
    ] {
        let [base, ours, theirs] =
            values.map(|value| Team { extra: vec![(field.to_owned(), Value::from(value))], ..team("ann") });
        let path = ["/", field].concat();
        assert_eq!(conflicts(&base, &ours, &theirs).into_iter().map(|it| it.0).collect::<Vec<_>>(), [path]);
    }
    let uuids = ["af2504e0-4f89-41d3-9a0c-0305e82c3301", "AF2504E0-4F89-41D3-9A0C-0305E82C3301", "b"];
    for (field, values) in [
        ("id", uuids),
        ("parent_team_id", uuids),
        ("color", ["a", "A", "b"]),
        ("created_by", ["a", "A", "b"]),
        ("created_at", ["2024-01-01", "2024-01-01T00:00:00Z", "2024-01-02"]),
    ] {
        let [base, ours, theirs] = values.map(|value| {
            let ann = Member { extra: vec![(field.to_owned(), Value::from(value))], ..member("ann", "lead") };
            Team { members: vec![ann], ..team("") }
        });
        let path = ["/members/ann/", field].concat();
        assert_eq!(conflicts(&base, &ours, &theirs).into_iter().map(|it| it.0).collect::<Vec<_>>(), [path]);
        assert_eq!(conflicts(&base, &ours, &team("")).len(), 1, "an edit that their removal would lose: {field}");
    }
}

#[test]
fn a_list_that_conflicts_is_shown_as_a_list_whatever_conflicts_after_it() {
    let state = |text, others: &[Member]| {
        let ann = Member { extra: extra(text), ..member("ann", "member") };
        Team { members: [&[ann], others].concat(), ..team("") }
    };
    let base = state(r#"{"x":[1]}"#, &[member("bob", "member")]);
    let ours = state(r#"{"x":[2]}"#, &[member("bob", "lead")]);
    let found = conflicts(&base, &ours, &state(r#"{"x":[3]}"#, &[]));
    assert_eq!(found[0], conflict("/members/ann/x", "[1]", "[2]", "[3]"));
    assert_eq!((found.len(), found[1].0.as_str()), (2, "/members/bob"));
}

#[test]
fn an_object_in_another_order_is_no_edit() {
    let with = |text| Team { members: vec![Member { extra: extra(text), ..member("ann", "lead") }], ..team("") };
    let (base, turned) = (with(r#"{"x":[{"a":1,"b":{"c":2,"d":3}}]}"#), with(r#"{"x":[{"b":{"d":3,"c":2},"a":1}]}"#));
    for other in
        [r#"{"x":[{"a":1,"b":{"c":2,"d":4}}]}"#, r#"{"x":[{"a":1}]}"#, r#"{"x":[]}"#, r#"{"x":[{"a":1,"e":2}]}"#]
    {
        assert_eq!(merged(&base, &turned, &with(other)), with(other), "{other}");
        assert_eq!(merged(&base, &with(other), &turned), with(other), "{other}");
    }
    assert_eq!(merged(&base, &turned, &team("")), team(""), "nothing was edited that their removal would lose");
    let two = conflicts(&base, &with(r#"{"x":[{"a":2}]}"#), &with(r#"{"x":[{"b":2}]}"#));
    assert_eq!(two.len(), 1);
    let more = conflicts(&base, &with(r#"{"x":{"a":2,"b":3}}"#), &with(r#"{"x":{"a":2}}"#));
    assert_eq!(more.len(), 1, "a member more is another value");
    let shorter = conflicts(&base, &with(r#"{"x":[1,2]}"#), &with(r#"{"x":[1]}"#));
    assert_eq!(shorter.len(), 1, "so is an item more");
    let longer = conflicts(&base, &with(r#"{"x":[1,2]}"#), &with(r#"{"x":[1,3]}"#));
    assert_eq!(longer, [conflict("/members/ann/x", r#"[{"a":1,"b":{"c":2,"d":3}}]"#, "[1,2]", "[1,3]")]);
}

#[test]
fn a_list_in_which_nothing_was_edited_is_exactly_the_other_sides_whoever_is_listed_twice() {
    let entry = |login, text| Member { extra: extra(text), ..member(login, "member") };
    let state = |text, others: &[Member]| Team { members: [&[entry("ann", text)], others].concat(), ..team("") };
    let (bob, twice) = (member("bob", "member"), member("Ann", "lead"));
    for (base, ours) in [(r#"{"x":1,"y":2}"#, r#"{"y":2,"x":1}"#), ("{}", r#"{"x":null}"#), (r#"{"x":[]}"#, "{}")] {
        let (base, ours) = (state(base, std::slice::from_ref(&bob)), state(ours, std::slice::from_ref(&bob)));
        let theirs = state(r#"{"x":3}"#, &[bob.clone(), twice.clone()]);
        assert_eq!(merged(&base, &ours, &theirs), theirs);
        assert_eq!(merged(&base, &theirs, &ours), theirs);
        assert_eq!(merged(&base, &ours, &base), ours);
    }
}

#[test]
fn fields_are_found_by_name_however_many_there_are_and_however_they_stand() {
    for count in [15, 16, 17, 600] {
        // The values of each four fields; theirs has five fields more.
        let fields = |values: [&str; 4], more: usize| -> Vec<(String, Value)> {
            let all = (0..count).map(|at| (at, values[at % 4])).chain((count..count + more).map(|at| (at, "new")));
            let there = all.filter(|(_, value)| !value.is_empty());
            there.map(|(at, value)| (format!("f{at}"), Value::from(value))).collect()
        };
        let base = fields(["a", "b", "c", "d"], 0);
        let mut ours = fields(["ours", "b", "c", ""], 0);
        let theirs = fields(["a", "", "theirs", "d"], 5);
        ours.reverse();
        let sorted = |mut fields: Vec<(String, Value)>| {
            fields.sort_by(|a, b| a.0.cmp(&b.0));
            fields
        };
        let expected = sorted(fields(["ours", "", "theirs", ""], 5));
        let sides = [base, ours, theirs];
        let [base, ours, theirs] = sides.clone().map(|extra| Team { extra, ..team("ann") });
        assert_eq!(sorted(merged(&base, &ours, &theirs).extra), expected, "{count}");
        let [base, ours, theirs] =
            sides.map(|extra| Team { members: vec![Member { extra, ..member("ann", "lead") }], ..team("") });
        assert_eq!(sorted(merged(&base, &ours, &theirs).members.remove(0).extra), expected, "{count}");
    }
}

#[test]
fn paths_hold_no_endless_logins() {
    let login = "é".repeat(2000);
    let state = |role| Team { members: vec![member(&login, role)], ..team("") };
    let expected = ["/members/", &login[..1024], "/role"].concat();
    assert_eq!(conflicts(&state("member"), &state("lead"), &state("guest"))[0].0, expected);
}

#[test]
fn a_login_that_is_empty_merges_like_any_other() {
    let state =
        |logins: &[&str]| Team { members: logins.iter().map(|login| member(login, "member")).collect(), ..team("") };
    let merged = merged(&state(&["", "a"]), &state(&["", "o", "a"]), &state(&["t", "", "a"]));
    assert_eq!(logins(&merged), ["t", "", "o", "a"]);
}

#[test]
fn a_merge_crosses_the_border_under_the_names_of_the_interface() {
    let state = |name: &str| Team { name: name.to_owned(), ..team("*ann") };
    let plain = serde_json::to_value(merge(&state("a"), &state("b"), &state("c"))).unwrap();
    let expected = serde_json::json!({
        "team": {
            "id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301", "name": "c", "team_leads": ["ann"],
            "members": [{ "user_login": "ann", "role": "lead" }], "tags": [], "repositories": [], "is_active": true,
        },
        "conflicts": [{ "path": "/name", "base": "a", "ours": "b", "theirs": "c" }],
    });
    assert_eq!(plain, expected);
}

proptest! {
    #[test]
    fn i9_an_edit_merged_with_no_edit_is_the_edit(base in any_team_with_repeats(), edited in any_team_with_repeats()) {
        prop_assert_eq!(&merged(&base, &edited, &base), &edited);
        prop_assert_eq!(&merged(&base, &base, &edited), &edited);
    }

    #[test]
    fn i9_the_same_edit_twice_is_that_edit(base in any_team_with_repeats(), edited in any_team_with_repeats()) {
        prop_assert_eq!(&merged(&base, &edited, &edited), &edited);
    }

    #[test]
    fn members_of_a_merge_come_from_a_side_and_nobody_is_invented_or_lost(
        base in any_team_with_repeats(), ours in any_team_with_repeats(), theirs in any_team_with_repeats(),
    ) {
        let merge = merge(&base, &ours, &theirs);
        let merged = Team::decode(merge.team.clone(), "").unwrap();
        let has = |team: &Team, login: &str| team.members.iter().any(|member| fold(&member.user_login) == fold(login));
        for member in &merged.members {
            prop_assert!(has(&ours, &member.user_login) || has(&theirs, &member.user_login));
        }
        for member in ours.members.iter().filter(|member| has(&theirs, &member.user_login)) {
            prop_assert!(has(&merged, &member.user_login), "kept by both: {}", member.user_login);
        }
        for tag in ours.tags.iter().chain(&theirs.tags).filter(|tag| !base.tags.contains(tag)) {
            prop_assert!(merged.tags.contains(tag), "added by one: {tag}");
        }
        for tag in base.tags.iter().filter(|tag| !ours.tags.contains(tag) || !theirs.tags.contains(tag)) {
            prop_assert!(!merged.tags.contains(tag), "removed by one: {tag}");
        }
    }
}

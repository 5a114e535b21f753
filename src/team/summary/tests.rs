//! What the lines say, and in which order.

use crate::team::samples::{member, team, texts};
use crate::team::{DiffOptions, diff};
use crate::wire::team::{Member, Team};

fn lines(before: &Team, after: &Team) -> Vec<String> {
    diff(before, after, &DiffOptions::default()).summary
}

fn named(login: &str, name: &str) -> Member {
    Member { user_name: Some(name.to_owned()), ..member(login, "member") }
}

#[test]
fn lines_stand_in_the_order_of_importance_and_end_in_a_total() {
    let mut before = Team {
        tags: texts(&["old"]),
        repositories: texts(&["o/old"]),
        team_leads: texts(&["dan", "eve", "yan"]),
        ..team("Bea dan gus old-ann zed eve")
    };
    before.members.extend([named("iris", "Iris"), member("dan2", "lead"), member("guest", "guest")]);
    let mut after = Team {
        name: "Platform".to_owned(),
        tags: texts(&["new"]),
        repositories: texts(&["o/new"]),
        team_leads: texts(&["bea", "gus", "carl", "eve"]),
        ..team("bea *carl dan gus amy eve")
    };
    after.members.extend([named("iris", "Iris I."), member("dan2", "member"), member("guest", "visitor")]);
    after.members[3].role = Some("lead".to_owned());
    let expected = [
        "Bea is now written bea",
        "iris: display name \"Iris\" → \"Iris I.\"",
        "dan2 demoted to member",
        "guest: role \"guest\" → \"visitor\"",
        "gus promoted to lead",
        "amy added",
        "carl added as lead",
        "old-ann removed",
        "zed removed",
        "bea added to the leads",
        "dan removed from the leads",
        "yan removed from the leads",
        "name: \"Backend\" → \"Platform\"",
        "repository o/new added",
        "repository o/old removed",
        "tag new added",
        "tag old removed",
        "2 added, 2 removed, 1 promoted, 1 demoted, 1 role changed, 1 display name changed, 1 lead added, \
         2 leads removed, 1 field changed, 1 repository added, 1 repository removed, 1 tag added, 1 tag removed",
    ];
    assert_eq!(lines(&before, &after), expected);
}

#[test]
fn totals_name_only_what_there_is() {
    assert_eq!(
        lines(&team("*ann bob dan"), &team("*ann *bob carl eve")).last().unwrap(),
        "2 added, 1 removed, 1 promoted"
    );
    assert_eq!(lines(&team("ann"), &team("ann")), ["no changes"]);
}

#[test]
fn totals_of_several_are_plural() {
    let before = Team {
        repositories: texts(&["o/a", "o/b"]),
        tags: texts(&["a", "b"]),
        team_leads: texts(&["x", "y"]),
        ..team("")
    };
    let after = Team {
        repositories: texts(&["o/c", "o/d"]),
        tags: texts(&["c", "d"]),
        team_leads: texts(&["v", "w"]),
        ..team("")
    };
    let before =
        Team { members: vec![named("a", "A"), named("b", "B"), member("g", "guest"), member("h", "guest")], ..before };
    let after =
        Team { members: vec![named("a", "X"), named("b", "Y"), member("g", "host"), member("h", "host")], ..after };
    let after = Team { name: "N".to_owned(), color: Some("#fff".to_owned()), ..after };
    let expected = "2 roles changed, 2 display names changed, 2 leads added, 2 leads removed, 2 fields changed, \
                    2 repositories added, 2 repositories removed, 2 tags added, 2 tags removed";
    assert_eq!(lines(&before, &after).last().unwrap(), expected);
}

#[test]
fn i12_two_teams_are_said_to_be_two_first_of_all() {
    let other = Team { id: "b".to_owned(), name: "Other".to_owned(), ..team("ann") };
    let lines_of_two = lines(&team(""), &other);
    assert_eq!(
        lines_of_two[0],
        "these are two teams: \"Backend\" (3f2504e0-4f89-41d3-9a0c-0305e82c3301) and \"Other\" (b)"
    );
    assert_eq!(lines_of_two[1], "ann added");
    let twin = Team { id: "b".to_owned(), ..team("") };
    assert_eq!(lines(&team(""), &twin)[1..], ["nothing else differs"]);
    let same = Team { id: "3F2504E0-4F89-41D3-9A0C-0305E82C3301".to_owned(), ..team("") };
    assert_eq!(lines(&team(""), &same), ["no changes"]);
}

#[test]
fn possible_renames_say_what_they_go_by() {
    let person =
        |login: &str, name: &str, joined: &str| Member { joined_at: Some(joined.to_owned()), ..named(login, name) };
    let state = |members: &[Member]| Team { members: members.to_vec(), ..team("") };
    let before =
        state(&[person("a", "Ann", "2024-01-01"), person("b", "Bob", "2024-01-02"), person("c", "Carl", "2024-01-03")]);
    let after =
        state(&[person("x", "Ann", "2024-01-01"), person("y", "Bob", "2024-02-02"), person("z", "Zoe", "2024-01-03")]);
    let expected = [
        "a and x may be one person (same display name, joined at the same time)",
        "b and y may be one person (same display name)",
        "c and z may be one person (joined at the same time)",
    ];
    assert_eq!(lines(&before, &after)[..3], expected);
}

#[test]
fn the_loss_of_the_last_lead_is_said() {
    let expected = ["ann removed", "nobody leads the team now", "1 removed"];
    assert_eq!(lines(&team("*ann bob"), &team("bob")), expected);
}

#[test]
fn a_lead_is_not_told_twice() {
    assert_eq!(
        lines(&team("ann *bob"), &team("*ann *bob *carl")),
        ["ann promoted to lead", "carl added as lead", "1 added, 1 promoted"]
    );
    assert_eq!(
        lines(&team("*ann *bob *carl"), &team("ann *carl")),
        ["ann demoted to member", "bob removed", "1 removed, 1 demoted"]
    );
}

#[test]
fn a_lead_is_told_where_no_other_line_does() {
    let listed = |words: &str, leads: &[&str]| Team { team_leads: texts(leads), ..team(words) };
    assert_eq!(
        lines(&listed("", &[]), &listed("ann", &["ann"])),
        ["ann added", "ann added to the leads", "1 added, 1 lead added"]
    );
    assert_eq!(
        lines(&listed("*ann", &["ann"]), &listed("ann", &["ann", "bob"])),
        ["ann demoted to member", "bob added to the leads", "1 demoted, 1 lead added"]
    );
    let demoted = lines(&listed("*ann *bob", &["bob"]), &listed("ann *bob", &["ann", "bob"]));
    assert_eq!(demoted, ["ann demoted to member", "ann added to the leads", "1 demoted, 1 lead added"]);
    let promoted = lines(&listed("ann *bob", &["ann", "bob"]), &listed("*ann *bob", &["bob"]));
    assert_eq!(promoted, ["ann promoted to lead", "ann removed from the leads", "1 promoted, 1 lead removed"]);
}

#[test]
fn values_of_fields_are_shown_as_people_write_them() {
    let after = Team {
        name: String::new(),
        description: Some("d".to_owned()),
        color: Some("#fff".to_owned()),
        parent_team_id: Some("p".to_owned()),
        created_by: Some("ann".to_owned()),
        is_active: Some(false),
        ..team("")
    };
    let expected = [
        "name: \"Backend\" → \"\"",
        "description: none → \"d\"",
        "color: none → \"#fff\"",
        "parent team: none → \"p\"",
        "active: yes → no",
        "creator: none → \"ann\"",
        "6 fields changed",
    ];
    assert_eq!(lines(&team(""), &after), expected);
}

#[test]
fn what_would_break_a_line_or_turn_it_is_replaced() {
    for disruptive in [
        "\n", "\r", "\t", "\0", "\u{1b}", "\u{7f}", "\u{85}", "\u{2028}", "\u{2029}", "\u{200e}", "\u{200f}",
        "\u{61c}", "\u{202e}", "\u{2066}",
    ] {
        let login = ["a", disruptive, "b"].concat();
        assert_eq!(lines(&team(""), &Team { members: vec![member(&login, "")], ..team("") })[0], "a\u{fffd}b added");
        assert_eq!(lines(&team(""), &Team { tags: vec![login], ..team("") })[0], "tag a\u{fffd}b added");
    }
}

#[test]
fn long_texts_are_cut() {
    let (fits, long) = ("é".repeat(80), "é".repeat(81));
    assert_eq!(lines(&team(""), &team(&fits))[0], fits.clone() + " added");
    assert_eq!(lines(&team(""), &team(&long))[0], fits + "… added");
}

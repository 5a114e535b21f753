//! Calls in every order in which they can overlap.

use super::*;
use crate::wire::team::Member;

const ID: &str = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";

fn team(logins: &str) -> Team {
    let member = |login: &str| Member { user_login: login.to_owned(), ..Member::default() };
    Team { id: ID.to_owned(), members: logins.split_whitespace().map(member).collect(), ..Team::default() }
}

fn logins(team: Option<Rc<Team>>) -> Option<Vec<String>> {
    team.map(|team| team.members.iter().map(|member| member.user_login.clone()).collect())
}

#[test]
fn a_state_is_as_old_as_its_request() {
    let mut teams = KnownTeams::default();
    assert_eq!(logins(teams.begin_removal(ID, "x")), None);
    teams.learn(&team("ann"), 2);
    teams.learn(&team("ann bob"), 1);
    assert_eq!(logins(teams.begin_removal(&ID.to_uppercase(), "x")), Some(vec!["ann".to_owned()]));
    teams.learn(&team("ann carl"), 3);
    assert_eq!(logins(teams.begin_removal(ID, "x")).unwrap().len(), 2);
}

#[test]
fn what_a_removal_left_is_learnt_of_a_team_that_was_asked_for() {
    let mut teams = KnownTeams::default();
    teams.begin_removal(ID, "bob");
    teams.learn_what_is_left(&team("ann"), 1);
    assert_eq!(logins(teams.begin_removal(ID, "ann")), None);
    teams.learn(&team("ann bob"), 2);
    teams.learn_what_is_left(&team("ann"), 3);
    assert_eq!(logins(teams.begin_removal(ID, "ann")), Some(vec!["ann".to_owned()]));
}

#[test]
fn removals_that_overlap_know_of_each_other() {
    let mut teams = KnownTeams::default();
    teams.learn(&team("ann bob carl"), 1);
    teams.begin_removal(ID, "ann");
    teams.begin_removal(ID, " BOB ");
    assert_eq!(teams.end_removal(ID, "bob", 4), ["ann", "bob"]);
    teams.learn_what_is_left(&team("carl"), 3);
    // Sent before bob's, answered after it.
    assert_eq!(teams.end_removal(ID, "ann", 5), ["ann", "bob"]);
    teams.learn_what_is_left(&team("bob carl"), 2);
    assert_eq!(logins(teams.begin_removal(ID, "carl")), Some(vec!["carl".to_owned()]));
}

#[test]
fn who_is_gone_since_the_latest_request_is_known_until_the_next() {
    let mut teams = KnownTeams::default();
    teams.begin_removal(ID, "bob");
    // Asked for before the removal ended, answered before and after.
    teams.learn(&team("ann bob"), 1);
    assert_eq!(teams.end_removal(ID, "bob", 3), ["bob"]);
    teams.learn(&team("ann bob"), 2);
    teams.begin_removal(ID, "ann");
    assert_eq!(teams.end_removal(ID, "ann", 4), ["bob", "ann"]);
    // Asked for afterwards: whoever is there has joined again.
    teams.learn(&team("ann bob"), 5);
    teams.begin_removal(ID, "ann");
    assert_eq!(teams.end_removal(ID, "ann", 6), ["ann"]);
}

#[test]
fn a_removal_that_is_under_way_keeps_what_its_team_lost() {
    let mut teams = KnownTeams::default();
    teams.learn(&team("ann bob carl"), 1);
    teams.begin_removal(ID, "carl");
    teams.begin_removal(ID, "bob");
    teams.end_removal(ID, "bob", 4);
    teams.learn(&team("ann carl"), 5);
    assert_eq!(teams.end_removal(ID, "carl", 6), ["carl", "bob"]);
}

#[test]
fn of_two_removals_of_one_login_the_last_ends_it() {
    let mut teams = KnownTeams::default();
    teams.learn(&team("ann bob"), 1);
    teams.begin_removal(ID, "bob");
    teams.begin_removal(ID, "bob");
    teams.end_removal(ID, "bob", 3);
    teams.learn(&team("ann bob"), 4);
    teams.begin_removal(ID, "ann");
    assert_eq!(teams.end_removal(ID, "ann", 5), ["bob", "ann"]);
}

#[test]
fn one_after_another_leaves_nothing_behind() {
    let mut teams = KnownTeams::default();
    teams.learn(&team("ann"), 0);
    for at in 1..100 {
        teams.begin_removal(ID, &at.to_string());
        assert!(teams.end_removal(ID, &at.to_string(), 10 * at + 1).len() < 3);
        teams.learn_what_is_left(&team("ann"), 10 * at);
    }
}

#[test]
fn the_teams_that_were_asked_for_last_are_known() {
    let named = |at: usize| Team { id: format!("team-{at}"), ..team("ann") };
    let mut teams = KnownTeams::default();
    for at in 0..MOST {
        teams.learn(&named(at), 1);
    }
    teams.learn(&named(0), 2);
    teams.learn(&named(MOST), 3);
    let mut known = |at: usize| teams.begin_removal(&named(at).id, "bob").is_some();
    assert!(known(0) && known(2) && known(MOST));
    assert!(!known(1));
    assert_eq!(KnownTeams::default().end_removal(ID, " Bob ", 1), ["bob"], "forgotten meanwhile");
}

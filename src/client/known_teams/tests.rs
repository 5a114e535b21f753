//! Calls in every order in which they can overlap.

use super::*;
use crate::wire::team::Member;

/// The ticket of no removal.
const NONE: Ticket = Ticket(0);
const ID: &str = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";
const OTHER: &str = "3f2504e0-4f89-41d3-9a0c-0305e82c3302";

fn team_of(id: &str, logins: &str) -> Team {
    let member = |login: &str| Member { user_login: login.to_owned(), ..Member::default() };
    Team { id: id.to_owned(), members: logins.split_whitespace().map(member).collect(), ..Team::default() }
}

fn team(logins: &str) -> Team {
    team_of(ID, logins)
}

/// Whom others removed since the team was asked for at this moment.
fn since(teams: &KnownTeams, own: Ticket, id: &str, asked: LogicalTime) -> Vec<String> {
    teams.others_removed_since(own, &Seen { team: Rc::new(team_of(id, "")), asked, left_by: None })
}

/// The logins of a team as far as it is known, and when it was asked for.
fn known(teams: &KnownTeams) -> Option<(String, LogicalTime)> {
    let logins = |team: &Team| team.members.iter().map(|member| &*member.user_login).collect::<Vec<_>>().join(" ");
    teams.seen(&ID.to_uppercase()).map(|seen| (logins(&seen.team), seen.asked))
}

#[test]
fn a_state_is_as_old_as_its_request() {
    let mut teams = KnownTeams::default();
    assert_eq!(known(&teams), None);
    teams.learn(&Rc::new(team("ann")), 2);
    teams.learn(&Rc::new(team("ann bob")), 1);
    assert_eq!(known(&teams), Some(("ann".to_owned(), 2)));
    teams.learn(&Rc::new(team_of(&ID.to_uppercase(), "ann carl")), 3);
    assert_eq!(known(&teams), Some(("ann carl".to_owned(), 3)));
}

#[test]
fn what_a_removal_left_is_learnt_of_a_team_that_was_asked_for() {
    let mut teams = KnownTeams::default();
    teams.learn_what_is_left(&Rc::new(team("ann")), 1, NONE);
    assert_eq!(known(&teams), None);
    teams.learn(&Rc::new(team("ann bob")), 2);
    teams.learn_what_is_left(&Rc::new(team("ann")), 3, NONE);
    assert_eq!(known(&teams), Some(("ann".to_owned(), 3)));
}

#[test]
fn removals_that_overlap_know_of_each_other() {
    let mut teams = KnownTeams::default();
    let ann = teams.begin_removal(ID, "ann");
    let bob = teams.begin_removal(&ID.to_uppercase(), "BOB");
    teams.begin_removal(OTHER, "carl");
    assert_eq!(since(&teams, NONE, ID, 1), ["ann", "BOB"]);
    teams.end_removal(bob, true, 4);
    assert_eq!(since(&teams, NONE, ID, 1), ["ann", "BOB"]);
    teams.end_removal(ann, true, 5);
    assert_eq!(since(&teams, NONE, &ID.to_uppercase(), 1), ["BOB", "ann"]);
    assert_eq!(since(&teams, ann, ID, 1), ["BOB"]);
}

#[test]
fn who_was_removed_before_a_request_is_known_to_what_it_answers() {
    let mut teams = KnownTeams::default();
    let bob = teams.begin_removal(ID, "bob");
    teams.end_removal(bob, true, 3);
    // Asked for before the removal ended, whenever it was answered.
    assert_eq!(since(&teams, NONE, ID, 2), ["bob"]);
    // Asked for afterwards: a member who is there has joined again.
    assert!(since(&teams, NONE, ID, 4).is_empty());
}

#[test]
fn whom_a_removal_took_is_not_taken_from_what_it_left() {
    let mut teams = KnownTeams::default();
    teams.learn(&Rc::new(team("Ann ann eve")), 1);
    let [ann, bob] = ["ann", "bob"].map(|login| teams.begin_removal(ID, login));
    teams.learn_what_is_left(&Rc::new(team("Ann eve")), 2, ann);
    [(ann, 3), (bob, 4)].into_iter().for_each(|(removal, now)| teams.end_removal(removal, true, now));
    let left = teams.seen(ID).unwrap();
    assert_eq!(teams.others_removed_since(NONE, left), ["bob"]);
}

#[test]
fn a_removal_that_took_nobody_is_forgotten() {
    let mut teams = KnownTeams::default();
    let refused = teams.begin_removal(ID, "bob");
    let under_way = teams.begin_removal(ID, "bob");
    teams.end_removal(refused, false, 3);
    assert_eq!(since(&teams, NONE, ID, 1), ["bob"], "one of the same login is under way");
    teams.end_removal(under_way, false, 4);
    assert!(since(&teams, NONE, ID, 1).is_empty());
    teams.end_removal(under_way, true, 5);
    assert!(since(&teams, NONE, ID, 1).is_empty(), "has ended");
}

#[test]
fn a_bounded_number_of_removals_is_remembered_and_all_that_are_under_way() {
    let mut teams = KnownTeams::default();
    teams.begin_removal(ID, "first");
    for at in 0..3 * MOST_REMOVALS as u64 {
        let ticket = teams.begin_removal(OTHER, &at.to_string());
        teams.end_removal(ticket, true, at + 1);
    }
    assert_eq!(since(&teams, NONE, ID, 1), ["first"]);
    let latest = 2 * MOST_REMOVALS..3 * MOST_REMOVALS;
    assert_eq!(since(&teams, NONE, OTHER, 0), latest.map(|at| at.to_string()).collect::<Vec<_>>());
}

#[test]
fn the_teams_that_were_asked_for_last_are_known() {
    let id = |at: usize| format!("team-{at}");
    let mut teams = KnownTeams::default();
    for at in 0..MOST_TEAMS {
        teams.learn(&Rc::new(team_of(&id(at), "ann")), 1);
    }
    teams.learn(&Rc::new(team_of(&id(0), "ann")), 2);
    teams.learn(&Rc::new(team_of(&id(MOST_TEAMS), "ann")), 3);
    for at in 0..MOST_TEAMS {
        // A removal from a team that nobody asked for takes no team's place.
        teams.begin_removal(&format!("other-{at}"), "ann");
    }
    let is_known = |at: usize| teams.seen(&id(at)).is_some();
    assert!(is_known(0) && is_known(2) && is_known(MOST_TEAMS));
    assert!(!is_known(1));
}

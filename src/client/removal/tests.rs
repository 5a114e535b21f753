use super::*;
use crate::team::{InconsistentIn, TeamInconsistency};

const UNREADABLE: ReadBack = ReadBack::Unreadable(ErrorKind::Forbidden);

/// A failure of a request that was sent.
fn sent(kind: ErrorKind) -> Failure {
    Failure { attempts: 1, ..Failure::new(kind) }
}

#[test]
fn e13_only_a_lost_answer_is_read_back() {
    for (kind, expected) in [
        (ErrorKind::Network, AfterFailure::ReadBack),
        (ErrorKind::Timeout, AfterFailure::ReadBack),
        (ErrorKind::ServerError, AfterFailure::ReadBack),
        (ErrorKind::Decode, AfterFailure::ReadBack),
        (ErrorKind::TooLarge, AfterFailure::ReadBack),
        (ErrorKind::UnexpectedStatus, AfterFailure::ReadBack),
        (ErrorKind::Rejected, AfterFailure::Reject(Outcome::Rejected)),
        (ErrorKind::NotFound, AfterFailure::Reject(Outcome::Rejected)),
        (ErrorKind::RateLimited, AfterFailure::Reject(Outcome::Rejected)),
        (ErrorKind::RedirectBlocked, AfterFailure::Reject(Outcome::Unknown)),
        (ErrorKind::InvalidArgument, AfterFailure::Reject(Outcome::NotSent)),
    ] {
        assert_eq!(after_failure(&sent(kind), false), expected, "{kind:?}");
    }
}

#[test]
fn e13_a_removal_that_was_refused_stays_so_whatever_ends_its_call() {
    for kind in [ErrorKind::Timeout, ErrorKind::Disposed, ErrorKind::InvalidArgument] {
        let failure = Failure { outcome: Outcome::Rejected, ..sent(kind) };
        assert_eq!(after_failure(&failure, true), AfterFailure::Reject(Outcome::Rejected), "{kind:?}");
    }
}

#[test]
fn e13_only_what_the_service_refused_is_rejected() {
    for (failure, expected) in [
        (sent(ErrorKind::Forbidden), true),
        (sent(ErrorKind::RateLimited), true),
        (Failure { outcome: Outcome::Rejected, ..sent(ErrorKind::Timeout) }, true),
        (sent(ErrorKind::NotFound), false),
        (sent(ErrorKind::Timeout), false),
        (sent(ErrorKind::RedirectBlocked), false),
        (sent(ErrorKind::InvalidArgument), false),
    ] {
        assert_eq!(is_rejected(&failure), expected, "{failure:?}");
    }
}

#[test]
fn e13_a_member_who_was_seen_is_looked_for_where_a_second_request_may_have_been_refused() {
    let rejected = AfterFailure::Reject(Outcome::Rejected);
    for (failure, was_member, expected) in [
        (sent(ErrorKind::NotFound), true, AfterFailure::ReadBack),
        (sent(ErrorKind::NotFound), false, rejected),
        (sent(ErrorKind::NotFound).with_hint("non_json_body: …"), true, AfterFailure::ReadBack),
        (sent(ErrorKind::Rejected), true, AfterFailure::ReadBack),
        (sent(ErrorKind::Rejected), false, rejected),
        (sent(ErrorKind::Forbidden), true, rejected),
        (Failure::new(ErrorKind::NotFound), true, AfterFailure::Reject(Outcome::NotSent)),
    ] {
        assert_eq!(after_failure(&failure, was_member), expected, "{failure:?}");
    }
}

#[test]
fn e13_what_is_read_back_decides() {
    let [lost, nobody, refused] = [ErrorKind::Timeout, ErrorKind::NotFound, ErrorKind::Rejected].map(sent);
    let told = |failure: &Failure, read| {
        after_read_back(failure.clone(), read).map_err(|failure| (failure.kind, failure.outcome))
    };
    assert_eq!(told(&lost, ReadBack::Gone), Ok(LOST));
    assert_eq!(told(&lost, ReadBack::NeverThere), Err((ErrorKind::Unconfirmed, Outcome::Unknown)));
    assert_eq!(told(&nobody, ReadBack::Gone), Ok(FOUND_NOBODY));
    assert_eq!(told(&refused, ReadBack::Gone), Ok(REFUSED));
    for (failure, read, kind, outcome) in [
        (&lost, ReadBack::There, ErrorKind::Unconfirmed, Outcome::Unknown),
        (&lost, UNREADABLE, ErrorKind::Unconfirmed, Outcome::Unknown),
        (&lost, ReadBack::Disposed, ErrorKind::Disposed, Outcome::Unknown),
        (&nobody, ReadBack::There, ErrorKind::NotFound, Outcome::Rejected),
        (&nobody, UNREADABLE, ErrorKind::NotFound, Outcome::Unknown),
        (&nobody, ReadBack::Disposed, ErrorKind::Disposed, Outcome::Unknown),
        (&refused, ReadBack::There, ErrorKind::Rejected, Outcome::Rejected),
        (&refused, UNREADABLE, ErrorKind::Rejected, Outcome::Rejected),
        (&refused, ReadBack::Disposed, ErrorKind::Disposed, Outcome::Rejected),
    ] {
        assert_eq!(told(failure, read), Err((kind, outcome)), "{failure:?} {read:?}");
    }
}

#[test]
fn e13_a_removal_that_found_nobody_may_have_been_sent_twice() {
    let hint = |failure: Failure| rejection(failure, Outcome::Rejected).hint;
    assert!(hint(Failure::new(ErrorKind::NotFound)).unwrap().contains("sent the request twice"));
    let elsewhere = Failure::new(ErrorKind::NotFound).with_hint("non_json_body: …");
    let hint_of_both = hint(elsewhere.clone()).unwrap();
    assert!(hint_of_both.starts_with("non_json_body: …; else ") && hint_of_both.contains("read the team"));
    let unreadable = rejection(elsewhere, Outcome::Unknown).hint.unwrap();
    assert!(unreadable.contains("read the team") && !unreadable.contains("non_json_body"));
    assert_eq!(hint(Failure::new(ErrorKind::Rejected)), None);
    let refused = after_read_back(sent(ErrorKind::Rejected), UNREADABLE).unwrap_err();
    assert!(refused.hint.unwrap().contains("sent the request twice"));
}

#[test]
fn e13_a_removal_whose_outcome_is_not_known_says_to_read_the_team() {
    let lost = Failure { retryable: true, ..sent(ErrorKind::Decode) }.at("/team/id");
    let nobody = sent(ErrorKind::NotFound);
    let disposed = Failure { path: Some("/team".to_owned()), ..sent(ErrorKind::Disposed) };
    let redirected = sent(ErrorKind::RedirectBlocked).with_hint("set baseUrl");
    let offline = sent(ErrorKind::Network).with_hint(Hint::Offline);
    let read_back = |failure: &Failure, read| *after_read_back(failure.clone(), read).unwrap_err();
    for (failure, words) in [
        (read_back(&lost, ReadBack::There), "read the team again before you repeat"),
        (read_back(&lost, UNREADABLE), "read the team again before you repeat"),
        (read_back(&lost, UNREADABLE), "; reading it back failed as forbidden"),
        (read_back(&offline, UNREADABLE), "try again when it has; read the team again"),
        (read_back(&lost, ReadBack::Disposed), "read the team again before you repeat"),
        (read_back(&nobody, ReadBack::Disposed), "read the team again before you repeat"),
        (rejection(disposed.clone(), Outcome::Unknown), "read the team again before you repeat"),
        (read_back(&nobody, UNREADABLE), "sent the request twice"),
        (rejection(redirected.clone(), Outcome::Unknown), "set baseUrl; read the team again before you repeat"),
    ] {
        assert!(failure.hint.as_ref().unwrap().contains(words), "{failure:?}");
        // Repeating it may do harm, and the place that did not decode does not matter.
        assert_eq!((failure.retryable, failure.path, failure.outcome), (false, None, Outcome::Unknown));
    }
    let online = read_back(&lost, UNREADABLE).hint.unwrap();
    assert!(online.starts_with(READ_AGAIN), "nothing is said of a network that is there");
    let unsent = rejection(sent(ErrorKind::Disposed), Outcome::NotSent);
    assert_eq!((unsent.hint, unsent.outcome), (None, Outcome::NotSent), "nothing to read");
}

#[test]
fn e13_a_removal_that_used_up_its_time_is_read_back_all_the_same() {
    for (timeout_ms, spent_ms, expected) in [
        (120_000.0, 30_000.0, 90_000.0),
        (120_000.0, 120_001.0, 5_000.0),
        (6_000.0, 2_000.0, 5_000.0),
        (300.0, 300.0, 300.0),
        (f64::INFINITY, 1e9, f64::INFINITY),
    ] {
        assert_eq!(read_back_ms(timeout_ms, spent_ms), expected, "{timeout_ms} {spent_ms}");
    }
}

#[test]
fn c21_a_member_who_is_still_there_is_not_gone() {
    let member = |login: &str| Member { user_login: login.to_owned(), ..Member::default() };
    let team = Team { members: vec![member("Ann"), member("bo")], ..Team::default() };
    for before in [None, Some(&team)] {
        assert!(!RemovalTarget::of("ann", before).is_gone(&team));
        assert!(!RemovalTarget::of(" BO ", before).is_gone(&team));
        assert!(RemovalTarget::of("cy", before).is_gone(&team));
    }
}

#[test]
fn of_several_spellings_the_one_that_was_asked_for_goes() {
    let before = team(&["bob", "Bob", "ann"], &["bob", "ann"]);
    let gone = |login| RemovalTarget::of(login, Some(&before)).is_gone(&team(&["Bob", "ann"], &["ann"]));
    assert!(gone("bob"));
    assert!(!gone("Bob") && !gone("BOB") && !gone(" bob"), "another, or nobody in particular");
    assert!(!RemovalTarget::of("bob", None).is_gone(&team(&["Bob"], &[])), "the team before is not known");
    let alone = team(&["bob", "ann"], &[]);
    let target = RemovalTarget::of("bob", Some(&alone));
    assert!(!target.is_gone(&team(&["Bob", "ann"], &[])), "is there still, spelled otherwise");
    assert!(collateral(&alone, &team(&["Ann"], &[]), &target, &[]).unchanged, "so is who stays");
    let told = |login, members: &[&str]| {
        collateral(&before, &team(members, &["ann"]), &RemovalTarget::of(login, Some(&before)), &[]).summary
    };
    assert_eq!(told("bob", &["Bob", "ann"]), ["no changes"]);
    assert_eq!(told("bob", &["ann"]), ["Bob removed", "1 removed"], "it took too much");
}

#[test]
fn what_else_is_spelled_alike_and_goes_is_told() {
    let before = team(&["bob", "Bob", "BOB"], &[]);
    let told = |login, members: &[&str], others: &[&str]| {
        let others: Vec<String> = others.iter().map(|login| (*login).to_owned()).collect();
        collateral(&before, &team(members, &[]), &RemovalTarget::of(login, Some(&before)), &others).summary
    };
    assert_eq!(told("bob", &["bob", "BOB"], &[]), ["Bob removed", "1 removed"], "another one went");
    assert_eq!(told("Bob", &["BOB"], &["bob"]), ["no changes"], "by another removal");
    assert_eq!(told("Bob", &["bob", "BOB"], &["bob"]), ["no changes"], "another removal has not taken its own");
}

#[test]
fn another_removal_takes_the_spelling_that_it_names_and_no_other() {
    let before = team(&["Bob", "bob", "BOB", "Ann", "ann", "cy"], &[]);
    let told = |login, other: &str, members: &[&str]| {
        let target = RemovalTarget::of(login, Some(&before));
        collateral(&before, &team(members, &[]), &target, &[other.to_owned()]).summary
    };
    assert_eq!(told("Bob", "bob", &["Ann", "ann", "cy"]), ["BOB removed", "1 removed"]);
    assert_eq!(told("Bob", "ann", &["bob", "BOB", "cy"]), ["Ann removed", "1 removed"]);
    assert_eq!(told("Bob", "ANN", &["bob", "BOB", "cy"]), ["no changes"], "nobody in particular");
    assert_eq!(told("Bob", " CY", &["bob", "BOB", "Ann", "ann"]), ["no changes"], "there is one spelling");
    assert_eq!(told("cy", "Ann", &["Bob", "bob", "BOB", "ann"]), ["no changes"]);
    assert_eq!(told("cy", "Ann", &["Bob", "bob", "BOB"]), ["ann removed", "1 removed"]);
}

#[test]
fn a_lead_goes_with_the_spelling_that_led_and_with_the_last_of_all() {
    let told = |before: &Team, after: &Team, login, others: &[&str]| {
        let others: Vec<String> = others.iter().map(|login| (*login).to_owned()).collect();
        let found = collateral(before, after, &RemovalTarget::of(login, Some(before)), &others);
        // Members of these teams have no role, which leads contradict before and after.
        (found.summary.join(", "), found.inconsistent_in.iter().any(|state| *state != InconsistentIn::Both))
    };
    let nothing = ("no changes".to_owned(), false);
    let both = team(&["Ann", "ann"], &["Ann", "ann"]);
    assert_eq!(told(&both, &team(&["Ann"], &["Ann"]), "ann", &[]), nothing);
    let still_listed = ("no changes".to_owned(), true);
    assert_eq!(told(&both, &team(&["Ann"], &["Ann", "ann"]), "ann", &[]), still_listed);
    let third = team(&["Ann", "ann", "bo"], &["ANN", "bo"]);
    assert_eq!(told(&third, &team(&[], &[]), "Ann", &["ann", "bo"]), nothing);
    assert_eq!(told(&third, &team(&[], &[]), "bo", &["ann", "Ann"]), nothing);
    let (summary, _) = told(&third, &team(&["Ann", "bo"], &["bo"]), "ann", &[]);
    assert_eq!(summary, "ANN removed from the leads, 1 lead removed", "one spelling is left");
}

#[test]
fn whoever_was_not_there_was_removed_where_something_has_changed() {
    let at = |members: &[&str], leads: &[&str], updated_at: &str| Team {
        updated_at: Some(updated_at.to_owned()),
        ..team(members, leads)
    };
    let removed = |login, before: &Team, after: &Team| {
        let target = RemovalTarget::of(login, Some(before));
        let removed = |change: Option<&TeamDiff>| target.was_removed(Some(before), after, change, &[]);
        let told = removed(Some(&collateral(before, after, &target, &[])));
        assert_eq!(told, removed(None), "{login}: without a comparison");
        told
    };
    let before = at(&["ann", "bo"], &["zed"], "1");
    assert!(removed("bo", &before, &at(&["ann"], &["zed"], "1")));
    assert!(!removed("bo", &before, &before), "is there still");
    assert!(!removed("typo", &before, &before));
    assert!(removed("bo@example.com", &before, &at(&["ann"], &["zed"], "1")), "somebody went");
    assert!(removed("zed", &before, &at(&["ann", "bo"], &[], "1")), "a lead who was no member");
    assert!(!removed("zed", &before, &before));
    assert!(!removed("typo", &before, &at(&["ann", "bo"], &[], "1")), "another lead");
    assert!(removed("cy", &before, &at(&["ann", "bo"], &["zed"], "2")), "added and removed since");
    assert!(RemovalTarget::of("typo", None).was_removed(None, &before, None, &[]), "nothing is known of it");
}

#[test]
fn whom_other_removals_took_does_not_count_for_this_one() {
    let before = team(&["ann", "bo", "cy"], &[]);
    let others = ["cy".to_owned()];
    for (members, expected) in [(&["ann", "bo"][..], false), (&["ann"], true)] {
        let (target, after) = (target("typo"), team(members, &[]));
        let change = collateral(&before, &after, &target, &others);
        for change in [Some(&change), None] {
            let told = target.was_removed(Some(&before), &after, change, &others);
            assert_eq!(told, expected, "{members:?}, compared: {}", change.is_some());
        }
    }
}

fn target(login: &str) -> RemovalTarget<'_> {
    RemovalTarget::of(login, None)
}

pub(super) fn team(members: &[&str], leads: &[&str]) -> Team {
    let member = |login: &&str| Member { user_login: (*login).to_owned(), ..Member::default() };
    Team {
        members: members.iter().map(member).collect(),
        team_leads: leads.iter().map(|login| (*login).to_owned()).collect(),
        ..Team::default()
    }
}

#[test]
fn what_the_removal_took_of_the_login_is_no_collateral() {
    let before = team(&["Ann", "bo"], &["ann", "cy"]);
    for (members, leads) in [(&["bo"][..], &["cy"][..]), (&["bo"], &["ann", "cy"]), (&["Ann", "bo"], &["ann", "cy"])] {
        assert!(collateral(&before, &team(members, leads), &target("ANN"), &[]).unchanged, "{members:?} {leads:?}");
    }
    let listed = team(&["bo"], &["ann", "cy"]);
    assert!(collateral(&listed, &team(&["bo"], &["cy"]), &target("ann"), &[]).unchanged, "a lead who was no member");
    let others = collateral(&before, &team(&[], &[]), &target("ann"), &[]);
    assert_eq!((others.members.removed.len(), others.leads.removed), (1, vec!["cy".to_owned()]));
}

#[test]
fn what_other_removals_took_meanwhile_is_no_collateral() {
    let before = team(&["ann", "bo", "cy", "di"], &["ann", "bo"]);
    let others = ["bo".to_owned(), "cy".to_owned(), "ann".to_owned()];
    for (members, leads) in [
        (&["di"][..], &[][..]),
        (&["cy", "di"], &["bo"]),
        (&["bo", "di"], &["bo"]),
        (&["bo", "cy", "di"], &["bo"]),
        (&["ann", "di"], &["ann"]),
    ] {
        let found = collateral(&before, &team(members, leads), &target("ann"), &others);
        assert!(found.unchanged, "{members:?} {leads:?} {:?}", found.summary);
        let mut listed = found.inconsistencies.iter().zip(found.inconsistent_in);
        let is_new =
            |it: &TeamInconsistency, state| members.contains(&&*it.user_login) || state == InconsistentIn::After;
        assert!(listed.all(|(it, state)| is_new(it, state)), "a lead who was a member");
    }
    let found = collateral(&before, &team(&[], &[]), &target("ann"), &others);
    assert_eq!(found.summary, ["di removed", "1 removed"]);
    let found = collateral(&before, &team(&["bo", "di"], &[]), &target("ann"), &others);
    assert_eq!((found.members.removed.len(), found.leads.removed), (0, vec!["bo".to_owned()]), "still a member");
}

#[test]
fn who_stays_a_member_has_lost_the_lead_besides() {
    let found = collateral(&team(&["Ann"], &["ann"]), &team(&["Ann"], &[]), &target("ANN"), &[]);
    assert_eq!((found.unchanged, found.leads.removed), (false, vec!["ann".to_owned()]));
}

#[test]
fn a_lead_who_is_a_member_no_longer_is_a_new_contradiction() {
    let states = |before: &Team| -> Vec<(String, InconsistentIn)> {
        let found = collateral(before, &team(&["bo"], &["ann", "cy"]), &target("ann"), &[]);
        found.inconsistencies.into_iter().map(|it| it.user_login).zip(found.inconsistent_in).collect()
    };
    let cy = ("cy".to_owned(), InconsistentIn::Both);
    assert_eq!(states(&team(&["ann", "bo"], &["ann", "cy"])), [("ann".to_owned(), InconsistentIn::After), cy.clone()]);
    assert_eq!(states(&team(&["bo"], &["ann", "cy"])), [("ann".to_owned(), InconsistentIn::Both), cy]);
    let spelled = team(&["ann", "Ann"], &["ann"]);
    let found = collateral(&spelled, &team(&["Ann"], &["ann"]), &RemovalTarget::of("ann", Some(&spelled)), &[]);
    assert_eq!(found.inconsistent_in, [InconsistentIn::After], "of several spellings the one that led");
    let listed_twice = team(&["bo", "bo"], &[]);
    let found = collateral(&listed_twice, &listed_twice, &target("ann"), &[]);
    assert_eq!(found.inconsistent_in, [InconsistentIn::Both], "no removal has to do with it");
}

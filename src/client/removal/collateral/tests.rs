//! A law: removals alone are never collateral, whoever spells logins how.

use super::*;
use crate::client::removal::tests::team;
use proptest::prelude::*;

/// Logins of three people, two of them in several spellings.
fn login() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["ann", "Ann", "ANN", "bo", "Bo", "cy"])
}

fn logins(most: usize) -> impl Strategy<Value = Vec<&'static str>> {
    prop::collection::vec(login(), 0..=most)
}

/// Whether a removal means this login: one spelling of several that the members have, or all of them.
fn means(removal: &str, login: &str, members: &[&str]) -> bool {
    let alike: Vec<&&str> = members.iter().filter(|member| member.eq_ignore_ascii_case(removal)).collect();
    let is_exact = alike.iter().any(|member| **member == removal) && alike.iter().any(|member| **member != removal);
    if is_exact { login == removal } else { login.eq_ignore_ascii_case(removal) }
}

proptest! {
    #[test]
    fn what_the_removals_of_a_client_do_is_no_collateral(
        members in logins(6),
        leads in logins(4),
        removals in prop::collection::vec((login(), any::<bool>()), 1..4),
        keeps_leads: [bool; 4],
    ) {
        // Of the others, some have not been carried out yet.
        let done: Vec<&str> =
            removals.iter().enumerate().filter(|(at, (_, is_done))| *at == 0 || *is_done).map(|(_, (login, _))| *login).collect();
        let is_gone = |login: &str| done.iter().any(|removal| means(removal, login, &members));
        let left: Vec<&str> = members.iter().copied().filter(|member| !is_gone(member)).collect();
        // A lead may go with the member, or stay listed.
        let is_last = |lead: &str| {
            let mut alike = members.iter().filter(|member| member.eq_ignore_ascii_case(lead)).peekable();
            alike.peek().is_some() && alike.all(|member| is_gone(member))
        };
        let mut keeps = keeps_leads.iter().copied();
        let stays = |lead: &&&str| !(is_gone(lead) || is_last(lead)) || keeps.next().unwrap_or(true);
        let still_lead: Vec<&str> = leads.iter().filter(stays).copied().collect();

        let (before, after) = (team(&members, &leads), team(&left, &still_lead));
        let others: Vec<String> = removals.iter().skip(1).map(|(login, _)| (*login).to_owned()).collect();
        let found = collateral(&before, &after, &RemovalTarget::of(done[0], Some(&before)), &others);
        prop_assert!(found.unchanged, "{:?}", found.summary);
    }
}

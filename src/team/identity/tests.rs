//! When two spellings are the same.

use super::*;
use crate::team::samples::{member, team, texts};

#[test]
fn logins_fold_letter_case_and_white_space_around_them() {
    for (a, b) in
        [("Ann", "ann"), (" ann\t", "ANN"), ("ÜNAL@Example.Com", "ünal@example.com"), ("ΝΙΚΟΣ", "νικος"), ("µ", "μ")]
    {
        assert_eq!(LoginMatching::Folded.key(a), LoginMatching::Folded.key(b), "{a} {b}");
    }
    for (a, b) in [("an n", "ann"), ("straße", "strasse"), ("ı", "i"), ("İ", "i"), ("е", "e"), ("ann", "ann\u{200B}")]
    {
        assert_ne!(LoginMatching::Folded.key(a), LoginMatching::Folded.key(b), "{a} {b}");
    }
}

#[test]
fn case_sensitive_logins_are_trimmed_only() {
    assert_eq!(LoginMatching::CaseSensitive.key(" Ann "), "Ann");
    assert_eq!(LoginMatching::Folded.key(" Ann "), "ann");
}

#[test]
fn which_members_lead_is_said_by_the_list_or_by_the_role() {
    let mut state = team("*ann bob");
    state.members.push(member("Carl", "Lead"));
    state.team_leads = texts(&["ANN", "dora"]);
    let leads = leading_members(&state, LoginMatching::Folded);
    assert_eq!(leads.iter().map(|(key, _)| key).collect::<Vec<_>>(), ["ann", "carl"]);
}

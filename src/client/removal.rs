//! What is known of a removal after it was sent: once, and never blindly again.

use crate::client::failure::{ErrorKind, Failure, Outcome};
use crate::history::keyed::Keyed;
use crate::team::{DiffOptions, Logins, State, TeamDiff, diff};
use crate::wire::team::Team;

/// What to do about a removal whose attempt failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterFailure {
    /// Reject: nothing more can be learnt, or nothing needs to be.
    Reject(Outcome),
    /// The answer is lost: read the team back.
    ReadBack,
}

/// What reading the team back came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadBack {
    /// The member is not in the team any more.
    Gone,
    /// The member is still in the team.
    There,
    /// The team could not be read, for this reason.
    Unreadable(ErrorKind),
    /// The client was disposed meanwhile.
    Disposed,
}

const READ_BACK_MS: f64 = 5_000.0;
const LOST: &str = "The answer was lost; the member is not in the team any more.";
const FOUND_NOBODY: &str = "The service found nobody of this login; the member is not in the team any more.";
const READ_AGAIN: &str = "read the team again before you repeat the removal: it may still take effect";
const SENT_TWICE: &str = "a browser may have sent the request twice, and the first may have removed the member: read the team to see who is in it";

/// Decides by what is known of the failure, and whether the client has seen the member in the team. Where its outcome says
/// that the last request was refused, nothing was sent after that, and what ended the call does not matter.
pub fn after_failure(failure: &Failure, was_member: impl FnOnce() -> bool) -> AfterFailure {
    if failure.attempts == 0 {
        return AfterFailure::Reject(Outcome::NotSent);
    }
    if found_nobody(failure) && was_member() {
        return AfterFailure::ReadBack;
    }
    by_kind(failure)
}

/// Whether what failed says that the removal was refused.
pub fn is_refused(failure: &Failure) -> bool {
    by_kind(failure) == AfterFailure::Reject(Outcome::Rejected)
}

fn by_kind(failure: &Failure) -> AfterFailure {
    if failure.outcome == Outcome::Rejected {
        return AfterFailure::Reject(Outcome::Rejected);
    }
    match failure.kind {
        ErrorKind::Unauthorized
        | ErrorKind::Forbidden
        | ErrorKind::NotFound
        | ErrorKind::RateLimited
        | ErrorKind::Rejected => AfterFailure::Reject(Outcome::Rejected),
        ErrorKind::InvalidArgument | ErrorKind::InitFailed => AfterFailure::Reject(Outcome::NotSent),
        ErrorKind::RedirectBlocked | ErrorKind::Disposed | ErrorKind::Internal => {
            AfterFailure::Reject(Outcome::Unknown)
        }
        _ => AfterFailure::ReadBack,
    }
}

/// Whether the service says that no such member is there. If the client had seen the member, this may be the answer to a
/// repeated request, or somebody else was quicker. The team is then read back even if the answer does not look like the
/// service's own: it was read at the same address before.
///
/// A browser may resend a request, even a removal, when a kept-alive connection dies before any of the answer arrives. The
/// first may have been carried out, and the second finds nobody. Scripts can neither see nor prevent this.
fn found_nobody(failure: &Failure) -> bool {
    failure.kind == ErrorKind::NotFound
}

/// What comes of a removal once the team was read back: what to say where it was carried out, else the rejection.
pub fn after_read_back(lost: Failure, read: ReadBack) -> Result<&'static str, Box<Failure>> {
    let rejection = match (read, found_nobody(&lost)) {
        (ReadBack::Gone, true) => return Ok(FOUND_NOBODY),
        (ReadBack::Gone, false) => return Ok(LOST),
        (ReadBack::Disposed, _) => unknown(ErrorKind::Disposed, &lost),
        // What was not found is there: nothing happened.
        (ReadBack::There, true) => Failure { outcome: Outcome::Rejected, ..lost },
        (ReadBack::Unreadable(_), true) => rejection(lost, Outcome::Unknown),
        (ReadBack::Unreadable(why), false) => {
            let unknown = unknown(ErrorKind::Unconfirmed, &lost);
            let hint = unknown.hint.map(|hint| [&hint, "; reading it back failed as ", why.word()].concat());
            Failure { hint, ..unknown }
        }
        (ReadBack::There, false) => unknown(ErrorKind::Unconfirmed, &lost),
    };
    Err(Box::new(rejection))
}

/// The rejection of a removal that nothing more is learnt of. One that found nobody may have been sent twice.
pub fn rejection(failure: Failure, outcome: Outcome) -> Failure {
    if outcome == Outcome::Unknown && failure.kind == ErrorKind::Disposed {
        return unknown(failure.kind, &failure);
    }
    let hint = match (failure.kind, failure.hint) {
        // Who was seen in the team was seen at this address.
        (ErrorKind::NotFound, Some(hint)) if outcome == Outcome::Rejected => Some(format!("{hint}; else {SENT_TWICE}")),
        (ErrorKind::NotFound, _) => Some(SENT_TWICE.to_owned()),
        // Reading it back would be a second request to where the first went astray.
        (ErrorKind::RedirectBlocked, Some(hint)) if outcome == Outcome::Unknown => {
            Some([&hint, "; ", READ_AGAIN].concat())
        }
        (_, hint) => hint,
    };
    Failure { outcome, hint, ..failure }
}

/// The rejection of a removal that was sent, where neither its answer nor the team read back says what came of it.
fn unknown(kind: ErrorKind, lost: &Failure) -> Failure {
    Failure { kind, outcome: Outcome::Unknown, retryable: false, path: None, ..lost.clone() }.with_hint(READ_AGAIN)
}

/// Time allowed for reading the team back: what the removal has left, but at least its whole timeout or five seconds,
/// whichever is less.
pub fn read_back_ms(timeout_ms: f64, spent_ms: f64) -> f64 {
    (timeout_ms - spent_ms).max(timeout_ms.min(READ_BACK_MS))
}

/// Whether nobody of this login is left in the team. Letter case and spaces around a login do not count.
pub fn is_gone(team: &Team, user_login: &str) -> bool {
    let wanted = key(user_login);
    !team.members.iter().any(|member| key(&member.user_login) == wanted)
}

/// What differs from the team before beside the removal itself, and beside others that this client made meanwhile.
pub fn collateral(before: &Team, after: &Team, user_login: &str, others: &[String]) -> TeamDiff {
    let is_left = Keyed::of(after.members.iter().map(|member| key(&member.user_login)));
    let removals = others.iter().map(|login| key(login)).chain([key(user_login)]);
    let taken = Keyed::of(removals.filter(|login| !is_left.has(login)));
    let was_there = Keyed::of(before.members.iter().map(|member| key(&member.user_login)));
    let mut collateral = diff(&less(before, after, &taken), after, &DiffOptions::default());
    for found in &mut collateral.inconsistencies {
        let login = key(&found.user_login);
        if taken.has(&login) && was_there.has(&login) {
            // A lead who stayed in the list was a member then.
            found.state = State::After;
        }
    }
    collateral
}

/// The team less what the removals took of these logins.
fn less(before: &Team, after: &Team, taken: &Keyed) -> Team {
    let leads_left = Keyed::of(after.team_leads.iter().map(|lead| key(lead)));
    let mut team = before.clone();
    team.members.retain(|member| !taken.has(&key(&member.user_login)));
    team.team_leads.retain(|lead| {
        let lead = key(lead);
        !taken.has(&lead) || leads_left.has(&lead)
    });
    team
}

/// What logins of one person have in common.
pub fn key(login: &str) -> String {
    Logins::Folded.key(login)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::team::Member;

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
            assert_eq!(after_failure(&sent(kind), || false), expected, "{kind:?}");
        }
    }

    #[test]
    fn e13_a_removal_that_was_refused_stays_so_whatever_ends_its_call() {
        for kind in [ErrorKind::Timeout, ErrorKind::Disposed, ErrorKind::InvalidArgument] {
            let failure = Failure { outcome: Outcome::Rejected, ..sent(kind) };
            assert_eq!(after_failure(&failure, || true), AfterFailure::Reject(Outcome::Rejected), "{kind:?}");
        }
    }

    #[test]
    fn e13_only_what_the_service_refused_is_refused() {
        for (failure, expected) in [
            (sent(ErrorKind::Forbidden), true),
            (sent(ErrorKind::RateLimited), true),
            (Failure { outcome: Outcome::Rejected, ..sent(ErrorKind::Timeout) }, true),
            (sent(ErrorKind::Timeout), false),
            (sent(ErrorKind::RedirectBlocked), false),
            (sent(ErrorKind::InvalidArgument), false),
        ] {
            assert_eq!(is_refused(&failure), expected, "{failure:?}");
        }
    }

    #[test]
    fn e13_only_where_nobody_is_found_is_a_member_looked_for() {
        let rejected = AfterFailure::Reject(Outcome::Rejected);
        for (failure, was_member, expected) in [
            (sent(ErrorKind::NotFound), true, AfterFailure::ReadBack),
            (sent(ErrorKind::NotFound), false, rejected),
            (sent(ErrorKind::NotFound).with_hint("non_json_body: …"), true, AfterFailure::ReadBack),
            (sent(ErrorKind::Rejected), true, rejected),
            (Failure::new(ErrorKind::NotFound), true, AfterFailure::Reject(Outcome::NotSent)),
        ] {
            assert_eq!(after_failure(&failure, || was_member), expected, "{failure:?}");
        }
    }

    #[test]
    fn e13_what_is_read_back_decides() {
        let (lost, nobody) = (sent(ErrorKind::Timeout), sent(ErrorKind::NotFound));
        let told = |failure: &Failure, read| {
            after_read_back(failure.clone(), read).map_err(|failure| (failure.kind, failure.outcome))
        };
        assert_eq!(told(&lost, ReadBack::Gone), Ok(LOST));
        assert_eq!(told(&nobody, ReadBack::Gone), Ok(FOUND_NOBODY));
        for (failure, read, kind, outcome) in [
            (&lost, ReadBack::There, ErrorKind::Unconfirmed, Outcome::Unknown),
            (&lost, UNREADABLE, ErrorKind::Unconfirmed, Outcome::Unknown),
            (&lost, ReadBack::Disposed, ErrorKind::Disposed, Outcome::Unknown),
            (&nobody, ReadBack::There, ErrorKind::NotFound, Outcome::Rejected),
            (&nobody, UNREADABLE, ErrorKind::NotFound, Outcome::Unknown),
            (&nobody, ReadBack::Disposed, ErrorKind::Disposed, Outcome::Unknown),
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
    }

    #[test]
    fn e13_a_removal_whose_outcome_is_not_known_says_to_read_the_team() {
        let lost = Failure { retryable: true, ..sent(ErrorKind::Decode) }.at("/team/id");
        let nobody = sent(ErrorKind::NotFound);
        let disposed = Failure { path: Some("/team".to_owned()), ..sent(ErrorKind::Disposed) };
        let redirected = sent(ErrorKind::RedirectBlocked).with_hint("set baseUrl");
        let read_back = |failure: &Failure, read| *after_read_back(failure.clone(), read).unwrap_err();
        for (failure, words) in [
            (read_back(&lost, ReadBack::There), "read the team again before you repeat"),
            (read_back(&lost, UNREADABLE), "read the team again before you repeat"),
            (read_back(&lost, UNREADABLE), "; reading it back failed as forbidden"),
            (read_back(&lost, ReadBack::Disposed), "read the team again before you repeat"),
            (read_back(&nobody, ReadBack::Disposed), "read the team again before you repeat"),
            (rejection(disposed.clone(), Outcome::Unknown), "read the team again before you repeat"),
            (read_back(&nobody, UNREADABLE), "sent the request twice"),
            (rejection(redirected.clone(), Outcome::Unknown), "set baseUrl; read the team again before you repeat"),
        ] {
            assert!(failure.hint.as_ref().unwrap().contains(words), "{failure:?}");
            // Repeating it may do harm, and what did not decode is not what it is about.
            assert_eq!((failure.retryable, failure.path, failure.outcome), (false, None, Outcome::Unknown));
        }
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
        assert!(!is_gone(&team, "ann"));
        assert!(!is_gone(&team, " BO "));
        assert!(is_gone(&team, "cy"));
    }

    fn team(members: &[&str], leads: &[&str]) -> Team {
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
        for (members, leads) in
            [(&["bo"][..], &["cy"][..]), (&["bo"], &["ann", "cy"]), (&["Ann", "bo"], &["ann", "cy"])]
        {
            assert!(collateral(&before, &team(members, leads), "ANN", &[]).unchanged, "{members:?} {leads:?}");
        }
        let listed = team(&["bo"], &["ann", "cy"]);
        assert!(collateral(&listed, &team(&["bo"], &["cy"]), "ann", &[]).unchanged, "a lead who was no member");
        let others = collateral(&before, &team(&[], &[]), "ann", &[]);
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
            let found = collateral(&before, &team(members, leads), "ann", &others);
            assert!(found.unchanged, "{members:?} {leads:?} {:?}", found.summary);
            let listed = found.inconsistencies.iter().filter(|it| !members.contains(&&*it.user_login));
            assert!(listed.into_iter().all(|it| it.state == State::After), "a lead who was a member");
        }
        let found = collateral(&before, &team(&[], &[]), "ann", &others);
        assert_eq!(found.summary, ["di removed", "1 removed"]);
        let found = collateral(&before, &team(&["bo", "di"], &[]), "ann", &others);
        assert_eq!((found.members.removed.len(), found.leads.removed), (0, vec!["bo".to_owned()]), "still a member");
    }

    #[test]
    fn who_stays_a_member_has_lost_the_lead_besides() {
        let found = collateral(&team(&["Ann"], &["ann"]), &team(&["Ann"], &[]), "ANN", &[]);
        assert_eq!((found.unchanged, found.leads.removed), (false, vec!["ann".to_owned()]));
    }

    #[test]
    fn a_lead_who_is_a_member_no_longer_is_a_new_contradiction() {
        let states = |before: &Team| -> Vec<(String, State)> {
            let found = collateral(before, &team(&["bo"], &["ann", "cy"]), "ann", &[]).inconsistencies;
            found.into_iter().map(|it| (it.user_login, it.state)).collect()
        };
        let cy = ("cy".to_owned(), State::Both);
        assert_eq!(states(&team(&["ann", "bo"], &["ann", "cy"])), [("ann".to_owned(), State::After), cy.clone()]);
        assert_eq!(states(&team(&["bo"], &["ann", "cy"])), [("ann".to_owned(), State::Both), cy]);
    }
}

//! What is known of a removal after it was sent: once, and never blindly again.

mod collateral;

use crate::client::failure::{ErrorKind, Failure, Outcome};
use crate::client::hint::Hint;
use crate::team::{LoginMatching, TeamDiff};
use crate::wire::team::{Member, Team};
pub use collateral::collateral;

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
    /// The member is not in the team, and was, as far as is known.
    Gone,
    /// The member is not in the team, and was not as this client knew it when the removal was sent.
    NeverThere,
    /// The member is still in the team.
    There,
    /// The team could not be read, for this reason.
    Unreadable(ErrorKind),
    /// The client was disposed meanwhile.
    Disposed,
}

const READ_BACK_MS: f64 = 5_000.0;
const LOST: &str = "The answer was lost; the member is not in the team.";
const FOUND_NOBODY: &str = "The service found no member with this login; the member is not in the team any more.";
const REFUSED: &str = "The service refused the removal; the member is not in the team any more.";
/// What helps after a removal whose outcome is unknown. `pkg/lib/about.js` says the same.
pub const READ_AGAIN: &str = "read the team again before you repeat the removal: it may still take effect";
const NEVER_THERE: &str = "; this client knew no member with that login: pass a member's user_login";
const SENT_TWICE: &str = "a browser may have sent the request twice, and the first may have removed the member: read the team to see who is in it";

/// Decides by the failure, and by whether the client has seen the member in the team.
pub fn after_failure(failure: &Failure, was_member: bool) -> AfterFailure {
    if failure.attempts == 0 {
        return AfterFailure::Reject(Outcome::NotSent);
    }
    if may_be_second(failure) && was_member {
        return AfterFailure::ReadBack;
    }
    by_kind(failure)
}

/// Whether a failure says that nothing was removed, whatever ends the call afterwards. Not if the service found no such member:
/// it may have been asked twice.
pub fn is_rejected(failure: &Failure) -> bool {
    by_kind(failure) == AfterFailure::Reject(Outcome::Rejected) && !found_nobody(failure)
}

fn by_kind(failure: &Failure) -> AfterFailure {
    // The service refused the last request, and none was sent after it: how the call then ended (a timeout, an abort) is no matter.
    if failure.outcome == Outcome::Rejected {
        return AfterFailure::Reject(Outcome::Rejected);
    }
    match failure.kind {
        ErrorKind::Unauthorized
        | ErrorKind::Forbidden
        | ErrorKind::NotFound
        | ErrorKind::RateLimited
        | ErrorKind::Rejected => AfterFailure::Reject(Outcome::Rejected),
        ErrorKind::InvalidArgument => AfterFailure::Reject(Outcome::NotSent),
        ErrorKind::RedirectBlocked | ErrorKind::Disposed | ErrorKind::Internal => {
            AfterFailure::Reject(Outcome::Unknown)
        }
        _ => AfterFailure::ReadBack,
    }
}

/// Whether the service says that there is no such member. The team is read back even if the answer does not look like the
/// service's own: a client that has seen the member has read the team at the same address.
fn found_nobody(failure: &Failure) -> bool {
    failure.kind == ErrorKind::NotFound
}

/// Whether the service may have refused a repeated request because the first, or somebody else, had removed the member: the
/// interface does not say which status means that nobody has that login.
///
/// A browser may resend a request, even a removal, when a kept-alive connection dies before any of the answer arrives. The
/// first may have been carried out, and the second finds nobody. Scripts can neither see nor prevent this.
fn may_be_second(failure: &Failure) -> bool {
    matches!(failure.kind, ErrorKind::NotFound | ErrorKind::Rejected)
}

/// What comes of a removal once the team was read back: a message if it was carried out, else the rejection.
pub fn after_read_back(lost: Failure, read: ReadBack) -> Result<&'static str, Box<Failure>> {
    if lost.kind == ErrorKind::Rejected {
        return after_refusal(lost, read);
    }
    let failure = match (read, found_nobody(&lost)) {
        (ReadBack::Gone, true) => return Ok(FOUND_NOBODY),
        (ReadBack::Gone, false) => return Ok(LOST),
        (ReadBack::Disposed, _) => unknown(ErrorKind::Disposed, &lost),
        // The member that the service did not find is still there: nothing happened.
        (ReadBack::There, true) => Failure { outcome: Outcome::Rejected, ..lost },
        (ReadBack::Unreadable(_), true) => rejection(lost, Outcome::Unknown),
        (ReadBack::Unreadable(why), false) => {
            let unconfirmed = unknown(ErrorKind::Unconfirmed, &lost);
            let why = ["; reading it back failed as ", why.word()].concat();
            // That the browser is offline explains both failures, so it is said first.
            let (first, between) = if lost.hint == Some(Hint::Offline) { (&*Hint::Offline, "; ") } else { ("", "") };
            unconfirmed.with_hint([first, between, READ_AGAIN, &why].concat())
        }
        (ReadBack::There, false) => unknown(ErrorKind::Unconfirmed, &lost),
        (ReadBack::NeverThere, _) => {
            unknown(ErrorKind::Unconfirmed, &lost).with_hint([READ_AGAIN, NEVER_THERE].concat())
        }
    };
    Err(Box::new(failure))
}

/// The same if the service refused in words of its own: unless the member is gone, the refusal stands.
fn after_refusal(refused: Failure, read: ReadBack) -> Result<&'static str, Box<Failure>> {
    let refused = Failure { outcome: Outcome::Rejected, ..refused };
    match read {
        ReadBack::Gone => Ok(REFUSED),
        // The team is read back only if the member had been seen.
        ReadBack::There | ReadBack::NeverThere => Err(Box::new(refused)),
        ReadBack::Unreadable(_) => Err(Box::new(refused.with_hint(SENT_TWICE))),
        ReadBack::Disposed => Err(Box::new(Failure { kind: ErrorKind::Disposed, hint: None, ..refused })),
    }
}

/// The rejection of a removal about which nothing more can be learnt. One that found nobody may have been sent twice.
pub fn rejection(failure: Failure, outcome: Outcome) -> Failure {
    if outcome == Outcome::Unknown && failure.kind == ErrorKind::Disposed {
        return unknown(failure.kind, &failure);
    }
    let hint = match (failure.kind, failure.hint) {
        // A member who was seen in the team was seen at this address.
        (ErrorKind::NotFound, Some(hint)) if outcome == Outcome::Rejected => {
            Some([&hint, "; else ", SENT_TWICE].concat().into())
        }
        (ErrorKind::NotFound, _) => Some(SENT_TWICE.into()),
        // Reading it back would send a second request to where the first went astray.
        (ErrorKind::RedirectBlocked, Some(hint)) => Some([&hint, "; ", READ_AGAIN].concat().into()),
        (_, hint) => hint,
    };
    Failure { outcome, hint, ..failure }
}

/// The rejection of a removal that was sent, if neither its answer nor the team read back shows what came of it.
fn unknown(kind: ErrorKind, lost: &Failure) -> Failure {
    Failure { kind, outcome: Outcome::Unknown, retryable: false, path: None, ..lost.clone() }.with_hint(READ_AGAIN)
}

/// Time allowed for reading the team back: what the removal has left, but at least its whole timeout or five seconds,
/// whichever is less.
pub fn read_back_ms(timeout_ms: f64, spent_ms: f64) -> f64 {
    (timeout_ms - spent_ms).max(timeout_ms.min(READ_BACK_MS))
}

/// Whom a removal is to remove, as `assess_removal` understands a login: letter case and spaces around it do not count, unless
/// the team before has it in several spellings, this one among them.
pub struct RemovalTarget<'a> {
    login: &'a str,
    key: String,
    is_exact: bool,
}

impl<'a> RemovalTarget<'a> {
    /// Whom this login names in a team, as far as that is known.
    pub fn of(login: &'a str, before: Option<&Team>) -> Self {
        let key = folded(login);
        let members = before.map(|team| team.members.as_slice()).unwrap_or_default();
        let is_exact = is_one_of_several(login, || members.iter().filter(|member| folded(&member.user_login) == key));
        RemovalTarget { login, key, is_exact }
    }

    fn is(&self, login: &str) -> bool {
        if self.is_exact { login == self.login } else { folded(login) == self.key }
    }

    /// Whether nobody like that is in the team.
    pub fn is_gone(&self, team: &Team) -> bool {
        !team.members.iter().any(|member| self.is(&member.user_login))
    }

    fn is_lead(&self, team: &Team) -> bool {
        team.team_leads.iter().any(|lead| self.is(lead))
    }

    /// Whether an answer that reports a removal is to be believed: nobody like that is left, and before there was somebody, or
    /// somebody else is gone (perhaps the same person by another login), or the team has changed since it was known. If the teams
    /// could not be compared, their numbers of members tell, less the `others` that this client has removed.
    pub fn was_removed(
        &self,
        before: Option<&Team>,
        after: &Team,
        collateral: Option<&TeamDiff>,
        others: &[String],
    ) -> bool {
        let has_anybody_gone = |before: &Team| {
            let is_other_gone = match collateral {
                Some(change) => !change.members.removed.is_empty(),
                None => after.members.len() + others.len() < before.members.len(),
            };
            !self.is_gone(before)
                || self.is_lead(before) && !self.is_lead(after)
                || before.updated_at != after.updated_at
                || is_other_gone
        };
        self.is_gone(after) && before.is_none_or(has_anybody_gone)
    }
}

/// Whether a login is one of several spellings that these members have.
fn is_one_of_several<'a, Members: Iterator<Item = &'a Member>>(login: &str, members: impl Fn() -> Members) -> bool {
    members().any(|member| member.user_login == login) && members().any(|member| member.user_login != login)
}

/// What logins of one person have in common.
fn folded(login: &str) -> String {
    LoginMatching::Folded.key(login)
}

#[cfg(test)]
mod tests;

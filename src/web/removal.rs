//! A removal: sent once, and the team read back if its answer is lost or cannot be right.

use crate::client::failure::{ErrorKind, Outcome};
use crate::client::known_teams::{LogicalTime, Seen};
use crate::client::operation::Operation;
use crate::client::removal::{self, AfterFailure, ReadBack, RemovalTarget};
use crate::memory::has_room;
use crate::team::{TeamDiff, weight};
use crate::web::call::Call;
use crate::web::fault::CallFault;
use crate::web::team::{SharedTeam, ask};
use crate::wire::envelope::TeamAnswer;
use crate::wire::params::{Checked, CheckedRemoval};
use crate::wire::team::Team;
use serde::Serialize;
use std::cell::RefCell;
use std::rc::Rc;

/// What is known of a removal that did not fail.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MemberRemoval {
    message: String,
    team: SharedTeam,
    confirmed_by: &'static str,
    removed: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    collateral: Option<TeamDiff>,
}

/// The team as a removal left it, and how that is known.
struct TeamAfterRemoval {
    message: String,
    team: Team,
    confirmed_by: &'static str,
    asked: LogicalTime,
}

/// Removes a member, and says what is known of it.
pub async fn remove_member(call: &mut Call, checked: &CheckedRemoval) -> Result<MemberRemoval, CallFault> {
    let (client, login, id) = (Rc::clone(&call.client), &*checked.user_login, &*checked.team.subject);
    let ticket = client.teams.borrow_mut().begin_removal(id, login);
    let before = seen_before(call, id);
    let result = remove(call, checked, &before).await;
    let may_have_taken = match &result {
        Ok(left) => removal_target(login, &before).is_gone(&left.team),
        Err(CallFault::Failed(failure, _)) => !matches!(failure.outcome, Outcome::NotSent | Outcome::Rejected),
        Err(CallFault::Thrown(_)) => call.tally.sent() > 0 && !call.tally.is_rejected(),
    };
    let mut teams = client.teams.borrow_mut();
    teams.end_removal(ticket, may_have_taken, client.next_moment());
    let TeamAfterRemoval { message, team, confirmed_by, asked } = result?;
    let target = removal_target(login, &before);
    let before = before.take();
    let others = before.as_ref().map(|seen| teams.others_removed_since(ticket, seen)).unwrap_or_default();
    let before = before.as_ref().map(|seen| &*seen.team);
    // A removal that was confirmed must not end in a lack of memory.
    let comparable = before.filter(|before| has_room(weight::of_team(before) + weight::of_team(&team)));
    let collateral = comparable.map(|before| removal::collateral(before, &team, &target, &others));
    let removed = target.was_removed(before, &team, collateral.as_ref(), &others);
    let team = SharedTeam::of(team);
    teams.learn_what_is_left(&team.team, asked, ticket);
    Ok(MemberRemoval { message, team, confirmed_by, removed, collateral })
}

/// Whom the removal is to remove, by what was known of the team when it was sent.
fn removal_target<'a>(login: &'a str, before: &RefCell<Option<Seen>>) -> RemovalTarget<'a> {
    RemovalTarget::of(login, before.borrow().as_ref().map(|seen| &*seen.team))
}

/// The team as it is known when the removal is sent, which may be long after the call: each request fills it in anew.
fn seen_before(call: &mut Call, team_id: &str) -> Rc<RefCell<Option<Seen>>> {
    let seen = Rc::new(RefCell::new(None));
    let (client, id, sent) = (Rc::clone(&call.client), team_id.to_owned(), Rc::clone(&seen));
    call.on_send = Some(Box::new(move || *sent.borrow_mut() = client.teams.borrow().seen(&id).cloned()));
    seen
}

async fn remove(
    call: &mut Call,
    checked: &CheckedRemoval,
    before: &RefCell<Option<Seen>>,
) -> Result<TeamAfterRemoval, CallFault> {
    let login = &*checked.user_login;
    let (lost, cause) = match ask(call, &checked.removal).await {
        Ok(TeamAnswer { team, message }) => {
            let (message, asked) = (message.unwrap_or_default(), call.tally.latest());
            return Ok(TeamAfterRemoval { message, team, confirmed_by: "response", asked });
        }
        Err(CallFault::Thrown(value)) => return Err(CallFault::Thrown(value)),
        Err(CallFault::Failed(failure, cause)) => (failure, cause),
    };
    let target = removal_target(login, before);
    let was_member = before.borrow().as_ref().map(|seen| !target.is_gone(&seen.team));
    if let AfterFailure::Reject(outcome) = removal::after_failure(&lost, was_member == Some(true)) {
        return Err(CallFault::Failed(Box::new(removal::rejection(*lost, outcome)), cause));
    }
    let (read, left) = match read_back(call, &checked.team).await {
        Ok((team, _)) if !target.is_gone(&team) => (ReadBack::There, None),
        Ok(_) if was_member == Some(false) => (ReadBack::NeverThere, None),
        Ok(left) => (ReadBack::Gone, Some(left)),
        Err(CallFault::Thrown(value)) => return Err(CallFault::Thrown(value)),
        Err(CallFault::Failed(failure, _)) if failure.kind == ErrorKind::Disposed => (ReadBack::Disposed, None),
        Err(CallFault::Failed(failure, _)) => (ReadBack::Unreadable(failure.kind), None),
    };
    let message =
        removal::after_read_back(*lost, read).map_err(|failure| CallFault::Failed(failure, cause))?.to_owned();
    let (team, asked) = left.ok_or_else(|| CallFault::of(ErrorKind::Internal))?;
    Ok(TeamAfterRemoval { message, team, confirmed_by: "readback", asked })
}

async fn read_back(call: &Call, checked: &Checked) -> Result<(Team, LogicalTime), CallFault> {
    let mut options = call.options.clone();
    options.limits.timeout_ms = removal::read_back_ms(options.limits.timeout_ms, call.passed_ms());
    let mut part = call.part(Operation::TeamsGet, options);
    let result = ask(&mut part, checked).await;
    let told = part.settle(&result);
    part.stop.check()?;
    told?;
    Ok((result?.team, part.tally.latest()))
}

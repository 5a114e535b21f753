//! A removal: sent once, and where its answer is lost or cannot be right, the team read back.

use crate::client::failure::ErrorKind;
use crate::client::operation::Operation;
use crate::client::removal::{self, AfterFailure, ReadBack};
use crate::client::retry::Repeat;
use crate::client::teams::Moment;
use crate::team::TeamDiff;
use crate::web::errand::Errand;
use crate::web::fault::Fault;
use crate::web::team::ask;
use crate::wire::envelope::TeamAnswer;
use crate::wire::params::{Checked, Removal};
use crate::wire::team::Team;
use serde::Serialize;
use std::rc::Rc;

/// What is known of a removal that did not fail.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MemberRemoval {
    message: String,
    team: Team,
    confirmed_by: &'static str,
    removed: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    collateral: Option<TeamDiff>,
}

/// The team as a removal left it, and how that is known.
struct Left {
    message: String,
    team: Team,
    confirmed_by: &'static str,
    asked: Moment,
}

/// Removes a member, and says what is known of it.
pub async fn remove_member(errand: &mut Errand, checked: &Removal) -> Result<MemberRemoval, Fault> {
    let (client, login) = (Rc::clone(&errand.client), &*checked.user_login);
    let before = client.teams.borrow_mut().begin_removal(&checked.team.subject, login);
    let result = remove(errand, checked, before.as_deref()).await;
    let mut teams = client.teams.borrow_mut();
    let removals = teams.end_removal(&checked.team.subject, login, client.now());
    let Left { message, team, confirmed_by, asked } = result?;
    teams.learn_what_is_left(&team, asked);
    let collateral = before.map(|before| removal::collateral(&before, &team, login, &removals));
    let removed = removal::is_gone(&team, login);
    Ok(MemberRemoval { message, team, confirmed_by, removed, collateral })
}

async fn remove(errand: &mut Errand, checked: &Removal, before: Option<&Team>) -> Result<Left, Fault> {
    let login = &*checked.user_login;
    let (lost, cause) = match ask(errand, &checked.removal, Repeat::OnlyUntouched).await {
        Ok(TeamAnswer { team, message }) => {
            let (message, asked) = (message.unwrap_or_default(), errand.tally.latest());
            return Ok(Left { message, team, confirmed_by: "response", asked });
        }
        Err(Fault::Thrown(value)) => return Err(Fault::Thrown(value)),
        Err(Fault::Failed(failure, cause)) => (failure, cause),
    };
    let was_member = || before.is_some_and(|team| !removal::is_gone(team, login));
    if let AfterFailure::Reject(outcome) = removal::after_failure(&lost, was_member) {
        return Err(Fault::Failed(Box::new(removal::rejection(*lost, outcome)), cause));
    }
    let (read, left) = match read_back(errand, &checked.team).await {
        Ok((team, asked)) if removal::is_gone(&team, login) => (ReadBack::Gone, Some((team, asked))),
        Ok(_) => (ReadBack::There, None),
        Err(Fault::Thrown(value)) => return Err(Fault::Thrown(value)),
        Err(fault) if fault.is(ErrorKind::Disposed) => (ReadBack::Disposed, None),
        Err(_) => (ReadBack::Unreadable, None),
    };
    let message = removal::after_read_back(*lost, read).map_err(|failure| Fault::Failed(failure, cause))?.to_owned();
    let (team, asked) = left.ok_or_else(|| Fault::of(ErrorKind::Internal))?;
    Ok(Left { message, team, confirmed_by: "readback", asked })
}

async fn read_back(errand: &Errand, checked: &Checked) -> Result<(Team, Moment), Fault> {
    let mut left = errand.options.clone();
    left.limits.timeout_ms = removal::read_back_ms(left.limits.timeout_ms, errand.passed_ms());
    let mut part = errand.part(Operation::TeamsGet, left);
    let result = ask(&mut part, checked, Repeat::Reads).await;
    part.settle(&result)?;
    Ok((result?.team, part.tally.latest()))
}

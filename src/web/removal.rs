//! A removal: sent once, and where its answer is lost or cannot be right, the team read back.

use crate::client::failure::ErrorKind;
use crate::client::operation::Operation;
use crate::client::removal::{self, AfterFailure, ReadBack};
use crate::client::retry::Repeat;
use crate::team::TeamDiff;
use crate::web::client::Client;
use crate::web::errand::Errand;
use crate::web::fault::Fault;
use crate::web::team::{ask, remember, remembered};
use crate::wire::envelope::TeamAnswer;
use crate::wire::params::{Checked, Removal};
use crate::wire::team::Team;
use serde::Serialize;

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

/// Removes a member, and says what is known of it.
pub async fn remove_member(errand: &mut Errand, checked: &Removal) -> Result<MemberRemoval, Fault> {
    let (lost, cause) = match ask(errand, &checked.removal, Repeat::OnlyUntouched).await {
        Ok(answer) => {
            let message = answer.message.unwrap_or_default();
            return Ok(judge(&errand.client, answer.team, message, "response", &checked.user_login));
        }
        Err(Fault::Thrown(value)) => return Err(Fault::Thrown(value)),
        Err(Fault::Failed(failure, cause)) => (failure, cause),
    };
    if let AfterFailure::Reject(outcome) = removal::after_failure(&lost, || was_member(&errand.client, checked)) {
        return Err(Fault::Failed(Box::new(removal::rejection(*lost, outcome)), cause));
    }
    let (read, team) = match read_back(errand, &checked.team).await {
        Ok(TeamAnswer { team, .. }) if removal::is_gone(&team, &checked.user_login) => (ReadBack::Gone, Some(team)),
        Ok(_) => (ReadBack::There, None),
        Err(Fault::Thrown(value)) => return Err(Fault::Thrown(value)),
        Err(fault) if fault.is(ErrorKind::Disposed) => (ReadBack::Disposed, None),
        Err(_) => (ReadBack::Unreadable, None),
    };
    let message = removal::after_read_back(*lost, read).map_err(|failure| Fault::Failed(failure, cause))?;
    let team = team.ok_or_else(|| Fault::of(ErrorKind::Internal))?;
    Ok(judge(&errand.client, team, message.to_owned(), "readback", &checked.user_login))
}

/// Whether the member was in the team when it was last asked for.
fn was_member(client: &Client, checked: &Removal) -> bool {
    remembered(client, &checked.team.subject).is_some_and(|team| !removal::is_gone(&team, &checked.user_login))
}

async fn read_back(errand: &Errand, checked: &Checked) -> Result<TeamAnswer, Fault> {
    let mut left = errand.options.clone();
    left.limits.timeout_ms = removal::read_back_ms(left.limits.timeout_ms, errand.passed_ms());
    let mut part = errand.part(Operation::TeamsGet, left);
    let result = ask(&mut part, checked, Repeat::Reads).await;
    part.settle(&result)?;
    result
}

fn judge(client: &Client, team: Team, message: String, confirmed_by: &'static str, login: &str) -> MemberRemoval {
    let collateral = remembered(client, &team.id).map(|before| {
        // The next removal is compared with what this one left.
        remember(client, &team);
        removal::collateral(&before, &team, login)
    });
    let removed = removal::is_gone(&team, login);
    MemberRemoval { message, team, confirmed_by, removed, collateral }
}

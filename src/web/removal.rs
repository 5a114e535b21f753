//! A removal: sent once, and where its answer is lost or cannot be right, the team read back.

use crate::client::failure::{ErrorKind, Failure, Outcome};
use crate::client::operation::Operation;
use crate::client::removal::{self, AfterFailure};
use crate::client::retry::Repeat;
use crate::team::{DiffOptions, TeamDiff, diff};
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

const READ_BACK: &str = "The answer was lost; the member is not in the team any more.";
const FOUND_NOBODY: &str = "The service found nobody of this login; the member is not in the team any more.";

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
    let after = match lost.attempts {
        0 => AfterFailure::Reject(Outcome::NotSent),
        _ if removal::found_nobody(&lost) && was_member(&errand.client, checked) => AfterFailure::ReadBack,
        _ => removal::after_failure(&lost),
    };
    if let AfterFailure::Reject(outcome) = after {
        if outcome == Outcome::Unknown && lost.kind == ErrorKind::Disposed {
            return Err(Fault::from(removal::unknown(lost.kind, &lost)));
        }
        return Err(Fault::Failed(Box::new(removal::refused(*lost, outcome)), cause));
    }
    let failed = |failure| Err(Fault::Failed(Box::new(failure), cause.clone()));
    let found_nobody = removal::found_nobody(&lost);
    match read_back(errand, &checked.team).await {
        Ok(answer) if removal::is_gone(&answer.team, &checked.user_login) => {
            let message = if found_nobody { FOUND_NOBODY } else { READ_BACK };
            Ok(judge(&errand.client, answer.team, message.to_owned(), "readback", &checked.user_login))
        }
        Err(Fault::Thrown(value)) => Err(Fault::Thrown(value)),
        Err(fault) if fault.is(ErrorKind::Disposed) => failed(removal::unknown(ErrorKind::Disposed, &lost)),
        // What was not found is there: nothing happened.
        Ok(_) if found_nobody => failed(Failure { outcome: Outcome::Rejected, ..*lost }),
        Err(_) if found_nobody => failed(removal::refused(*lost, Outcome::Unknown)),
        _ => failed(removal::unknown(ErrorKind::Unconfirmed, &lost)),
    }
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
        let expected = removal::expected(&before, &team, login);
        // The next removal is compared with what this one left.
        remember(client, &team);
        diff(&expected, &team, &DiffOptions::default())
    });
    let removed = removal::is_gone(&team, login);
    MemberRemoval { message, team, confirmed_by, removed, collateral }
}

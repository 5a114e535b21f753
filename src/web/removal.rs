//! A removal: sent once, and where its answer is lost, the team read back.

use crate::client::failure::{ErrorKind, Failure, Outcome};
use crate::client::operation::{Auth, Operation};
use crate::client::options::CallOptions;
use crate::client::removal::{self, AfterFailure};
use crate::client::retry::Repeat;
use crate::client::token::Slot;
use crate::json::Value;
use crate::team::{DiffOptions, TeamDiff, diff};
use crate::web::call::Call;
use crate::web::client::Client;
use crate::web::clock;
use crate::web::events::Progress;
use crate::web::fault::Fault;
use crate::web::reply::Take;
use crate::web::stop::Stop;
use crate::web::tally::Tally;
use crate::wire::envelope::{self, TeamAnswer};
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

/// Teams remembered for comparison.
const REMEMBERED: usize = 64;
const READ_BACK: &str = "The answer was lost; the member is not in the team any more.";

/// Runs `teams.get` and remembers what it answers.
pub async fn get_team(
    client: &Client,
    checked: &Checked,
    options: &CallOptions,
    progress: &mut Progress,
    stop: &Stop,
) -> Result<Team, Fault> {
    let team = ask(client, Operation::TeamsGet, checked, options, progress, stop).await?.team;
    remember(client, &team);
    Ok(team)
}

fn remember(client: &Client, team: &Team) {
    let mut teams = client.teams.borrow_mut();
    teams.retain(|known| known.id != team.id);
    if teams.len() >= REMEMBERED {
        teams.pop_front();
    }
    teams.push_back(team.clone());
}

/// Removes a member, and says what is known of it.
pub async fn remove_member(
    client: &Client,
    checked: &Removal,
    options: &CallOptions,
    progress: &mut Progress,
    stop: &Stop,
) -> Result<MemberRemoval, Fault> {
    let began = clock::monotonic_ms();
    let sent = ask(client, Operation::TeamsRemoveMember, &checked.removal, options, progress, stop).await;
    let (lost, cause) = match sent {
        Ok(answer) => {
            let message = answer.message.unwrap_or_default();
            return Ok(judge(client, answer.team, message, "response", &checked.user_login));
        }
        Err(Fault::Thrown(value)) => return Err(Fault::Thrown(value)),
        Err(Fault::Failed(failure, cause)) => (failure, cause),
    };
    let after = if lost.attempts == 0 { AfterFailure::Reject(Outcome::NotSent) } else { removal::after_failure(&lost) };
    if let AfterFailure::Reject(outcome) = after {
        if outcome == Outcome::Unknown && lost.kind == ErrorKind::Disposed {
            return Err(Fault::from(removal::unknown(lost.kind, &lost)));
        }
        return Err(Fault::Failed(Box::new(Failure { outcome, ..*lost }), cause));
    }
    let unknown = |kind| Fault::Failed(Box::new(removal::unknown(kind, &lost)), cause.clone());
    let mut left = options.clone();
    left.limits.timeout_ms = removal::read_back_ms(left.limits.timeout_ms, clock::monotonic_ms() - began);
    match ask(client, Operation::TeamsGet, &checked.team, &left, &mut Progress::to(None), stop).await {
        Ok(answer) if removal::is_gone(&answer.team, &checked.user_login) => {
            Ok(judge(client, answer.team, READ_BACK.to_owned(), "readback", &checked.user_login))
        }
        Err(Fault::Thrown(value)) => Err(Fault::Thrown(value)),
        Err(fault) if fault.is(ErrorKind::Disposed) => Err(unknown(ErrorKind::Disposed)),
        _ => Err(unknown(ErrorKind::Unconfirmed)),
    }
}

async fn ask(
    client: &Client,
    operation: Operation,
    checked: &Checked,
    options: &CallOptions,
    progress: &mut Progress,
    stop: &Stop,
) -> Result<TeamAnswer, Fault> {
    let repeat = if operation == Operation::TeamsGet { Repeat::Reads } else { Repeat::OnlyUntouched };
    let call = Call {
        client,
        operation,
        auth: Auth::Token(Slot::Git),
        path: operation.path(),
        body: Some(&checked.body),
        options,
        repeat,
        tally: &Tally::default(),
    };
    let mut answer = None;
    let mut take = |value: &Value| {
        answer = Some(read(value, &checked.subject)?);
        Ok(())
    };
    call.run(&mut Take::Value(&mut take), progress, stop, None).await?;
    answer.ok_or_else(|| Fault::of(ErrorKind::Internal))
}

fn read(value: &Value, team_id: &str) -> Result<TeamAnswer, Failure> {
    if let Some(text) = envelope::refusal(value) {
        return Err(Failure::refused(text.map(str::to_owned)));
    }
    Ok(envelope::decode_team_answer(value, team_id)?)
}

fn judge(client: &Client, team: Team, message: String, confirmed_by: &'static str, login: &str) -> MemberRemoval {
    let before = client.teams.borrow().iter().find(|known| known.id == team.id).cloned();
    let collateral = before.map(|before| {
        let expected = removal::expected(&before, &team, login);
        // The next removal is compared with what this one left.
        remember(client, &team);
        diff(&expected, &team, &DiffOptions::default())
    });
    let removed = removal::is_gone(&team, login);
    MemberRemoval { message, team, confirmed_by, removed, collateral }
}

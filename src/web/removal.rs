//! A removal: sent once, and where its answer is lost, the team read back.

use crate::client::failure::{ErrorKind, Failure, Outcome};
use crate::client::operation::{Auth, Operation};
use crate::client::options::CallOptions;
use crate::client::removal::{self, AfterFailure};
use crate::client::retry::Repeat;
use crate::client::token::Slot;
use crate::json::Value;
use crate::team::{DiffOptions, TeamDiff, diff};
use crate::web::call::{Call, Sent};
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
    let team = ask(client, checked, options, progress, stop).await?.team;
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
    let tally = Tally::default();
    let call = call(client, Operation::TeamsRemoveMember, &checked.removal, options, &tally);
    let mut sent = Sent::default();
    let result = remove(&call, checked, progress, stop, &mut sent, began).await;
    // What was read back is part of it.
    call.settle(&result, sent.requests, began)?;
    result
}

async fn remove(
    call: &Call<'_>,
    checked: &Removal,
    progress: &mut Progress,
    stop: &Stop,
    sent: &mut Sent,
    began: f64,
) -> Result<MemberRemoval, Fault> {
    let client = call.client;
    let mut answer = None;
    let mut take = taking(&mut answer, &checked.removal.subject);
    let run = call.run_unsettled(&mut Take::Value(&mut take), progress, stop, None, sent).await;
    drop(take);
    let (lost, cause) = match run.and_then(|()| answered(answer)) {
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
    let mut left = call.options.clone();
    left.limits.timeout_ms = removal::read_back_ms(left.limits.timeout_ms, clock::monotonic_ms() - began);
    match ask(client, &checked.team, &left, &mut Progress::to(None), stop).await {
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
    checked: &Checked,
    options: &CallOptions,
    progress: &mut Progress,
    stop: &Stop,
) -> Result<TeamAnswer, Fault> {
    let tally = Tally::default();
    let call = call(client, Operation::TeamsGet, checked, options, &tally);
    let mut answer = None;
    let mut take = taking(&mut answer, &checked.subject);
    call.run(&mut Take::Value(&mut take), progress, stop, None).await?;
    drop(take);
    answered(answer)
}

fn call<'a>(
    client: &'a Client,
    operation: Operation,
    checked: &'a Checked,
    options: &'a CallOptions,
    tally: &'a Tally,
) -> Call<'a> {
    let repeat = if operation == Operation::TeamsGet { Repeat::Reads } else { Repeat::OnlyUntouched };
    let (auth, path, body) = (Auth::Token(Slot::Git), operation.path(), Some(checked.body.as_str()));
    Call { client, operation, auth, path, body, options, repeat, tally }
}

fn taking<'a>(answer: &'a mut Option<TeamAnswer>, team_id: &'a str) -> impl FnMut(&Value) -> Result<(), Failure> + 'a {
    move |value| {
        *answer = Some(read(value, team_id)?);
        Ok(())
    }
}

fn answered(answer: Option<TeamAnswer>) -> Result<TeamAnswer, Fault> {
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

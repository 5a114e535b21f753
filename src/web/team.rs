//! A team as the service answers it, and what it was when it was last asked.

use crate::client::failure::{ErrorKind, Failure};
use crate::client::operation::Auth;
use crate::client::retry::Repeat;
use crate::client::token::Slot;
use crate::json::Value;
use crate::web::call::Call;
use crate::web::client::Client;
use crate::web::errand::Errand;
use crate::web::fault::Fault;
use crate::web::reply::Take;
use crate::wire::envelope::{self, TeamAnswer};
use crate::wire::params::Checked;
use crate::wire::team::Team;

/// Teams remembered for comparison.
const REMEMBERED: usize = 64;

/// Asks for a team and remembers it.
pub async fn get(errand: &mut Errand, checked: &Checked) -> Result<Team, Fault> {
    let team = ask(errand, checked, Repeat::Reads).await?.team;
    remember(&errand.client, &team);
    Ok(team)
}

/// Sends what either team operation is asked with.
pub async fn ask(errand: &mut Errand, checked: &Checked, repeat: Repeat) -> Result<TeamAnswer, Fault> {
    let path = errand.operation.path();
    let call = Call { auth: Auth::Token(Slot::Git), path, body: Some(&checked.body), repeat };
    let mut answer = None;
    let mut take = |value: &Value| {
        answer = Some(read(value, &checked.subject)?);
        Ok(())
    };
    call.run(errand, &mut Take::Known(&mut take), None).await?;
    answer.ok_or_else(|| Fault::of(ErrorKind::Internal))
}

fn read(value: &Value, team_id: &str) -> Result<TeamAnswer, Failure> {
    if let Some(text) = envelope::refusal(value) {
        return Err(Failure::refused(text.map(str::to_owned)));
    }
    Ok(envelope::decode_team_answer(value, team_id)?)
}

/// Keeps the latest state of a team, for what a removal is compared with.
pub fn remember(client: &Client, team: &Team) {
    let mut teams = client.teams.borrow_mut();
    teams.retain(|known| !is_same(known, &team.id));
    if teams.len() >= REMEMBERED {
        teams.pop_front();
    }
    teams.push_back(team.clone());
}

/// The latest state of this team that was remembered.
pub fn remembered(client: &Client, team_id: &str) -> Option<Team> {
    client.teams.borrow().iter().find(|known| is_same(known, team_id)).cloned()
}

/// Whether a state is of this team, whose id is the same in any letter case.
fn is_same(known: &Team, team_id: &str) -> bool {
    known.id.eq_ignore_ascii_case(team_id)
}

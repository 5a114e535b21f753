//! A team as the service answers it.

use crate::client::failure::{ErrorKind, Failure};
use crate::json::Value;
use crate::web::call::Call;
use crate::web::fault::CallFault;
use crate::web::reply::Take;
use crate::web::request::Request;
use crate::wire::envelope::{self, TeamAnswer};
use crate::wire::params::Checked;
use crate::wire::team::Team;
use serde::{Serialize, Serializer};
use std::rc::Rc;

/// A team that is handed out, and also remembered: without its own fields that the interface does not name, which no comparison
/// reads. Members keep theirs, because those who went along with a removed one are handed out.
pub struct SharedTeam {
    /// The team as it is remembered.
    pub team: Rc<Team>,
    /// What is handed out with it, and not remembered.
    extra: Vec<(String, Value)>,
}

impl SharedTeam {
    /// Separates a team's own unnamed fields from what is remembered of it.
    pub fn of(mut team: Team) -> SharedTeam {
        let extra = std::mem::take(&mut team.extra);
        SharedTeam { team: Rc::new(team), extra }
    }
}

impl Serialize for SharedTeam {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.team.serialize_with(&self.extra, serializer)
    }
}

/// Asks for a team and remembers it.
pub async fn get(call: &mut Call, checked: &Checked) -> Result<SharedTeam, CallFault> {
    let shared = SharedTeam::of(ask(call, checked).await?.team);
    call.client.teams.borrow_mut().learn(&shared.team, call.tally.latest());
    Ok(shared)
}

/// Sends what either team operation is asked with.
pub async fn ask(call: &mut Call, checked: &Checked) -> Result<TeamAnswer, CallFault> {
    let mut answer = None;
    let mut take = |value: Value| {
        answer = Some(read(value, &checked.subject)?);
        Ok(())
    };
    Request::of(call, checked).run(call, &mut Take::Known(&mut take), None).await?;
    answer.ok_or_else(|| CallFault::of(ErrorKind::Internal))
}

fn read(value: Value, team_id: &str) -> Result<TeamAnswer, Failure> {
    if let Some(refusal) = envelope::refusal(&value) {
        return Err(Failure::rejected(refusal.words.map(str::to_owned)));
    }
    Ok(envelope::decode_team_answer(value, team_id)?)
}

//! What surrounds an answer: the team operations' `status`, and the body of an error.

use crate::json::{Error, Fault, Value};
use crate::wire::decode::Fields;
use crate::wire::team::Team;

/// An answer of a team operation that reports success.
#[derive(Clone, Debug, PartialEq)]
pub struct TeamAnswer {
    /// The service's confirmation; the removal has one.
    pub message: Option<String>,
    /// The team the operation leaves behind.
    pub team: Team,
}

/// The text of an error body `{ "error": "…" }`, or `None` where the body is not one.
pub fn error_text(body: &Value) -> Option<&str> {
    body.get("error")?.as_str()
}

/// Whether an answer says that it failed although it is a team answer: `status` is there and is not `success`. One that
/// is `null` says nothing, neither that it failed nor that it did not.
///
/// Returns the service's own text from `error` or `message`, where there is one.
pub fn refusal(body: &Value) -> Option<Option<&str>> {
    let status = body.get("status").filter(|status| **status != Value::Null)?;
    if status.as_str() == Some("success") {
        return None;
    }
    Some(error_text(body).or_else(|| body.get("message")?.as_str()))
}

/// Reads `{ "status": "success", "team": … }` and checks that it is the team asked for.
pub fn decode_team_answer(body: &Value, team_id: &str) -> Result<TeamAnswer, Error> {
    let mut fields = Fields::of(body, "")?;
    fields.required_text("status")?;
    let message = fields.text("message")?;
    let team = Team::decode(fields.required("team")?, "/team")?;
    if !team.id.eq_ignore_ascii_case(team_id) {
        return Err(Error::at(Fault::Mismatch, "/team/id"));
    }
    Ok(TeamAnswer { message, team })
}

//! What surrounds an answer: the team operations' `status`, and the body of an error.

use crate::json::{Error, Fault, Value};
use crate::wire::decode::{Fields, format_pointer};
use crate::wire::team::Team;

/// The members of an answer that somebody reads: of a team operation, of the history, of an error, and what tells a scan that was
/// mixed up with one of them. Any other is passed over, and seems missing to whoever decodes the answer.
pub const MEMBERS: [&str; 6] = ["error", "message", "status", "team", "scans", "scan_id"];

/// An answer of a team operation that reports success.
#[derive(Clone, Debug, PartialEq)]
pub struct TeamAnswer {
    /// The service's confirmation; the removal has one.
    pub message: Option<String>,
    /// The team the operation leaves behind.
    pub team: Team,
}

/// An answer says that it failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal<'a> {
    /// In the service's own words, if it gives some.
    pub words: Option<&'a str>,
}

/// Whether an answer is `{ "error": … }`, which is a failure whatever the status and the operation: `error` is there and is
/// anything but `null`, which counts as absent everywhere. It has words if it is a text that is not blank.
pub fn error_of(body: &Value) -> Option<Refusal<'_>> {
    let error = member(body, "error")?;
    Some(Refusal { words: error.as_str().filter(|text| !text.trim().is_empty()) })
}

/// Whether an answer says by its `status` that it failed: there is one, and it is neither `success` nor `null`. Team answers have
/// one; for other operations, this is asked only once `error` has said that they failed. The words are in `message`. A scan has a
/// status too, but says nothing of a team.
pub fn refusal(body: &Value) -> Option<Refusal<'_>> {
    let status = member(body, "status")?;
    if status.as_str() == Some("success") || is_scan(body) {
        return None;
    }
    Some(Refusal { words: body.get("message").and_then(Value::as_str) })
}

/// A member that is there; `null` counts as absent everywhere.
fn member<'a>(body: &'a Value, name: &str) -> Option<&'a Value> {
    body.get(name).filter(|value| **value != Value::Null)
}

fn is_scan(body: &Value) -> bool {
    member(body, "scan_id").is_some() && member(body, "team").is_none()
}

/// Checks that an answer has the list that the interface promises of it.
pub fn check_list(body: &Value, name: &str) -> Result<(), Error> {
    let is_array = |list: &Value| list.as_array().is_some();
    match (body.as_object(), body.get(name)) {
        (None, _) => Err(Error::at(Fault::WrongType, "")),
        (_, None | Some(Value::Null)) => Err(Error::at(Fault::Missing, format_pointer("", name))),
        (_, Some(list)) if !is_array(list) => Err(Error::at(Fault::WrongType, format_pointer("", name))),
        _ => Ok(()),
    }
}

/// Reads `{ "status": "success", "team": … }` and checks that it is the team asked for.
pub fn decode_team_answer(body: Value, team_id: &str) -> Result<TeamAnswer, Error> {
    if is_scan(&body) {
        return Err(Error::at(Fault::Mismatch, "/scan_id"));
    }
    let mut fields = Fields::of(body, "")?;
    fields.required_text("status")?;
    let message = fields.text("message")?;
    let team = Team::decode(fields.required("team")?, "/team")?;
    if !team.id.eq_ignore_ascii_case(team_id) {
        return Err(Error::at(Fault::Mismatch, "/team/id"));
    }
    Ok(TeamAnswer { message, team })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json;

    #[test]
    fn an_answer_holds_a_status_and_the_team_that_was_asked_for() {
        let decoded = |body: &str, asked: &str| {
            let value = json::parse(body.as_bytes(), &json::Limits::default()).unwrap();
            decode_team_answer(value, asked).map_err(|error| (error.fault, error.pointer))
        };
        let fault = |fault, pointer: &str| Err((fault, pointer.to_owned()));
        let answer = |team: &str| [r#"{"status":"success","message":"m","team":"#, team, "}"].concat();
        let team = r#"{"id":"3F25","name":"n","members":[]}"#;
        let found = decoded(&answer(team), "3f25").unwrap();
        assert_eq!((found.message.as_deref(), found.team.id.as_str()), (Some("m"), "3F25"));
        assert_eq!(decoded(&answer(team), "3f26"), fault(Fault::Mismatch, "/team/id"));
        assert_eq!(decoded(&[r#"{"team":"#, team, "}"].concat(), "3f25"), fault(Fault::Missing, "/status"));
        assert_eq!(decoded(r#"{"scan_id":"s","status":"running"}"#, "3f25"), fault(Fault::Mismatch, "/scan_id"));
        assert_eq!(decoded(&answer(r#"{"id":"3f25"}"#), "3f25"), fault(Fault::Missing, "/team/members"));
        let member = answer(r#"{"id":"3f25","members":[{"user_login":"a"},{"user_login":1}]}"#);
        assert_eq!(decoded(&member, "3f25"), fault(Fault::WrongType, "/team/members/1/user_login"));
    }

    #[test]
    fn an_answer_that_promises_a_list_has_one() {
        for (body, expected) in [
            (r#"{"scans":[]}"#, Ok(())),
            (r#"{"scans":[1]}"#, Ok(())),
            ("{}", Err((Fault::Missing, "/scans"))),
            (r#"{"scans":null}"#, Err((Fault::Missing, "/scans"))),
            (r#"{"scans":{}}"#, Err((Fault::WrongType, "/scans"))),
            ("[]", Err((Fault::WrongType, ""))),
        ] {
            let value = json::parse(body.as_bytes(), &json::Limits::default()).unwrap();
            let checked = check_list(&value, "scans").map_err(|error| (error.fault, error.pointer));
            assert_eq!(checked, expected.map_err(|(fault, pointer)| (fault, pointer.to_owned())), "{body}");
        }
    }

    #[test]
    fn a18_an_error_that_is_anything_but_null_is_a_failure() {
        for (body, expected) in [
            (r#"{"error":"no"}"#, Some(Some("no"))),
            (r#"{"error":" \t","message":"m"}"#, Some(None)),
            (r#"{"error":{"code":1}}"#, Some(None)),
            (r#"{"error":["x"],"message":"m"}"#, Some(None)),
            (r#"{"error":false}"#, Some(None)),
            (r#"{"error":0,"message":1}"#, Some(None)),
            (r#"{"error":null,"message":"m"}"#, None),
            (r#"{"errors":"x"}"#, None),
            (r#"["error"]"#, None),
            ("null", None),
        ] {
            let value = json::parse(body.as_bytes(), &json::Limits::default()).unwrap();
            assert_eq!(error_of(&value).map(|refusal| refusal.words), expected, "{body}");
        }
    }

    #[test]
    fn a18_a_status_other_than_success_is_a_failure_and_null_says_nothing() {
        for (body, expected) in [
            (r#"{"status":"success","message":"m"}"#, None),
            (r#"{"status":null,"message":"m"}"#, None),
            (r#"{"message":"m"}"#, None),
            (r#"{"status":"failed","message":"m"}"#, Some(Some("m"))),
            (r#"{"status":"Success"}"#, Some(None)),
            (r#"{"status":1,"message":{}}"#, Some(None)),
            (r#"{"scan_id":"s","status":"running","message":"m"}"#, None),
            (r#"{"scan_id":"s","status":"failed","message":"m","team":{}}"#, Some(Some("m"))),
            (r#"{"scan_id":null,"status":"failed","message":"m"}"#, Some(Some("m"))),
        ] {
            let value = json::parse(body.as_bytes(), &json::Limits::default()).unwrap();
            assert_eq!(refusal(&value).map(|refusal| refusal.words), expected, "{body}");
        }
    }
}
